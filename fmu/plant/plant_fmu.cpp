#include <cstdio>

#include "fmu/plant/plant.h"

/// The component of the generic FMU binary: the plant of resources/model.bin.
namespace stickslip::fmu {
namespace {

bool read_file(const std::string& path, std::vector<std::uint8_t>& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  std::uint8_t buffer[4096];
  std::size_t got = 0;
  while ((got = std::fread(buffer, 1, sizeof buffer, file)) > 0) bytes.insert(bytes.end(), buffer, buffer + got);
  const bool complete = std::ferror(file) == 0;
  std::fclose(file);
  return complete;
}

}  // namespace

std::unique_ptr<Component> make_component(const std::string& resources, std::string& error) {
  const std::string path = resources + "model.bin";
  std::vector<std::uint8_t> bytes;
  if (!read_file(path, bytes)) {
    error = "cannot read " + path + "; unpack the whole FMU and pass the URI of its resources folder";
    return nullptr;
  }
  std::unique_ptr<Plant> plant = make_plant(bytes, error);
  if (!plant) error = path + ": " + error;
  return plant;
}

}  // namespace stickslip::fmu

#include "fmu/plant/plant.h"
#include "fmu/shell/resource_path.h"

/// The component of the generic FMU binary: the plant of resources/model.bin.
namespace stickslip::fmu {

std::unique_ptr<Component> make_component(const std::string& resources, std::string& error) {
  const std::string path = resources + "model.bin";
  std::vector<std::uint8_t> bytes;
  if (!read_file(path, bytes, error)) {
    error += "; unpack the whole FMU and pass the URI of its resources folder";
    return nullptr;
  }
  std::unique_ptr<Plant> plant = make_plant(bytes, error);
  if (!plant) error = path + ": " + error;
  return plant;
}

}  // namespace stickslip::fmu

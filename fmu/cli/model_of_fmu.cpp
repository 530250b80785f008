#include "fmu/cli/model_of_fmu.h"

#include <cstdio>

#include "fmu/archive/error.h"
#include "fmu/archive/zip.h"
#include "model/core/codec.h"

namespace stickslip::cli {

namespace {

std::string read_from(const host::ZipArchive& archive, const char* name) {
  const host::ZipEntry* entry = archive.find(name);
  return entry == nullptr ? std::string() : archive.read(*entry);
}

/// An FMU's own binary may be of another version than this program.
void warn_of_other_version(const std::string& path, const host::ZipArchive& archive, const fmu::Plant& plant) {
  const host::ModelDescription there =
      host::parse_model_description(read_from(archive, "modelDescription.xml"), path + "/modelDescription.xml");
  const bool flat = there.find("solver_status") != nullptr;
  if (!flat && there.guid != fmu::guid_of(plant.description()))
    std::fprintf(stderr, "%s: warning: made by another version of stickslip; shown is what this one computes\n",
                 path.c_str());
}

}  // namespace

ModelFile model_of(const std::string& path, const RobotOptions& robot) {
  if (!is_fmu(path)) return load_model(path, robot);
  const host::ZipArchive archive(path);
  const std::string bytes = read_from(archive, "resources/model.bin");
  if (bytes.empty())
    throw host::Error(path +
                      ": has no resources/model.bin; only FMUs that stickslip has exported from a model can be shown");
  ModelFile file{path, read_from(archive, "resources/model.toml"), {}, {bytes.begin(), bytes.end()}, nullptr};
  Error error;
  if (!decode(Span<const std::uint8_t>(file.bytes), file.model, error))
    throw host::Error(path + ": resources/model.bin: " + error.text + "; export the model again with this version");
  std::string reason;
  file.plant = fmu::make_plant(file.bytes, reason);
  if (!file.plant) throw host::Error(path + ": resources/model.bin: " + reason);
  warn_of_other_version(path, archive, *file.plant);
  return file;
}

}  // namespace stickslip::cli

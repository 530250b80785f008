#include "fmu/cli/model_file.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "fmu/archive/error.h"
#include "fmu/cli/urdf_file.h"
#include "fmu/export/model_description.h"
#include "fmu/load/load.h"
#include "model/core/codec.h"

namespace stickslip::cli {

namespace {

host::Functions linked_functions() {
  host::Functions functions;
#define STICKSLIP_LINK(name) functions.name = &fmi2##name;
  STICKSLIP_FMI2_FUNCTIONS(STICKSLIP_LINK)
#undef STICKSLIP_LINK
  return functions;
}

/// Meshes of a URDF are named from its folder.
load::Loaded load_any(const std::string& path, const RobotOptions& robot) {
  if (!is_urdf(path)) return load::load_file(path);
  return load::load_text(import_file(path, robot, std::filesystem::path(path).parent_path()), path + " (as a model)");
}

}  // namespace

bool is_fmu(const std::string& path) {
  if (is_urdf(path)) return false;
  constexpr std::string_view kModel = ".toml";
  if (path.size() >= kModel.size() && path.compare(path.size() - kModel.size(), kModel.size(), kModel) == 0)
    return false;
  char first[2] = {'P', 'K'};
  std::ifstream(path, std::ios::binary).read(first, sizeof first);
  if (first[0] != 'P' || first[1] != 'K')
    throw host::Error(path + ": is no FMU, which is a zip archive; the name of a model file ends in .toml");
  return true;
}

ModelFile load_model(const std::string& path, const RobotOptions& robot) {
  load::Loaded loaded = load_any(path, robot);
  std::string errors;
  for (const load::Diagnostic& diagnostic : loaded.diagnostics) {
    const std::string line = load::to_string(diagnostic);
    if (diagnostic.severity == load::Severity::error) {
      errors += (errors.empty() ? "" : "\n") + line;
    } else {
      std::fprintf(stderr, "%s\n", line.c_str());
    }
  }
  if (!loaded.model) throw host::Error(errors);
  ModelFile file{path,    std::move(loaded.text),  *std::move(loaded.model), {},
                 nullptr, std::move(loaded.about), std::move(loaded.parts)};
  file.bytes = encode(file.model);
  std::string error;
  file.plant = fmu::make_plant(file.bytes, error);
  if (!file.plant) throw host::Error(path + ": " + error);
  return file;
}

void refuse_faults(const ModelFile& file, bool flat) {
  std::string faults;
  for (const std::string& fault : fmu::faults_of(file.plant->description(), flat))
    faults += (faults.empty() ? "" : "\n") + file.path + ": " + fault;
  if (!faults.empty()) throw host::Error(faults);
}

host::Fmu linked_fmu(const ModelFile& file) {
  host::ModelDescription description = host::parse_model_description(
      fmu::model_description_xml(file.plant->description(), false), file.path + "/modelDescription.xml");
  return {file.path,
          std::move(description),
          linked_functions(),
          {{"model.bin", std::string(file.bytes.begin(), file.bytes.end())}}};
}

}  // namespace stickslip::cli

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/outputs.h"
#include "fmu/export/model/model_fmu.h"

namespace stickslip::cli {

namespace {

/// A path as a target or prerequisite of make.
std::string for_make(const std::string& path) {
  std::string text;
  for (const char c : std::filesystem::absolute(path).string()) {
    if (c == ' ' || c == '#' || c == '\\') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

/// The target is the depfile's name without its ".d": the FMU that a build makes in the end, whatever it is called now.
void write_depfile(const std::string& depfile, const ModelFile& file) {
  std::string text = for_make(std::filesystem::path(depfile).replace_extension().string()) + ": " + for_make(file.path);
  for (const load::PartText& part : file.parts) text += " " + for_make(part.file);
  host::write_file(depfile, text + "\n");
}

}  // namespace

int export_model(const ExportOptions& options) {
  if (is_fmu(options.file)) throw host::Error(options.file + ": export takes a model file; its name ends in .toml");
  const ModelFile file = load_model(options.file, options.robot);
  refuse_faults(file, options.flat);
  const std::string output = options.output.empty()
                                 ? std::filesystem::path(options.file).filename().replace_extension(".fmu").string()
                                 : options.output;
  std::vector<std::string> read = {options.file};
  for (const load::PartText& part : file.parts) read.push_back(part.file);
  refuse_overwriting("-o", output, read);
  if (!options.depfile.empty()) refuse_overwriting("--depfile", options.depfile, read);
  const std::string bytes = fmu::pack_model(file.model, file.text, options.flat, file.about,
                                            {options.platforms, options.sources, file.parts});
  host::write_file(output, bytes);
  if (!options.depfile.empty()) write_depfile(options.depfile, file);
  std::string platforms;
  for (const std::string& name : options.platforms.empty() ? fmu::usual_platforms() : options.platforms) {
    platforms += (platforms.empty() ? "" : ", ") + name;
  }
  std::printf("%s: %zu variables, %s, %zu bytes\n", output.c_str(), file.plant->description().variables.size(),
              platforms.c_str(), bytes.size());
  return kSuccess;
}

}  // namespace stickslip::cli

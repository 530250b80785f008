#include <cstdio>
#include <filesystem>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/outputs.h"
#include "fmu/export/model/model_fmu.h"

namespace stickslip::cli {

int export_model(const ExportOptions& options) {
  if (is_fmu(options.file)) throw host::Error(options.file + ": export takes a model file; its name ends in .toml");
  const ModelFile file = load_model(options.file);
  refuse_faults(file, options.flat);
  const std::string output = options.output.empty()
                                 ? std::filesystem::path(options.file).filename().replace_extension(".fmu").string()
                                 : options.output;
  refuse_overwriting("-o", output, {options.file});
  const std::string bytes =
      fmu::pack_model(file.model, file.text, options.flat, file.about, {options.platforms, options.sources});
  host::write_file(output, bytes);
  std::string platforms;
  for (const std::string& name : options.platforms.empty() ? fmu::usual_platforms() : options.platforms) {
    platforms += (platforms.empty() ? "" : ", ") + name;
  }
  std::printf("%s: %zu variables, %s, %zu bytes\n", output.c_str(), file.plant->description().variables.size(),
              platforms.c_str(), bytes.size());
  return kSuccess;
}

}  // namespace stickslip::cli

#include <cstdio>
#include <filesystem>

#include "fmu/cli/commands.h"
#include "fmu/export/model/model_fmu.h"
#include "fmu/host/error.h"
#include "fmu/host/zip.h"
#include "fmu/load/load.h"

namespace stickslip::cli {

int export_model(const ExportOptions& options) {
  const load::Loaded loaded = load::load_file(options.file);
  for (const load::Diagnostic& diagnostic : loaded.diagnostics) {
    std::fprintf(stderr, "%s\n", to_string(diagnostic).c_str());
  }
  if (!loaded.model) return kFailure;
  const std::string output = options.output.empty()
                                 ? std::filesystem::path(options.file).filename().replace_extension(".fmu").string()
                                 : options.output;
  const std::string bytes = fmu::pack_model(*loaded.model, loaded.text, options.flat);
  host::write_file(output, bytes);
  std::printf("%s: %zu bytes\n", output.c_str(), bytes.size());
  return kSuccess;
}

}  // namespace stickslip::cli

#include <cstdio>
#include <filesystem>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/outputs.h"
#include "fmu/cli/urdf_file.h"

namespace stickslip::cli {

int import_robot(const ImportOptions& options) {
  if (!is_urdf(options.file)) throw host::Error(options.file + ": import takes a URDF; its name ends in .urdf");
  const std::string output = options.output.empty()
                                 ? std::filesystem::path(options.file).filename().replace_extension(".toml").string()
                                 : options.output;
  refuse_overwriting("-o", output, {options.file});
  const std::string text = import_file(options.file, options.robot, std::filesystem::path(output).parent_path());
  host::write_file(output, text);
  std::printf("%s: %zu bytes\n", output.c_str(), text.size());
  return kSuccess;
}

}  // namespace stickslip::cli

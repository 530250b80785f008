#include "fmu/cli/urdf_file.h"

#include <cstdio>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/urdf/import.h"

namespace stickslip::cli {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20U;

}  // namespace

bool is_urdf(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  return extension == ".urdf" || extension == ".URDF";
}

std::string import_file(const std::string& path, const RobotOptions& options, const std::filesystem::path& folder) {
  urdf::ImportOptions import;
  for (const std::string& package : options.packages) {
    const std::size_t equals = package.find('=');
    import.packages[package.substr(0, equals)] = package.substr(equals + 1);
  }
  import.drive = options.drive;
  import.fixed_base = options.fixed_base;
  import.weld = options.weld;
  import.meshes = options.meshes;
  import.skip_missing = options.skip_missing;
  import.fill_mass = options.fill_mass;
  import.folder = folder.empty() ? std::filesystem::path(".") : folder;
  const urdf::Imported imported = urdf::import_urdf(host::read_file(path, kLargestFile), path, import);
  for (const urdf::Remark& remark : imported.remarks) {
    std::fprintf(stderr, "%s:%d: warning: %s\n", path.c_str(), remark.line, remark.text.c_str());
  }
  return imported.text;
}

}  // namespace stickslip::cli

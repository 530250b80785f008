#include "fmu/archive/temporary_folder.h"

#if defined(_WIN32)
#include <random>
#else
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX
#endif

#include <cerrno>
#include <string>
#include <system_error>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"

namespace stickslip::host {

namespace {

namespace fs = std::filesystem;

#if defined(_WIN32)
/// The folder for temporary files is the user's own there.
fs::path made_below(const fs::path& parent) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const fs::path path = parent / ("stickslip-" + std::to_string(random()));
    std::error_code failure;
    if (fs::create_directory(path, failure)) return path;
    errno = failure.value();
  }
  return {};
}
#else
fs::path made_below(const fs::path& parent) {
  std::string name = (parent / "stickslip-XXXXXX").string();
  return mkdtemp(name.data()) != nullptr ? fs::path(name) : fs::path();
}
#endif

}  // namespace

TemporaryFolder::TemporaryFolder(std::filesystem::path parent) {
  std::error_code failure;
  if (parent.empty()) parent = std::filesystem::temp_directory_path(failure);
  if (failure) throw Error("the folder for temporary files: " + failure.message() + "; set TMPDIR to one that exists");
  path_ = made_below(parent);
  if (path_.empty())
    throw Error((parent / "stickslip-XXXXXX").string() + ": cannot be created: " + reason_of_errno() +
                "; set TMPDIR to a folder that can be written");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a leftover in /tmp is no reason to fail
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace stickslip::host

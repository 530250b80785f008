#include "fmu/archive/temporary_folder.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"

namespace stickslip::host {

TemporaryFolder::TemporaryFolder(std::filesystem::path parent) {
  std::error_code failure;
  if (parent.empty()) parent = std::filesystem::temp_directory_path(failure);
  if (failure) throw Error("the folder for temporary files: " + failure.message() + "; set TMPDIR to one that exists");
  std::string name = (parent / "stickslip-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw Error(name + ": cannot be created: " + reason_of_errno() + "; set TMPDIR to a folder that can be written");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a leftover in /tmp is no reason to fail
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace stickslip::host

#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "fmu/host/binary.h"
#include "fmu/host/instance.h"
#include "fmu/host/model_description.h"
#include "fmu/host/zip.h"

namespace stickslip::host {

/// A folder of our own below the system's temporary one, removed with everything in it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct ImportOptions {
  SymbolScope scope = SymbolScope::local;
};

/// Folder name and file ending of this machine's binaries in an FMU: "linux64", ".so".
const std::string& platform_folder();
const std::string& library_suffix();
/// file:///... with everything escaped that is not plain.
std::string file_uri(const std::filesystem::path& path);

/// An FMI 2.0 co-simulation FMU, unpacked and loaded. Instances may outlive it.
class Fmu {
 public:
  /// Throws `Error` when the file is not an FMU that this machine can run.
  explicit Fmu(const std::filesystem::path& file, const ImportOptions& options = {});

  const std::string& label() const { return label_; }
  const ModelDescription& description() const { return *description_; }
  const Functions& functions() const;
  std::string resource_uri() const;
  Instance instantiate(const InstanceOptions& options = {}) const;

 private:
  struct Loaded;

  std::string label_;
  std::shared_ptr<const ModelDescription> description_;
  std::shared_ptr<const Loaded> loaded_;
};

}  // namespace stickslip::host

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fmu/archive/zip.h"
#include "fmu/host/binary.h"
#include "fmu/host/instance.h"
#include "fmu/host/model_description.h"

namespace stickslip::host {

struct ImportOptions {
  SymbolScope scope = SymbolScope::local;
  std::filesystem::path unpack_below = {};  // default: the system's folder for temporary files
  Whereabouts* where = nullptr;             // is told of every call of every instance
};

/// Where this machine's binary is in an FMU: "binaries/linux64/identifier.so".
std::string library_name(const std::string& identifier);
/// file:///... with everything escaped that is not plain.
std::string file_uri(const std::filesystem::path& path);

/// An FMI 2.0 co-simulation FMU, unpacked and loaded. Instances may outlive it.
class Fmu {
 public:
  /// Throws `Error` when the file is not an FMU that this machine can run.
  explicit Fmu(const std::filesystem::path& file, const ImportOptions& options = {});
  /// One whose functions are linked into this program; `resources` are written where it looks for them.
  Fmu(std::string label, ModelDescription description, const Functions& functions,
      const std::vector<ZipMember>& resources);

  const std::string& label() const { return label_; }
  const ModelDescription& description() const { return *description_; }
  const Functions& functions() const;
  /// Functions of the standard that the binary lacks.
  const std::vector<std::string>& missing() const;
  std::string resource_uri() const;
  Instance instantiate(const InstanceOptions& options = {}) const;

 private:
  struct Loaded;

  std::string label_;
  Whereabouts* where_ = nullptr;
  std::shared_ptr<const ModelDescription> description_;
  std::shared_ptr<const Loaded> loaded_;
};

}  // namespace stickslip::host

#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stickslip::urdf {

/// Finds the files that a URDF names.
class Packages {
 public:
  /// `given`: what --package says, NAME to DIR; `urdf`: the file that names others.
  Packages(std::map<std::string, std::string> given, const std::filesystem::path& urdf);

  /// The file behind package://NAME/PATH, file://PATH or a plain path, which is relative to the URDF. When there is no
  /// such file the path is empty and `problem` says why and what to do. Where the package is nowhere, but the file
  /// stands in a folder above the URDF as if that were the package, or one alone near it has the end of its path, it is
  /// `guessed`; so it is where a plain path leads to a file from a folder above.
  std::filesystem::path find(const std::string& name, std::string& problem, bool& guessed);

 private:
  std::filesystem::path find_package(const std::string& package, const std::string& rest) const;
  std::filesystem::path find_above(const std::string& rest) const;
  std::filesystem::path guess(const std::string& package, const std::string& rest);

  std::map<std::string, std::string> given_;
  std::filesystem::path folder_;                            // of the URDF
  std::optional<std::vector<std::filesystem::path>> near_;  // files, once they are asked for
};

}  // namespace stickslip::urdf

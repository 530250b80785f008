#pragma once

#include <filesystem>

namespace stickslip::host {

/// A folder of our own below `parent`, or the system's temporary folder, removed with everything in it at the end.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::filesystem::path parent = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace stickslip::host

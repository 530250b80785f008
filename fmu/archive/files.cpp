#include "fmu/archive/files.h"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "fmu/archive/error.h"
#include "fmu/text/stream.h"

namespace stickslip::host {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to(const char* what, const fs::path& file) {
  throw Error(file.string() + ": cannot be " + what + ": " + reason_of_errno());
}

void write_in_place(const fs::path& place, std::string_view bytes, const fs::path& name) {
  std::ofstream out(place, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) fail_to("written", name);
}

/// Removes the file unless it has been moved to its place.
class Draft {
 public:
  explicit Draft(fs::path path) : path_(std::move(path)) {}
  ~Draft() {
    std::error_code ignored;
    if (!moved_) fs::remove(path_, ignored);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const fs::path& path() const { return path_; }
  bool move_to(const fs::path& target) {
    std::error_code failure;
    fs::rename(path_, target, failure);
    errno = failure.value();
    moved_ = !failure;
    return moved_;
  }

 private:
  fs::path path_;
  bool moved_ = false;
};

}  // namespace

std::string reason_of_errno() {
  return std::generic_category().message(errno);
}

std::string read_file(const fs::path& file, std::uint64_t at_most) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) throw Error(file.string() + ": is a folder, not a file");
  std::ifstream in(file, std::ios::binary);
  if (!in) fail_to("read", file);
  std::string bytes = text::read_to_end(in, at_most);
  if (in.bad()) fail_to("read", file);
  if (bytes.size() > at_most)
    throw Error(file.string() + ": has more than the " + std::to_string(at_most) + " bytes that are read");
  return bytes;
}

void write_file(const fs::path& file, std::string_view bytes) {
  std::error_code none;
  const fs::file_status before = fs::status(file, none);
  if (fs::exists(before) && !fs::is_regular_file(before)) return write_in_place(file, bytes, file);
  const fs::path target = fs::is_symlink(file, none) ? fs::weakly_canonical(file, none) : file;
  Draft draft(target.string() + ".part" + std::to_string(getpid()));
  write_in_place(draft.path(), bytes, file);
  if (fs::exists(before)) fs::permissions(draft.path(), before.permissions(), none);
  if (!draft.move_to(target)) fail_to("written", file);
}

}  // namespace stickslip::host

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::host {

/// What an archive may ask for before it is refused: an FMU is a few files, a zip bomb is not.
struct ZipLimits {
  std::uint64_t archive_bytes = std::uint64_t{1} << 30;
  std::uint64_t entries = 50'000;
  std::uint64_t entry_bytes = std::uint64_t{1} << 30;
  std::uint64_t total_bytes = std::uint64_t{2} << 30;
  std::uint64_t ratio = 400;                                  // unpacked over packed,
  std::uint64_t ratio_matters_from = std::uint64_t{8} << 20;  // for entries of at least this many bytes
};

struct ZipEntry {
  std::string name;  // as stored, without "./"; a folder ends in '/'
  std::uint32_t crc = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;
  std::uint16_t method = 0;  // 0 stored, 8 deflate
  unsigned mode = 0;         // unix mode bits, 0 where the archive has none
  std::uint64_t data = 0;    // offset of the packed bytes in the archive

  bool is_folder() const { return !name.empty() && name.back() == '/'; }
};

/// Why a name must not be unpacked (".." , absolute, drive letter, backslash ...); empty when it is fine.
std::string unsafe_name(std::string_view name);

/// Reads an archive that nobody vouches for. The constructor throws `Error` where the structure is broken; names and
/// links that must not reach the disk are listed in `problems()`, and `extract` refuses to write while there are any.
class ZipArchive {
 public:
  explicit ZipArchive(const std::filesystem::path& file, const ZipLimits& limits = {});
  ZipArchive(std::string label, std::string bytes, const ZipLimits& limits = {});

  const std::string& label() const { return label_; }
  const std::vector<ZipEntry>& entries() const { return entries_; }
  const std::vector<std::string>& problems() const { return problems_; }
  const ZipEntry* find(std::string_view name) const;

  /// The unpacked bytes, length and CRC checked.
  std::string read(const ZipEntry& entry) const;
  /// Writes everything below `folder`, which must exist and should be private.
  void extract(const std::filesystem::path& folder) const;

 private:
  struct Directory;
  Directory find_directory() const;
  void read_directory(const ZipLimits& limits);
  ZipEntry read_central_header(std::uint64_t& at, std::uint64_t end);
  void check_local_header(ZipEntry& entry, std::uint64_t offset, std::uint16_t flags) const;
  void check_limits(const ZipLimits& limits) const;
  void check_overlap(std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges, std::uint64_t end) const;
  void find_problems();
  [[noreturn]] void fail(std::string_view entry, const std::string& what) const;

  std::string label_;
  std::string bytes_;
  std::vector<ZipEntry> entries_;
  std::vector<std::string> problems_;
};

struct ZipMember {
  std::string name;
  std::string bytes;
  unsigned mode = 0644;
};

/// An archive that depends on nothing but its members, in the order given: times are 1980-01-01, members are deflated
/// where that makes them smaller, there are no links and no extra fields.
std::string write_zip(std::span<const ZipMember> members);

}  // namespace stickslip::host

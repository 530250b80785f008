#include <zlib.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/archive/zip.h"
#include "fmu/archive/zip_format.h"

namespace stickslip::host {

namespace {

std::uint16_t u16(const std::string& bytes, std::uint64_t at) {
  return static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[at]) |
                                    (static_cast<unsigned char>(bytes[at + 1]) << 8));
}

std::uint32_t u32(const std::string& bytes, std::uint64_t at) {
  return static_cast<std::uint32_t>(u16(bytes, at)) | (static_cast<std::uint32_t>(u16(bytes, at + 2)) << 16U);
}

std::uint32_t crc_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

/// Raw deflate into exactly `size` bytes; nothing when the stream is broken, too long, too short or has a tail.
std::optional<std::string> inflate_exactly(std::string_view packed, std::uint64_t size) {
  std::string out(size, '\0');
  std::array<unsigned char, 1> beyond{};
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = size == 0 ? beyond.data() : reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = size == 0 ? 1 : static_cast<uInt>(size);
  const int result = inflate(&stream, Z_FINISH);
  const bool exact = result == Z_STREAM_END && stream.avail_in == 0 && stream.total_out == size;
  inflateEnd(&stream);
  if (!exact) return std::nullopt;
  return out;
}

/// Folders named "." say nothing: zip writes them for `zip -r x.fmu ./*`, and every unpacker takes them.
std::string without_dots(std::string name) {
  while (name.compare(0, 2, "./") == 0) name.erase(0, 2);
  for (std::size_t at = name.find("/./"); at != std::string::npos; at = name.find("/./")) name.erase(at, 2);
  return name;
}

}  // namespace

struct ZipArchive::Directory {
  std::uint64_t offset;
  std::uint64_t size;
  std::uint64_t count;
};

std::string unsafe_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > 1000) return "is longer than 1000 bytes";
  if (name.front() == '/') return "is an absolute path";
  if (name.size() >= 2 && name[1] == ':') return "has a drive letter";
  for (const char c : name) {
    if (c == '\\') return "contains a backslash; folders are separated by '/'";
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return "contains a control character";
  }
  const std::string_view path = name.back() == '/' ? name.substr(0, name.size() - 1) : name;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = path.substr(begin, end - begin);
    if (part.empty()) return "contains an empty folder name";
    if (part == "." || part == "..") return "contains \"" + std::string(part) + "\" as a folder";
    begin = end + 1;
  }
  return {};
}

ZipArchive::ZipArchive(const std::filesystem::path& file, const ZipLimits& limits)
    : ZipArchive(file.string(), read_file(file, limits.archive_bytes), limits) {}

ZipArchive::ZipArchive(std::string label, std::string bytes, const ZipLimits& limits)
    : label_(std::move(label)), bytes_(std::move(bytes)) {
  read_directory(limits);
  check_limits(limits);
  find_problems();
}

void ZipArchive::fail(std::string_view entry, const std::string& what) const {
  if (entry.empty()) throw Error(label_ + ": " + what);
  throw Error(label_ + ": entry \"" + printable(entry) + "\": " + what);
}

ZipArchive::Directory ZipArchive::find_directory() const {
  if (bytes_.size() < zip::kEndOfDirectorySize)
    fail({}, "not a zip archive: only " + std::to_string(bytes_.size()) + " bytes");
  const std::uint64_t last = bytes_.size() - zip::kEndOfDirectorySize;
  const std::uint64_t first = last > zip::kLongestComment ? last - zip::kLongestComment : 0;
  for (std::uint64_t at = last + 1; at-- > first;) {
    if (u32(bytes_, at) != zip::kEndOfDirectory) continue;
    if (at + zip::kEndOfDirectorySize + u16(bytes_, at + 20) != bytes_.size()) continue;
    const Directory found{u32(bytes_, at + 16), u32(bytes_, at + 12), u16(bytes_, at + 10)};
    const bool zip64 = found.offset == 0xffffffff || found.size == 0xffffffff || found.count == 0xffff;
    if (zip64) fail({}, "uses zip64, which no FMU needs; pack it again without (zip -fz-)");
    if (u16(bytes_, at + 4) != 0 || u16(bytes_, at + 6) != 0 || u16(bytes_, at + 8) != found.count)
      fail({}, "is one part of an archive in several parts");
    if (found.offset + found.size != at) fail({}, "central directory is not where the end record says");
    return found;
  }
  fail({}, "not a zip archive: no end-of-directory record");
}

void ZipArchive::read_directory(const ZipLimits& limits) {
  const Directory directory = find_directory();
  if (directory.count > limits.entries)
    fail({}, "has " + std::to_string(directory.count) + " entries, at most " + std::to_string(limits.entries) +
                 " are read");
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  std::uint64_t at = directory.offset;
  const std::uint64_t end = directory.offset + directory.size;
  for (std::uint64_t i = 0; i < directory.count; ++i) {
    const std::uint64_t header = at;
    ZipEntry entry = read_central_header(at, end);
    const std::uint64_t local = u32(bytes_, header + 42);
    check_local_header(entry, local, u16(bytes_, header + 8));
    ranges.emplace_back(local, entry.data + entry.packed_size);
    entry.name = without_dots(entry.name);
    if (!entry.name.empty()) entries_.push_back(std::move(entry));
  }
  if (at != end) fail({}, "central directory has bytes that belong to no entry");
  check_overlap(std::move(ranges), directory.offset);
}

ZipEntry ZipArchive::read_central_header(std::uint64_t& at, std::uint64_t end) {
  if (end - at < zip::kCentralHeaderSize || u32(bytes_, at) != zip::kCentralHeader)
    fail({}, "central directory is broken at byte " + std::to_string(at));
  const std::uint64_t name_size = u16(bytes_, at + 28);
  const std::uint64_t header_size = zip::kCentralHeaderSize + name_size + u16(bytes_, at + 30) + u16(bytes_, at + 32);
  if (end - at < header_size) fail({}, "central directory is cut off at byte " + std::to_string(at));
  ZipEntry entry;
  entry.name = bytes_.substr(at + zip::kCentralHeaderSize, name_size);
  const std::uint16_t flags = u16(bytes_, at + 8);
  entry.method = u16(bytes_, at + 10);
  entry.crc = u32(bytes_, at + 16);
  entry.packed_size = u32(bytes_, at + 20);
  entry.size = u32(bytes_, at + 24);
  if (u16(bytes_, at + 4) >> 8U == zip::kMadeByUnix) entry.mode = u32(bytes_, at + 38) >> 16U;
  if ((flags & zip::kEncrypted) != 0) fail(entry.name, "is encrypted");
  if (entry.method != zip::kStored && entry.method != zip::kDeflated)
    fail(entry.name, "compression method " + std::to_string(entry.method) + "; FMUs use stored (0) or deflate (8)");
  if (entry.packed_size == 0xffffffff || entry.size == 0xffffffff || u32(bytes_, at + 42) == 0xffffffff)
    fail(entry.name, "uses zip64, which no FMU needs; pack it again without (zip -fz-)");
  if (entry.method == zip::kStored && entry.packed_size != entry.size)
    fail(entry.name, "is stored, but packed and unpacked size differ");
  if (entry.is_folder() && entry.size != 0) fail(entry.name, "is a folder with content");
  at += header_size;
  return entry;
}

void ZipArchive::check_local_header(ZipEntry& entry, std::uint64_t offset, std::uint16_t flags) const {
  if (offset > bytes_.size() || bytes_.size() - offset < zip::kLocalHeaderSize ||
      u32(bytes_, offset) != zip::kLocalHeader)
    fail(entry.name, "no local header at byte " + std::to_string(offset));
  const std::uint64_t name_size = u16(bytes_, offset + 26);
  const std::uint64_t data = offset + zip::kLocalHeaderSize + name_size + u16(bytes_, offset + 28);
  if (data > bytes_.size() || bytes_.size() - data < entry.packed_size) fail(entry.name, "is cut off");
  if (bytes_.compare(offset + zip::kLocalHeaderSize, name_size, entry.name) != 0)
    fail(entry.name, "local header has another name");
  const std::uint16_t local_flags = u16(bytes_, offset + 6);
  if (u16(bytes_, offset + 8) != entry.method || ((local_flags ^ flags) & (zip::kEncrypted | zip::kSizesFollow)) != 0)
    fail(entry.name, "local header and central directory disagree on the compression");
  const bool deferred = (local_flags & zip::kSizesFollow) != 0;
  const auto differs = [&](std::uint64_t at, std::uint64_t want) {
    const std::uint64_t got = u32(bytes_, at);
    return got != want && !(deferred && got == 0);
  };
  if (differs(offset + 14, entry.crc) || differs(offset + 18, entry.packed_size) || differs(offset + 22, entry.size))
    fail(entry.name, "local header and central directory disagree on size or CRC");
  entry.data = data;
}

void ZipArchive::check_overlap(std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges, std::uint64_t end) const {
  std::sort(ranges.begin(), ranges.end());
  std::uint64_t taken = 0;
  for (const auto& [begin, stop] : ranges) {
    if (begin < taken) fail({}, "entries overlap at byte " + std::to_string(begin));
    taken = stop;
  }
  if (taken > end) fail({}, "entries reach into the central directory");
}

void ZipArchive::check_limits(const ZipLimits& limits) const {
  std::uint64_t total = 0;
  for (const ZipEntry& entry : entries_) {
    if (entry.size > limits.entry_bytes)
      fail(entry.name, "unpacks to " + std::to_string(entry.size) + " bytes, at most " +
                           std::to_string(limits.entry_bytes) + " are accepted");
    if (entry.size >= limits.ratio_matters_from && entry.size / limits.ratio > entry.packed_size)
      fail(entry.name, "unpacks to more than " + std::to_string(limits.ratio) + " times its packed size");
    total += entry.size;
  }
  if (total > limits.total_bytes)
    fail({}, "unpacks to " + std::to_string(total) + " bytes, at most " + std::to_string(limits.total_bytes) +
                 " are accepted");
}

void ZipArchive::find_problems() {
  std::set<std::string, std::less<>> files;
  std::set<std::string, std::less<>> folders;
  const auto report = [this](const ZipEntry& entry, const std::string& what) {
    problems_.push_back("entry \"" + printable(entry.name) + "\": " + what);
  };
  for (const ZipEntry& entry : entries_) {
    const std::string unsafe = unsafe_name(entry.name);
    const unsigned type = entry.mode & zip::kTypeMask;
    if (!unsafe.empty()) report(entry, "name " + unsafe);
    if (type == zip::kSymbolicLink)
      report(entry, "is a symbolic link; store the file itself");
    else if (type != 0 && type != zip::kRegularFile && type != zip::kFolder)
      report(entry, "is not a regular file");
    if (entry.is_folder()) {
      folders.insert(entry.name.substr(0, entry.name.size() - 1));
      continue;
    }
    if (!files.insert(entry.name).second) report(entry, "occurs twice");
    for (std::size_t slash = entry.name.find('/'); slash != std::string::npos; slash = entry.name.find('/', slash + 1))
      folders.insert(entry.name.substr(0, slash));
  }
  for (const ZipEntry& entry : entries_)
    if (!entry.is_folder() && folders.count(entry.name) != 0) report(entry, "is a file and a folder");
}

const ZipEntry* ZipArchive::find(std::string_view name) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const ZipEntry& e) { return e.name == name; });
  return found == entries_.end() ? nullptr : &*found;
}

std::string ZipArchive::read(const ZipEntry& entry) const {
  const std::string_view packed = std::string_view(bytes_).substr(entry.data, entry.packed_size);
  std::optional<std::string> out =
      entry.method == zip::kStored ? std::string(packed) : inflate_exactly(packed, entry.size);
  if (!out) fail(entry.name, "compressed data is damaged");
  if (crc_of(*out) != entry.crc) fail(entry.name, "CRC differs: the archive is damaged");
  return *std::move(out);
}

void ZipArchive::extract(const std::filesystem::path& folder) const {
  if (!problems_.empty()) throw Error(label_ + ": " + problems_.front());
  for (const ZipEntry& entry : entries_) {
    const std::filesystem::path target = folder / entry.name;
    std::filesystem::create_directories(entry.is_folder() ? target : target.parent_path());
    if (!entry.is_folder()) write_file(target, read(entry));
  }
}

}  // namespace stickslip::host

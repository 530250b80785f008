#include <zlib.h>

#include <algorithm>
#include <set>

#include "fmu/archive/error.h"
#include "fmu/archive/zip.h"
#include "fmu/archive/zip_format.h"

namespace stickslip::host {

namespace {

constexpr std::uint16_t kVersionNeeded = 20;
constexpr std::uint16_t kMidnight = 0;
constexpr std::uint16_t kNewYear1980 = (0U << 9U) | (1U << 5U) | 1U;

void put16(std::string& out, std::uint64_t value) {
  out += static_cast<char>(value & 0xffU);
  out += static_cast<char>((value >> 8U) & 0xffU);
}

void put32(std::string& out, std::uint64_t value) {
  put16(out, value & 0xffffU);
  put16(out, value >> 16U);
}

std::string deflated(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error("zlib: out of memory");
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<unsigned char*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

struct Packed {
  std::uint16_t method;
  std::uint32_t crc;
  std::string bytes;
};

Packed pack(const std::string& bytes) {
  const auto crc = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
  std::string smaller = deflated(bytes);
  if (smaller.size() < bytes.size()) return {zip::kDeflated, crc, std::move(smaller)};
  return {zip::kStored, crc, bytes};
}

/// The fields that the local header and the central directory share.
void put_common(std::string& out, const ZipMember& member, const Packed& packed) {
  put16(out, kVersionNeeded);
  put16(out, zip::kUtf8);
  put16(out, packed.method);
  put16(out, kMidnight);
  put16(out, kNewYear1980);
  put32(out, packed.crc);
  put32(out, packed.bytes.size());
  put32(out, member.bytes.size());
  put16(out, member.name.size());
  put16(out, 0);  // extra field
}

void put_central(std::string& out, const ZipMember& member, const Packed& packed, std::uint64_t offset) {
  const unsigned type = member.name.back() == '/' ? zip::kFolder : zip::kRegularFile;
  put32(out, zip::kCentralHeader);
  put16(out, (zip::kMadeByUnix << 8U) | kVersionNeeded);
  put_common(out, member, packed);
  put16(out, 0);  // comment
  put16(out, 0);  // disk
  put16(out, 0);  // internal attributes
  put32(out, static_cast<std::uint64_t>(type | (member.mode & 0777U)) << 16U);
  put32(out, offset);
  out += member.name;
}

}  // namespace

std::string write_zip(std::span<const ZipMember> members) {
  std::string out;
  std::string directory;
  std::set<std::string> names;
  for (const ZipMember& member : members) {
    const std::string unsafe = unsafe_name(member.name);
    if (!unsafe.empty()) throw Error("zip: name \"" + member.name + "\" " + unsafe);
    if (!names.insert(member.name).second) throw Error("zip: \"" + member.name + "\" occurs twice");
    const Packed packed = pack(member.bytes);
    const std::uint64_t offset = out.size();
    put32(out, zip::kLocalHeader);
    put_common(out, member, packed);
    out += member.name;
    out += packed.bytes;
    put_central(directory, member, packed, offset);
  }
  const std::uint64_t offset = out.size();
  if (offset + directory.size() >= 0xffffffff || members.size() >= 0xffff)
    throw Error("zip: more than 4 GiB or 65534 entries");
  out += directory;
  put32(out, zip::kEndOfDirectory);
  put32(out, 0);  // both disk numbers
  put16(out, members.size());
  put16(out, members.size());
  put32(out, directory.size());
  put32(out, offset);
  put16(out, 0);  // comment
  return out;
}

}  // namespace stickslip::host

#include "fmu/shell/snapshot.h"

#include <cstring>
#include <new>

#include "fmu/shell/version.h"

namespace stickslip::fmu {
namespace {

constexpr std::uint64_t kMagic = 0x70696c736b637473U;  // "stckslip", read by a little-endian machine
constexpr std::size_t kChecksummedFrom = offsetof(SnapshotHeader, checksum) + sizeof(SnapshotHeader::checksum);

std::size_t aligned(std::size_t size) {
  return (size + kStateAlignment - 1) / kStateAlignment * kStateAlignment;
}

Digest digest_of(const std::string& text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.digest();
}

std::uint64_t checksum_of(const std::byte* bytes, std::size_t size) {
  Hasher hasher;
  hasher.add(bytes + kChecksummedFrom, size - kChecksummedFrom);
  return hasher.digest().low;
}

}  // namespace

void FreeBlock::operator()(SnapshotHeader* block) const {
  operator delete (block, std::align_val_t{kStateAlignment});
}

SnapshotLayout::SnapshotLayout(const Description& description, const std::string& guid)
    : values_(description),
      guid_(digest_of(guid)),
      state_bytes_(description.state_bytes),
      state_offset_(aligned(sizeof(SnapshotHeader) + values_.size)),
      size_(state_offset_ + aligned(state_bytes_)) {}

SnapshotHeader* SnapshotLayout::allocate() const {
  auto* block = static_cast<SnapshotHeader*>(operator new (size_, std::align_val_t{kStateAlignment}, std::nothrow));
  if (block == nullptr) return nullptr;
  std::memset(static_cast<void*>(block), 0, size_);
  block->magic = kMagic;
  block->version = kSnapshotVersion;
  block->guid = guid_;
  block->size = size_;
  return block;
}

const char* SnapshotLayout::refusal(const SnapshotHeader& block) const {
  if (block.magic != kMagic) return "it is not a state of a stickslip FMU";
  if (block.version != kSnapshotVersion) return "it was written by another version of stickslip";
  if (block.guid != guid_) return "it belongs to another FMU";
  if (block.size != size_) return "its size is wrong";
  if (static_cast<int>(block.phase) >= kPhaseCount) return "its phase is unknown";
  return nullptr;
}

void SnapshotLayout::serialize(const SnapshotHeader& block, std::byte* bytes) const {
  std::memcpy(bytes, &block, size_);
  const std::uint64_t checksum = checksum_of(bytes, size_);
  std::memcpy(bytes + offsetof(SnapshotHeader, checksum), &checksum, sizeof checksum);
}

const char* SnapshotLayout::deserialize(const std::byte* bytes, std::size_t count, SnapshotHeader* block) const {
  if (count != size_) return "its size is wrong";
  SnapshotHeader header;
  std::memcpy(&header, bytes, sizeof header);
  if (const char* reason = refusal(header)) return reason;
  if (checksum_of(bytes, size_) != header.checksum) return "its checksum is wrong: the bytes were changed";
  std::memcpy(block, bytes, size_);
  block->checksum = 0;
  return nullptr;
}

}  // namespace stickslip::fmu

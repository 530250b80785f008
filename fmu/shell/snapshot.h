#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "fmu/shell/component.h"
#include "fmu/shell/digest.h"
#include "fmu/shell/lifecycle.h"
#include "fmu/shell/step_plan.h"
#include "fmu/shell/value_store.h"

namespace stickslip::fmu {

/// What stands before values and state in a snapshot. No padding: every byte of a snapshot is determined.
struct SnapshotHeader {
  std::uint64_t magic;
  Digest guid;  // hash of the GUID: only the FMU that wrote it may read it
  std::uint64_t size;
  std::uint64_t checksum;  // of the bytes behind it; 0 in memory, where nothing gets lost
  std::uint32_t version;
  Phase phase;
  double time;
  double start;
  double stop;
  std::uint32_t has_stop;
  std::uint32_t has_state;   // 0: not initialised yet, the state's bytes are 0
  double last_size;          // of the component's last step; 0: it has made none
  std::uint64_t has_slopes;  // 0: all inputs are held over the next communication step
};
static_assert(sizeof(SnapshotHeader) == 96);

/// Sizes and places of {header, values, state} in one aligned block of fixed size.
class SnapshotLayout {
 public:
  SnapshotLayout(const Description& description, const std::string& guid);

  std::size_t size() const { return size_; }
  StoredValues values(SnapshotHeader* block) const { return values_.at(reinterpret_cast<std::byte*>(block + 1)); }
  std::size_t value_bytes() const { return values_.size; }
  std::byte* state(SnapshotHeader* block) const { return reinterpret_cast<std::byte*>(block) + state_offset_; }
  const std::byte* state(const SnapshotHeader* block) const {
    return reinterpret_cast<const std::byte*>(block) + state_offset_;
  }
  std::size_t state_bytes() const { return state_bytes_; }

  /// A block of zeros with a valid header; null when there is no memory. Freed by FreeBlock.
  SnapshotHeader* allocate() const;

  /// Why the block is none of ours, or null when it is. Looks at the header only.
  const char* refusal(const SnapshotHeader& block) const;

  void serialize(const SnapshotHeader& block, std::byte* bytes) const;
  /// Why the bytes are refused; null after they have been copied into the block.
  const char* deserialize(const std::byte* bytes, std::size_t count, SnapshotHeader* block) const;

 private:
  ValueLayout values_;
  Digest guid_;
  std::size_t state_bytes_;
  std::size_t state_offset_;
  std::size_t size_;
};

struct FreeBlock {
  void operator()(SnapshotHeader* block) const;
};
using SnapshotBlock = std::unique_ptr<SnapshotHeader, FreeBlock>;

}  // namespace stickslip::fmu

#pragma once

#include <cstdint>
#include <vector>

#include "fmu/plant/plant.h"
#include "fmu/shell/snapshot.h"

namespace stickslip::view {

/// Serialised states of instances, taken over into a plant of the same model.
class Restored {
 public:
  /// Of a plant that is described as this one.
  explicit Restored(const fmu::Plant& plant);

  /// False where the bytes are no state of it.
  bool take(const std::vector<std::uint8_t>& snapshot, fmu::Plant& plant);

  /// Of the snapshot that was taken last.
  const fmu::SnapshotHeader& header() const { return *block_; }
  fmu::Values values() { return layout_.values(block_.get()); }

 private:
  fmu::SnapshotLayout layout_;
  fmu::SnapshotBlock block_;
};

}  // namespace stickslip::view

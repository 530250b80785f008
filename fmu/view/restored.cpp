#include "fmu/view/restored.h"

#include "fmu/shell/names.h"

namespace stickslip::view {

Restored::Restored(const fmu::Plant& plant)
    : layout_(plant.description(), fmu::guid_of(plant.description())), block_(layout_.allocate()) {}

bool Restored::take(const std::vector<std::uint8_t>& snapshot, fmu::Plant& plant) {
  const char* refusal =
      layout_.deserialize(reinterpret_cast<const std::byte*>(snapshot.data()), snapshot.size(), block_.get());
  return refusal == nullptr && plant.restore(layout_.state(block_.get()));
}

}  // namespace stickslip::view

#include <algorithm>
#include <cstring>
#include <utility>

#include "fmu/shell/instance.h"

namespace stickslip::fmu {
namespace {

// What a step may write, but for the Real outputs.
void copy_written(const Values& from, const Values& to, bool inputs_move) {
  std::copy(from.integer_outputs.begin(), from.integer_outputs.end(), to.integer_outputs.begin());
  std::copy(from.boolean_outputs.begin(), from.boolean_outputs.end(), to.boolean_outputs.begin());
  if (!inputs_move) return;
  std::copy(from.inputs.begin(), from.inputs.end(), to.inputs.begin());
  std::copy(from.parameters.begin(), from.parameters.end(), to.parameters.begin());
}

}  // namespace

void Instance::copy_live_to(SnapshotHeader* block) {
  gather();
  copy_values(live_.get(), block);
  if (live_->has_state != 0) {
    component_->save(layout_.state(block));
  } else {
    std::memset(layout_.state(block), 0, layout_.state_bytes());
  }
}

void Instance::copy_values(const SnapshotHeader* from, SnapshotHeader* to) const {
  std::memcpy(to, from, sizeof *to + layout_.value_bytes());
}

void Instance::gather() {
  if (last_outputs_ == values().last_outputs.data()) return;
  std::copy_n(last_outputs_, values().last_outputs.size(), spare_outputs_);
  std::swap(last_outputs_, spare_outputs_);
}

void Instance::keep() {
  gather();
  copy_values(live_.get(), before_.get());
  component_->keep();
}

void Instance::go_back() {
  copy_values(before_.get(), live_.get());
  component_->go_back();
}

void Instance::keep_for_step() {
  const StoredValues& here = values();
  std::copy(here.outputs.begin(), here.outputs.end(), spare_outputs_);
  copy_written(here, kept_, live_->has_slopes != 0);
  component_->keep();
}

void Instance::go_back_from_step() {
  const StoredValues& here = values();
  std::copy_n(spare_outputs_, here.outputs.size(), here.outputs.begin());
  copy_written(kept_, here, live_->has_slopes != 0);
  component_->go_back();
}

bool Instance::take(const SnapshotHeader& block) {
  copy_values(&block, live_.get());
  return block.has_state == 0 || component_->restore(layout_.state(&block));
}

const SnapshotHeader* Instance::checked(fmi2FMUstate state) const {
  const auto* block = static_cast<const SnapshotHeader*>(state);
  const char* reason = block == nullptr ? "it is null" : layout_.refusal(*block);
  if (reason == nullptr) return block;
  error("the FMU state is refused: %s", reason);
  return nullptr;
}

fmi2Status Instance::get_state(fmi2FMUstate* state) {
  if (state == nullptr) return error("fmi2GetFMUstate: the place for the state is missing");
  if (*state != nullptr && checked(*state) == nullptr) return fmi2Error;
  if (*state == nullptr) *state = layout_.allocate();
  if (*state == nullptr) return error("fmi2GetFMUstate: out of memory");
  copy_live_to(static_cast<SnapshotHeader*>(*state));
  return fmi2OK;
}

fmi2Status Instance::set_state(fmi2FMUstate state) {
  const SnapshotHeader* block = checked(state);
  if (block == nullptr) return fmi2Error;
  keep();
  if (take(*block)) return fmi2OK;
  go_back();
  return error("fmi2SetFMUstate: the bytes are no state of this FMU; nothing was changed");
}

fmi2Status Instance::free_state(fmi2FMUstate* state) const {
  if (state == nullptr || *state == nullptr) return fmi2OK;
  if (checked(*state) == nullptr) return fmi2Error;
  auto* block = static_cast<SnapshotHeader*>(*state);
  block->magic = 0;
  FreeBlock()(block);
  *state = nullptr;
  return fmi2OK;
}

fmi2Status Instance::serialized_size(fmi2FMUstate state, std::size_t* size) const {
  if (size == nullptr) return error("fmi2SerializedFMUstateSize: the place for the size is missing");
  if (checked(state) == nullptr) return fmi2Error;
  *size = layout_.size();
  return fmi2OK;
}

fmi2Status Instance::serialize(fmi2FMUstate state, fmi2Byte* bytes, std::size_t count) const {
  const SnapshotHeader* block = checked(state);
  if (block == nullptr) return fmi2Error;
  if (bytes == nullptr || count != layout_.size()) {
    return error("fmi2SerializeFMUstate: the state has %lu bytes, the place for it %lu",
                 static_cast<unsigned long>(layout_.size()),
                 static_cast<unsigned long>(bytes == nullptr ? std::size_t{0} : count));
  }
  layout_.serialize(*block, reinterpret_cast<std::byte*>(bytes));
  return fmi2OK;
}

fmi2Status Instance::deserialize(const fmi2Byte* bytes, std::size_t count, fmi2FMUstate* state) const {
  if (bytes == nullptr || state == nullptr) return error("fmi2DeSerializeFMUstate: bytes or place are missing");
  SnapshotBlock block(layout_.allocate());
  if (block == nullptr) return error("fmi2DeSerializeFMUstate: out of memory");
  const char* reason = layout_.deserialize(reinterpret_cast<const std::byte*>(bytes), count, block.get());
  if (reason != nullptr) return error("the serialised FMU state is refused: %s", reason);
  *state = block.release();
  return fmi2OK;
}

}  // namespace stickslip::fmu

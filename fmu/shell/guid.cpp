#include <cstdio>

#include "fmu/shell/component.h"
#include "fmu/shell/version.h"

namespace stickslip::fmu {
namespace {

void add(const Variable& variable, Hasher& hasher) {
  hasher.add(variable.name);
  for (const int code :
       {static_cast<int>(variable.type), static_cast<int>(variable.quantity), static_cast<int>(variable.causality),
        static_cast<int>(variable.variability), static_cast<int>(variable.slot.store), variable.slot.index,
        int{variable.has_min}, int{variable.has_max}}) {
    hasher.add(static_cast<std::uint64_t>(code));
  }
  hasher.add(variable.start);
  if (variable.has_min) hasher.add(variable.min);
  if (variable.has_max) hasher.add(variable.max);
}

}  // namespace

std::string guid_of(const Description& description) {
  Hasher hasher;
  hasher.add(std::string(kEngineVersion));
  hasher.add(std::uint64_t{kSnapshotVersion});
  hasher.add(description.name);
  hasher.add(description.step);
  hasher.add(description.content.high);
  hasher.add(description.content.low);
  hasher.add(std::uint64_t{description.state_bytes});
  for (const Variable& variable : description.variables) add(variable, hasher);
  const Digest d = hasher.digest();
  char text[40];
  std::snprintf(text, sizeof text, "{%08x-%04x-%04x-%04x-%012llx}", static_cast<unsigned>(d.high >> 32U),
                static_cast<unsigned>(d.high >> 16U & 0xffffU), static_cast<unsigned>(d.high & 0xffffU),
                static_cast<unsigned>(d.low >> 48U), static_cast<unsigned long long>(d.low & 0xffffffffffffU));
  return text;
}

}  // namespace stickslip::fmu

#pragma once

#include <cstdint>
#include <vector>

#include "model/core/error.h"
#include "model/core/model.h"
#include "model/math/span.h"

/// A model as bytes, the form that travels inside an FMU.
///
/// All numbers are little-endian: 8 bytes of magic, u32 format version, u32 zero, u64 payload size, u64 Hash of the
/// payload, payload. The payload is the fields of Model in order; a list is a u32 count and its elements, a string a
/// u32 count and its bytes, an enumerator or index an i32, a bool one byte. A model has exactly one form.
namespace stickslip {

constexpr std::uint32_t kModelFormat = 13;

std::vector<std::uint8_t> encode(const Model& model);

/// Reads what encode() wrote; false with the reason for anything else. A model that was read passes validate().
bool decode(Span<const std::uint8_t> bytes, Model& model, Error& error);

}  // namespace stickslip

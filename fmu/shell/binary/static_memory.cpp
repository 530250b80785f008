// Memory for rigs without a heap: with -DSTICKSLIP_MEMORY_BYTES=n all that an FMU compiled from its source file
// allocates comes from one block of n bytes in the image. Two such FMUs in an image share the block of the one that is
// linked first. A full block ends the program, as a heap without memory does: memory_peak() says how many bytes a run
// has needed.
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(STICKSLIP_MEMORY_BYTES)

#include "fmu/api/fmi2.h"
#include "model/math/size.h"

namespace stickslip::fmu {
namespace {

constexpr std::size_t kUnit = 64;  // of size and place: the largest alignment that anything asks for

/// Stands before every piece, used or free, in the order of their addresses.
struct alignas(kUnit) Piece {
  std::size_t units;  // this header included
  bool used;
};

constexpr std::size_t kUnits = STICKSLIP_MEMORY_BYTES / kUnit;
alignas(kUnit) unsigned char block[kUnits * kUnit];
std::size_t peak = 0;

Piece* piece_at(std::size_t unit) {
  return reinterpret_cast<Piece*>(block + unit * kUnit);
}

// The first piece that is large enough, after joining what is free beside each other.
void* take_from_block(std::size_t bytes) {
  if (piece_at(0)->units == 0) *piece_at(0) = {kUnits, false};
  const std::size_t wanted = 1 + (bytes + kUnit - 1) / kUnit;
  for (std::size_t at = 0; at < kUnits; at += piece_at(at)->units) {
    Piece& piece = *piece_at(at);
    if (piece.used) continue;
    while (at + piece.units < kUnits && !piece_at(at + piece.units)->used)
      piece.units += piece_at(at + piece.units)->units;
    if (piece.units < wanted) continue;
    if (piece.units > wanted) *piece_at(at + wanted) = {piece.units - wanted, false};
    piece = {wanted, true};
    if ((at + wanted) * kUnit > peak) peak = (at + wanted) * kUnit;
    return block + (at + 1) * kUnit;
  }
  return nullptr;
}

void give_back(void* memory) {
  if (memory != nullptr) (static_cast<Piece*>(memory) - 1)->used = false;
}

}  // namespace
}  // namespace stickslip::fmu

#if defined(_WIN32)
#define STICKSLIP_ONE_OF_SEVERAL  // there it is one alone
#else
#define STICKSLIP_ONE_OF_SEVERAL __attribute__((weak))
#endif

extern "C" FMI2_EXPORT std::size_t fmi2MemoryPeak() {
  return stickslip::fmu::peak;
}

STICKSLIP_ONE_OF_SEVERAL void* operator new(std::size_t size, std::align_val_t, const std::nothrow_t&) noexcept {
  return stickslip::fmu::take_from_block(size);
}
STICKSLIP_ONE_OF_SEVERAL void* operator new(std::size_t size) {
  if (void* memory = stickslip::fmu::take_from_block(size)) return memory;
  std::abort();
}
STICKSLIP_ONE_OF_SEVERAL void* operator new[](std::size_t size) {
  return operator new(size);
}
STICKSLIP_ONE_OF_SEVERAL void* operator new(std::size_t size, std::align_val_t) {
  return operator new(size);
}
STICKSLIP_ONE_OF_SEVERAL void* operator new[](std::size_t size, std::align_val_t) {
  return operator new(size);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete(void* memory) noexcept {
  stickslip::fmu::give_back(memory);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete[](void* memory) noexcept {
  stickslip::fmu::give_back(memory);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete(void* memory, std::size_t) noexcept {
  stickslip::fmu::give_back(memory);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete[](void* memory, std::size_t) noexcept {
  stickslip::fmu::give_back(memory);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete(void* memory, std::align_val_t) noexcept {
  stickslip::fmu::give_back(memory);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete[](void* memory, std::align_val_t) noexcept {
  stickslip::fmu::give_back(memory);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  stickslip::fmu::give_back(memory);
}
STICKSLIP_ONE_OF_SEVERAL void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  stickslip::fmu::give_back(memory);
}

#endif

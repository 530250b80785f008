#include "fmu/cli/allocation_counter.h"

#include <atomic>
#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STICKSLIP_COUNTS_ALLOCATIONS
#endif

namespace {

std::atomic<bool> counting{false};
std::atomic<long> asked{0};

}  // namespace

namespace stickslip::cli {

AllocationCounter::AllocationCounter() {
  asked = 0;
  counting = true;
}

AllocationCounter::~AllocationCounter() {
  counting = false;
}

bool AllocationCounter::works() {
  asked = 0;
  counting = true;
  void* volatile trial = std::malloc(1);
  counting = false;
  std::free(trial);
  return asked == 1;
}

long AllocationCounter::count() {
  return asked;
}

}  // namespace stickslip::cli

#ifdef STICKSLIP_COUNTS_ALLOCATIONS
namespace {

void note() {
  if (counting.load(std::memory_order_relaxed)) asked.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

// A program's own functions come before those of the C library, for every library that it loads. The heap stays that of
// the C library, which has these names for who stands in between.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
  note();
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  note();
  return __libc_calloc(count, bytes);
}
void* realloc(void* block, std::size_t bytes) {
  note();
  return __libc_realloc(block, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  note();
  return __libc_memalign(alignment, bytes);
}

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
#endif

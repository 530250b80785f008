// What libstdc++ would bring along, replaced by what an FMU needs of it. One throw drags in the unwinder and with it
// GLIBC_2.35; nothing here throws, so each of these ends the program: reaching one is a bug of ours or no memory left.
// Linked into FMU binaries only, where the version script keeps it inside.
#include <cstddef>
#include <cstdlib>
#include <new>

// NOLINTBEGIN(bugprone-reserved-identifier,misc-new-delete-overloads): these are the names the compiler calls

void* operator new(std::size_t size) {
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  std::abort();
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  const auto unit = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(unit, (size / unit + 1) * unit);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  if (void* memory = operator new(size, alignment, std::nothrow)) return memory;
  std::abort();
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace std {

void __throw_bad_alloc() {
  abort();
}
void __throw_bad_array_new_length() {
  abort();
}
void __throw_bad_function_call() {
  abort();
}
void __throw_logic_error(const char*) {
  abort();
}
void __throw_length_error(const char*) {
  abort();
}
void __throw_out_of_range(const char*) {
  abort();
}
void __throw_out_of_range_fmt(const char*, ...) {
  abort();
}
void __throw_invalid_argument(const char*) {
  abort();
}
void __throw_runtime_error(const char*) {
  abort();
}

}  // namespace std

extern "C" {

void __cxa_pure_virtual() {
  std::abort();
}

// Named by the landing pads in libstdc++'s std::string; never run.
void __gxx_personality_v0() {
  std::abort();
}
void _Unwind_Resume() {
  std::abort();
}
void __cxa_begin_catch() {
  std::abort();
}
void __cxa_end_catch() {
  std::abort();
}
void __cxa_rethrow() {
  std::abort();
}
const void* const _ZTIN10__cxxabiv115__forced_unwindE[2] = {};
}

// NOLINTEND(bugprone-reserved-identifier,misc-new-delete-overloads)

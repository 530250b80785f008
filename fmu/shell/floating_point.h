#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace stickslip::fmu {

/// Rounds to nearest, keeps denormals and traps nothing while it lives, then puts back what the caller had: importers
/// and other FMUs change the control words of the thread, and bits must not depend on them.
class DefaultFloatingPoint {
 public:
#if defined(__x86_64__)
  DefaultFloatingPoint() : sse_(_mm_getcsr()) {
    __asm__ volatile("fnstcw %0" : "=m"(x87_));
    const unsigned short x87_default = 0x037f;
    __asm__ volatile("fldcw %0" : : "m"(x87_default));
    _mm_setcsr(0x1f80);
  }
  ~DefaultFloatingPoint() {
    __asm__ volatile("fldcw %0" : : "m"(x87_));
    _mm_setcsr(sse_);
  }
#else
  DefaultFloatingPoint() {
    std::fegetenv(&environment_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatingPoint() {
    std::fesetenv(&environment_);
  }
#endif
  DefaultFloatingPoint(const DefaultFloatingPoint&) = delete;
  DefaultFloatingPoint& operator=(const DefaultFloatingPoint&) = delete;

 private:
#if defined(__x86_64__)
  unsigned sse_;
  unsigned short x87_ = 0;
#else
  std::fenv_t environment_;
#endif
};

}  // namespace stickslip::fmu

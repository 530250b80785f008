#pragma once

// Same bits everywhere: what is written here is what is computed, whoever compiles it. Our build says so by flags too,
// but headers and sources are also compiled by others, whose flags are theirs.
#ifdef __FAST_MATH__
#error "stickslip computes the same bits on every machine: compile it without -ffast-math"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")  // gcc knows no other
#ifdef __FMA__                           // its vectoriser fuses the products of (a x - b y, b x + a y) all the same
#pragma GCC optimize("no-tree-slp-vectorize")
#endif
#endif

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#else
#include <cmath>
#endif

namespace stickslip {

/// The square root, rounded correctly: std::sqrt() is a call where the optimiser is off, and rounds wrongly with mingw.
inline double root(double x) {
#if defined(__SSE2__) || defined(_M_X64)
  const __m128d value = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(value, value));
#else
  return std::sqrt(x);
#endif
}

}  // namespace stickslip

#pragma once

#include <cstdint>

#include "model/lcp/condense.h"
#include "model/lcp/lemke.h"
#include "model/lcp/minimum_norm.h"
#include "model/lcp/newton.h"
#include "model/lcp/precise.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// Buffers of the methods that work on dense matrices.
struct DenseWork {
  explicit DenseWork(const Capacity& capacity);

  Capacity capacity;
  Delassus delassus;
  Condensation condensation;
  LemkeWork lemke;
  NewtonWork newton;
  MinimumNormWork minimum_norm;
  PreciseWork precise;
  UntouchedVector<Row> rows;            // of a softened problem
  UntouchedVector<std::uint8_t> basic;  // per unknown
  UntouchedVector<double> z;
  UntouchedVector<double> impulse;       // scaled
  UntouchedVector<double> row_impulse;   // scaled, per condensed row, where cones are round
  UntouchedVector<double> row_velocity;  // scaled
  UntouchedVector<double> sliding;       // scaled
  UntouchedVector<double> scratch;       // six per body
};

}  // namespace stickslip::lcp

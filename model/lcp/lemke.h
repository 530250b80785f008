#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/condensed.h"
#include "model/lcp/options.h"
#include "model/lcp/report.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// Buffers of `lemke`, for problems of up to `unknowns` and bases of up to `basics` basic unknowns.
struct LemkeWork {
  LemkeWork(int unknowns, int rows, int basics);
  int basics;                       // capacity
  UntouchedVector<double> factor;   // basics^2
  UntouchedVector<double> inverse;  // basics^2
  std::vector<int> pivots;          // basics
  std::vector<int> columns;         // unknown basic in each column, kArtificial for z0
  std::vector<int> rows;            // rows whose slack is not basic
  std::vector<int> column_of;       // per unknown: its column, or -1
  std::vector<int> row_of;          // per unknown: position of its row, or -1
  UntouchedVector<double> value;    // per column
  UntouchedVector<double> rate;     // per column
  UntouchedVector<double> scratch;  // per column
  UntouchedVector<double> slack;    // w, per unknown
  UntouchedVector<double> slack_rate;
  UntouchedVector<double> cover;  // d, per unknown
  UntouchedVector<double> z;      // per unknown
  UntouchedVector<double> f;      // per row of the condensed problem
  UntouchedVector<double> u;
  std::vector<int> tied;              // candidates of the ratio test
  UntouchedVector<double> lexical_a;  // per unknown
  UntouchedVector<double> lexical_b;
};

struct PivotReport {
  Status status = Status::solved;
  int pivots = 0;
  bool held = false;  // the basis given was that of the solution
};

/// Solves w = M z + q >= 0, z >= 0, z'w = 0 by Lemke's method with lexicographic ratio test, started from `basic` (one
/// flag per unknown; all zero is a cold start) and, where that ends on a ray or in the cap, cold. On success `basic` is
/// the solution's basis and `z` the solution.
PivotReport lemke(const Condensed& lcp, const Options& options, LemkeWork& work, Span<std::uint8_t> basic,
                  Span<double> z);

}  // namespace stickslip::lcp

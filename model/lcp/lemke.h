#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/condensed.h"
#include "model/lcp/options.h"
#include "model/lcp/report.h"

namespace stickslip::lcp {

/// Buffers of `lemke`, for problems of up to `unknowns` and bases of up to `basics` basic unknowns.
struct LemkeWork {
  LemkeWork(int unknowns, int rows, int basics);
  int basics;                   // capacity
  std::vector<double> factor;   // basics^2
  std::vector<double> inverse;  // basics^2
  std::vector<int> pivots;      // basics
  std::vector<int> columns;     // unknown basic in each column, kArtificial for z0
  std::vector<int> rows;        // rows whose slack is not basic
  std::vector<int> column_of;   // per unknown: its column, or -1
  std::vector<int> row_of;      // per unknown: position of its row, or -1
  std::vector<double> value;    // per column
  std::vector<double> rate;     // per column
  std::vector<double> scratch;  // per column
  std::vector<double> slack;    // w, per unknown
  std::vector<double> slack_rate;
  std::vector<double> cover;  // d, per unknown
  std::vector<double> z;      // per unknown
  std::vector<double> f;      // per row of the condensed problem
  std::vector<double> u;
  std::vector<int> tied;          // candidates of the ratio test
  std::vector<double> lexical_a;  // per unknown
  std::vector<double> lexical_b;
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

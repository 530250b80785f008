#include "model/lcp/proximal.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"
#include "model/lcp/pattern_flags.h"

namespace stickslip::lcp {
namespace {

constexpr int kPasses = 60;
constexpr int kPivots = 8;  // per unknown, all passes together: beyond that none of the generated problems was solved
constexpr double kConverged =
    1e-14;  // change of impulse times tau, as part of the scale: what is left of the softening
constexpr double kSolved = 1e-12;

void shift_diagonal(Condensation& c, double tau) {
  const int rows = c.lcp.rows();
  for (int l = 0; l < rows; ++l) column_of(c.A.data(), rows, l)[l] += tau;
}

/// The sequence for one tau. Mostly the patterns of one of its first passes are those of the solution.
Status iterate(Condensation& c, const Options& options, double tau, LemkeWork& work, NewtonWork& newton,
               Span<std::uint8_t> basic, Span<double> z, int* pivots) {
  const int rows = c.lcp.rows();
  double* before = c.before.data();
  Condensed posed = c.lcp;
  posed.A = {c.posed_A.data(), rows * rows};
  posed.b = {c.posed.data(), rows};
  const double scale = max_abs(posed.b.data(), rows);
  fill(before, 0.0, rows);
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  for (int pass = 0; pass < kPasses; ++pass) {
    for (int l = 0; l < rows; ++l) c.b[static_cast<std::size_t>(l)] = posed.b[l] - tau * before[l];
    const PivotReport report = lemke(c.lcp, options, work, basic, z);
    *pivots += report.pivots;
    if (report.status != Status::solved) return report.status;
    if (*pivots > kPivots * c.lcp.size() + 1000) return Status::cap;
    if (patterns_hold(posed, newton, basic, z)) return Status::solved;
    impulses_of(c.lcp, z.data(), work.f.data());
    double change = 0;
    for (int l = 0; l < rows; ++l) {
      change = std::max(change, std::fabs(work.f[static_cast<std::size_t>(l)] - before[l]));
      before[l] = work.f[static_cast<std::size_t>(l)];
    }
    if (tau * change <= kConverged * scale) return Status::solved;
  }
  return Status::inexact;
}

}  // namespace

PivotReport solve_by_proximal_passes(Condensation& c, const Options& options, LemkeWork& work, NewtonWork& newton,
                                     Span<std::uint8_t> basic, Span<double> z) {
  PivotReport out;
  const int rows = c.lcp.rows();
  double* posed = c.posed.data();
  std::copy_n(c.b.begin(), rows, posed);
  for (double tau : {1e-7, 1e-5, 1e-3}) {
    std::copy_n(c.A.begin(), rows * rows, c.posed_A.begin());
    shift_diagonal(c, tau);
    out.status = iterate(c, options, tau, work, newton, basic, z, &out.pivots);
    std::copy_n(c.posed_A.begin(), rows * rows, c.A.begin());
    std::copy_n(posed, rows, c.b.begin());
    const double left = natural_residual(c.lcp, z.data(), work.f.data(), work.u.data(), work.slack.data());
    if (left <= kSolved * max_abs(posed, rows)) {
      out.status = Status::solved;
      return out;
    }
    if (out.status == Status::cap) return out;
  }
  if (out.status == Status::solved) out.status = Status::inexact;
  return out;
}

}  // namespace stickslip::lcp

// Newton's method by a detour over contacts that dilate. Coulomb's law makes a contact that slides neither open nor
// close, which no minimum describes. If it opened at mu times its speed of sliding, the problem would be that of a
// convex function's minimum, which proximal passes always find. With its gap closing by a velocity s more, and s the
// very mu times the speed it then has, that problem's solution is the one sought (de Saxce's form of Coulomb's law).
// Fixed points of s are sought by going part of the way, over and over; on the way there patterns come up that solve
// the problem as posed. Where one part leads around in circles another one mostly does not.
#include <iterator>

#include "model/lcp/newton_method.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kConvex = 1e-7;  // compliance at which the convex problem counts as solved, ...
constexpr int kConvexPasses = 50;
constexpr double kWalking = 1e-4;                // ... and on the way from there
constexpr double kParts[] = {0.3, 1, 0.7, 0.2};  // of the way to where s should be, one walk each
constexpr int kWalk = 300;                       // passes
constexpr double kMostWork = 9e9;                // multiplications, all walks together

}  // namespace

/// Newton steps until the patterns stay, with the present compliance: more of that if they do not.
bool Newton::pass(int* steps) {
  const int before = *steps;
  const bool settled = settle(kSteps, steps);
  taken_ = *steps - before;
  if (!settled) {
    std::copy_n(w_.centre.begin(), lcp_.rows(), w_.f.begin());
    set_compliance(std::min(1.0, 4 * tau_));
    hold_ = true;
  }
  return settled;
}

/// The next pass is centred on what the last one found, with less compliance if that went well.
void Newton::lessen_compliance(double least) {
  const double factor = hold_ || taken_ > 12 ? 1.0 : (taken_ > 4 ? 0.5 : 0.3);
  std::copy_n(w_.f.begin(), lcp_.rows(), w_.centre.begin());
  set_compliance(std::max(least, factor * tau_));
  hold_ = false;
}

/// Goes a part of the way from what contacts are held back by to what they need, at the velocities they have.
void Newton::move_dilations(double part) {
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    if (!has_friction(unit)) continue;
    const double needed = unit.mu * sliding_speed(&w_.u[size(unit.row + 1)], unit.rows - 1, unit.edges);
    w_.dilation[size(k)] += part * (needed - w_.dilation[size(k)]);
  }
}

bool Newton::solves_without_dilation(int* steps) {
  if (tau_ > kNearlyPosed) return false;
  dilatant_ = false;
  if (solves_without_compliance(steps)) return true;
  dilatant_ = true;
  return false;
}

/// From the solution of the convex problem, in the workspace's start.
bool Newton::walk(double part, int* steps) {
  std::copy_n(w_.start.begin(), lcp_.rows(), w_.f.begin());
  fill(w_.dilation.data(), 0.0, lcp_.units.size());
  set_compliance(0);
  move_dilations(1);
  std::copy_n(w_.f.begin(), lcp_.rows(), w_.centre.begin());
  set_compliance(kWalking);
  hold_ = false;
  for (int i = 0; i < kWalk && system_.work() < kMostWork; ++i) {
    if (!pass(steps)) continue;
    if (solves_without_dilation(steps)) return true;
    move_dilations(part);
    lessen_compliance(kWalking);
  }
  return false;
}

bool Newton::dilate(Span<std::uint8_t> basic, Span<double> z, int* steps) {
  basic_ = basic;
  z_ = z;
  start_from_rest();
  fill(w_.dilation.data(), 0.0, lcp_.units.size());
  dilatant_ = true;
  set_compliance(kFirstCompliance);
  for (int i = 0; i < kConvexPasses; ++i) {
    if (!pass(steps)) continue;
    if (solves_without_dilation(steps)) return true;
    if (tau_ <= kConvex) break;
    lessen_compliance(kConvex);
  }
  std::copy_n(w_.f.begin(), lcp_.rows(), w_.start.begin());
  return std::any_of(std::begin(kParts), std::end(kParts), [&](double part) { return walk(part, steps); });
}

PivotReport newton_dilatant(const Condensed& lcp, NewtonWork& work, Span<std::uint8_t> basic, Span<double> z) {
  PivotReport report;
  Newton method(lcp, work);
  if (!method.dilate({work.basic.data(), basic.size()}, {work.z.data(), z.size()}, &report.pivots)) {
    report.status = Status::inexact;
    return report;
  }
  std::copy_n(work.basic.begin(), basic.size(), basic.begin());
  std::copy_n(work.z.begin(), z.size(), z.begin());
  return report;
}

}  // namespace stickslip::lcp

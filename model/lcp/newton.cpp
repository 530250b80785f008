#include <cmath>

#include "model/lcp/natural_map.h"
#include "model/lcp/newton_method.h"
#include "model/lcp/pattern_flags.h"
#include "model/lcp/shared_load.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kRefinements = 6;
constexpr int kReliefs = 3;
constexpr double kRelieved = 1e-15;  // part of the scale
constexpr int kSweeps = 12;
constexpr int kFallingSteps = 24;  // from all contacts sticking, as long as the merit falls ...
constexpr int kWatched = 4;        // ... over so many steps ...
constexpr double kFall = 0.2;      // ... to this part
constexpr int kPasses = 10;        // and one for every fourth row
constexpr int kFailures = 3;       // and one for every twelfth row
constexpr double kLeastCompliance = 1e-9;
constexpr int kStill = 2;                // passes without a change of patterns after which forces drift in a line
constexpr double kLongest = 1e12;        // how many passes' drift is looked ahead
constexpr int kBisections = 8;           // for where on the way patterns change
constexpr double kAstray = 1e-9;         // part of the scale by which a long drift may spoil velocities
constexpr int kHalvings = 7;             // of the line search
constexpr double kNoise = 1e-15;         // round-off of velocities, as part of the largest impulse
constexpr double kSettled = 1e-14;       // the same, of the map in one pass
constexpr double kNearlySolved = 1e-15;  // merit, as part of the scale's square, at which patterns are tried

}  // namespace

void Newton::find_velocities() {
  multiply_rows(lcp_, w_.f.data(), w_.u.data());
  axpy(1.0, lcp_.b.data(), w_.u.data(), lcp_.rows());
  if (dilatant_) {
    for (int k = 0; k < lcp_.units.size(); ++k) w_.u[size(lcp_.units[k].row)] += w_.dilation[size(k)];
  }
  if (tau_ > 0) {
    for (int l = 0; l < lcp_.rows(); ++l) w_.u[size(l)] += tau_ * (w_.f[size(l)] - w_.centre[size(l)]);
  }
}

/// Compliance on all rows, for f as it is.
void Newton::set_compliance(double tau) {
  tau_ = tau;
  find_velocities();
}

/// From the impulses in the workspace.
void Newton::start() {
  std::copy_n(w_.f.begin(), lcp_.rows(), w_.start.begin());
  fill(w_.centre.data(), 0.0, lcp_.rows());
  find_velocities();
}

void Newton::start_from_rest() {
  tau_ = 0;
  fill(w_.f.data(), 0.0, lcp_.rows());
  fill(w_.centre.data(), 0.0, lcp_.rows());
  std::copy(lcp_.b.begin(), lcp_.b.end(), w_.u.begin());
}

void Newton::save() {
  std::copy_n(w_.f.begin(), lcp_.rows(), w_.f_old.begin());
  std::copy_n(w_.u.begin(), lcp_.rows(), w_.u_old.begin());
}

void Newton::restore() {
  std::copy_n(w_.f_old.begin(), lcp_.rows(), w_.f.begin());
  std::copy_n(w_.u_old.begin(), lcp_.rows(), w_.u.begin());
}

/// f and u of the present pattern.
bool Newton::solve_pattern(double soft) {
  if (!system_.factor(law(), soft)) return false;
  system_.fit();
  find_velocities();
  double before = HUGE_VAL;
  for (int pass = 0; pass < kRefinements; ++pass) {
    const double now = system_.defect();
    if (!(now <= 0.5 * before) || now <= 1e-16 * scale_) break;
    before = now;
    system_.correct();
    find_velocities();
  }
  return before < HUGE_VAL || system_.defect() <= 1e-16 * scale_;
}

/// Goes from the saved f and u towards the present ones as far as the merit falls.
void Newton::search_line() {
  const int rows = lcp_.rows();
  const double start = merit(lcp_, law(), w_.f_old.data(), w_.u_old.data());
  double best = HUGE_VAL;
  double best_step = 0;
  double step = 2;
  for (int halving = 0; halving < kHalvings; ++halving) {
    step *= 0.5;
    for (int l = 0; l < rows; ++l) {
      w_.x[size(l)] = w_.f_old[size(l)] + step * (w_.f[size(l)] - w_.f_old[size(l)]);
      w_.column[size(l)] = w_.u_old[size(l)] + step * (w_.u[size(l)] - w_.u_old[size(l)]);
    }
    const double now = merit(lcp_, law(), w_.x.data(), w_.column.data());
    if (now < best) {
      best = now;
      best_step = step;
    }
    if (best <= (1 - 0.2 * best_step) * start) break;
  }
  for (int l = 0; l < rows; ++l) {
    w_.f[size(l)] = w_.f_old[size(l)] + best_step * (w_.f[size(l)] - w_.f_old[size(l)]);
    w_.u[size(l)] = w_.u_old[size(l)] + best_step * (w_.u[size(l)] - w_.u_old[size(l)]);
  }
}

bool Newton::next_patterns() {
  bool changed = false;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    double projected[3] = {0, 0, 0};
    const Pattern next = project(lcp_, law(), lcp_.units[k], w_.f.data(), w_.u.data(), projected);
    changed = changed || !(next == w_.pattern[size(k)]);
    w_.pattern[size(k)] = next;
  }
  return changed;
}

/// Whether the map vanishes: round cones go on changing their directions when their kinds of motion do not, and kinds
/// that round-off decides go to and fro.
bool Newton::is_settled() {
  const double noise = kSettled * (scale_ + max_abs(w_.f.data(), lcp_.rows()));
  return merit(lcp_, law(), w_.f.data(), w_.u.data()) <= noise * noise;
}

/// Newton steps until the patterns stay.
bool Newton::settle(int steps, int* count) {
  next_patterns();
  for (int step = 0; step < steps; ++step) {
    ++*count;
    save();
    if (!solve_pattern(kSoft)) return false;
    if (is_settled() || (!next_patterns() && !round_)) return true;
    search_line();
    next_patterns();
  }
  return false;
}

/// Newton steps from the motion in which every contact sticks, which is near that of things at rest.
bool Newton::fall_from_sticking(int* count) {
  start_from_rest();
  std::fill_n(w_.pattern.begin(), lcp_.units.size(), Pattern{Motion::stick, 0});
  if (!solve_pattern(kSoft)) return false;
  double before = merit(lcp_, law(), w_.f.data(), w_.u.data());
  for (int step = 0; step < kFallingSteps; step += kWatched) {
    if (settle(kWatched, count)) return is_solved() || solves_without_compliance(count);
    const double now = merit(lcp_, law(), w_.f.data(), w_.u.data());
    if (now <= kNearlySolved * scale_ * scale_ && solves_without_compliance(count)) return true;
    if (!(now <= kFall * before)) return false;
    before = now;
  }
  return false;
}

void Newton::change(int row, double value) {
  const double by = value - w_.f[size(row)];
  if (by == 0) return;
  w_.f[size(row)] = value;
  add_column(lcp_, row, by, w_.u.data());
  w_.u[size(row)] += tau_ * by;
}

void Newton::sweep_unit(const Unit& unit) {
  const int n = unit.row;
  const double target = w_.f[size(n)] - w_.u[size(n)] / mobility(lcp_, tau_, n);
  if (unit.normal < 0) {
    const double sign = lcp_.unknowns[unit.edge].weight[0];
    const double most = unit.cap >= 0 ? unit.range : HUGE_VAL;
    change(n, sign * std::min(most, std::max(0.0, sign * target)));
    return;
  }
  change(n, std::max(0.0, target));
  if (unit.rows == 1) return;
  const double tangent = tangent_mobility(lcp_, tau_, unit);
  double t[2] = {0, 0};
  for (int l = 1; l < unit.rows; ++l) t[l - 1] = w_.f[size(n + l)] - w_.u[size(n + l)] / tangent;
  project_on_disk(unit.rows - 1, unit.mu * w_.f[size(n)], t);
  for (int l = 1; l < unit.rows; ++l) change(n + l, t[l - 1]);
}

void Newton::sweep(int count) {
  for (int i = 0; i < count; ++i) {
    for (const Unit& unit : lcp_.units) sweep_unit(unit);
  }
}

/// Whether f, u and the patterns solve the problem as posed; basic and z are then what belongs to them.
bool Newton::is_solved() {
  write_patterns(lcp_, w_, basic_, z_);
  if (round_) {
    const double tau = tau_;
    set_compliance(0);
    const double defect = natural_defect(lcp_, w_.f.data(), w_.u.data());
    if (tau > 0) set_compliance(tau);
    return defect <= kSolved * scale_ + kNoise * max_abs(w_.f.data(), lcp_.rows());
  }
  const double defect = natural_residual(lcp_, z_.data(), w_.column.data(), w_.x.data(), w_.w.data());
  return defect <= kSolved * scale_ + kNoise * max_abs(z_.data(), z_.size());
}

/// The patterns of a pass are often those of the solution long before the passes have come to their limit.
bool Newton::solves_without_compliance(int* steps) {
  save();
  std::copy_n(w_.pattern.begin(), lcp_.units.size(), w_.pattern_old.begin());
  const double tau = tau_;
  tau_ = 0;
  ++*steps;
  for (double soft : {kSoft, kFineSoft}) {
    if (solve_pattern(soft) && is_solved()) return true;
    std::copy_n(w_.f_old.begin(), lcp_.rows(), w_.f.begin());
  }
  tau_ = tau;
  restore();
  std::copy_n(w_.pattern_old.begin(), lcp_.units.size(), w_.pattern.begin());
  return false;
}

/// Whether what has settled solves the problem as posed as it is, whatever its patterns alone would give.
bool Newton::ends_posed() {
  const double tau = tau_;
  set_compliance(0);
  const double allowed = 10 * kSolved * scale_ + kNoise * max_abs(w_.f.data(), lcp_.rows());
  if (merit(lcp_, law(), w_.f.data(), w_.u.data()) <= allowed * allowed && is_solved()) return true;
  set_compliance(tau);
  return false;
}

/// Goes from the saved f and u by so many passes' drift; whether all patterns are then as they were.
bool Newton::still_drifts(double passes, double tau, double most) {
  for (int l = 0; l < lcp_.rows(); ++l) {
    w_.f[size(l)] = w_.f_old[size(l)] + passes * w_.start[size(l)];
    w_.u[size(l)] = w_.u_old[size(l)] + passes * w_.w[size(l)];
  }
  if (!(merit(lcp_, law(), w_.f.data(), w_.u.data()) <= most)) return false;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    double projected[3] = {0, 0, 0};
    const Pattern now = project(lcp_, {tau, dilatant_}, lcp_.units[k], w_.f.data(), w_.u.data(), projected);
    if (!(now == w_.pattern[size(k)])) return false;
  }
  return true;
}

/// Dependent forces that no solution has can take thousands of passes to go, by a step in the same direction each: they
/// go at once to where the first pattern changes.
void Newton::drift_on() {
  const double tau = tau_;
  for (int l = 0; l < lcp_.rows(); ++l) w_.start[size(l)] = w_.f[size(l)] - w_.centre[size(l)];
  multiply_rows(lcp_, w_.start.data(), w_.w.data());
  set_compliance(0);
  save();
  const double astray = kAstray * scale_;
  const double most = 100 * merit(lcp_, law(), w_.f.data(), w_.u.data()) + astray * astray;
  double low = 0;
  double high = 1;
  while (high < kLongest && still_drifts(high, tau, most)) {
    low = high;
    high *= 4;
  }
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (still_drifts(middle, tau, most) ? low : high) = middle;
  }
  (void)still_drifts(low > 0 ? high : 0, tau, most);
  tau_ = tau;
}

/// After a pass of so many steps: the next one is centred on what it found, with less compliance if that went well.
void Newton::move_centre(int taken, bool hold) {
  still_ = taken == 1 && tau_ <= kNearlyPosed ? still_ + 1 : 0;
  if (still_ == kStill) {
    drift_on();
    still_ = 0;
  }
  const double factor = hold || taken > 8 ? 1.0 : (taken > 4 ? 0.5 : 0.3);
  std::copy_n(w_.f.begin(), lcp_.rows(), w_.centre.begin());
  set_compliance(std::max(kLeastCompliance, factor * tau_));
}

/// Proximal passes: the compliance tau makes the patterns easy to find, and as it resists only changes of impulse it
/// vanishes from the limit. It shrinks while that goes well and grows where Newton's steps do not settle.
bool Newton::approach(int* steps) {
  const int passes = kPasses + lcp_.rows() / 4;
  const int allowed = kFailures + lcp_.rows() / 12;
  start_from_rest();
  set_compliance(kFirstCompliance);
  still_ = 0;
  int failures = 0;
  bool hold = false;
  for (int pass = 0; pass < passes && failures < allowed; ++pass) {
    if (pass < 4) sweep(kSweeps);
    const int before = *steps;
    if (!settle(kSteps, steps)) {
      ++failures;
      std::copy_n(w_.centre.begin(), lcp_.rows(), w_.f.begin());
      set_compliance(std::min(1.0, 4 * tau_));
      hold = true;
      continue;
    }
    const int taken = *steps - before;
    if (tau_ <= kNearlyPosed && (ends_posed() || solves_without_compliance(steps))) return true;
    move_centre(taken, hold);
    hold = false;
  }
  return is_solved();
}

PivotReport Newton::run(bool warm, Span<std::uint8_t> basic, Span<double> z) {
  PivotReport report;
  basic_ = basic;
  z_ = z;
  report.held = warm && starts_solved();
  if (report.held) return report;
  const bool solvable = solve_pattern(kSoft);
  report.held = solvable && is_solved();
  if (report.held) return report;
  report.held = warm && holds_on_faces();
  if (report.held) return report;
  if (warm && follow(&report.pivots)) return report;
  if (!warm || !solvable) start_from_rest();
  if (!warm) sweep(kSweeps);
  settle(kFirstSteps, &report.pivots);
  if (is_solved() || fall_from_sticking(&report.pivots) || approach(&report.pivots)) return report;
  report.status = Status::inexact;
  return report;
}

/// The factors with the compliance serve to refine the solution without it; back to where it was if that fails.
void Newton::take_away(SharedLoad& load) {
  save();
  load.take_away();
  set_compliance(0);
  for (int pass = 0; pass < kReliefs; ++pass) {
    if (system_.defect() <= kRelieved * scale_) break;
    system_.correct();
    find_velocities();
  }
  if (is_solved()) return;
  load.put_back();
  restore();
  (void)is_solved();
}

bool Newton::holds(Span<std::uint8_t> basic, Span<double> z) {
  basic_ = basic;
  z_ = z;
  save();
  for (double soft : {kSoft, kFineSoft}) {
    if (solve_pattern(soft) && is_solved()) return true;
    restore();
  }
  return false;
}

PivotReport newton(const Condensed& lcp, const Options& /*options*/, NewtonWork& work, Span<std::uint8_t> basic,
                   Span<double> z, SharedLoad* load) {
  Newton method(lcp, work);
  impulses_of(lcp, z.data(), work.f.data());
  method.start();
  const bool warm = read_patterns(lcp, basic, work.pattern.data());
  const PivotReport report = method.run(warm, basic, z);
  if (load != nullptr && report.status == Status::solved) method.take_away(*load);
  return report;
}

bool patterns_hold(const Condensed& lcp, NewtonWork& work, Span<std::uint8_t> basic, Span<double> z) {
  Newton method(lcp, work);
  impulses_of(lcp, z.data(), work.f.data());
  method.start();
  read_patterns(lcp, basic, work.pattern.data());
  if (!method.holds({work.basic.data(), basic.size()}, {work.z.data(), z.size()})) return false;
  std::copy_n(work.basic.begin(), basic.size(), basic.begin());
  std::copy_n(work.z.begin(), z.size(), z.begin());
  return true;
}

PivotReport newton_round(const Condensed& lcp, NewtonWork& work, Span<double> f, Span<std::uint8_t> basic,
                         Span<double> z, SharedLoad* load) {
  Newton method(lcp, work);
  std::copy(f.begin(), f.end(), work.f.begin());
  const bool warm = max_abs(f.data(), f.size()) > 0;
  method.start();
  method.next_patterns();
  const PivotReport report = method.run(warm, basic, z);
  if (load != nullptr && report.status == Status::solved) method.take_away(*load);
  std::copy_n(work.f.begin(), f.size(), f.begin());
  return report;
}

}  // namespace stickslip::lcp

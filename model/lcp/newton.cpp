#include "model/lcp/newton.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"
#include "model/lcp/natural_map.h"
#include "model/lcp/pattern_flags.h"
#include "model/lcp/pattern_system.h"
#include "model/lcp/shared_load.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kSoft = 1e-9;       // added to the diagonal so that redundant contacts can be solved; refined away
constexpr double kFineSoft = 1e-12;  // the same for patterns that are taken for right
constexpr int kRefinements = 6;
constexpr int kReliefs = 3;
constexpr double kRelieved = 1e-15;  // part of the scale
constexpr int kSweeps = 12;
constexpr int kFirstSteps = 8;     // Newton steps before proximal passes are tried, ...
constexpr int kSteps = 24;         // ... and in each of those
constexpr int kFallingSteps = 24;  // from all contacts sticking, as long as the merit falls ...
constexpr int kWatched = 4;        // ... over so many steps ...
constexpr double kFall = 0.2;      // ... to this part
constexpr int kPasses = 10;        // and one for every fourth row
constexpr int kFailures = 3;       // and one for every twelfth row
constexpr double kFirstCompliance = 0.1;
constexpr double kFollowing[] = {1e-4, 1e-2};  // compliance that holds impulses near those of the step before
constexpr double kLeastCompliance = 1e-9;
constexpr double kNearlyPosed = 1e-2;    // compliance from which on patterns may be those of the problem as posed
constexpr int kStill = 2;                // passes without a change of patterns after which forces drift in a line
constexpr double kLongest = 1e12;        // how many passes' drift is looked ahead
constexpr int kBisections = 8;           // for where on the way patterns change
constexpr double kAstray = 1e-9;         // part of the scale by which a long drift may spoil velocities
constexpr int kHalvings = 7;             // of the line search
constexpr double kNoise = 1e-15;         // round-off of velocities, as part of the largest impulse
constexpr int kFaceRounds = 4;           // of keeping contacts on their cones' faces
constexpr double kOnFace = 1e-9;         // part of the force by which a cone's face may be missed
constexpr double kSolved = 1e-12;        // natural residual, as part of the scale
constexpr double kSettled = 1e-14;       // the same, of the map in one pass
constexpr double kNearlySolved = 1e-15;  // merit, as part of the scale's square, at which patterns are tried

class Newton {
 public:
  Newton(const Condensed& lcp, NewtonWork& work)
      : lcp_(lcp),
        w_(work),
        system_(lcp, work),
        scale_(max_abs(lcp.b.data(), lcp.rows())),
        round_(std::any_of(lcp.units.begin(), lcp.units.end(), is_round)) {}

  PivotReport run(bool warm, Span<std::uint8_t> basic, Span<double> z);
  void take_away(SharedLoad& load);
  bool holds(Span<std::uint8_t> basic, Span<double> z);
  void start();
  bool next_patterns();

 private:
  bool is_settled();
  bool solve_pattern(double soft);
  void search_line();
  bool settle(int steps, int* count);
  bool fall_from_sticking(int* count);
  bool follow(int* steps);
  bool starts_solved();
  bool holds_on_faces();
  bool keep_on_faces(const double* impulses, double margin);
  bool keep_in_cones(const double* impulses);
  bool approach(int* steps);
  void move_centre(int taken, bool hold);
  void drift_on();
  bool still_drifts(double passes, double tau, double most);
  bool ends_posed();
  bool solves_without_compliance(int* steps);
  bool is_solved();
  void sweep(int count);
  void sweep_unit(const Unit& unit);
  void change(int row, double value);
  void start_from_rest();
  void find_velocities();
  void set_compliance(double tau);
  void save();
  void restore();

  const Condensed& lcp_;
  NewtonWork& w_;
  PatternSystem system_;
  double scale_;
  bool round_;
  double tau_ = 0;  // compliance on all rows while patterns are sought
  int still_ = 0;   // passes in a row that changed no pattern
  Span<std::uint8_t> basic_;
  Span<double> z_;
};

void Newton::find_velocities() {
  multiply_rows(lcp_, w_.f.data(), w_.u.data());
  axpy(1.0, lcp_.b.data(), w_.u.data(), lcp_.rows());
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
  if (!system_.factor(tau_, soft)) return false;
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
  const double start = merit(lcp_, tau_, w_.f_old.data(), w_.u_old.data());
  double best = HUGE_VAL;
  double best_step = 0;
  double step = 2;
  for (int halving = 0; halving < kHalvings; ++halving) {
    step *= 0.5;
    for (int l = 0; l < rows; ++l) {
      w_.x[size(l)] = w_.f_old[size(l)] + step * (w_.f[size(l)] - w_.f_old[size(l)]);
      w_.column[size(l)] = w_.u_old[size(l)] + step * (w_.u[size(l)] - w_.u_old[size(l)]);
    }
    const double now = merit(lcp_, tau_, w_.x.data(), w_.column.data());
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
    const Pattern next = project(lcp_, tau_, lcp_.units[k], w_.f.data(), w_.u.data(), projected);
    changed = changed || !(next == w_.pattern[size(k)]);
    w_.pattern[size(k)] = next;
  }
  return changed;
}

/// Whether the map vanishes: round cones go on changing their directions when their kinds of motion do not, and kinds
/// that round-off decides go to and fro.
bool Newton::is_settled() {
  const double noise = kSettled * (scale_ + max_abs(w_.f.data(), lcp_.rows()));
  return merit(lcp_, tau_, w_.f.data(), w_.u.data()) <= noise * noise;
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
  double before = merit(lcp_, tau_, w_.f.data(), w_.u.data());
  for (int step = 0; step < kFallingSteps; step += kWatched) {
    if (settle(kWatched, count)) return is_solved() || solves_without_compliance(count);
    const double now = merit(lcp_, tau_, w_.f.data(), w_.u.data());
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
  if (merit(lcp_, 0, w_.f.data(), w_.u.data()) <= allowed * allowed && is_solved()) return true;
  set_compliance(tau);
  return false;
}

/// Goes from the saved f and u by so many passes' drift; whether all patterns are then as they were.
bool Newton::still_drifts(double passes, double tau, double most) {
  for (int l = 0; l < lcp_.rows(); ++l) {
    w_.f[size(l)] = w_.f_old[size(l)] + passes * w_.start[size(l)];
    w_.u[size(l)] = w_.u_old[size(l)] + passes * w_.w[size(l)];
  }
  if (!(merit(lcp_, 0, w_.f.data(), w_.u.data()) <= most)) return false;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    double projected[3] = {0, 0, 0};
    const Pattern now = project(lcp_, tau, lcp_.units[k], w_.f.data(), w_.u.data(), projected);
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
  const double most = 100 * merit(lcp_, 0, w_.f.data(), w_.u.data()) + astray * astray;
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

/// The solution next to the start: forces that are a choice stay close to what they were.
bool Newton::follow(int* steps) {
  for (double tau : kFollowing) {
    std::copy_n(w_.start.begin(), lcp_.rows(), w_.f.begin());
    std::copy_n(w_.start.begin(), lcp_.rows(), w_.centre.begin());
    set_compliance(tau);
    const bool solved = settle(kFirstSteps, steps) && solves_without_compliance(steps);
    tau_ = 0;
    if (solved) return true;
  }
  return false;
}

/// Whether the impulses to start from solve the problem: in a settled scene they nearly always do, and where they are a
/// choice on the faces of their cones, any factorisation would move them off.
bool Newton::starts_solved() {
  if (natural_defect(lcp_, w_.f.data(), w_.u.data()) > kSolved * scale_) return false;
  // The patterns that have served so far are as good as any, and neighbours keep them.
  if (is_solved()) return true;
  std::copy_n(w_.pattern.begin(), lcp_.units.size(), w_.pattern_old.begin());
  next_patterns();
  if (is_solved()) return true;
  std::copy_n(w_.pattern_old.begin(), lcp_.units.size(), w_.pattern.begin());
  return false;
}

/// Contacts whose forces f have left the cone that their pattern allows are to stay on its face: a pull becomes none,
/// and what slid past a corner of its facet is kept there. Whether there are any.
bool Newton::keep_in_cones(const double* impulses) {
  bool any = keep_on_faces(impulses, -kOnFace);
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    Pattern& pattern = w_.pattern[size(k)];
    const double* f = impulses + unit.row;
    if (unit.normal < 0 || is_round(unit) || pattern.kind == Motion::open) continue;
    if (f[0] < 0) {
      pattern = {Motion::open, 0};
      any = true;
    } else if (pattern.kind == Motion::facet) {
      const EdgeShares shares = decompose(f + 1, unit.rows - 1, unit.edges);
      const int next = (pattern.edge + 1) % unit.edges;
      const double outside = shares.first == pattern.edge ? 0 : shares.share[shares.first == next ? 1 : 0];
      if (outside <= kOnFace * unit.mu * f[0]) continue;
      pattern = {Motion::edge, shares.first == next ? next : pattern.edge};
      any = true;
    }
  }
  return any;
}

/// Contacts that stick with f on the face of their cone, or outside, are to stay on it; whether there are any.
bool Newton::keep_on_faces(const double* impulses, double margin) {
  bool any = false;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    if (!has_friction(unit) || is_round(unit) || w_.pattern[size(k)].kind != Motion::stick) continue;
    const double* f = impulses + unit.row;
    const EdgeShares shares = decompose(f + 1, unit.rows - 1, unit.edges);
    const double sum = shares.share[0] + shares.share[1];
    if (!(sum > 0) || sum < (1 - margin) * unit.mu * f[0]) continue;
    const bool first = shares.share[1] <= kOnFace * sum;
    const bool second = shares.share[0] <= kOnFace * sum;
    const int next = (shares.first + 1) % unit.edges;
    w_.pattern[size(k)] = {first || second ? Motion::edge : Motion::facet, second ? next : shares.first};
    any = true;
  }
  return any;
}

/// The last patterns, with contacts that stick on the face of their cone kept there, and then those as well whose
/// forces have left theirs: where forces are a choice, others of the same active set can take their share.
bool Newton::holds_on_faces() {
  std::copy_n(w_.pattern.begin(), lcp_.units.size(), w_.pattern_old.begin());
  bool any = keep_on_faces(w_.start.data(), kOnFace);
  any = keep_in_cones(w_.f.data()) || any;
  for (int round = 0; any && round < kFaceRounds; ++round) {
    std::copy_n(w_.start.begin(), lcp_.rows(), w_.f.begin());
    find_velocities();
    if (!solve_pattern(kSoft)) break;
    if (is_solved()) return true;
    any = keep_in_cones(w_.f.data());
  }
  std::copy_n(w_.pattern_old.begin(), lcp_.units.size(), w_.pattern.begin());
  return false;
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

}  // namespace

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

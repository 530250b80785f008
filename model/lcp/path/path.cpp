#include "model/lcp/path/path.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/newton/pattern.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kSoftJoint = 1e-8;
constexpr double kSigma = 0.2;  // nu is to shrink by this in a step
constexpr double kShort = 0.2;  // a step that short is none
constexpr int kMostHalvings = 8;
constexpr double kArc = 1.0;     // length of a step around a fold, in relative changes
constexpr double kLost = 0.01;   // a step this short gets nowhere: round-off, ...
constexpr double kClose = 1e-5;  // ... if the natural defect is below this, in units of V

/// Relative changes of a unit's z for a step df, J dw.
void find_changes(const Constraint& unit, const LocalLaw& law, const double* T, const double* df, const double* dv,
                  double* out) {
  out[0] = out[1] = out[2] = 0;
  if (law.size[0] == 0) return;
  double z[3] = {};
  for (int r = 0; r < unit.rows; ++r) z[r] = df[r] - (dv[r] + T[r] * df[r]) / law.mobility[r > 0 ? 1 : 0];
  out[0] = z[0] / law.size[0];
  if (unit.rows == 1) return;
  double turned[3] = {};
  turn(unit, law.along, z, turned);
  out[1] = law.size[1] > 0 ? (turned[1] - unit.mu * law.G[0] * z[0]) / law.size[1] : 0.0;
  out[2] = unit.rows == 3 && law.size[2] > 0 ? turned[2] / law.size[2] : 0.0;
}

class Follower {
 public:
  Follower(const Part& part, double trust, Space& space) : part_(part), trust_(trust), space_(space) {}

  double run(double first, double target, int most);

 private:
  bool prepare();
  double largest_change(double by) const;
  void move(double by, double alpha);
  bool descend();
  bool turn_fold();
  double merit(double nu) { return linearise(part_, nu, space_); }

  const Part& part_;
  const double trust_;
  Space& space_;
  double nu_ = 0;
  int short_steps_ = 0;
  bool lost_ = false;
  bool folded_ = false;
  double entered_ = 0;
};

/// The two directions at this point, with their relative changes in `change_`, and in which sense the path goes on.
bool Follower::prepare() {
  linearise(part_, nu_, space_);
  if (!factorise(part_, kSoftJoint, 0, space_)) return false;
  solve_step(part_, false, 0, space_, space_.step.data(), space_.speed.data());
  solve_step(part_, true, 0, space_, space_.direction.data(), space_.drift_speed.data());
  for (const int k : part_.units) {
    const Constraint& unit = space_.system.unit[size(k)];
    const auto i = size(unit.row);
    const LocalLaw& law = space_.law[size(k)];
    find_changes(unit, law, &space_.T[i], &space_.step[i], &space_.speed[i], &space_.change[size(6 * k)]);
    find_changes(unit, law, &space_.T[i], &space_.direction[i], &space_.drift_speed[i],
                 &space_.change[size(6 * k + 3)]);
  }
  return true;
}

double Follower::largest_change(double by) const {
  double worst = 0;
  for (const int k : part_.units) {
    const double* c = &space_.change[size(6 * k)];
    for (int l = 0; l < 3; ++l) {
      const double change = std::fabs(c[l] + by * c[l + 3]);
      if (!(change <= worst)) worst = change;
    }
  }
  return worst;
}

/// f = kept + alpha (step + by direction).
void Follower::move(double by, double alpha) {
  for (const int k : part_.units) {
    const Constraint& unit = space_.system.unit[size(k)];
    for (int r = unit.row; r < unit.row + unit.rows; ++r) {
      const auto i = size(r);
      space_.f[i] = space_.kept[i] + alpha * (space_.step[i] + by * space_.direction[i]);
    }
  }
  evaluate(part_, space_);
}

bool Follower::descend() {
  double sigma = kSigma;
  double change = largest_change(sigma - 1);
  for (int k = 0; k < 7 && !(change <= trust_); ++k) {
    sigma = root(sigma);
    change = largest_change(sigma - 1);
  }
  if (!(change < HUGE_VAL)) return false;
  double next = sigma * nu_;
  double alpha = change > 4 * trust_ ? 4 * trust_ / change : 1.0;
  std::copy_n(space_.f.begin() + part_.island.row, part_.island.rows, space_.kept.begin() + part_.island.row);
  double before = merit(next);
  for (int k = 0; k < kMostHalvings; ++k, alpha *= 0.5) {
    if (k > 0) {
      next = nu_ * (1 + std::min(1.0, alpha) * (sigma - 1));
      move(sigma - 1, 0);
      before = merit(next);
    }
    move(sigma - 1, alpha);
    if (merit(next) < before) break;
  }
  lost_ = alpha < kLost;
  short_steps_ = alpha < kShort ? short_steps_ + 1 : 0;
  nu_ = next;
  return true;
}

bool Follower::turn_fold() {
  double along = 1;
  double across = 0;
  for (const int k : part_.units) {
    const double* c = &space_.change[size(6 * k)];
    for (int l = 0; l < 3; ++l) {
      along += c[l + 3] * c[l + 3];
      across += c[l] * c[l + 3];
    }
  }
  if (!(along < HUGE_VAL)) return false;
  const double back = space_.factor.is_negative() ? 1.0 : -1.0;
  double by = std::min(std::max(-across / along, -2.0), 2.0);
  double change = largest_change(by);
  if (change <= trust_) {
    by += back * kArc / root(along);
    by = std::min(std::max(by, -2.0), 2.0);
    change = largest_change(by);
  }
  if (!(change < HUGE_VAL)) return false;
  const double alpha = change > trust_ ? trust_ / change : 1.0;
  std::copy_n(space_.f.begin() + part_.island.row, part_.island.rows, space_.kept.begin() + part_.island.row);
  move(by, alpha);
  nu_ *= by > 0 ? 1 + alpha * by : 1 / (1 - alpha * by);
  lost_ = false;
  return true;
}

double Follower::run(double first, double target, int most) {
  pose(part_, space_);
  const double start = natural(part_, space_);
  const double V = space_.system.scale;
  nu_ = first * std::min(V * V / part_.island.bodies, 9 * start * start);
  double defect = start;
  for (int k = 0; k < most && space_.affords_iteration(); ++k) {
    if (!prepare()) return HUGE_VAL;
    if (!folded_ && (space_.factor.is_negative() || short_steps_ >= 2)) {
      folded_ = true;
      entered_ = nu_;
    }
    if (folded_ && !space_.factor.is_negative() && nu_ < 0.5 * entered_) {
      folded_ = false;
      short_steps_ = 0;
    }
    if (!(folded_ ? turn_fold() : descend())) return HUGE_VAL;
    defect = natural(part_, space_);
    if (defect <= target || (lost_ && defect < kClose * V)) break;
    if (!(nu_ > 1e-26 * V * V)) break;
  }
  return defect;
}

}  // namespace

double follow_path(const Part& part, const PathStart& start, double target, int most_factorisations, Space& space) {
  Follower follower(part, start.trust, space);
  return follower.run(start.nu, target, most_factorisations);
}

}  // namespace stickslip::lcp

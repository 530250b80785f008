#include "model/lcp/finish/smallest.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone/cone.h"
#include "model/lcp/newton/pattern.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kAtRest = 1e-11;  // part of V below which a velocity counts as zero
constexpr double kEps = 1e-7;      // weight of the mass
constexpr int kMostSteps = 30;
constexpr double kSame = 1e-12;   // how well J'f must agree, in units of its size
constexpr double kWorse = 1e-13;  // natural defect that smaller forces may add, in units of V
constexpr double kExact = 1e-14;  // ... and above which the motion is mended first

/// What the motion leaves to a unit.
enum class Face : std::uint8_t {
  fixed,  // its impulse is determined
  free,   // any
  box,    // between the bounds
  push,   // a normal alone
  cone,   // a contact that sticks
  ray     // a contact that slides: n + mu e
};

Face face_of(const System& system, const Constraint& unit, const double* u, double at_rest) {
  const auto i = size(unit.row);
  if (system.T[i] > 0) return Face::fixed;
  if (unit.kind == ConstraintKind::joint) return Face::free;
  if (unit.kind == ConstraintKind::bounded) {
    return std::fabs(u[0]) > at_rest || unit.lower == unit.upper ? Face::fixed : Face::box;
  }
  if (u[0] > at_rest) return Face::fixed;
  if (unit.rows == 1) return Face::push;
  const double speed = unit.rows == 2 ? std::fabs(u[1]) : root(u[1] * u[1] + u[2] * u[2]);
  if (system.T[i + 1] > 0) return Face::fixed;
  return speed > at_rest ? Face::ray : Face::cone;
}

/// Direction of the friction of a sliding contact: the impulse's own, or against the velocity where it carries none.
void find_direction(const Constraint& unit, const double* f, const double* u, double* along) {
  const double x = f[0] > 0 ? f[1] : -u[1];
  const double y = unit.rows < 3 ? 0.0 : f[0] > 0 ? f[2] : -u[2];
  const double length = root(x * x + y * y);
  along[0] = length > 0 ? x / length : 1.0;
  along[1] = length > 0 ? y / length : 0.0;
}

/// f = P(z) and its derivative, in the unit's directions, which are those of z_t for a contact that sticks. `reach`:
/// what friction a unit of normal impulse allows along the ray.
void project(const Constraint& unit, Face face, const double* z, double reach, LocalLaw& law, Gain& P, double* f) {
  P = {};
  std::fill_n(f, unit.rows, 0.0);
  double along[3] = {};
  switch (face) {
    case Face::fixed:
      return;
    case Face::free:
      P.nn = 1;
      f[0] = z[0];
      return;
    case Face::box:
      f[0] = std::min(std::max(z[0], unit.lower), unit.upper);
      P.nn = f[0] == z[0] ? 1 : 0;
      return;
    case Face::push:
      f[0] = std::max(0.0, z[0]);
      P.nn = z[0] > 0 ? 1 : 0;
      return;
    case Face::cone: {
      const double length = unit.rows == 2 ? std::fabs(z[1]) : root(z[1] * z[1] + z[2] * z[2]);
      law.along[0] = length > 0 ? z[1] / length : 1.0;
      law.along[1] = length > 0 && unit.rows == 3 ? z[2] / length : 0.0;
      if (length <= reach * z[0]) {
        P.nn = P.tt = P.aa = 1;
        std::copy_n(z, unit.rows, f);
        return;
      }
      if (reach * length <= -z[0]) return;
      P.aa = reach * (z[0] + reach * length) / ((1 + reach * reach) * length);
      along[0] = (z[0] + reach * length) / (1 + reach * reach);
      break;
    }
    case Face::ray: {
      const double zt = law.along[0] * z[1] + (unit.rows == 3 ? law.along[1] * z[2] : 0.0);
      along[0] = (z[0] + reach * zt) / (1 + reach * reach);
      if (along[0] <= 0) return;
      break;
    }
  }
  P.nn = 1 / (1 + reach * reach);
  P.tn = P.nt = reach * P.nn;
  P.tt = reach * P.tn;
  along[1] = reach * along[0];
  turn_back(unit, law.along, along, f);
}

class Smaller {
 public:
  Smaller(const Island& island, IslandWork& work) : all_(whole(island, work)), work_(work), space_(work.space) {}
  bool run();

 private:
  bool choose_faces();
  bool apply_faces();
  void release_faces();
  void mend_load();
  double find_load();

  const Part all_;
  IslandWork& work_;
  Space& space_;
  Part part_;
  double load_ = 0;  // size of p
};

/// Units whose impulses the motion leaves open take part; the faces go into takes_part.
bool Smaller::choose_faces() {
  const double at_rest = kAtRest * space_.system.scale;
  int count = 0;
  for (const int k : all_.units) {
    const Constraint& unit = space_.system.unit[size(k)];
    const double* u = &space_.u[size(unit.row)];
    const Face face = face_of(space_.system, unit, u, at_rest);
    work_.takes_part[size(k)] = static_cast<std::uint8_t>(face);
    if (face == Face::fixed) continue;
    if (face == Face::ray) find_direction(unit, &space_.f[size(unit.row)], u, space_.law[size(k)].along);
    work_.active[size(count++)] = k;
  }
  part_ = {all_.island, {work_.active.data(), count}};
  return count > 1;
}

/// How much friction a unit of normal impulse has room for: on a polygon what it has now, where it slides, and the
/// circle inside of it where it sticks.
double reach_of(const Constraint& unit, Face face, const double* f) {
  if (unit.edges == 0) return unit.mu;
  if (face == Face::ray && f[0] > 0) return root(f[1] * f[1] + f[2] * f[2]) / f[0];
  const Edge a = polygon_edge(0, unit.edges);
  const Edge b = polygon_edge(1, unit.edges);
  return unit.mu * 0.5 * root((a.along[0] + b.along[0]) * (a.along[0] + b.along[0]) + b.along[1] * b.along[1]);
}

/// f = P(J v), with `kept` what f was; returns whether P is another map than before.
bool Smaller::apply_faces() {
  bool changed = false;
  for (const int k : part_.units) {
    const Constraint& unit = space_.system.unit[size(k)];
    const auto face = static_cast<Face>(work_.takes_part[size(k)]);
    double z[3];
    row_speeds(space_.system, unit, space_.multiplier.data(), z);
    const Gain before = space_.K[size(k)];
    project(unit, face, z, reach_of(unit, face, &space_.kept[size(unit.row)]), space_.law[size(k)], space_.K[size(k)],
            &space_.f[size(unit.row)]);
    const Gain& P = space_.K[size(k)];
    // Inside the cone friction's direction means nothing.
    changed = changed || P.nn != before.nn || P.tn != before.tn || P.tt != before.tt || P.aa != before.aa ||
              (face == Face::cone && P.aa != P.tt);
  }
  return changed;
}

/// All faces as if nothing held the forces inside.
void Smaller::release_faces() {
  for (const int k : part_.units) {
    const Constraint& unit = space_.system.unit[size(k)];
    const auto face = static_cast<Face>(work_.takes_part[size(k)]);
    Gain& P = space_.K[size(k)];
    P = {};
    P.nn = 1;
    if (face == Face::cone) P.tt = P.aa = 1;
    if (face == Face::cone) space_.law[size(k)].along[0] = 1, space_.law[size(k)].along[1] = 0;
    if (face != Face::ray) continue;
    const double reach = reach_of(unit, face, &space_.kept[size(unit.row)]);
    P.nn = 1 / (1 + reach * reach);
    P.tn = P.nt = reach * P.nn;
    P.tt = reach * P.tn;
  }
}

/// Patterns that contradict themselves on the way to a solution leave huge forces that cancel among dependent rows, and
/// leave their round-off in the motion. The momentum that stops the rows that carry something goes into the load: with
/// df = -P (u + J dw)/eps on the faces, (eps M + J'PJ) dw = -J'P u.
void Smaller::mend_load() {
  release_faces();
  bool symmetric = space_.system.symmetric;
  for (const int k : part_.units) {
    const Constraint& unit = space_.system.unit[size(k)];
    const auto face = static_cast<Face>(work_.takes_part[size(k)]);
    Gain& P = space_.K[size(k)];
    if (unit.kind == ConstraintKind::contact && space_.kept[size(unit.row)] == 0) P = {};
    if (face != Face::ray || P.nn == 0) continue;
    P = {};
    P.nn = 1;  // what slides is held along the normal alone, with friction from it
    P.tn = reach_of(unit, face, &space_.kept[size(unit.row)]);
    symmetric = false;
  }
  if (!factorise_gains(part_, kEps, symmetric, space_)) return;
  const auto begin = size(all_.island.body * space_.system.width);
  const auto end = begin + size(all_.island.bodies * space_.system.width);
  const auto respond = [&](double scale) {
    for (const int k : part_.units) {
      const Constraint& unit = space_.system.unit[size(k)];
      const LocalLaw& law = space_.law[size(k)];
      const Gain& P = space_.K[size(k)];
      double own[3] = {};
      turn(unit, law.along, &space_.u[size(unit.row)], own);
      const double push[3] = {scale * P.nn * own[0], scale * (P.tn * own[0] + P.tt * own[1]), scale * P.aa * own[2]};
      turn_back(unit, law.along, push, &space_.rest[size(unit.row)]);
    }
    find_momentum(space_.system, part_, space_.rest.data(), space_.body_step.data());
  };
  respond(-1);
  space_.factor.solve(&space_.body_step[begin]);
  space_.spent += space_.price.solve;
  for (const int k : part_.units) {
    const Constraint& unit = space_.system.unit[size(k)];
    double change[3] = {};
    row_speeds(space_.system, unit, space_.body_step.data(), change);
    for (int r = 0; r < unit.rows; ++r) space_.u[size(unit.row + r)] += change[r];
  }
  respond(-1 / kEps);
  for (auto i = begin; i < end; ++i) space_.load[i] += space_.body_step[i];
}

/// What is missing to J'f, in body_step; returns its largest entry.
double Smaller::find_load() {
  const System& system = space_.system;
  const int n = system.width;
  const int begin = all_.island.body * n;
  const int end = begin + all_.island.bodies * n;
  find_momentum(system, part_, space_.f.data(), space_.body_step.data());
  double off = 0;
  for (int i = begin; i < end; ++i) {
    space_.body_step[size(i)] = space_.load[size(i)] - space_.body_step[size(i)];
    off = std::max(off, std::fabs(space_.body_step[size(i)]));
  }
  return off;
}

bool Smaller::run() {
  const System& system = space_.system;
  if (!choose_faces()) return true;
  const double most = natural(all_, space_) + kWorse * system.scale;
  const int begin = all_.island.body * system.width;
  const int count = all_.island.bodies * system.width;
  copy_rows(all_.island, space_.f, space_.kept);
  find_momentum(system, part_, space_.f.data(), space_.load.data());
  load_ = 0;
  for (int i = begin; i < begin + count; ++i) load_ = std::max(load_, std::fabs(space_.load[size(i)]));
  std::fill_n(space_.multiplier.begin() + begin, count, 0.0);
  if (load_ == 0 || !analyse(part_, space_) || !space_.affords_iteration()) return load_ == 0;
  if (most > (kExact + kWorse) * system.scale) mend_load();
  release_faces();
  for (const int k : part_.units) {
    const Constraint& unit = system.unit[size(k)];
    std::fill_n(space_.f.begin() + unit.row, unit.rows, 0.0);
  }
  double before = HUGE_VAL;
  bool changed = true;  // since the matrix was factored
  for (int k = 0; k < kMostSteps && space_.affords_iteration(); ++k) {
    const double off = find_load();
    if (off == 0 || (off <= kSame * load_ && off > 0.5 * before)) break;
    before = off;
    if (changed && !factorise_gains(part_, kEps, true, space_)) break;
    space_.factor.solve(&space_.body_step[size(begin)]);
    space_.spent += space_.price.solve;
    for (int i = begin; i < begin + count; ++i) space_.multiplier[size(i)] += space_.body_step[size(i)];
    changed = apply_faces();
  }
  pose(all_, space_);
  if (natural(all_, space_) <= most) return true;
  copy_rows(all_.island, space_.kept, space_.f);
  pose(all_, space_);
  return false;
}

}  // namespace

bool make_smallest(const Island& island, IslandWork& work) {
  return Smaller(island, work).run();
}

}  // namespace stickslip::lcp

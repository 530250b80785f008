// What coordinates have along them: limits, dry friction, drives, gears.
//
// Forces are averages over a step and never more than their bounds. Who holds a coordinate holds its rate in the row of
// the step, whose direction and arms turn within it: what is published at the end is off by what allowed_apart says of
// the way, over h; of `euler`, whose rows lie ahead by the velocity before, by twice that. spook's rows give way. A
// coordinate comes beyond a limit, and a gear out of mesh, by as much in a step, and schemes undo that as they do it at
// joints.
#include <algorithm>
#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/judge.h"

namespace stickslip::motion {
namespace {

constexpr double kRoundOff = 2e-9;  // m or rad: a gap of 1e-9 counts as closed for schemes that locate
constexpr double kBound = 1e-9;     // of a bound: its round-off
constexpr double kInside = 1e-6;    // of a bound: closer to it may be sliding
constexpr int kProblems = 1;        // index of solver.lcps
constexpr int kResidual = 0;        // index of solver.residual among the real outputs of the solver
constexpr double kSpeed = 1e-9;     // of all speeds: a solution is right to 1e-10 in a norm of the solver's own
constexpr double kRest = 1e-15;     // m/s or rad/s: round-off of velocities where nothing moves
constexpr double kEpsilon = 2.3e-16;

double steps_undone_in(Scheme scheme) {
  return scheme == Scheme::stabilised ? 1.5 : 4;
}

// Twice the kinetic energy; m/s and rad/s: its root by the lightest body's share of it.
struct Speeds {
  double energy = 0;  // J, twice
  double lightest = 1e300;
};
Speeds speeds_of_all(const Case& c, int k) {
  double sum = 0;
  double lightest = 1e300;
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    const Part& part = c.scene.parts[size(b)];
    if (part.fixed) continue;
    const double inertia = c.scene.planar ? part.inertia.z() : part.inertia.minCoeff();
    const double v = fastest(c, k, b) + c.record.h * c.scene.gravity.norm();
    const double w = fastest_turn(c, k, b);
    sum += part.mass * v * v + part.inertia.maxCoeff() * w * w;
    lightest = std::fmin(lightest, std::fmin(part.mass, inertia));
  }
  // What acts along coordinates may hold against each other where nothing moves.
  const auto add = [&](double force, const Along& a) {
    sum += c.record.h * force * c.record.h * force * seen_by_coordinate(c, k, a);
  };
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& /*fittings*/) {
    const double bound = c.record.h * rubs_with(c, k, a);
    sum += bound * bound / lightest;
    for (const CoordinateLoad of : {CoordinateLoad::limit, CoordinateLoad::drive}) add(load(c, k, a, of), a);
  });
  for (int g = 0; g < static_cast<int>(c.scene.cogs.size()); ++g) {
    const Cog& cog = c.scene.cogs[size(g)];
    const double torque = c.record.row(k)[c.record.layout.gear_outputs + g];
    for (std::size_t i = 0; i < cog.links.size(); ++i) add(cog.ratios[i] * torque, {cog.links[i], 0});
  }
  return {sum, lightest};
}

double speeds(const Case& c, int k) {
  const Speeds all = speeds_of_all(c, k);
  return std::sqrt(all.energy / all.lightest);
}

// N m or N: a row's impulse is known to the same part of the root of that energy, by the root of the inertia that it
// moves, which is at most that of the child on its own.
double unknown_of_forces(const Case& c, int k, const Along& a, const Fittings& f) {
  const Link& l = c.scene.links[size(a.link)];
  if (l.child < 0) return 0;
  const Part& part = c.scene.parts[size(l.child)];
  const double moves = (turns(c, a) ? part.inertia.maxCoeff() : part.mass) + f.armature;
  return kSpeed * std::sqrt(moves * speeds_of_all(c, k).energy) / c.record.h;
}

// Velocities at the ends of steps are sums of what every step has changed: with each of these a rate is off by the
// round-off of the fastest so far.
double summed(const Case& c, int k, int link) {
  const Link& l = c.scene.links[size(link)];
  double most = 0;
  for (int part : {l.parent, l.child}) {
    if (part < 0) continue;
    const double arm = 1 + c.digest.arm(k, part, part == l.child && l.is_line() ? l.far_anchor : l.anchor).norm();
    double fastest_so_far = 0;
    for (int row = 0; row <= k; ++row) {
      const Pose& pose = c.digest.at(row, part);
      fastest_so_far = std::fmax(fastest_so_far, pose.v.norm() + arm * pose.w.norm());
    }
    most += fastest_so_far;
  }
  return k * kEpsilon * most;
}

// How fast a coordinate may be where a row holds it.
double unheld(const Case& c, int k, int link) {
  const double turns = c.scene.scheme == Scheme::euler ? 4 : 2;
  return (turns * allowed_apart(c, k, link) + gives_way(c, k)) / c.record.h + kSpeed * speeds(c, k) + kRest +
         summed(c, k, link);
}

/// How far a coordinate may be off, as steps leave it and undo it.
struct Slip {
  double off = 0;

  double after(const Case& c, int k, double fresh, double creeps = 0) {
    const double kept = c.scene.scheme == Scheme::stabilised ? 0 : 0.5;
    off = std::fmax(steps_undone_in(c.scene.scheme) * fresh + gives_way(c, k) + creeps, kept * off);
    return off;
  }
};

// Newton steps at the end of a step close all of a machine at once, each up to the square of what it closes, per metre.
double left_by_closing(const Case& c, int k) {
  if (is_one_pass(c.scene.scheme)) return 0;
  double most = 0;
  for (int j = 0; j < static_cast<int>(c.scene.links.size()); ++j) most = std::fmax(most, allowed_apart(c, k, j));
  return most * most;
}

// m or rad: what the solution leaves of a step, by the residual that is published.
double left_by_solver(const Case& c, int k) {
  const double residual = c.record.row(k)[c.record.layout.solver_output + kResidual];
  return c.record.h * residual * speeds(c, k);
}

// Limits that give way push, in a step of one piece, with the depth at its end. `trapezoidal` has that of its middle,
// spook one of its own.
bool has_force_of_its_end(const Case& c, int k) {
  const bool implicit = c.scene.scheme == Scheme::stabilised || c.scene.scheme == Scheme::euler;
  return implicit && c.record.integers(k)[kProblems] == 1;
}

void judge_limits(const Case& c, const Along& a, const Fittings& f, Verdict& verdict) {
  if (!f.limited()) return;
  const std::string name = name_of(c, a);
  Slip slip;
  for (int k = 1; k <= c.record.steps; ++k) {
    const double q = coordinate(c, k, a);
    const double fresh = allowed_apart(c, k, a.link);
    const double creeps = creeps_into_limit(c, k) + left_by_closing(c, k) + left_by_solver(c, k);
    const double allowed = slip.after(c, k, fresh, creeps) + kRoundOff * (1 + std::fabs(q));
    const double beyond = std::fmax(f.lower - q, q - f.upper);
    const double force = load(c, k, a, CoordinateLoad::limit);
    const double unknown = unknown_of_forces(c, k, a, f);
    if (f.compliance == 0) {
      verdict.weigh(Law::limits, k, beyond, allowed, name + " beyond its limits by");
    } else if (has_force_of_its_end(c, k)) {
      const double given = std::fabs(force) - std::fmax(0, beyond) / f.compliance;
      const double off = 4 * fresh + moved_by_closing(c, k) + kRoundOff * (1 + std::fabs(q));
      verdict.weigh(Law::limits, k, std::fabs(given), off / f.compliance + unknown, name + ": its spring is off by");
    }
    if (f.upper >= kUnlimited || f.lower <= -kUnlimited) {
      verdict.weigh(Law::limits, k, f.upper < kUnlimited ? force : -force, unknown, name + ": its limit pulls by");
    }
    const double before = coordinate(c, k - 1, a);
    // Who resolves impacts ahead pushes at what the speed before would have reached, which another impact of this step
    // may have given: no more than the push has taken.
    const bool in_pieces = c.record.integers(k)[kProblems] > 1;
    const double taken = in_pieces ? c.record.h * std::fabs(force) * seen_by_coordinate(c, k, a) : 0;
    const double fast = std::fabs(rate_at_end(c, k - 1, a)) + std::fabs(rate_at_end(c, k, a)) + taken;
    const double way = std::fabs(q - before) + 2 * c.record.h * fast + 4 * allowed;
    const double gap = force > 0 ? std::fmin(before, q) - f.lower : f.upper - std::fmax(before, q);
    if (std::fabs(force) > unknown) verdict.weigh(Law::limits, k, gap, way, name + ": its limit pushes from afar");
  }
}

// Where rebounds would gain energy, `stabilised` takes forces and motion between those of two problems.
bool is_blended(const Case& c, int k) {
  if (c.scene.scheme != Scheme::stabilised || c.record.integers(k)[kProblems] == 1) return false;
  const auto rebounds = [](const auto& which) { return which.restitution > 0; };
  return std::any_of(c.scene.surfaces.begin(), c.scene.surfaces.end(), rebounds) ||
         std::any_of(c.scene.links.begin(), c.scene.links.end(),
                     [&](const Link& l) { return std::any_of(l.ways.begin(), l.ways.end(), rebounds); });
}

void judge_rubbing(const Case& c, const Along& a, const Fittings& f, Verdict& verdict) {
  if (!f.rubs()) return;
  const std::string name = name_of(c, a);
  for (int k = 1; k <= c.record.steps; ++k) {
    const double most = rubs_with(c, k, a);
    const double force = load(c, k, a, CoordinateLoad::friction);
    const double unknown = unknown_of_forces(c, k, a, f);
    verdict.weigh(Law::rubbing, k, std::fabs(force), most * (1 + kBound) + unknown, name + ": dry friction");
    if (!is_one_pass(c.scene.scheme) || is_blended(c, k)) continue;  // other schemes have several pieces of a step
    const double rate = rate_at_end(c, k, a);
    const double allowed = unheld(c, k, a.link);
    const bool slides = std::fabs(force) > most * (1 - kInside) - unknown;
    if (slides && std::fabs(force) <= unknown) continue;  // a bearing without load
    verdict.weigh(Law::rubbing, k, slides ? rate * std::copysign(1.0, force) : std::fabs(rate), allowed,
                  name + (slides ? ": dry friction pushes along at" : ": held by dry friction, and slides at"));
  }
}

// Where a limit or the end of a rope is met within a step, a drive may have the rest of the step to come to its speed.
bool is_hit(const Case& c, int k) {
  bool hit = false;
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& /*fittings*/) {
    hit = hit || load(c, k, a, CoordinateLoad::limit) != 0;
  });
  return hit || std::any_of(c.scene.cogs.begin(), c.scene.cogs.end(), [](const Cog& cog) { return cog.backlash > 0; });
}

void judge_motor(const Case& c, const Along& a, const Fittings& f, Verdict& verdict) {
  const Motor& m = f.motor;
  if (!f.has_motor()) return;
  const std::string name = name_of(c, a);
  double locked_at = coordinate(c, 0, a);
  Slip slip;
  for (int k = 1; k <= c.record.steps; ++k) {
    const double force = load(c, k, a, CoordinateLoad::drive);
    const DriveMode mode = m.at(k);
    if (mode != DriveMode::locked) locked_at = coordinate(c, k, a);  // where it will be held
    if (mode == DriveMode::force || m.most < kUnlimited) {
      const double most = mode == DriveMode::force ? 0 : m.most;
      verdict.weigh(Law::motors, k, std::fabs(force), most * (1 + kBound) + unknown_of_forces(c, k, a, f),
                    name + ": its drive gives");
    }
    const double fresh = allowed_apart(c, k, a.link);
    const bool holds = std::fabs(force) < m.most * (1 - kInside);
    const bool stopped = load(c, k, a, CoordinateLoad::limit) != 0;
    // Of a step in pieces the mean may be that of a drive that gave all it has and then held, or the other way round.
    const bool in_pieces = c.record.integers(k)[kProblems] > 1 && m.most < kUnlimited;
    const bool blocked = is_one_pass(c.scene.scheme) ? stopped || is_blended(c, k) : in_pieces || is_hit(c, k);
    if (mode == DriveMode::velocity && holds && !blocked) {
      verdict.weigh(Law::motors, k, std::fabs(rate_at_end(c, k, a) - m.target), unheld(c, k, a.link),
                    name + ": its drive misses its speed by");
    }
    if (mode == DriveMode::locked && m.most >= kUnlimited) {
      const double allowed = slip.after(c, k, fresh) + kRoundOff * (1 + std::fabs(locked_at));
      verdict.weigh(Law::motors, k, std::fabs(coordinate(c, k, a) - locked_at), allowed, name + ": locked, and off by");
    }
  }
}

void judge_cog(const Case& c, const Cog& cog, Verdict& verdict) {
  Slip slip;
  for (int k = 1; k <= c.record.steps; ++k) {
    double sum = 0;
    double largest = 1;
    for (std::size_t i = 0; i < cog.links.size(); ++i) {
      const double q = coordinate(c, k, {cog.links[i], 0});
      sum += cog.ratios[i] * q;
      largest += std::fabs(cog.ratios[i]) * (1 + std::fabs(q));
    }
    const double fresh = allowed_out_of_mesh(c, k, cog);
    const double allowed = slip.after(c, k, fresh, creeps_into_limit(c, k)) + kRoundOff * largest;
    verdict.weigh(Law::gears, k, std::fabs(sum) - cog.backlash / 2, allowed, cog.name + " is out of mesh by");
  }
}

}  // namespace

double allowed_out_of_mesh(const Case& c, int k, const Cog& cog) {
  double sum = 0;
  for (std::size_t i = 0; i < cog.links.size(); ++i) {
    sum += std::fabs(cog.ratios[i]) * allowed_apart(c, k, cog.links[i]);
  }
  return sum;
}

// What does not bounce is slower than 2 h times the acceleration that forces alone give the coordinate of free bodies:
// weight, what turns by itself (taken as 100 times a unit of it), and inputs, by the inertia of the bodies they act on.
double creeps_into_limit(const Case& c, int k) {
  if (c.scene.scheme != Scheme::spook || !c.scene.has_fittings()) return 0;
  double acceleration = 100 * (1 + c.scene.gravity.norm());
  for (const Drive& drive : c.scene.drives) {
    const bool of_joint = drive.kind == Drive::joint;
    const double size_of_drive = std::fabs(drive.at((k - 1) * c.record.h)) * (of_joint ? 1.0 : drive.direction.norm());
    const Link* link = of_joint ? &c.scene.links[size(drive.on)] : nullptr;
    for (int b : {of_joint ? link->parent : drive.on, of_joint ? link->child : -1}) {
      if (b < 0 || c.scene.parts[size(b)].fixed) continue;
      const Part& part = c.scene.parts[size(b)];
      const double inertia = c.scene.planar ? part.inertia.z() : part.inertia.minCoeff();
      const double arm = of_joint ? c.digest.arm(k - 1, b, link->anchor).norm() : 0;
      const bool pushes = drive.kind == Drive::force || (of_joint && link->type != JointType::hinge);
      acceleration += size_of_drive * (pushes ? 1 / part.mass + arm * arm / inertia : 1 / inertia);
    }
  }
  double most = 1;  // a gear's value changes by its ratios times that
  for (const Cog& cog : c.scene.cogs) {
    double sum = 0;
    for (double ratio : cog.ratios) sum += std::fabs(ratio);
    if (cog.backlash > 0) most = std::fmax(most, sum);
  }
  return most * c.record.h / 9 * std::fmax(1e-3, 2 * c.record.h * acceleration);
}

void judge_fittings(const Case& c, Verdict& verdict) {
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    judge_limits(c, a, f, verdict);
    judge_rubbing(c, a, f, verdict);
    judge_motor(c, a, f, verdict);
  });
  for (const Cog& cog : c.scene.cogs) judge_cog(c, cog, verdict);
}

}  // namespace stickslip::motion

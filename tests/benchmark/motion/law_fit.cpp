// How shapes overlap and joints come apart: by the second order of a step. A point at arm r of a body that turns by
// a = h w moves on an arc and leaves its tangent by r a^2 / 2; a face that turns by a while something slides along it
// by s leaves what was solved for by a s; a flat that turns about its body's centre, r away, beside what is round with
// R comes nearer to its middle, (r + R) a^2 / 2; a line of length l whose end moves across by s leaves it by s^2 / (2
// l). The steps' gradients are exact, so that nothing of first order is left; schemes that undo only a part per step,
// or project at the end, may have up to kSteps of them.
#include <algorithm>
#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/judge.h"

namespace stickslip::motion {
namespace {

constexpr double kCreeps = 1e-4;    // spook: T of what rolls over that of what else gives way
constexpr double kRoundOff = 2e-9;  // m: a gap of 1e-9 counts as closed for schemes that locate

double steps_undone_in(Scheme scheme) {
  // spook's drift on a circle settles at (1 + phi) / (8 phi) = 1.25 steps' squares, 2.5 of the half squares.
  return scheme == Scheme::stabilised ? 1.5 : 4;
}

// Radius of what turns: shapes that are round about the centre of mass do not count.
double turning_radius(const Part& part, bool planar) {
  double radius = 0;
  for (const Patch& patch : part.patches) {
    const bool round = patch.type == ShapeType::sphere || patch.type == ShapeType::point;
    Part one = part;
    one.patches = {patch};
    radius = std::fmax(radius, round ? (patch.position - part.com).norm() : radius_of(one, planar));
  }
  return radius;
}

// The largest radius that its surface is rounded with.
double rounding(const Part& part) {
  double radius = 0;
  for (const Patch& patch : part.patches) {
    const bool ellipsoid = patch.type == ShapeType::ellipsoid;
    const double most = patch.size.maxCoeff() / 2;
    radius = std::fmax(radius, ellipsoid ? most * most / (patch.size.minCoeff() / 2) : patch.radius);
  }
  return radius;
}

double size_of_world(const Case& c, int k) {
  double largest = 1;
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    largest = std::fmax(largest, c.digest.at(k, b).p.norm());
  }
  return largest;
}

double allowed_overlap(const Case& c, int k) {
  double most = 0;
  for (int a = 0; a < static_cast<int>(c.scene.parts.size()); ++a) most = std::fmax(most, sinks(c, k, a));
  return most;
}

// What spook lets go on: a contact that is closed keeps a ninth of an approach too slow for an impact, 1 mm/s or 2 h
// times the acceleration that is known before the solve.
double creeps_in(const Case& c, int k) {
  if (c.scene.scheme != Scheme::spook || !c.scene.has_contacts()) return 0;
  double acceleration = c.scene.gravity.norm();
  for (const Drive& drive : c.scene.drives) {
    const double most = std::fabs(drive.offset) + std::fabs(drive.amplitude);
    if (drive.kind == Drive::joint) continue;
    const Part& part = c.scene.parts[size(drive.on)];
    const double inertia = c.scene.planar ? part.inertia.z() : part.inertia.minCoeff();
    const double turns = turning_radius(part, c.scene.planar) / inertia;
    acceleration += most * (drive.kind == Drive::force ? 1 / part.mass : turns);
  }
  const double h = c.record.h;
  double springs = 0;
  for (int s = 0; s < static_cast<int>(c.scene.coils.size()); ++s) {
    springs += std::fabs(c.record.row(k)[c.record.layout.spring_output(s)]);
  }
  double lightest = 1e300;
  for (const Part& part : c.scene.parts) lightest = part.fixed ? lightest : std::fmin(lightest, part.mass);
  return h / 9 * std::fmax(1e-3, 2 * h * (acceleration + springs / lightest));
}

// A of a gear: ratios squared times what its coordinates see.
double seen_by_gear(const Case& c, int k, int gear) {
  const Cog& cog = c.scene.cogs[size(gear)];
  double sum = 0;
  for (std::size_t i = 0; i < cog.links.size(); ++i) {
    sum += cog.ratios[i] * cog.ratios[i] * seen_by_coordinate(c, k, {cog.links[i], 0});
  }
  return sum;
}

// From the parent's anchor to the child's.
double slid(const Case& c, int k, const Link& l) {
  const auto place = [&](int part) {
    return Vec3((part < 0 ? Vec3(Vec3::Zero()) : c.digest.at(k, part).p) + c.digest.arm(k, part, l.anchor));
  };
  return (place(l.child) - place(l.parent)).norm();
}

}  // namespace

double seen_by_coordinate(const Case& c, int k, const Along& a) {
  const Link& l = c.scene.links[size(a.link)];
  double sum = 0;
  for (int b : {l.parent, l.child}) {
    if (b < 0 || c.scene.parts[size(b)].fixed) continue;
    const Part& part = c.scene.parts[size(b)];
    const double inertia = c.scene.planar ? part.inertia.z() : part.inertia.minCoeff();
    const Vec3& at = b == l.child && l.is_line() ? l.far_anchor : l.anchor;
    double slides = 0;
    for (int way = 0; way < static_cast<int>(coordinates_of(l, c.scene.planar).size()); ++way) {
      if (!turns(c, {a.link, way})) slides += std::fabs(coordinate(c, k, {a.link, way}));
    }
    const double arm = c.digest.arm(k, b, at).norm() + slides;
    sum += turns(c, a) ? 1 / inertia : 1 / part.mass + arm * arm / inertia;
  }
  return sum;
}

double sinks(const Case& c, int k, int a) {
  const double h = c.record.h;
  double most = 0;
  const Part& first = c.scene.parts[size(a)];
  if (first.fixed || first.patches.empty()) return 0;
  const double turn_a = h * fastest_turn(c, k, a);
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    const Part& second = c.scene.parts[size(b)];
    if (b == a || second.patches.empty()) continue;
    const double turn_b = second.fixed ? 0 : h * fastest_turn(c, k, b);
    const double slides = h * (fastest(c, k, a) + fastest(c, k, b));
    const double radius_a = turning_radius(first, c.scene.planar);
    const double radius_b = second.fixed ? 0 : turning_radius(second, c.scene.planar);
    const auto turns = [](double radius, double turn, double round) {
      return radius > 0 ? (radius + round) * turn * turn / 2 : 0.0;
    };
    double off = turns(radius_a, turn_a, rounding(second)) + turns(radius_b, turn_b, rounding(first));
    // Round things that turn about their centres have no face that turns.
    off += (radius_a > 0 ? turn_a : 0) * (slides + radius_b * turn_b) +
           (radius_b > 0 ? turn_b : 0) * (slides + radius_a * turn_a);
    most = std::fmax(most, off);
  }
  return most;
}

double lean(const Case& c, int k, const Link& l) {
  if (c.scene.planar || l.wheel.isZero(0)) return 1;
  const auto carried = [&](int part, const Vec3& d) {
    if (part < 0) return d;
    return Vec3(c.digest.at(k, part).R * (reference_pose(c.scene.parts[size(part)], false).R.transpose() * d));
  };
  return carried(l.child, l.wheel.normalized()).cross(carried(l.parent, l.axis.normalized())).norm();
}

namespace {

// What rolls has no speed along its plane where it touches: in the row of the step, whose arms and contact turn within
// it. Across the plane it is held as any joint.
void judge_rolling(const Case& c, int k, const Link& l, Verdict& verdict) {
  const auto speed = [&](int part, const Vec3& point) {
    if (part < 0) return Vec3(Vec3::Zero());
    const Pose& pose = c.digest.at(k, part);
    return Vec3(pose.shown_v + pose.shown_w.cross(point - pose.p));
  };
  const auto carried = [&](int part, const Vec3& d) {
    if (part < 0) return d;
    return Vec3(c.digest.at(k, part).R * (reference_pose(c.scene.parts[size(part)], c.scene.planar).R.transpose() * d));
  };
  const Vec3 n = carried(l.parent, l.axis.normalized());
  const Vec3 a = carried(l.child, l.wheel);
  const bool round = l.wheel.isZero(0);
  const Vec3 down = -l.radius * (round ? n : Vec3(n - n.dot(a) / a.squaredNorm() * a).normalized());
  const Vec3 point = c.digest.at(k, l.child).p + c.digest.arm(k, l.child, l.anchor) + down;
  const Vec3 moves = speed(l.child, point) - speed(l.parent, point);
  const double slip = (moves - moves.dot(n) / n.squaredNorm() * n).norm();
  const double turns = fastest_turn(c, k, l.parent) + fastest_turn(c, k, l.child);
  const double arm = l.radius + slid(c, k, l) + c.digest.arm(k, l.child, l.anchor).norm();
  const double speeds = fastest(c, k, l.child) + fastest(c, k, l.parent) + turns * arm;
  const double steep = std::pow(lean(c, k, l), 3);
  // In the plane it is where its turn says, and what it is off by goes back as that of other joints does.
  const double apart = std::fmax(joint_error(c, k - 1), joint_error(c, std::max(0, k - 2)));
  const double undone = c.scene.planar && is_one_pass(c.scene.scheme) ? apart / c.record.h : 0;
  verdict.weigh(
      Law::joints, k, slip,
      2 * c.record.h * turns * speeds / steep + 1e-9 * (1 + speeds) + undone + kCreeps * gives_way(c, k) / c.record.h,
      l.name + " slips where it rolls, at");
}

}  // namespace

double allowed_apart(const Case& c, int k, int index) {
  const Link& l = c.scene.links[size(index)];
  const double h = c.record.h;
  const double turn_P = h * fastest_turn(c, k, l.parent);
  const double turn_C = h * fastest_turn(c, k, l.child);
  const Vec3& at_child = l.is_line() ? l.far_anchor : l.anchor;
  const double arm_C = l.child < 0 ? 0 : c.digest.arm(k, l.child, at_child).norm();
  double arm_P = l.parent < 0 ? 0 : c.digest.arm(k, l.parent, l.anchor).norm();
  double slides = 0;
  double off = 0;
  if (l.slides()) {
    arm_P += slid(c, k, l);
    slides = h * (fastest(c, k, l.parent) + fastest(c, k, l.child)) + turn_P * arm_P + turn_C * arm_C;
    off += turn_P * slides;
  }
  off += (turn_P * turn_P * arm_P + turn_C * turn_C * arm_C) / 2;
  if (l.is_line()) {
    const double across = h * (fastest(c, k, l.parent) + fastest(c, k, l.child)) + turn_P * arm_P + turn_C * arm_C;
    double length = l.type == JointType::rope ? coordinate(c, k, {index, 0}) : (l.far_anchor - l.anchor).norm();
    length = std::fmax(length, 1e-6);
    // What the line has of a rate along it turns with it as well.
    off += across * across / (2 * length) * (1 + across / (2 * length));
  }
  const double turns = (turn_P + turn_C) * (turn_P + turn_C) / 2;
  if (l.holds_turns()) off = std::fmax(off, turns);
  // The way along a screw goes by the angle, and that of what rolls; a rim has the height r sin of its lean, whose
  // second derivative is r / sin^3 at most.
  off += std::fabs(l.pitch) / (2 * M_PI) * turns;
  if (l.rolls()) off += l.radius * turns / std::pow(lean(c, k, l), 3);
  return off;
}

// The most that any joint or gear may have come apart by in step k.
double most_apart(const Case& c, int k) {
  double apart = 0;
  for (int j = 0; j < static_cast<int>(c.scene.links.size()); ++j) apart = std::fmax(apart, allowed_apart(c, k, j));
  for (const Cog& cog : c.scene.cogs) apart = std::fmax(apart, allowed_out_of_mesh(c, k, cog));
  return apart;
}

double moved_by_closing(const Case& c, int k) {
  return is_one_pass(c.scene.scheme) ? 0 : 2 * most_apart(c, k);
}

// Under spook constraints without a compliance of their own give way by a millionth of what the bodies' inertia allows:
// eps = 1e-6 A h^2 / (4 phi), phi = 1/9, times the force. A of a body on its own, at its farthest point, is the most.
double gives_way(const Case& c, int k) {
  if (c.scene.scheme != Scheme::spook) return 0;
  double lightest = 0;
  for (const Part& part : c.scene.parts) {
    if (part.fixed) continue;
    const Vec3 I = c.scene.planar ? Vec3::Constant(part.inertia.z()) : part.inertia;
    double arm = part.patches.empty() ? 0 : radius_of(part, c.scene.planar);
    for (const Link& l : c.scene.links) arm = std::fmax(arm, (l.anchor - part.position).norm());
    lightest = std::fmax(lightest, 1 / part.mass + (part.rotates ? std::fmax(arm * arm, 1.0) / I.minCoeff() : 0));
  }
  double force = 0;
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t)
    force = std::fmax(force, touching(c, k, t).normal);
  for (int j = 0; j < static_cast<int>(c.scene.links.size()); ++j) {
    const Reaction r = reaction(c, k, j);
    force = std::fmax(force, r.force.norm() + r.torque.norm());
  }
  // Within the reaction a limit may cancel with a drive that nothing bounds.
  for_each_fitted(c.scene, [&](const Along& a, const Fittings& f) {
    if (f.limited()) force = std::fmax(force, std::fabs(load(c, k, a, CoordinateLoad::limit)));
  });
  double gives = lightest * force;
  for (int g = 0; g < static_cast<int>(c.scene.cogs.size()); ++g) {
    gives = std::fmax(gives, seen_by_gear(c, k, g) * std::fabs(c.record.row(k)[c.record.layout.gear_outputs + g]));
  }
  return 1e-6 * c.record.h * c.record.h * 9.0 / 4 * 2 * gives;
}

void judge_fit(const Case& c, Verdict& verdict) {
  const double start_overlap = penetration(c, 0);
  const double start_apart = joint_error(c, 0);
  const double steps = steps_undone_in(c.scene.scheme);
  double overlap = 0;
  double apart = 0;
  for (int k = 1; k <= c.record.steps; ++k) {
    const double round_off = kRoundOff * size_of_world(c, k);
    const double soft = gives_way(c, k);
    // What a step leaves is gone after the next one under stabilised, and no sooner than by halves otherwise.
    const double kept = c.scene.scheme == Scheme::stabilised ? 0 : 0.5;
    for (const Link& link : c.scene.links) {
      if (link.rolls()) judge_rolling(c, k, link, verdict);
    }
    // Who closes joints at the end of a step moves bodies by what these were apart, into others that were just left.
    const double turned = allowed_overlap(c, k) + creeps_in(c, k) + moved_by_closing(c, k);
    overlap = std::fmax(c.scene.has_contacts() ? steps * turned + soft : 0, kept * overlap);
    if (c.scene.surfaces[0].compliance == 0)
      verdict.weigh(Law::overlap, k, penetration(c, k), start_overlap + overlap + round_off, "overlap");
    apart = std::fmax(steps * most_apart(c, k) + soft + creeps_into_limit(c, k), kept * apart);
    verdict.weigh(Law::joints, k, joint_error(c, k), start_apart + apart + round_off, "joint error");
  }
}

}  // namespace stickslip::motion

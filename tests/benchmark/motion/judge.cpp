#include "tests/benchmark/motion/judge.h"

#include <algorithm>
#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/trials.h"

namespace stickslip::motion {
namespace {

constexpr int kProblems = 1;  // index of solver.lcps

Vec3 get(const double* from) {
  return {from[0], from[1], from[2]};
}

// With the place after step `at` and the velocities after step `k`, moved on by these for a time.
Pose moved(const Case& c, int at, int k, double time, int part) {
  if (part < 0) return {};
  Pose pose = c.digest.at(at, part);
  pose.v = c.digest.at(k, part).v;
  pose.w = c.digest.at(k, part).w;
  pose.p += time * pose.v;
  const double turn = time * pose.w.norm();
  if (turn > 0) pose.R = Eigen::AngleAxisd(turn, pose.w.normalized()).toRotationMatrix() * pose.R;
  return pose;
}

Mat3 turned(const Case& c, int part, const Pose& pose) {
  if (part < 0) return Mat3::Identity();
  return pose.R * reference_pose(c.scene.parts[size(part)], c.scene.planar).R.transpose();
}

// Where a coordinate turns about or slides along. All axes go with the parent but the second of a universal joint.
Vec3 axis_of(const Case& c, const Along& a, const Pose& parent, const Pose& child) {
  const Link& l = c.scene.links[size(a.link)];
  if (c.scene.planar && turns(c, a)) return Vec3::UnitZ();
  if (l.type == JointType::universal && a.way == 1) return turned(c, l.child, child) * l.across.normalized();
  const Mat3 by = turned(c, l.parent, parent);
  const bool in_plane = l.type == JointType::planar || l.type == JointType::point_on_plane;
  if (in_plane && a.way == 0) return by * l.across.normalized();
  if (in_plane && a.way == 1) return by * l.axis.cross(l.across).normalized();
  return by * l.axis.normalized();
}

double rate_of(const Case& c, const Along& a, const Pose& parent, const Pose& child) {
  const Link& l = c.scene.links[size(a.link)];
  const Vec3 reach = child.p + c.digest.arm(child, l.child, l.is_line() ? l.far_anchor : l.anchor);
  const Vec3 from = parent.p + c.digest.arm(parent, l.parent, l.anchor);
  const auto velocity = [](const Pose& pose, const Vec3& p) { return Vec3(pose.v + pose.w.cross(p - pose.p)); };
  if (l.is_line()) return (velocity(child, reach) - velocity(parent, from)).dot((reach - from).normalized());
  const Vec3 axis = axis_of(c, a, parent, child);
  if (turns(c, a)) return axis.dot(child.w - parent.w);
  return axis.dot(velocity(child, reach) - velocity(parent, reach));
}

}  // namespace

Touching touching(const Case& c, int k, int touch) {
  const double* from = c.record.row(k) + c.record.layout.sensor_output(touch);
  return {get(from), get(from + 3), from[6], from[7], from[8]};
}

Reaction reaction(const Case& c, int k, int link) {
  const double* from = c.record.row(k) + c.record.layout.joint_output(link) + Layout::kReaction;
  return {get(from), get(from + 3)};
}

bool turns(const Case& c, const Along& a) {
  const std::vector<Way> ways = coordinates_of(c.scene.links[size(a.link)], c.scene.planar);
  return a.way < static_cast<int>(ways.size()) && ways[size(a.way)].turns;
}

std::string name_of(const Case& c, const Along& a) {
  const Link& l = c.scene.links[size(a.link)];
  if (coordinates_of(l, c.scene.planar).size() < 2) return l.name;
  return l.name + "[" + std::to_string(a.way + 1) + "]";
}

double coordinate(const Case& c, int k, const Along& a) {
  return c.record.row(k)[c.record.layout.joint_output(a.link) + a.way];
}

double load(const Case& c, int k, const Along& a, CoordinateLoad of) {
  return c.record.row(
      k)[c.record.layout.joint_output(a.link) + Layout::kCoordinateLoads + Layout::coordinate_load(of, a.way)];
}

double rate_at_end(const Case& c, int k, const Along& a) {
  const Link& l = c.scene.links[size(a.link)];
  return rate_of(c, a, moved(c, k, k, 0, l.parent), moved(c, k, k, 0, l.child));
}

double rate_in_row(const Case& c, int k, const Along& a) {
  const Link& l = c.scene.links[size(a.link)];
  return rate_of(c, a, moved(c, k - 1, k, 0, l.parent), moved(c, k - 1, k, 0, l.child));
}

namespace {

// rad/s: the fastest that a body may turn in a piece of step k, by what its joints have done in all of it.
double turns_in_pieces(const Case& c, int k, int part) {
  if (part < 0 || c.scene.parts[size(part)].fixed) return 0;
  double turn = fastest_turn(c, k, part);
  if (c.record.integers(k)[kProblems] <= 1) return turn;
  const Part& p = c.scene.parts[size(part)];
  const double inertia = c.scene.planar ? p.inertia.z() : p.inertia.minCoeff();
  for (int j = 0; j < static_cast<int>(c.scene.links.size()); ++j) {
    const Link& l = c.scene.links[size(j)];
    if (l.parent != part && l.child != part) continue;
    const Vec3& at = part == l.child && l.is_line() ? l.far_anchor : l.anchor;
    const Reaction r = reaction(c, k, j);
    turn += c.record.h * (r.torque.norm() + c.digest.arm(k - 1, part, at).norm() * r.force.norm()) / inertia;
  }
  return turn;
}

}  // namespace

// Across the ways that the joint leaves open. Who takes a step in pieces or looks ahead has these a turn further on.
double rubs_with(const Case& c, int k, const Along& a) {
  const Link& l = c.scene.links[size(a.link)];
  const Fittings& f = l.ways[size(a.way)];
  if (f.coefficient == 0) return f.friction;
  const Pose parent = moved(c, k - 1, k, 0, l.parent);
  const Pose child = moved(c, k - 1, k, 0, l.child);
  Vec3 force = reaction(c, k - 1, a.link).force;
  double off = 0;
  for (int way = 0; way < static_cast<int>(coordinates_of(l, c.scene.planar).size()); ++way) {
    if (turns(c, {a.link, way})) continue;
    const Vec3 open = axis_of(c, {a.link, way}, parent, child);
    const double along = open.dot(force);
    force -= along * open;
    if (!is_one_pass(c.scene.scheme)) off += 2 * c.record.h * turns_in_pieces(c, k, l.parent) * std::fabs(along);
  }
  return f.friction + f.coefficient * f.lever * (force.norm() + off);
}

Turning rate_by_turning(const Case& c, int k, const Along& a) {
  const Link& l = c.scene.links[size(a.link)];
  const auto rate = [&](int of, double time) {
    return rate_of(c, a, moved(c, k - 1, of, time, l.parent), moved(c, k - 1, of, time, l.child));
  };
  return {rate(k - 1, c.record.h) - rate(k - 1, 0), rate(k, c.record.h) - rate(k, 0)};
}

double joint_error(const Case& c, int k) {
  return c.record.row(k)[c.record.layout.solver_output + 2];
}

double penetration(const Case& c, int k) {
  return c.record.row(k)[c.record.layout.solver_output + 1];
}

Pressed pressed(const Case& c, int k) {
  constexpr double kMostPointsPerPair = 16;  // of the face of a cylinder or hull
  Pressed sum;
  if (!c.scene.gives_way()) return sum;
  const bool paired = std::any_of(c.probes.touches.begin(), c.probes.touches.end(),
                                  [](const Probes::Touch& touch) { return touch.second >= 0; });
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
    const Probes::Touch& touch = c.probes.touches[size(t)];
    if (paired != (touch.second >= 0)) continue;
    const double depth = std::fmax(0, -touching(c, k, t).gap);
    const double one = depth * depth / 2 / (2 * c.scene.surfaces[0].compliance);
    if (paired) {
      const bool round = is_ball(c.scene.parts[size(touch.first)]) || is_ball(c.scene.parts[size(touch.second)]);
      sum.least += one;
      sum.most += (round ? 1 : c.scene.planar ? 2 : kMostPointsPerPair) * one;
    } else {
      sum.least = std::fmax(sum.least, one);
      sum.most += kMostPointsPerPair * static_cast<double>(c.scene.parts.size()) * one;
    }
  }
  return sum;
}

double fastest(const Case& c, int k, int part) {
  if (part < 0) return 0;
  const Pose& before = c.digest.at(k - 1, part);
  const Pose& after = c.digest.at(k, part);
  // The way taken tells of what was faster in between.
  return std::fmax(std::fmax(before.v.norm(), after.v.norm()), (after.p - before.p).norm() / c.record.h);
}

double fastest_turn(const Case& c, int k, int part) {
  if (part < 0) return 0;
  const Pose& before = c.digest.at(k - 1, part);
  const Pose& after = c.digest.at(k, part);
  const double turned = Eigen::AngleAxisd(before.R.transpose() * after.R).angle();
  return std::fmax(std::fmax(before.w.norm(), after.w.norm()), turned / c.record.h);
}

void judge_finite(const Case& c, Verdict& verdict) {
  for (int k = 0; k <= c.record.steps; ++k) {
    bool finite = true;
    for (int i = 0; i < c.record.layout.outputs; ++i) finite = finite && std::isfinite(c.record.row(k)[i]);
    verdict.weigh(Law::finite, k, finite ? 0 : 1, 0.5, "numbers that are not finite");
  }
}

// A wheel that lies down has no direction: its lowest point goes round with its turning over the sine of its lean.
// Before that is a radian in a step the scene is over.
int steps_with_a_meaning(const Case& c) {
  for (int k = 1; k <= c.record.steps; ++k) {
    for (const Link& l : c.scene.links) {
      if (l.rolls() && c.record.h * fastest_turn(c, k, l.child) > 0.5 * lean(c, k, l)) return k - 1;
    }
  }
  return c.record.steps;
}

Verdict judge(const Scene& scene, const Record& record) {
  Verdict verdict;
  const Probes probes(scene);
  const Digest digest(scene, record);
  const Case whole{scene, record, digest, probes};
  judge_finite(whole, verdict);
  Record seen = record;
  seen.steps = steps_with_a_meaning(whole);
  const Case c{scene, seen, digest, probes};
  judge_energy(c, verdict);
  judge_momentum(c, verdict);
  judge_contacts(c, verdict);
  judge_balls(c, verdict);
  judge_fit(c, verdict);
  judge_fittings(c, verdict);
  judge_promise(c, verdict);
  return verdict;
}

}  // namespace stickslip::motion

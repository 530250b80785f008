// Contacts push and do not pull, friction stays below mu times the normal force, and nothing pushes that is out of
// reach. A sensor sums the points of all its contacts: |sum of frictions| <= sum of |friction| <= mu * sum of normals.
//
// What is missing of a solution is published: solver.residual. By its definition (model/README.md) a point's force is
// off by residual V / sqrt(A) / h, with A > 1/m the inverse mass that it sees, of each of its bodies.
#include <cmath>

#include "model/math/size.h"
#include "tests/benchmark/motion/judge.h"

namespace stickslip::motion {
namespace {

constexpr double kRight = 1e-9;     // of the largest force: what a residual of 1e-10 leaves
constexpr double kEpsilon = 1e-15;  // of V: the residual's own round-off, summed over rows
constexpr double kMostPoints = 4;   // of one sensor, that can be off by as much at once
constexpr int kResidual = 0;        // index of solver.residual among the real outputs of the solver

double largest_friction(const Scene& scene, const Probes::Touch& touch) {
  if (touch.second >= 0) return scene.friction_of(touch.first, touch.second);
  double mu = 0;
  for (int b = 0; b < static_cast<int>(scene.parts.size()); ++b) {
    if (!scene.parts[size(b)].patches.empty()) mu = std::fmax(mu, scene.friction_of(touch.first, b));
  }
  return mu;
}

// The most that the contacts of a step change a body's speed by.
double hit(const Case& c, int k, int part) {
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
    if (c.probes.touches[size(t)].first != part || c.probes.touches[size(t)].second != kAnything) continue;
    const Touching all = touching(c, k, t);
    return c.record.h * (all.normal + all.friction) / c.scene.parts[size(part)].mass;
  }
  return 0;
}

// V of the engine, from above: the root of twice the energy of the motion before and after, and of what forces add.
double speed_of_all(const Case& c, int k) {
  double sum = 0;
  for (int b = 0; b < static_cast<int>(c.scene.parts.size()); ++b) {
    const Part& part = c.scene.parts[size(b)];
    if (part.fixed) continue;
    const double v = fastest(c, k, b) + c.record.h * c.scene.gravity.norm();
    const double w = part.rotates ? fastest_turn(c, k, b) : 0;
    sum += part.mass * v * v + part.inertia.maxCoeff() * w * w;
  }
  return std::sqrt(sum);
}

// N, that the forces of a sensor may be off by.
double left_off(const Case& c, int k, int part, double V) {
  const double residual = c.record.row(k)[c.record.layout.solver_output + kResidual] + kEpsilon;
  return kMostPoints * residual * V * std::sqrt(c.scene.parts[size(part)].mass) / c.record.h;
}

// How far apart two bodies stay during a step, by the spheres around them; negative when these meet.
double stays_apart(const Case& c, int k, int a, int b) {
  const Part& first = c.scene.parts[size(a)];
  const Part& second = c.scene.parts[size(b)];
  const double radii = radius_of(first, c.scene.planar) + radius_of(second, c.scene.planar);
  const double distance = (c.digest.at(k - 1, a).p - c.digest.at(k - 1, b).p).norm();
  double way = 0;
  // Within a step a body may be hit and hand on what it got: in between it is faster by what contacts can make it.
  for (int part : {a, b}) way += c.record.h * (fastest(c, k, part) + hit(c, k, part));
  return distance - radii - way;
}

}  // namespace

void judge_contacts(const Case& c, Verdict& verdict) {
  for (int k = 1; k <= c.record.steps; ++k) {
    const double V = speed_of_all(c, k);
    double largest = 0;
    for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
      largest = std::fmax(largest, std::fabs(touching(c, k, t).normal));
    }
    for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
      const Probes::Touch& touch = c.probes.touches[size(t)];
      const Touching now = touching(c, k, t);
      const std::string who = "touch_" + std::to_string(t);
      const double off = kRight * largest + left_off(c, k, touch.first, V);
      verdict.weigh(Law::cone, k, -now.normal, off, who + " pulls");
      verdict.weigh(Law::cone, k, now.friction - largest_friction(c.scene, touch) * now.normal, off,
                    who + " rubs more than it may");
      if (touch.second < 0 || now.normal <= off) continue;
      verdict.weigh(Law::touch, k, stays_apart(c, k, touch.first, touch.second), 1e-9, who + " is out of reach");
    }
  }
}

}  // namespace stickslip::motion

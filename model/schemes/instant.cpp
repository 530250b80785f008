#include "model/schemes/instant.h"

#include <algorithm>
#include <cmath>

#include "model/math/arithmetic.h"
#include "model/schemes/groups.h"
#include "model/workspace/impulses.h"

namespace stickslip {
namespace {

constexpr double kRoundOff = 64 * 2.220446049250313e-16;  // of an energy, relative

// T(from + s (to - from)) of one body is start + linear s + square s^2.
struct Parabola {
  double start = 0;
  double linear = 0;
  double square = 0;

  double at_one() const { return start + linear + square; }
  // The largest s in [0, 1] at which it is no more than `most`; it is convex, and starts below.
  double last_below(double most) const {
    if (at_one() <= most * (1 + kRoundOff)) return 1;
    const double room = std::max(0.0, most - start);
    const double spread = root(linear * linear + 4 * square * room);
    // Both forms of the larger root; each is exact where the other cancels.
    const double s = linear > 0 ? 2 * room / (linear + spread) : (spread - linear) / (2 * square);
    return std::clamp(s, 0.0, 1.0);
  }
};

Parabola parabola_of(int group, Span<const double> from, const Workspace& work) {
  const Span<const double> to = work.problem.solution.velocity;
  Parabola sum;
  for (int b = 0; b < work.group.size(); ++b) {
    if (work.group[b] != group) continue;
    for (int k = 0; k < 6; ++k) {
      const double mass = k < 3 ? work.derived.mass[b] : work.derived.inertia[3 * b + k - 3];
      const double v = from[6 * b + k];
      const double d = to[6 * b + k] - v;
      sum.start += 0.5 * mass * v * v;
      sum.linear += mass * v * d;
      sum.square += 0.5 * mass * d * d;
    }
  }
  return sum;
}

// The group that a row acts in; -1 where it moves nothing.
int group_of(const ConstraintRow& row, const Workspace& work) {
  for (const lcp::Block& block : work.rows.blocks_of(row)) {
    if (work.derived.mass[block.body] > 0) return work.group[block.body];
  }
  return -1;
}

}  // namespace

double restitution_of(const ConstraintRow& row, const Workspace& work) {
  return work.derived.restitution[work.contacts.storage[row.source].pair];
}

void set_momentum(Span<const double> velocity, Workspace& work) {
  for (int b = 0; b < work.poses.size(); ++b) {
    for (int k = 0; k < 3; ++k) {
      const bool moves = work.derived.inverse_mass[b].linear[k] > 0;
      work.problem.momentum[6 * b + k] = moves ? work.derived.mass[b] * velocity[6 * b + k] : 0.0;
      work.problem.momentum[6 * b + 3 + k] = work.derived.inertia[3 * b + k] * velocity[6 * b + 3 + k];
    }
  }
}

void take_instant(const Model& model, double weight, State& state, Workspace& work) {
  const Span<double> w = work.problem.solution.velocity;
  accumulate_impulses(model, w, weight, work);
  std::copy(w.begin(), w.end(), state.motion.velocity.begin());
}

void note_energy(Span<const double> velocity, Workspace& work) {
  find_groups(work);
  std::fill(work.moving.begin(), work.moving.end(), 0.0);
  for (int b = 0; b < work.group.size(); ++b) {
    work.moving[work.group[b]] += kinetic_energy(work.derived, velocity, b);
  }
}

void bound_energy(Span<const double> from, Workspace& work) {
  const Span<double> share = work.raised;
  for (int g = 0; g < work.group.size(); ++g) {
    share[g] = work.group[g] == g ? parabola_of(g, from, work).last_below(work.moving[g]) : 1.0;
  }
  for (int b = 0; b < work.group.size(); ++b) {
    const double s = share[work.group[b]];
    if (s == 1) continue;
    for (int k = 6 * b; k < 6 * b + 6; ++k) {
      double& v = work.problem.solution.velocity[k];
      v = from[k] + s * (v - from[k]);
    }
  }
  for (int i = 0; i < work.rows.row_count; ++i) {
    const int group = group_of(work.rows.rows_storage[i], work);
    if (group >= 0 && share[group] != 1) work.problem.solution.impulse[i] *= share[group];
  }
}

void take_short_form(const Model& model, double e, State& state, Workspace& work) {
  const Span<const double> compressed = work.problem.solution.velocity;
  accumulate_impulses(model, compressed, 1 + e, work);
  for (int k = 0; k < compressed.size(); ++k) {
    double& v = state.motion.velocity[k];
    v = (1 + e) * compressed[k] - e * v;
  }
}

}  // namespace stickslip

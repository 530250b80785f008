#include "model/schemes/instant.h"

#include <algorithm>
#include <cmath>

#include "model/math/arithmetic.h"
#include "model/schemes/groups.h"
#include "model/schemes/shares.h"
#include "model/workspace/impulses.h"

namespace stickslip {
namespace {

constexpr double kRoundOff = 64 * 2.220446049250313e-16;  // of an energy, relative

// Adds what the rotors of each group have at this velocity to `sum`.
void add_rotor_energies(Span<const double> velocity, const Span<double>& sum, const Workspace& work) {
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::rotor) continue;
    const int group = group_of(row, work);
    const double rate = work.rows.speed(row, velocity);
    if (group >= 0) sum[group] += 0.5 * row.inertia * rate * rate;
  }
}

void add_mass(double mass, double v, double d, Parabola& sum) {
  sum.start += 0.5 * mass * v * v;
  sum.slope += mass * v * d;
  sum.square += 0.5 * mass * d * d;
}

// T(from + s (to - from)) of one group.
Parabola parabola_of(int group, Span<const double> from, const Workspace& work) {
  const Span<const double> to = work.problem.solution.velocity;
  Parabola sum;
  for (int b = 0; b < work.group.size(); ++b) {
    if (work.group[b] != group) continue;
    for (int k = 0; k < 6; ++k) {
      const double mass = k < 3 ? work.derived.mass[b] : work.derived.inertia[3 * b + k - 3];
      const double v = from[6 * b + k];
      const double d = to[6 * b + k] - v;
      add_mass(mass, v, d, sum);
    }
  }
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::rotor || group_of(row, work) != group) continue;
    const double v = work.rows.speed(row, from);
    add_mass(row.inertia, v, work.rows.speed(row, to) - v, sum);
  }
  return sum;
}

// Work of drives in an instant that leads from v to v + way (solution - v): their impulse at the mean of both.
void add_drive_work(double weight, Span<const double> velocity, double way, Workspace& work) {
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::drive) continue;
    const double before = work.rows.speed(row, velocity);
    const double after = before + way * (work.rows.speed(row, work.problem.solution.velocity) - before);
    work.impulses.drive_work += 0.5 * weight * work.problem.solution.impulse[i] * (before + after);
  }
}

}  // namespace

double restitution_of(const ConstraintRow& row, const Workspace& work) {
  return work.derived.restitution[work.contacts.storage[row.source].surface];
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
  add_drive_work(weight, state.motion.velocity, 1, work);
  std::copy(w.begin(), w.end(), state.motion.velocity.begin());
}

void note_energy(Span<const double> velocity, Workspace& work) {
  find_groups(work);
  std::fill(work.moving.begin(), work.moving.end(), 0.0);
  for (int b = 0; b < work.group.size(); ++b) {
    work.moving[work.group[b]] += kinetic_energy(work.derived, velocity, b);
  }
  add_rotor_energies(velocity, work.moving, work);
}

bool gains_energy(Workspace& work) {
  const Span<const double> velocity = work.problem.solution.velocity;
  std::fill(work.raised.begin(), work.raised.end(), 0.0);
  for (int b = 0; b < work.group.size(); ++b) {
    work.raised[work.group[b]] += kinetic_energy(work.derived, velocity, b);
  }
  add_rotor_energies(velocity, work.raised, work);
  for (int g = 0; g < work.group.size(); ++g) {
    if (work.raised[g] > work.moving[g] * (1 + kRoundOff)) return true;
  }
  return false;
}

void bound_energy(Span<const double> from, Span<const double> from_impulse, Workspace& work) {
  for (int g = 0; g < work.group.size(); ++g) {
    Parabola gain = parabola_of(g, from, work);
    gain.start -= work.moving[g];
    work.share[g] = gain.at(1) <= work.moving[g] * kRoundOff ? 1.0 : largest_share(gain);
  }
  take_shares(from, from_impulse, work);
}

void take_short_form(const Model& model, double e, State& state, Workspace& work) {
  const Span<const double> compressed = work.problem.solution.velocity;
  accumulate_impulses(model, compressed, 1 + e, work);
  add_drive_work(1 + e, state.motion.velocity, 1 + e, work);
  for (int k = 0; k < compressed.size(); ++k) {
    double& v = state.motion.velocity[k];
    v = (1 + e) * compressed[k] - e * v;
  }
}

}  // namespace stickslip

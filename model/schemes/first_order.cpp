#include "model/schemes/first_order.h"

#include <algorithm>
#include <cmath>

#include "model/collision/sweep.h"
#include "model/constraints/coordinates.h"
#include "model/constraints/joints.h"
#include "model/constraints/stops.h"
#include "model/math/arithmetic.h"
#include "model/schemes/gyroscopic.h"
#include "model/schemes/located.h"
#include "model/schemes/rows.h"

namespace stickslip {
namespace {

// The sum of the magnitudes that each momentum is made of.
void sum_magnitudes(Workspace& work) {
  const Span<const double> impulse = work.problem.impulse();
  for (int k = 0; k < work.magnitude.size(); ++k) work.magnitude[k] = std::fabs(work.problem.momentum[k]);
  for (int i = 0; i < work.rows.row_count; ++i) {
    if (impulse[i] == 0) continue;
    for (const lcp::Block& block : work.rows.blocks_of(work.rows.rows_storage[i])) {
      double* magnitude = &work.magnitude[6 * block.body];
      double added[6];
      for (int k = 0; k < 6; ++k) added[k] = magnitude[k] + std::fabs(impulse[i] * block.j[k]);
      std::copy_n(added, 6, magnitude);
    }
  }
}

// The way that the solution takes, as move_on() goes it.
Sweep solved(double h, Workspace& work) {
  mark_loaded_bodies(work);
  const Span<const double> w = work.problem.solution.velocity;
  std::copy(w.begin(), w.end(), work.ahead.begin());
  for (int b = 0; b < work.poses.size(); ++b) {
    if (work.loaded[b] == 0) put3(free_turn(h, b, work) / h, &work.ahead[6 * b + 3]);
  }
  return {work.poses, work.ahead, h};
}

}  // namespace

void free_momentum(double h, const State& state, Workspace& work) {
  const int bodies = work.poses.size();
  for (int b = 0; b < bodies; ++b) {
    const double* v = &state.motion.velocity[6 * b];
    const double* k = &work.forces.total[6 * b];
    double* r = &work.problem.momentum[6 * b];
    const Vec3 inertia = get3(&work.derived.inertia[3 * b]);
    const Vec3 dg = gyroscopic_change(inertia, get3(v + 3), h);
    put3(dg, &work.gyration[3 * b]);
    for (int i = 0; i < 3; ++i) {
      const bool moves = work.derived.inverse_mass[b].linear[i] > 0;
      const bool turns = inertia[i] > 0;
      r[i] = moves ? work.derived.mass[b] * v[i] + h * k[i] : 0.0;
      r[3 + i] = turns ? inertia[i] * (v[3 + i] + dg[i]) + h * k[3 + i] : 0.0;
    }
  }
}

void list_contacts(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  update_reach(model, state, work.derived.inverse_mass, work.forces.total, h, work.reach);
  for (int b = 0; b < work.poses.size(); ++b) {
    const lcp::BodyInverse& inverse = work.derived.inverse_mass[b];
    for (int k = 0; k < 3; ++k) {
      const int at = 6 * b + k;
      work.ahead[at] = state.motion.velocity[at] + h * inverse.linear[k] * work.forces.total[at];
      work.ahead[at + 3] = state.motion.velocity[at + 3] + h * inverse.angular[4 * k] * work.forces.total[at + 3];
    }
  }
  const Sweep free = {work.poses, work.ahead, h};
  find_contacts(model, state, work.poses, work.reach, &free, work.near, work.contacts);
  for (int c = 0; c < work.contacts.count; ++c) join_ends_of_spring(work.contacts.storage[c], work);
  list_near_stops({model, layout, state, work.derived}, work.poses, work.ahead, h, work.contacts);
}

int count_missed(const Model& model, double h, int tries, Workspace& work) {
  const Sweep way = solved(h, work);
  const int pairs = count_missed_pairs(model, way, work.reach, work.contacts, work.near);
  return tries < kMostRevisions ? pairs : pairs + count_sinking_points(model, way, work.contacts);
}

bool revise_contacts(const Model& model, const Layout& layout, double h, int tries, const State& state,
                     Workspace& work) {
  const Sweep way = solved(h, work);
  const int sinking = mend_sinking_points(model, way, tries >= kSettled, work.contacts);
  const int features = add_missed_features(model, way, work.reach, work.contacts);
  const int missed = add_missed_pairs(model, way, work.reach, work.contacts, work.near);
  const int stops = add_missed_stops({model, layout, state, work.derived}, work.poses, work.problem.solution.velocity,
                                     h, work.contacts);
  return sinking + features + missed + stops > 0;
}

bool revise_rotors(const Model& model, double h, const State& state, Workspace& work) {
  constexpr double kShare = 1e-3;  // of the energy of the rotor and the bodies of its joint
  const Span<const ConstraintRow> rows = work.rows.rows();
  if (std::none_of(rows.begin(), rows.end(), is_rotor)) return false;
  const Span<const double> w = work.problem.solution.velocity;
  find_poses_ahead(model, h, w, state, work, work.path_poses);
  const auto is_told_wrongly = [&](const ConstraintRow& row) {
    if (!is_rotor(row)) return false;
    const double adds = rate_by_turning(model, row, w, work.start_poses, work.path_poses);
    const double rate = work.rows.speed(row, w);
    const double before = work.rows.speed(row, state.motion.velocity);
    double energy = 0.5 * row.inertia * std::max(before * before, rate * rate);
    for (const lcp::Block& block : work.rows.blocks_of(row)) energy += kinetic_energy(work.derived, w, block.body);
    return row.inertia * (adds - row.target) * rate > kShare * energy;
  };
  if (std::none_of(rows.begin(), rows.end(), is_told_wrongly)) return false;
  std::copy(w.begin(), w.end(), work.turning.begin());
  return true;
}

void mark_loaded_bodies(Workspace& work) {
  const Span<const double> impulse = work.problem.impulse();
  std::fill(work.loaded.begin(), work.loaded.end(), static_cast<unsigned char>(0));
  for (int i = 0; i < work.rows.row_count; ++i) {
    if (impulse[i] == 0) continue;
    for (const lcp::Block& block : work.rows.blocks_of(work.rows.rows_storage[i])) work.loaded[block.body] = 1;
  }
}

void settle(Workspace& work) {
  sum_magnitudes(work);
  for (int b = 0; b < work.poses.size(); ++b) {
    if (work.loaded[b] == 0) continue;
    const lcp::BodyInverse& inverse = work.derived.inverse_mass[b];
    const double* magnitude = &work.magnitude[6 * b];
    double energy = 0;
    for (int k = 0; k < 3; ++k) {
      energy += inverse.linear[k] * magnitude[k] * magnitude[k];
      energy += inverse.angular[4 * k] * magnitude[3 + k] * magnitude[3 + k];
    }
    const double least = kSettles * root(energy);
    double* w = &work.problem.solution.velocity[6 * b];
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(w[k]) <= least * root(inverse.linear[k])) w[k] = 0;
      if (std::fabs(w[3 + k]) <= least * root(inverse.angular[4 * k])) w[3 + k] = 0;
    }
  }
}

double bounce_threshold(double least, const ConstraintRow& row, double h, const Workspace& work) {
  double acceleration = 0;
  for (const lcp::Block& block : work.rows.blocks_of(row)) {
    const lcp::BodyInverse& inverse = work.derived.inverse_mass[block.body];
    const double* force = &work.forces.total[6 * block.body];
    for (int k = 0; k < 3; ++k) {
      acceleration +=
          block.j[k] * inverse.linear[k] * force[k] + block.j[3 + k] * inverse.angular[4 * k] * force[3 + k];
    }
  }
  return std::max(least, 2 * h * std::fabs(acceleration));
}

void set_implicit_spring(const ConstraintRow& row, double elongation, double h, lcp::Row& out) {
  const double hardness = h * row.stiffness + row.damping;
  out.T = 1 / (h * hardness);
  out.s = row.stiffness * elongation / hardness;
}

PressedSpring pressed_spring(const ConstraintRow& row, const Workspace& work) {
  const ContactPoint& point = work.contacts.storage[row.source];
  const double stiffness = 1 / work.derived.compliance[point.surface];
  const double damping = point.stop >= 0 ? 0.0 : work.derived.damping[point.surface];
  const double inverse_mass = work.rows.inverse_mass(row, work.derived.inverse_mass);
  return {stiffness, 2 * damping * root(stiffness / inverse_mass)};
}

void set_pressed_spring(const ConstraintRow& row, double h, const Workspace& work, lcp::Row& out) {
  const PressedSpring spring = pressed_spring(row, work);
  const double hardness = h * spring.stiffness + spring.damping;
  const double gap = row.violation + work.contacts.storage[row.source].lead;
  out.T = 1 / (h * hardness);
  out.s = gap > 0 ? gap / h : spring.stiffness * gap / hardness;
}

void lead_joints(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  const Span<const double> v = state.motion.velocity;
  const Span<lcp::Row> posed = work.problem.rows;
  const auto add_speeds = [&](double sign) {
    for (int i = 0; i < work.rows.row_count && work.rows.rows_storage[i].role == RowRole::joint; ++i) {
      posed[i].s += sign * work.rows.speed(work.rows.rows_storage[i], v);
    }
  };
  add_speeds(-1);
  find_poses_ahead(model, h, v, state, work, work.path_poses);
  work.rows.clear();
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    add_joint_rows(model, j, work.path_poses, work.rows);
  }
  add_speeds(1);
  build_rows(model, layout, h, state, work);
}

void move_on(const Model& model, double h, State& state, Workspace& work) {
  mark_loaded_bodies(work);
  settle(work);
  const Span<double> w = work.problem.solution.velocity;
  std::copy(w.begin(), w.end(), state.motion.velocity.begin());
  std::copy(w.begin(), w.end(), state.reported.begin());
  for (int b = 0; b < work.poses.size(); ++b) {
    displace(model.planar, state.motion, b, h * get3(&w[6 * b]), free_turn(h, b, work));
  }
}

Vec3 free_turn(double h, int body, const Workspace& work) {
  Vec3 turn = h * get3(&work.problem.solution.velocity[6 * body + 3]);
  if (work.loaded[body] == 0) turn -= 0.5 * h * get3(&work.gyration[3 * body]);
  return turn;
}

}  // namespace stickslip

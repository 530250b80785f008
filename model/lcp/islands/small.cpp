#include "model/lcp/islands/small.h"

#include <algorithm>

#include "model/math/size.h"

namespace stickslip::lcp {

Capacity small_capacity(const Capacity& c) {
  if (c.dense) return c;
  Capacity small = c;
  small.rows = std::min(c.rows, kSmallRows);
  small.bodies = std::min(c.bodies, kSmallRows);
  small.blocks = std::min(c.blocks, 4 * small.rows);
  small.contacts = std::min(c.contacts, small.rows);
  small.joints = std::min(joint_capacity(c), small.rows);
  return small;
}

SmallProblem::SmallProblem(const Capacity& whole) {
  const Capacity c = small_capacity(whole);
  masses.resize(size(c.bodies));
  momentum.resize(size(6 * c.bodies));
  rows.resize(size(c.rows));
  blocks.resize(size(c.blocks));
  contacts.resize(size(c.contacts));
  velocity.resize(size(6 * c.bodies));
  impulse.resize(size(c.rows));
  rest.resize(size(c.rows));
  sliding.resize(size(c.contacts));
}

bool is_small(const Island& island, const System& system, int edges, const Capacity& capacity) {
  if (capacity.dense) return true;
  if (island.rows > kSmallRows || island.bodies > kSmallRows) return false;
  int unknowns = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = system.unit[size(k)];
    if (unit.kind == ConstraintKind::bounded) unknowns += 2;
    if (unit.kind == ConstraintKind::contact) unknowns += unit.rows == 1 ? 1 : 2 + (unit.rows == 2 ? 2 : edges);
  }
  return unknowns <= kSmallUnknowns;
}

void read_small(const Problem& problem, const Island& island, const System& system, bool two_doubles,
                SmallProblem& small) {
  for (int b = 0; b < island.bodies; ++b) {
    const int body = system.body[size(island.body + b)];
    small.masses[size(b)] = problem.inverse_mass[body];
    std::copy_n(&problem.momentum[6 * body], 6, small.momentum.begin() + 6 * b);
  }
  int rows = 0;
  int blocks = 0;
  int contacts = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = system.unit[size(k)];
    if (unit.contact >= 0) {
      small.contacts[size(contacts++)] = {rows, unit.rows - 1, unit.rows > 1 ? problem.contacts[unit.contact].mu : 0.0};
    }
    for (int r = 0; r < unit.rows; ++r) {
      Row& row = small.rows[size(rows++)];
      row = problem.rows[unit.source + r];
      const double scale = system.factor[size(unit.row + r)];
      row.s = system.s[size(unit.row + r)] * scale;
      row.T = system.T[size(unit.row + r)] * scale * scale;
      if (unit.kind == ConstraintKind::bounded) {
        row.lower = unit.lower / scale;
        row.upper = unit.upper / scale;
      }
      const int first = row.first_block;
      row.first_block = blocks;
      for (int q = first; q < first + problem.rows[unit.source + r].block_count; ++q) {
        const int local = system.local[size(problem.blocks[q].body)];
        if (local < 0) continue;
        small.blocks[size(blocks)] = problem.blocks[q];
        small.blocks[size(blocks++)].body = local - island.body;
      }
      row.block_count = blocks - row.first_block;
    }
  }
  small.problem.inverse_mass = {small.masses.data(), island.bodies};
  small.problem.momentum = {small.momentum.data(), 6 * island.bodies};
  small.problem.rows = {small.rows.data(), rows};
  small.problem.blocks = {small.blocks.data(), blocks};
  small.problem.contacts = {small.contacts.data(), contacts};
  small.solution.velocity = {small.velocity.data(), 6 * island.bodies};
  small.solution.impulse = {small.impulse.data(), rows};
  small.solution.sliding_speed = {small.sliding.data(), contacts};
  small.solution.impulse_rest = {small.rest.data(), two_doubles ? rows : 0};
  std::fill(small.rest.begin(), small.rest.end(), 0.0);
}

void write_small(const Island& island, const System& system, const SmallProblem& small, Solution& solution) {
  for (int b = 0; b < island.bodies; ++b) {
    std::copy_n(&small.velocity[size(6 * b)], 6, &solution.velocity[6 * system.body[size(island.body + b)]]);
  }
  for (int i = 0; i < island.rows; ++i) {
    const int source = system.source[size(island.row + i)];
    solution.impulse[source] = small.impulse[size(i)];
    if (!solution.impulse_rest.empty()) solution.impulse_rest[source] = small.rest[size(i)];
  }
  int contact = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = system.unit[size(k)];
    if (unit.contact >= 0) solution.sliding_speed[unit.contact] = small.sliding[size(contact++)];
  }
}

}  // namespace stickslip::lcp

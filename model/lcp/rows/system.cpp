#include "model/lcp/rows/system.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/block.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kPlanar[] = {0, 1, 5};
constexpr int kSpatial[] = {0, 1, 2, 3, 4, 5};
constexpr int kMostBodies = 12;  // of a contact's three rows with four blocks each

template <int kWidth>
constexpr const int* components() {
  return kWidth == 3 ? kPlanar : kSpatial;
}

bool is_planar(const BodyInverse& m) {
  return m.linear[2] == 0 && m.angular[0] == 0 && m.angular[4] == 0;
}

bool is_symmetric(const BodyInverse& m) {
  const double* a = m.angular;
  return a[1] == a[3] && a[2] == a[6] && a[5] == a[7];
}

bool is_diagonal(const BodyInverse& m) {
  const double* a = m.angular;
  return a[1] == 0 && a[2] == 0 && a[3] == 0 && a[5] == 0 && a[6] == 0 && a[7] == 0;
}

/// The inverse of a full matrix of inertia, from that of its inverse `turn`, column by column; false where it has none.
bool invert_inertia(double* turn) {
  for (int i = 0; i < 3; ++i) {
    if (turn[4 * i] == 0) turn[4 * i] = 1;
  }
  return invert<3>(turn);
}

/// Mass and its inverse in the unknowns of the system, which mix in turns alone; directions that are locked have mass 1
/// and are not moved.
template <int kWidth>
void read_body(const Problem& problem, int b, System& system) {
  const BodyInverse& m = problem.inverse_mass[system.body[size(b)]];
  const double* momentum = &problem.momentum[6 * system.body[size(b)]];
  double* inverse = &system.inverse[size(b * kWidth * kWidth)];
  double* mass = &system.mass[size(b * kWidth * kWidth)];
  double* free = &system.free[size(b * kWidth)];
  for (int i = 0; i < kWidth * kWidth; ++i) inverse[i] = mass[i] = 0;
  for (int i = 0; i < kWidth; ++i) {
    const int from = components<kWidth>()[i];
    const double one = from < 3 ? m.linear[from] : m.angular[4 * (from - 3)];
    system.ease[size(b * kWidth + i)] = inverse[(kWidth + 1) * i] = one;
    mass[(kWidth + 1) * i] = one > 0 ? 1 / one : 1.0;
    free[i] = one * momentum[from] + 0.0;
  }
  if (kWidth == 6 && !system.diagonal) {
    double turn[9];
    for (int j = 0; j < 3; ++j) {
      free[3 + j] = 0;
      for (int i = 0; i < 3; ++i) {
        turn[3 * j + i] = inverse[kWidth * (3 + j) + 3 + i] = m.angular[3 * i + j];
        free[3 + j] += m.angular[3 * j + i] * momentum[3 + i];
      }
    }
    if (invert_inertia(turn)) {
      for (int j = 0; j < 3; ++j) std::copy_n(turn + 3 * j, 3, mass + kWidth * (3 + j) + 3);
    }
  }
  for (int i = 0; i < kWidth; ++i) system.scale += momentum[components<kWidth>()[i]] * free[i];
}

int find(UntouchedVector<int>& group, int i) {
  while (group[size(i)] != i) {
    group[size(i)] = group[size(group[size(i)])];
    i = group[size(i)];
  }
  return i;
}

/// Groups of bodies that rows link; the group's name is its lowest body.
void group_bodies(const Problem& problem, System& system) {
  UntouchedVector<int>& group = system.group;
  for (int b = 0; b < problem.inverse_mass.size(); ++b) group[size(b)] = b;
  for (int i = 0; i < problem.rows.size(); ++i) {
    int first = -1;
    const auto link = [&](const Row& row) {
      for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
        const int b = problem.blocks[k].body;
        if (system.local[size(b)] < 0) continue;
        const int root = find(group, b);
        if (first >= 0 && root != first) group[size(std::max(first, root))] = std::min(first, root);
        first = first < 0 ? root : std::min(first, root);
      }
    };
    link(problem.rows[i]);
    while (i + 1 < problem.rows.size() && problem.rows[i + 1].kind == RowKind::tangent) link(problem.rows[++i]);
  }
}

/// Movable bodies, group by group; islands have their bodies then.
void order_bodies(const Problem& problem, System& system) {
  const int count = problem.inverse_mass.size();
  for (int b = 0; b < count; ++b) system.local[size(b)] = is_locked(problem.inverse_mass[b]) ? -1 : 0;
  group_bodies(problem, system);
  std::fill_n(system.count.begin(), count, 0);
  system.islands = 0;
  for (int b = 0; b < count; ++b) {
    if (system.local[size(b)] >= 0) ++system.count[size(find(system.group, b))];
  }
  // Names are lowest bodies, so a group is met at its name first.
  int next = 0;
  for (int b = 0; b < count; ++b) {
    if (system.local[size(b)] < 0 || find(system.group, b) != b) continue;
    Island& island = system.island[size(system.islands)];
    island = {next, system.count[size(b)], 0, 0, 0, 0};
    next += system.count[size(b)];
    system.count[size(b)] = system.islands++;
  }
  system.bodies = next;
  for (int k = 0; k < system.islands; ++k) system.island[size(k)].bodies = 0;
  for (int b = 0; b < count; ++b) {
    if (system.local[size(b)] < 0) continue;
    Island& island = system.island[size(system.count[size(find(system.group, b))])];
    const int at = island.body + island.bodies++;
    system.local[size(b)] = at;
    system.body[size(at)] = b;
  }
}

/// j += the block's entries; those in locked directions are zero.
template <int kWidth>
void add_block(const double* block, const double* ease, double* j) {
  double own[kWidth];
  double least = ease[0];
  for (int i = 0; i < kWidth; ++i) {
    own[i] = j[i] + block[components<kWidth>()[i]];
    least = std::min(least, ease[i]);
  }
  for (int i = 0; i < kWidth && !(least > 0); ++i) {
    if (ease[i] == 0) own[i] = 0;
  }
  std::copy_n(own, kWidth, j);
}

/// A of the row: what the bodies give way to it.
template <int kWidth>
double add_mobility(const System& system, int body, const double* j, double sum) {
  const double* ease = &system.ease[size(body * kWidth)];
  double moved[kWidth];
  for (int c = 0; c < kWidth; ++c) moved[c] = j[c] * ease[c];
  if (kWidth == 6 && !system.diagonal) {
    const double* inverse = &system.inverse[size(body * kWidth * kWidth)];
    for (int c = 3; c < kWidth; ++c) {
      moved[c] = 0;
      for (int i = 3; i < kWidth; ++i) moved[c] += j[i] * inverse[kWidth * c + i];
    }
  }
  for (int c = 0; c < kWidth; ++c) moved[c] *= j[c];
  for (int c = 0; c < kWidth; ++c) sum += moved[c];
  return sum;
}

/// The unit's rows from the problem: Jacobians of its movable bodies and A_ii. `rows` consecutive rows from `source`
/// on.
struct Gathered {
  int bodies = 0;
  int body[kMostBodies];
  double j[kMostBodies][3][6];
  double mobility[3];
};

template <int kWidth>
void gather(const Problem& problem, const System& system, int source, int rows, Gathered& out) {
  out.bodies = 0;
  for (int r = 0; r < rows; ++r) {
    const Row& row = problem.rows[source + r];
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const Block& block = problem.blocks[k];
      const int b = system.local[size(block.body)];
      if (b < 0) continue;
      int at = 0;
      while (at < out.bodies && out.body[at] != b) ++at;
      if (at == out.bodies) {
        out.body[out.bodies++] = b;
        for (int q = 0; q < rows; ++q) std::fill_n(out.j[at][q], kWidth, 0.0);
      }
      add_block<kWidth>(block.j, &system.ease[size(b * kWidth)], out.j[at][r]);
    }
  }
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int b = 0; b < out.bodies; ++b) sum = add_mobility<kWidth>(system, out.body[b], out.j[b][r], sum);
    out.mobility[r] = sum;
  }
}

/// How much of the system's lists is used up.
struct Room {
  int bodies = 0;
  int jacobian = 0;
  int links = 0;
};

/// Scales the unit and lists it, unless it moves nothing; false where there is no room.
template <int kWidth>
bool add_unit(const Problem& problem, int edges, const Listed& listed, System& system, Room& room) {
  const int source = listed.source;
  const int contact = listed.contact;
  Gathered g;
  const Row& row = problem.rows[source];
  Constraint unit{};
  unit.kind = contact >= 0                   ? ConstraintKind::contact
              : row.kind == RowKind::bounded ? ConstraintKind::bounded
                                             : ConstraintKind::joint;
  if (unit.kind == ConstraintKind::bounded && row.lower == -HUGE_VAL && row.upper == HUGE_VAL)
    unit.kind = ConstraintKind::joint;
  unit.rows = contact >= 0 && problem.contacts[contact].mu > 0 ? 1 + problem.contacts[contact].tangents : 1;
  gather<kWidth>(problem, system, source, unit.rows, g);
  if (!(g.mobility[0] > 0)) return true;
  room.links += g.bodies * (g.bodies - 1) / 2;
  if (room.jacobian + g.bodies * unit.rows * kWidth > static_cast<int>(system.jacobian.size())) return false;
  if (room.links > system.most_links) return false;
  const double tangent = unit.rows > 1 ? std::max(g.mobility[1], g.mobility[unit.rows - 1]) : 0.0;
  if (!(tangent > 0)) unit.rows = 1;
  unit.row = system.rows;
  unit.source = source;
  unit.contact = contact;
  unit.body = room.bodies;
  unit.bodies = g.bodies;
  system.reach = std::max(system.reach, g.bodies);
  unit.jacobian = room.jacobian;
  const double normal_scale = root(g.mobility[0]);
  const double tangent_scale = root(tangent);
  unit.lower = row.lower * normal_scale;
  unit.upper = row.upper * normal_scale;
  unit.mu = unit.rows > 1 ? problem.contacts[contact].mu * tangent_scale / normal_scale : 0.0;
  unit.edges = unit.rows == 3 ? edges : 0;
  for (int r = 0; r < unit.rows; ++r) {
    const double scale = r == 0 ? normal_scale : tangent_scale;
    const Row& own = problem.rows[source + r];
    const auto at = size(system.rows++);
    system.source[at] = source + r;
    system.factor[at] = scale;
    system.s[at] = own.s / scale;
    system.T[at] = own.T / (scale * scale);
  }
  double* j = &system.jacobian[size(room.jacobian)];
  const double per_scale[] = {1 / normal_scale, 1 / tangent_scale};
  for (int b = 0; b < g.bodies; ++b) {
    system.unit_body[size(room.bodies++)] = g.body[b];
    for (int r = 0; r < unit.rows; ++r, j += kWidth) {
      for (int i = 0; i < kWidth; ++i) j[i] = g.j[b][r][i] * per_scale[r == 0 ? 0 : 1];
    }
  }
  room.jacobian += g.bodies * unit.rows * kWidth;
  system.unit[size(system.units++)] = unit;
  return true;
}

/// Units that move something, in the order of the problem's rows.
int list_units(const Problem& problem, System& system) {
  int units = 0;
  int contact = 0;
  for (int i = 0; i < problem.rows.size(); ++i) {
    const bool is_contact = problem.rows[i].kind == RowKind::normal;
    const int last = is_contact ? i + problem.contacts[contact].tangents : i;
    int body = -1;
    for (int r = i; r <= last && body < 0; ++r) {
      const Row& row = problem.rows[r];
      for (int k = row.first_block; k < row.first_block + row.block_count && body < 0; ++k) {
        body = system.local[size(problem.blocks[k].body)];
      }
    }
    if (body >= 0) system.listed[size(units++)] = {i, is_contact ? contact : -1, body};
    contact += is_contact ? 1 : 0;
    i = last;
  }
  return units;
}

/// Brings the listed units into the order of their islands, which keeps that of the problem within each.
void order_units(int listed, System& system) {
  std::fill_n(system.count.begin(), system.islands + 1, 0);
  for (int k = 0; k < system.islands; ++k) {
    const Island& island = system.island[size(k)];
    std::fill_n(system.group.begin() + island.body, island.bodies, k);
  }
  for (int u = 0; u < listed; ++u) {
    int& island = system.listed[size(u)].island;
    island = system.group[size(island)];
    ++system.count[size(island + 1)];
  }
  for (int k = 0; k < system.islands; ++k) {
    system.island[size(k)].unit = system.count[size(k)];
    system.island[size(k)].units = system.count[size(k + 1)];
    system.count[size(k + 1)] += system.count[size(k)];
  }
  for (int u = 0; u < listed; ++u) system.order[size(system.count[size(system.listed[size(u)].island)]++)] = u;
}

/// Bodies and units; false where there is no room.
template <int kWidth>
bool read_islands(const Problem& problem, int edges, System& system) {
  system.scale = 0;
  for (int b = 0; b < system.bodies; ++b) read_body<kWidth>(problem, b, system);
  system.scale = root(std::max(0.0, system.scale));
  // Speeds whose squares are too small for doubles are none: no tolerance could tell them from rest.
  if (system.scale == 0) std::fill_n(system.free.data(), system.bodies * kWidth, 0.0);

  order_units(list_units(problem, system), system);
  system.units = system.rows = system.reach = 0;
  Room room;
  for (int k = 0; k < system.islands; ++k) {
    Island& island = system.island[size(k)];
    const int first = island.unit;
    const int count = island.units;
    island.unit = system.units;
    island.row = system.rows;
    for (int u = first; u < first + count; ++u) {
      const Listed& listed = system.listed[size(system.order[size(u)])];
      if (!add_unit<kWidth>(problem, edges, listed, system, room)) return false;
    }
    island.units = system.units - island.unit;
    island.rows = system.rows - island.row;
  }
  system.entries = room.jacobian;
  return true;
}

}  // namespace

System::System(const Capacity& c) : most_links(size_links(c)), unit(size(joint_capacity(c) + c.contacts)) {
  for (auto* per_row : {&factor, &s, &T, &warm}) per_row->resize(size(c.rows));
  source.resize(size(c.rows));
  softened.resize(size(c.rows));
  for (auto* per_body : {&body, &local, &group}) per_body->resize(size(c.bodies));
  count.resize(size(c.bodies + 1));
  island.resize(size(c.bodies));
  mass.resize(size(36 * c.bodies));
  inverse.resize(mass.size());
  ease.resize(size(6 * c.bodies));
  free.resize(ease.size());
  unit_body.resize(size(c.blocks));
  jacobian.resize(9 * unit_body.size());
  listed.resize(unit.size());
  order.resize(unit.size());
}

bool read_system(const Problem& problem, int edges, System& system) {
  bool planar = true;
  system.symmetric = system.diagonal = true;
  for (const BodyInverse& m : problem.inverse_mass) {
    planar = planar && is_planar(m);
    system.symmetric = system.symmetric && is_symmetric(m);
    system.diagonal = system.diagonal && is_diagonal(m);
  }
  system.width = planar ? 3 : 6;
  order_bodies(problem, system);
  if (!(planar ? read_islands<3>(problem, edges, system) : read_islands<6>(problem, edges, system))) return false;
  for (int i = 0; i < system.rows; ++i) system.scale = std::max(system.scale, std::fabs(system.s[size(i)]));
  return true;
}

}  // namespace stickslip::lcp

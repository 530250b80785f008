#include "model/lcp/newton/space.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/block.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

void find_gain(const Constraint& unit, const double* T, double soft, const LocalLaw& law, Gain& K, Gain& B) {
  const double m = law.mobility[0];
  const double bnn = law.rest[0] + law.G[0] * (T[0] + soft) / m;
  B = K = {};
  B.nn = 1 / bnn;
  K.nn = law.G[0] / (bnn * m);
  if (unit.rows == 1) return;
  const double mt = law.mobility[1];
  const double Tt = mt - 1 + soft;
  const double btt = law.rest[1] + law.G[2] * Tt / mt;
  const double btn = -law.G[1] / m;
  B.tt = 1 / btt;
  B.tn = -btn / (bnn * btt);
  K.tt = law.G[2] / (btt * mt);
  K.tn = law.G[1] * (1 / m + K.nn / m) / btt;
  if (unit.rows == 2) return;
  const double baa = law.rest[2] + law.G[3] * Tt / mt;
  B.aa = 1 / baa;
  K.aa = law.G[3] / (baa * mt);
}

/// K in the unit's rows, row by row.
void turn_gain(const Constraint& unit, const LocalLaw& law, const Gain& K, double (&out)[3][3]) {
  const double x = law.along[0];
  const double y = law.along[1];
  out[0][0] = K.nn;
  if (unit.rows == 1) return;
  out[0][1] = K.nt * x;
  out[1][0] = K.tn * x;
  out[1][1] = unit.rows == 2 ? K.tt : K.tt * x * x + K.aa * y * y;
  if (unit.rows == 2) return;
  out[0][2] = K.nt * y;
  out[2][0] = K.tn * y;
  out[2][2] = K.tt * y * y + K.aa * x * x;
  out[1][2] = out[2][1] = (K.tt - K.aa) * x * y;
}

constexpr int kMostGrouped = 6;  // rows of a joint that are added to the matrix at once

/// Units from the k-th on that have one row each, link the same bodies and stand next to each other.
int count_alike(const Part& part, int k, const System& system) {
  const Constraint& first = system.unit[size(part.units[k])];
  int count = 1;
  while (count < kMostGrouped && k + count < part.units.size()) {
    const int unit = part.units[k + count];
    const Constraint& next = system.unit[size(unit)];
    if (unit != part.units[k] + count || next.rows != 1 || !links_the_same(system, first, next)) break;
    ++count;
  }
  return count;
}

/// block += sum of a_r w_r'; rows are `a_stride` and kWidth apart.
template <int kWidth>
void add_outer(int rows, const double* a, int a_stride, const double* w, double* block) {
  for (int j = 0; j < kWidth; ++j) {
    double column[kWidth];
    for (int i = 0; i < kWidth; ++i) column[i] = block[kWidth * j + i];
    for (int r = 0; r < rows; ++r) {
      const double weight = w[r * kWidth + j];
      for (int i = 0; i < kWidth; ++i) column[i] += a[r * a_stride + i] * weight;
    }
    for (int i = 0; i < kWidth; ++i) block[kWidth * j + i] = column[i];
  }
}

/// Where the rows of a body are: `start` + body * `step`, `stride` apart.
struct Rows {
  const double* start;
  int count;
  int step;
  int stride;
};

/// Adds J' K J of rows that act on the bodies of `unit`; `weigh` makes K Jb of a body's rows.
template <int kWidth, class Weigh>
void assemble_rows(const Constraint& unit, const Rows& rows, const int* link, bool symmetric, const Part& part,
                   Space& space, Weigh&& weigh) {
  const int* body = &space.system.unit_body[size(unit.body)];
  for (int b = 0; b < unit.bodies; ++b) {
    const double* jb = rows.start + b * rows.step;
    double W[kMostGrouped * kWidth];
    weigh(jb, W);
    const int nb = body[b] - part.island.body;
    add_outer<kWidth>(rows.count, jb, rows.stride, W, space.factor.diagonal(nb));
    for (int a = 0; a < unit.bodies; ++a) {
      if (a == b) continue;
      const int na = body[a] - part.island.body;
      const bool upper = space.factor.is_upper(na, nb);
      if (upper && symmetric) continue;
      const int high = std::max(a, b);
      const int entry = link[high * (high - 1) / 2 + std::min(a, b)];
      add_outer<kWidth>(rows.count, rows.start + a * rows.step, rows.stride, W,
                        upper ? space.factor.upper(entry) : space.factor.lower(entry));
    }
  }
}

/// Consecutive rows of one joint, each with its own K.
template <int kWidth>
void assemble_alike(const Part& part, int k, int count, bool symmetric, Space& space) {
  const System& system = space.system;
  const Constraint& first = system.unit[size(part.units[k])];
  const int stride = first.bodies * kWidth;
  const Rows rows = {&system.jacobian[size(first.jacobian)], count, kWidth, stride};
  assemble_rows<kWidth>(first, rows, &space.link[size(space.link_start[size(k)])], symmetric, part, space,
                        [&](const double* jb, double* W) {
                          for (int r = 0; r < count; ++r) {
                            const double gain = space.K[size(part.units[k + r])].nn;
                            for (int j = 0; j < kWidth; ++j) W[r * kWidth + j] = gain * jb[r * stride + j];
                          }
                        });
}

template <int kWidth>
void assemble_unit(const Part& part, int k, bool symmetric, Space& space) {
  const int u = part.units[k];
  const Constraint& unit = space.system.unit[size(u)];
  double gain[3][3];
  turn_gain(unit, space.law[size(u)], space.K[size(u)], gain);
  const Rows rows = {&space.system.jacobian[size(unit.jacobian)], unit.rows, unit.rows * kWidth, kWidth};
  assemble_rows<kWidth>(unit, rows, &space.link[size(space.link_start[size(k)])], symmetric, part, space,
                        [&](const double* jb, double* W) {
                          for (int r = 0; r < unit.rows; ++r) {
                            for (int j = 0; j < kWidth; ++j) {
                              double sum = 0;
                              for (int q = 0; q < unit.rows; ++q) sum += gain[r][q] * jb[q * kWidth + j];
                              W[r * kWidth + j] = sum;
                            }
                          }
                        });
}

template <int kWidth>
void assemble_with(const Part& part, double mass, bool symmetric, Space& space) {
  const System& system = space.system;
  space.factor.clear(symmetric);
  for (int b = 0; b < part.island.bodies; ++b) {
    const double* from = &system.mass[size((part.island.body + b) * kWidth * kWidth)];
    double* to = space.factor.diagonal(b);
    for (int i = 0; i < kWidth * kWidth; ++i) to[i] = mass * from[i];
  }
  for (int k = 0; k < part.units.size();) {
    if (system.unit[size(part.units[k])].rows > 1) {
      assemble_unit<kWidth>(part, k++, symmetric, space);
      continue;
    }
    const int count = count_alike(part, k, system);
    assemble_alike<kWidth>(part, k, count, symmetric, space);
    k += count;
  }
}

/// Contacts given by numbers: H = 1 + A K, which is A (A^-1 + K).
template <int kWidth>
void assemble_given(const Part& part, Space& space) {
  constexpr int kBlock = kWidth * kWidth;
  const Given& given = space.system.given;
  space.factor.clear(false);
  for (int b = 0; b < part.island.bodies; ++b) {
    for (int i = 0; i < kBlock; ++i) space.factor.diagonal(b)[i] = i % (kWidth + 1) == 0 ? 1 : 0;
  }
  for (const int b : part.units) {
    const Constraint& unit = space.system.unit[size(b)];
    double gain[3][3] = {};
    turn_gain(unit, space.law[size(b)], space.K[size(b)], gain);
    double columns[kBlock];
    for (int i = 0; i < kBlock; ++i) columns[i] = gain[i % kWidth][i / kWidth];
    for (int i = given.start[b]; i < given.start[b + 1]; ++i) {
      const int a = given.link[i];
      double* block = space.factor.diagonal(b);
      if (a != b) {
        const int entry = space.factor.entry(a, b);
        block = space.factor.is_upper(a, b) ? space.factor.upper(entry) : space.factor.lower(entry);
      }
      add_product<kWidth>(&given.block[i * kBlock], columns, block);
    }
  }
}

/// Of the part that has just been analysed; `assembly`: multiplications that its matrix takes.
void price_factor(double assembly, Space& space) {
  space.price = prices_with(space.extent, space.factor.cost(), space.factor.solve_cost(), assembly);
}

bool analyse_graph(const Part& part, int ends, Space& space) {
  const int before = space.factor.graphs();
  const bool fits = space.factor.analyse(part.island.bodies, space.system.width, {space.ends.data(), ends});
  space.factored = space.factored && space.factor.graphs() == before;
  return fits;
}

bool analyse_given(const Part& part, Space& space) {
  const Given& given = space.system.given;
  const double width = space.system.width;
  int count = 0;
  for (int b = 0; b < part.island.bodies; ++b) {
    for (int i = given.start[b]; i < given.start[b + 1]; ++i) {
      if (given.link[i] >= b) continue;
      space.ends[size(count++)] = given.link[i];
      space.ends[size(count++)] = b;
    }
  }
  if (!analyse_graph(part, count, space)) return false;
  price_factor(width * width * width * given.link.size(), space);
  return true;
}

}  // namespace

Space::Space(const Capacity& c, System& of) : system(of), factor(c.bodies, size_links(c), 6) {
  const std::size_t units = system.unit.size();
  for (auto* per_row :
       {&T, &s, &f, &u, &step, &speed, &rest, &correction, &speed_correction, &kept, &direction, &drift_speed}) {
    per_row->resize(size(c.rows));
  }
  for (auto* per_body : {&velocity, &body_step, &load, &multiplier}) per_body->resize(size(6 * c.bodies));
  law.resize(units);
  K.resize(units);
  B.resize(units);
  change.resize(6 * units);
  link_start.resize(units);
  link.resize(size(size_links(c)));
  ends.resize(2 * link.size());
}

IslandWork::IslandWork(const Capacity& c, System& system) : space(c, system), sweeps(system) {
  for (auto* per_row : {&found, &T, &s}) per_row->resize(size(c.rows));
  for (auto* per_unit : {&all, &active}) per_unit->resize(system.unit.size());
  for (auto* per_unit : {&lower, &upper}) per_unit->resize(system.unit.size());
  takes_part.resize(system.unit.size());
  group.resize(size(c.bodies + 1));
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
}

Extent extent_of(const Island& island, const System& system) {
  const auto first = [&](int unit) { return unit < system.units ? system.unit[size(unit)].jacobian : system.entries; };
  Extent extent;
  extent.bodies = island.bodies;
  extent.rows = island.rows;
  extent.width = system.width;
  extent.reach = std::max(1, system.reach);
  extent.entries = system.given.start.empty() ? first(island.unit + island.units) - first(island.unit)
                                              : system.width * system.width * system.given.link.size();
  return extent;
}

void enter(const Island& island, Space& space) {
  space.extent = extent_of(island, space.system);
  space.factored = false;
  space.price = {};
  space.price.evaluation = evaluation_price(space.extent);
}

bool analyse(const Part& part, Space& space) {
  if (!space.system.given.start.empty()) return analyse_given(part, space);
  int count = 0;
  for (const int u : part.units) {
    const Constraint& unit = space.system.unit[size(u)];
    const int* body = &space.system.unit_body[size(unit.body)];
    for (int b = 1; b < unit.bodies; ++b) {
      for (int a = 0; a < b; ++a) {
        space.ends[size(count++)] = body[a] - part.island.body;
        space.ends[size(count++)] = body[b] - part.island.body;
      }
    }
  }
  if (!analyse_graph(part, count, space)) return false;
  int at = 0;
  double assembly = 0;
  for (int k = 0; k < part.units.size(); ++k) {
    const int rows = space.system.unit[size(part.units[k])].rows;
    const int bodies = space.system.unit[size(part.units[k])].bodies;
    const int entries = bodies * space.system.width;
    assembly += rows * entries * (rows + entries);
    space.link_start[size(k)] = at;
    for (int l = 0; l < bodies * (bodies - 1) / 2; ++l, ++at) {
      space.link[size(at)] = space.factor.entry(space.ends[size(2 * at)], space.ends[size(2 * at + 1)]);
    }
  }
  price_factor(assembly, space);
  return true;
}

namespace {

template <int kWidth>
void find_speeds(const Part& part, Space& space) {
  const System& system = space.system;
  for (const int k : part.units) {
    const Constraint& unit = system.unit[size(k)];
    double speed[3];
    row_speeds_with<kWidth>(system, unit, space.velocity.data(), speed);
    for (int r = 0; r < unit.rows; ++r) {
      const auto i = size(unit.row + r);
      space.u[i] = speed[r] + space.s[i] + space.T[i] * space.f[i];
    }
  }
}

void find_speeds(const Part& part, Space& space) {
  by_width(space.system.width, [&](auto width) { find_speeds<width>(part, space); });
}

}  // namespace

void evaluate(const Part& part, Space& space) {
  const System& system = space.system;
  space.spent += space.price.evaluation;
  find_momentum(system, part, space.f.data(), space.velocity.data());
  find_velocity(system, part.island, space.velocity.data());
  const int begin = part.island.body * system.width;
  for (int i = begin; i < begin + part.island.bodies * system.width; ++i)
    space.velocity[size(i)] += system.free[size(i)];
  find_speeds(part, space);
}

void evaluate_free(const Part& part, Space& space) {
  const Island& island = part.island;
  const int width = space.system.width;
  space.spent += space.price.evaluation;
  std::fill_n(space.f.begin() + island.row, island.rows, 0.0);
  std::copy_n(space.system.free.begin() + island.body * width, island.bodies * width,
              space.velocity.begin() + island.body * width);
  find_speeds(part, space);
}

void add_step(const Part& part, double sign, Space& space) {
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    for (int i = unit.row; i < unit.row + unit.rows; ++i) space.f[size(i)] += sign * space.step[size(i)];
  }
  evaluate(part, space);
}

double linearise(const Part& part, double nu, Space& space) {
  double sum = 0;
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    const auto i = size(unit.row);
    LocalLaw& law = space.law[size(k)];
    find_law(unit, &space.T[i], &space.f[i], &space.u[i], nu, law);
    for (int r = 0; r < unit.rows; ++r) sum += law.F[r] * law.F[r];
  }
  return sum;
}

bool factorise(const Part& part, double soft_joint, double soft_contact, Space& space) {
  bool symmetric = space.system.symmetric;
  for (const int k : part.units) {
    const Constraint& unit = space.system.unit[size(k)];
    const double soft = unit.kind == ConstraintKind::joint ? soft_joint : soft_contact;
    find_gain(unit, &space.T[size(unit.row)], soft, space.law[size(k)], space.K[size(k)], space.B[size(k)]);
    symmetric = symmetric && (unit.rows == 1 || space.K[size(k)].tn == 0);
  }
  return factorise_gains(part, 1, symmetric, space);
}

bool factorise_gains(const Part& part, double mass, bool symmetric, Space& space) {
  if (!space.system.given.start.empty()) {
    by_width(space.system.width, [&](auto width) { assemble_given<width>(part, space); });
    symmetric = false;
  } else {
    by_width(space.system.width, [&](auto width) { assemble_with<width>(part, mass, symmetric, space); });
  }
  ++space.factorisations;
  space.spent += space.price.factorisation;
  space.factored = space.factor.factor(symmetric);
  return space.factored;
}

}  // namespace stickslip::lcp

#include "model/lcp/pivoting/problem_lcp.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone/cone.h"
#include "model/math/arithmetic.h"

namespace stickslip::lcp {
namespace {

bool is_free_of_bounds(const Row& row) {
  return row.kind == RowKind::equality ||
         (row.kind == RowKind::bounded && row.lower == -HUGE_VAL && row.upper == HUGE_VAL);
}

void corner(int k, int edges, double* along) {
  const Edge edge = polygon_edge(k, edges);
  std::copy_n(edge.along, 2, along);
}
void corner(int k, int edges, DoubleDouble* along) {
  const PreciseEdge edge = precise_edge(k, edges);
  std::copy_n(edge.along, 2, along);
}

}  // namespace

template <class Real>
ProblemLcp<Real>::ProblemLcp(const Capacity& c, int most_rows, int most_unknowns)
    : most_rows_(most_rows),
      most_unknowns_(most_unknowns),
      system_(size(most_rows) * size(most_rows + 1)),
      response_(size(6 * c.blocks)),
      impulse_(size(most_rows)),
      weight_(size(2 * most_unknowns)),
      per_unit_(size(most_rows)),
      unknown_(size(most_unknowns)),
      unit_(size(most_rows)),
      joint_(size(most_rows)),
      eliminated_(size(most_rows)) {}

template <class Real>
void ProblemLcp<Real>::add(Role role, int first, int second, Real along, Real across) {
  if (count_ < most_unknowns_) {
    unknown_[size(count_)] = {role, units_, {first, second}};
    weight_[size(2 * count_)] = along;
    weight_[size(2 * count_ + 1)] = across;
  }
  ++count_;
}

/// c = lower + p or c = upper - p with p >= 0, and p <= upper - lower where both are finite.
template <class Real>
void ProblemLcp<Real>::add_bounded(int row) {
  const Row& own = problem_->rows[row];
  PivotUnit& unit = unit_[size(units_)];
  unit = {count_, 0, -1, row, 1, -1};
  if (own.lower < own.upper) {
    const bool from_lower = own.lower > -HUGE_VAL;
    add(Role::push, row, -1, from_lower ? 1.0 : -1.0, 0.0);
    if (from_lower && own.upper < HUGE_VAL) {
      unit.cap = count_;
      add(Role::cap, -1, -1, 0.0, 0.0);
    }
  }
  ++units_;
}

template <class Real>
void ProblemLcp<Real>::add_contact(int contact, int edges) {
  const Contact& own = problem_->contacts[contact];
  PivotUnit& unit = unit_[size(units_)];
  unit = {count_, 0, -1, own.normal, 1, contact};
  add(Role::push, own.normal, -1, 1.0, 0.0);
  const int t = own.normal + 1;
  if (own.mu > 0 && own.tangents > 0 && per_unit_[size(t)] > 0) {
    unit.rows = 1 + own.tangents;
    unit.edges = own.tangents == 1 ? 2 : edges;
    for (int k = 0; k < unit.edges; ++k) {
      Real along[2] = {k == 0 ? 1.0 : -1.0, 0.0};
      if (own.tangents == 2) corner(k, edges, along);
      add(Role::edge, t, own.tangents == 2 ? t + 1 : -1, along[0], along[1]);
    }
    unit.cap = count_;
    add(Role::cap, -1, -1, 0.0, 0.0);
  }
  ++units_;
}

template <class Real>
void ProblemLcp<Real>::list_unknowns(int edges) {
  count_ = units_ = joints_ = 0;
  for (int i = 0; i < rows_; ++i) {
    const Row& row = problem_->rows[i];
    if (per_unit_[size(i)] == 0) continue;
    if (is_free_of_bounds(row)) {
      joint_[size(joints_++)] = i;
    } else if (row.kind == RowKind::bounded) {
      add_bounded(i);
    }
  }
  for (int k = 0; k < problem_->contacts.size(); ++k) {
    if (per_unit_[size(problem_->contacts[k].normal)] > 0) add_contact(k, edges);
  }
}

/// G M^-1 G', and the free velocity + s in the last column.
template <class Real>
void ProblemLcp<Real>::assemble() {
  const auto times = [](double a, double b) { return Precision<Real>::product(a, b); };
  for (int k = 0; k < problem_->blocks.size(); ++k) {
    const Block& block = problem_->blocks[k];
    const BodyInverse& m = problem_->inverse_mass[block.body];
    Real* response = &response_[size(6 * k)];
    for (int l = 0; l < 3; ++l) {
      const double* a = m.angular + 3 * l;
      response[l] = times(m.linear[l], block.j[l]);
      response[3 + l] = times(a[0], block.j[3]) + times(a[1], block.j[4]) + times(a[2], block.j[5]);
    }
  }
  for (int i = 0; i < rows_; ++i) {
    const Row& own = problem_->rows[i];
    Real* to = system_row(i);
    std::fill(to, to + rows_ + 1, Real(0.0));
    to[rows_] = own.s;
    for (int k = own.first_block; k < own.first_block + own.block_count; ++k) {
      const Block& block = problem_->blocks[k];
      const BodyInverse& m = problem_->inverse_mass[block.body];
      const double* r = &problem_->momentum[6 * block.body];
      for (int l = 0; l < 3; ++l) {
        const double* a = m.angular + 3 * l;
        to[rows_] = to[rows_] + times(m.linear[l], r[l]) * block.j[l];
        to[rows_] = to[rows_] + (times(a[0], r[3]) + times(a[1], r[4]) + times(a[2], r[5])) * block.j[3 + l];
      }
      for (int j = 0; j < rows_; ++j) {
        const Row& other = problem_->rows[j];
        for (int q = other.first_block; q < other.first_block + other.block_count; ++q) {
          if (problem_->blocks[q].body != block.body) continue;
          for (int l = 0; l < 6; ++l) {
            if (block.j[l] != 0) to[j] = to[j] + response_[size(6 * q + l)] * block.j[l];
          }
        }
      }
    }
  }
}

/// Brings the diagonal to one; both tangents of a contact have the larger scale.
template <class Real>
void ProblemLcp<Real>::find_scales() {
  for (int i = 0; i < rows_; ++i) {
    const double a = leading(system_row(i)[i]);
    per_unit_[size(i)] = a > 0 ? 1 / root(a) : 0.0;
  }
  for (const Contact& contact : problem_->contacts) {
    if (contact.tangents < 2) continue;
    double* t = &per_unit_[size(contact.normal + 1)];
    const double larger = t[0] == 0 || t[1] == 0 ? std::max(t[0], t[1]) : std::min(t[0], t[1]);
    t[0] = t[1] = larger;
  }
  for (int i = 0; i < rows_; ++i) {
    Real* to = system_row(i);
    to[i] = to[i] + problem_->rows[i].T;
    for (int j = 0; j < rows_; ++j) {
      to[j] = to[j] * Precision<Real>::product(per_unit_[size(i)], per_unit_[size(j)]);
    }
    to[rows_] = to[rows_] * per_unit_[size(i)];
  }
}

/// Rows of joints come to say the joint's impulse; what depends on earlier joints carries none.
template <class Real>
void ProblemLcp<Real>::eliminate_joints() {
  std::fill_n(eliminated_.begin(), rows_, std::uint8_t{0});
  for (int count = 0; count < joints_; ++count) {
    int best = -1;
    for (int q = 0; q < joints_; ++q) {
      const int j = joint_[size(q)];
      if (!eliminated_[size(j)] && (best < 0 || system_row(best)[best] < system_row(j)[j])) best = j;
    }
    Real* own = system_row(best);
    const bool dependent = !(leading(own[best]) > Precision<Real>::kRate);
    eliminated_[size(best)] = 1;
    const Real inverse = dependent ? Real(0.0) : Real(-1.0) / own[best];
    own[best] = 0.0;
    for (int j = 0; j <= rows_; ++j) own[j] = own[j] * inverse;
    for (int i = 0; i < rows_; ++i) {
      Real* to = system_row(i);
      const Real factor = to[best];
      if (i == best || leading(factor) == 0) continue;
      to[best] = 0.0;
      for (int j = 0; j <= rows_; ++j) {
        if (leading(own[j]) != 0) to[j] = to[j] + factor * own[j];
      }
    }
  }
}

template <class Real>
bool ProblemLcp<Real>::read(const Problem& problem, int edges) {
  problem_ = &problem;
  rows_ = problem.rows.size();
  if (rows_ > most_rows_ || 6 * problem.blocks.size() > static_cast<int>(response_.size())) return false;
  assemble();
  find_scales();
  list_unknowns(edges);
  if (count_ > most_unknowns_) return false;
  eliminate_joints();
  return true;
}

/// The bound that a bounded row's impulse is measured from.
template <class Real>
Real ProblemLcp<Real>::base_of(int unit) const {
  const PivotUnit& own = unit_[size(unit)];
  if (own.contact >= 0) return 0.0;
  const Row& row = problem_->rows[own.row];
  return Real(row.lower > -HUGE_VAL ? row.lower : row.upper) / Real(per_unit_[size(own.row)]);
}

/// What a cap allows: mu c_n, or upper - lower, less what it is on.
template <class Real>
void ProblemLcp<Real>::add_limit(const PivotUnit& unit, int cap, Real* to) const {
  const double normal = per_unit_[size(unit.row)];
  if (unit.contact < 0) {
    const Row& row = problem_->rows[unit.row];
    to[unit.first] = -1.0;
    to[count_ + 1] = (Real(row.upper) - row.lower) / Real(normal);
    return;
  }
  for (int e = unit.first + 1; e < cap; ++e) to[e] = -1.0;
  to[unit.first] =
      Precision<Real>::product(problem_->contacts[unit.contact].mu, normal) / Real(per_unit_[size(unit.row + 1)]);
}

template <class Real>
void ProblemLcp<Real>::fill(Tableau<Real>& tableau, double of_normals, double of_others) const {
  tableau.clear(count_);
  for (int i = 0; i < count_; ++i) {
    Real* to = tableau.row(i);
    const Unknown& a = unknown_[size(i)];
    const PivotUnit& unit = unit_[size(a.unit)];
    tableau.weight(i) = a.role == Role::push && unit.contact >= 0 ? 1.0 : kFrictionWeight;
    if (a.role == Role::cap) {
      add_limit(unit, i, to);
      to[i] = -of_others;
      continue;
    }
    for (int l = 0; l < 2 && a.row[l] >= 0; ++l) {
      const Real* from = system_row(a.row[l]);
      const Real weight = weight_[size(2 * i + l)];
      for (int j = 0; j < count_; ++j) {
        const Unknown& b = unknown_[size(j)];
        for (int m = 0; m < 2 && b.role != Role::cap && b.row[m] >= 0; ++m) {
          to[j] = to[j] + from[b.row[m]] * (weight * weight_[size(2 * j + m)]);
        }
      }
      to[count_ + 1] = to[count_ + 1] + from[rows_] * weight;
      for (int k = 0; k < units_; ++k) {
        const Real base = base_of(k);
        if (leading(base) != 0) to[count_ + 1] = to[count_ + 1] + from[unit_[size(k)].row] * base * weight;
      }
    }
    to[i] = to[i] + (a.role == Role::push && unit.contact >= 0 ? of_normals : of_others);
    if (unit.cap >= 0 && (a.role == Role::edge || unit.contact < 0)) to[unit.cap] = 1.0;
  }
}

template <class Real>
void ProblemLcp<Real>::mark_basic(const double* impulse, Span<std::uint8_t> basic) const {
  constexpr double kAll = 1 - 1e-9;  // part of what the cone allows that is on its face
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  for (int k = 0; k < units_; ++k) {
    const PivotUnit& unit = unit_[size(k)];
    const double* c = impulse + unit.row;
    if (unit.contact < 0) {
      const Row& row = problem_->rows[unit.row];
      if (unit.first == count_ || unknown_[size(unit.first)].unit != k) continue;
      basic[unit.first] = row.lower > -HUGE_VAL ? c[0] > row.lower : c[0] < row.upper;
      if (unit.cap >= 0) basic[unit.cap] = c[0] >= row.upper;
      continue;
    }
    if (!(c[0] > 0)) continue;
    basic[unit.first] = 1;
    if (unit.edges == 0) continue;
    const EdgeShares shares = decompose(c + 1, unit.rows - 1, unit.edges);
    const double sum = shares.share[0] + shares.share[1];
    const bool slides = sum >= kAll * problem_->contacts[unit.contact].mu * c[0];
    basic[unit.cap] = slides;
    const double least = (1 - kAll) * sum;
    const int next = (shares.first + 1) % unit.edges;
    basic[unit.first + 1 + shares.first] = !slides || shares.share[0] > least;
    if (unit.rows == 3) basic[unit.first + 1 + next] = !slides || shares.share[1] > least;
  }
}

template <class Real>
double ProblemLcp<Real>::find_impulses(const Tableau<Real>& tableau) {
  std::fill_n(impulse_.begin(), rows_, Real(0.0));
  for (int k = 0; k < units_; ++k) {
    if (unit_[size(k)].contact < 0) impulse_[size(unit_[size(k)].row)] = base_of(k);
  }
  for (int j = 0; j < count_; ++j) {
    const Unknown& a = unknown_[size(j)];
    const Real value = tableau.value(j);
    if (!(leading(value) > 0)) continue;
    for (int l = 0; l < 2 && a.row[l] >= 0; ++l) {
      Real& to = impulse_[size(a.row[l])];
      to = to + value * weight_[size(2 * j + l)];
    }
  }
  for (int q = 0; q < joints_; ++q) {
    const Real* from = system_row(joint_[size(q)]);
    Real sum = from[rows_];
    for (int l = 0; l < rows_; ++l) {
      if (!eliminated_[size(l)]) sum = sum + from[l] * impulse_[size(l)];
    }
    impulse_[size(joint_[size(q)])] = sum;
  }
  double largest = 0;
  for (int i = 0; i < rows_; ++i) {
    largest = std::max(largest, std::fabs(leading(impulse_[size(i)])));
    impulse_[size(i)] = impulse_[size(i)] * per_unit_[size(i)];
  }
  return largest;
}

template class ProblemLcp<double>;
template class ProblemLcp<DoubleDouble>;

}  // namespace stickslip::lcp

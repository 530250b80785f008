#include "model/lcp/pattern_system.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/band.h"
#include "model/lcp/dense.h"
#include "model/lcp/natural_map.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kSmallestPivot = 1e-4;  // part of what is added to the diagonal

bool share_entries(const Condensed& lcp, const Unit& column_unit, const Unit& row_unit) {
  for (int j = column_unit.row; j < column_unit.row + column_unit.rows; ++j) {
    const double* column = lcp.column(j) + row_unit.row;
    for (int i = 0; i < row_unit.rows; ++i) {
      if (column[i] != 0) return true;
    }
  }
  return false;
}

/// The row whose column the direction is, or -1 where it combines several.
int single_row(const Direction& d) {
  int row = -1;
  for (int l = 0; l < d.rows; ++l) {
    if (d.p[l] == 0) continue;
    if (row >= 0 || d.p[l] != 1) return -1;
    row = d.row + l;
  }
  return row;
}

/// Impulses of one unit become some that its pattern allows.
void fit_unit(const Condensed& lcp, const Unit& unit, const Pattern& pattern, double* f) {
  if (pattern.kind == Motion::stick) return;
  if (pattern.kind == Motion::open || pattern.kind == Motion::capped) {
    fill(f, 0.0, unit.rows);
    if (pattern.kind == Motion::capped) f[0] = lcp.unknowns[unit.edge].weight[0] * unit.range;
    return;
  }
  const double budget = unit.mu * f[0];
  double start[2] = {pattern.along[0], pattern.along[1]};
  double along[2] = {-pattern.along[1], pattern.along[0]};
  if (pattern.kind != Motion::round) {
    const Edge a = edge_of(lcp, unit, pattern.edge);
    const Edge b = edge_of(lcp, unit, pattern.edge + 1);
    start[0] = a.along[0];
    start[1] = a.along[1];
    along[0] = b.along[0] - a.along[0];
    along[1] = b.along[1] - a.along[1];
  }
  double share = 0;
  if (pattern.kind != Motion::edge && unit.rows == 3) {
    share = (f[1] - budget * start[0]) * along[0] + (f[2] - budget * start[1]) * along[1];
    share /= along[0] * along[0] + along[1] * along[1];
  }
  if (unit.rows > 1) f[1] = budget * start[0] + share * along[0];
  if (unit.rows > 2) f[2] = budget * start[1] + share * along[1];
}

}  // namespace

void PatternSystem::add(const Unit& unit, const double* p, const double* q, double compliance) {
  Direction& d = w_.directions[size(count_++)];
  d.row = unit.row;
  d.rows = unit.rows;
  std::copy(p, p + 3, d.p);
  std::copy(q, q + 3, d.q);
  d.compliance = compliance;
}

void PatternSystem::add_directions(const Unit& unit, const Pattern& pattern, bool dilatant) {
  const double units[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (pattern.kind == Motion::stick) {
    for (int l = 0; l < unit.rows; ++l) add(unit, units[l], units[l], 0);
  } else if (pattern.kind == Motion::round) {
    const double p[3] = {1, unit.mu * pattern.along[0], unit.mu * pattern.along[1]};
    add(unit, p, units[0], 0);
    const double across[3] = {0, -pattern.along[1], pattern.along[0]};
    const double turned[3] = {0, pattern.turn * across[1], pattern.turn * across[2]};
    add(unit, across, turned, 1 - pattern.turn);
  } else if (pattern.kind == Motion::edge || pattern.kind == Motion::facet) {
    const Edge d = edge_of(lcp_, unit, pattern.edge);
    const double p[3] = {1, unit.mu * d.along[0], unit.mu * d.along[1]};
    add(unit, p, dilatant ? p : units[0], 0);
    if (pattern.kind == Motion::facet) {
      const Edge next = edge_of(lcp_, unit, pattern.edge + 1);
      const double along[3] = {0, next.along[0] - d.along[0], next.along[1] - d.along[1]};
      add(unit, along, along, 0);
    }
  }
}

/// Which units share entries of A: per unit k, links[first_link[k]] .. links[first_link[k + 1] - 1].
void PatternSystem::link_units() {
  const int units = lcp_.units.size();
  int next = 0;
  for (int k = 0; k < units; ++k) {
    w_.first_link[size(k)] = next;
    for (int l = 0; l < units; ++l) {
      if (share_entries(lcp_, lcp_.units[k], lcp_.units[l]) || share_entries(lcp_, lcp_.units[l], lcp_.units[k])) {
        w_.links[size(next++)] = l;
      }
    }
  }
  w_.first_link[size(units)] = next;
}

/// Reverse Cuthill-McKee.
void PatternSystem::order_units() {
  const int units = lcp_.units.size();
  ordered_ = true;
  link_units();
  const auto degree = [&](int k) { return w_.first_link[size(k + 1)] - w_.first_link[size(k)]; };
  std::fill_n(w_.level.begin(), units, 0);  // 1: in the queue
  int done = 0;
  while (done < units) {
    int start = -1;
    for (int k = 0; k < units; ++k) {
      if (w_.level[size(k)] == 0 && (start < 0 || degree(k) < degree(start))) start = k;
    }
    w_.level[size(start)] = 1;
    w_.queue[size(done)] = start;
    int end = done + 1;
    for (int head = done; head < end; ++head) {
      const int k = w_.queue[size(head)];
      const int from = end;
      for (int i = w_.first_link[size(k)]; i < w_.first_link[size(k + 1)]; ++i) {
        const int l = w_.links[size(i)];
        if (w_.level[size(l)] != 0) continue;
        w_.level[size(l)] = 1;
        w_.queue[size(end++)] = l;
      }
      // Not std::stable_sort, which allocates; they came in the order of their indices.
      std::sort(w_.queue.begin() + from, w_.queue.begin() + end,
                [&](int a, int b) { return degree(a) != degree(b) ? degree(a) < degree(b) : a < b; });
    }
    done = end;
  }
  for (int k = 0; k < units; ++k) w_.order[size(k)] = w_.queue[size(units - 1 - k)];
}

/// How far apart in order linked directions are.
void PatternSystem::find_band() {
  band_ = 0;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const int first = w_.first_direction[size(k)];
    const int end = w_.level[size(k)];
    if (first == end) continue;
    for (int i = w_.first_link[size(k)]; i < w_.first_link[size(k + 1)]; ++i) {
      const int l = w_.links[size(i)];
      if (w_.level[size(l)] == w_.first_direction[size(l)]) continue;
      band_ = std::max({band_, end - 1 - w_.first_direction[size(l)], w_.level[size(l)] - 1 - first});
    }
  }
  banded_ = band_height(band_, band_) < count_;
}

void PatternSystem::fill_matrix(double diagonal) {
  const int height = banded_ ? band_height(band_, band_) : count_;
  double* matrix = w_.matrix.data();
  if (banded_) fill(matrix, 0.0, height * count_);
  for (int b = 0; b < count_; ++b) {
    const Direction& d = w_.directions[size(b)];
    double own = 0;
    for (int l = 0; l < d.rows; ++l) own += d.q[l] * d.p[l];
    const int single = single_row(d);
    const double* column = single >= 0 ? lcp_.column(single) : w_.column.data();
    if (single < 0) {
      fill(w_.column.data(), 0.0, lcp_.rows());
      for (int l = 0; l < d.rows; ++l) {
        if (d.p[l] != 0) add_column(lcp_, d.row + l, d.p[l], w_.column.data());
      }
    }
    const int low = banded_ ? std::max(0, b - band_) : 0;
    const int high = banded_ ? std::min(count_ - 1, b + band_) : count_ - 1;
    double* to = column_of(matrix, height, b);
    if (banded_) to += 2 * band_ - b;
    for (int a = low; a <= high; ++a) {
      const Direction& e = w_.directions[size(a)];
      double sum = e.q[0] * column[e.row];
      for (int l = 1; l < e.rows; ++l) sum += e.q[l] * column[e.row + l];
      to[a] = sum;
    }
    to[b] += diagonal * own + d.compliance;
  }
}

bool PatternSystem::factor(const Law& law, double soft) {
  if (!ordered_) order_units();
  count_ = 0;
  for (int o = 0; o < lcp_.units.size(); ++o) {
    const int k = w_.order[size(o)];
    w_.first_direction[size(k)] = count_;
    add_directions(lcp_.units[k], w_.pattern[size(k)], law.dilatant);
    w_.level[size(k)] = count_;
  }
  find_band();
  fill_matrix(std::max(law.tau, soft));
  const double band = banded_ ? band_ : count_;
  effort_ += band * band * count_;
  const double smallest = kSmallestPivot * soft;
  if (banded_) return band_factor(w_.matrix.data(), count_, band_, band_, w_.pivots.data(), smallest);
  return lu_factor(w_.matrix.data(), count_, w_.pivots.data(), smallest);
}

void PatternSystem::fit() const {
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    fit_unit(lcp_, unit, w_.pattern[size(k)], &w_.f[size(unit.row)]);
  }
}

double PatternSystem::defect() const {
  for (int a = 0; a < count_; ++a) {
    const Direction& d = w_.directions[size(a)];
    double sum = 0;
    for (int l = 0; l < d.rows; ++l) sum += d.q[l] * w_.u[size(d.row + l)];
    if (d.compliance > 0) {
      for (int l = 1; l < d.rows; ++l) sum += d.compliance * d.p[l] * w_.f[size(d.row + l)];
    }
    w_.x[size(a)] = sum;
  }
  return max_abs(w_.x.data(), count_);
}

void PatternSystem::correct() const {
  double* x = w_.x.data();
  if (banded_) {
    band_solve(w_.matrix.data(), count_, band_, band_, w_.pivots.data(), x);
  } else {
    lu_solve(w_.matrix.data(), count_, w_.pivots.data(), x);
  }
  for (int a = 0; a < count_; ++a) {
    const Direction& d = w_.directions[size(a)];
    for (int l = 0; l < d.rows; ++l) w_.f[size(d.row + l)] -= d.p[l] * x[a];
  }
}

}  // namespace stickslip::lcp

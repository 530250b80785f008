#include "model/lcp/precise.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "model/lcp/cone.h"
#include "model/lcp/cover.h"
#include "model/lcp/dense.h"
#include "model/lcp/pattern_flags.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kMostRows = 128;
constexpr int kMostUnknowns = 176;
constexpr double kDependent = 1e-20;     // pivots of joints below this part of the diagonal are round-off
constexpr double kNothing = 1e-20;       // part of the largest q that values may be below zero
constexpr double kSmallestRate = 1e-22;  // rates below this part of the largest are round-off
// Of q, as part of its largest entry, for each path that is tried.
constexpr double kPerturbation[] = {1e-19, 1e-16, 1e-14, 1e-13, 1e-12, 1e-11};

class Precise {
 public:
  Precise(const Problem& problem, const Delassus& delassus, const Condensation& condensation, PreciseWork& work)
      : problem_(problem),
        delassus_(delassus),
        c_(condensation),
        w_(work),
        rows_(problem.rows.size()),
        n_(condensation.lcp.size()) {}

  void find_weights();
  void assemble();
  void eliminate_joints();
  void fill_tableau(int cover);
  Status follow_path(int* pivots);
  void choose_values();
  void get_basis(Span<std::uint8_t> basic, Span<double> z) const;
  /// Scaled impulses of all rows; the physical ones stay in the workspace.
  void expand(double* impulse);

 private:
  DoubleDouble* system_row(int i) { return &w_.system[size(i) * size(rows_ + 1)]; }
  DoubleDouble* row(int i) { return &w_.tableau[size(i) * size(n_ + 3)]; }
  const DoubleDouble* row(int i) const { return &w_.tableau[size(i) * size(n_ + 3)]; }
  int problem_row(int l) const { return c_.free_rows[size(l)]; }
  DoubleDouble base_of(int l) const;
  DoubleDouble weight_of(int j, int l) const { return w_.weight[size(2 * j + l)]; }
  void substitute(DoubleDouble* target, int count, int column, const DoubleDouble* source) const;
  void add_response(int j, DoubleDouble factor, DoubleDouble* velocities);
  int pivot(int r, int column);
  int choose_row(int column) const;

  const Problem& problem_;
  const Delassus& delassus_;
  const Condensation& c_;
  PreciseWork& w_;
  int rows_;
  int n_;
  double largest_q_ = 0;
  int value_ = 0;  // column of the tableau with the basic variables' values
};

/// Shares that unknowns have in the impulses of rows: the polygons' corners in full precision.
void Precise::find_weights() {
  for (int j = 0; j < n_; ++j) {
    const Unknown& unknown = c_.lcp.unknowns[j];
    const Unit& unit = c_.lcp.units[unknown.unit];
    DoubleDouble* to = &w_.weight[size(2 * j)];
    std::copy_n(unknown.weight, 2, to);
    if (unknown.role != Role::edge || unit.rows < 3) continue;
    const PreciseEdge edge = precise_edge(j - unit.edge, unit.edges);
    std::copy_n(edge.along, 2, to);
  }
}

/// Scaled G M^-1 G' + T, and the scaled free velocity + s in the last column.
void Precise::assemble() {
  for (int k = 0; k < problem_.blocks.size(); ++k) {
    const Block& block = problem_.blocks[k];
    const BodyInverse& m = problem_.inverse_mass[block.body];
    DoubleDouble* response = &w_.response[size(6 * k)];
    for (int l = 0; l < 3; ++l) {
      response[l] = exact_product(m.linear[l], block.j[l]);
      response[3 + l] = exact_product(m.angular[3 * l], block.j[3]) + exact_product(m.angular[3 * l + 1], block.j[4]) +
                        exact_product(m.angular[3 * l + 2], block.j[5]);
    }
  }
  for (int i = 0; i < rows_; ++i) {
    const double scale = delassus_.scale[size(i)];
    w_.scale[size(i)] = scale > 0 ? 1 / scale : 0.0;
  }
  for (int i = 0; i < rows_; ++i) {
    const Row& a = problem_.rows[i];
    DoubleDouble* to = system_row(i);
    std::fill(to, to + rows_ + 1, DoubleDouble());
    to[rows_] = a.s;
    for (int k = a.first_block; k < a.first_block + a.block_count; ++k) {
      const Block& block = problem_.blocks[k];
      const BodyInverse& m = problem_.inverse_mass[block.body];
      const double* r = &problem_.momentum[6 * block.body];
      for (int l = 0; l < 3; ++l) {
        const double* angular = m.angular + 3 * l;
        to[rows_] = to[rows_] + exact_product(m.linear[l], r[l]) * block.j[l];
        const DoubleDouble spin =
            exact_product(angular[0], r[3]) + exact_product(angular[1], r[4]) + exact_product(angular[2], r[5]);
        to[rows_] = to[rows_] + spin * block.j[3 + l];
      }
      for (int j = 0; j < rows_; ++j) {
        const Row& b = problem_.rows[j];
        for (int q = b.first_block; q < b.first_block + b.block_count; ++q) {
          if (problem_.blocks[q].body != block.body) continue;
          for (int l = 0; l < 6; ++l) {
            if (block.j[l] != 0) to[j] = to[j] + w_.response[size(6 * q + l)] * block.j[l];
          }
        }
      }
    }
    to[i] = to[i] + a.T;
    for (int j = 0; j < rows_; ++j) to[j] = to[j] * exact_product(w_.scale[size(i)], w_.scale[size(j)]);
    to[rows_] = to[rows_] * w_.scale[size(i)];
  }
}

/// target += target[column] source, in which `column` stands for what `source` says.
void Precise::substitute(DoubleDouble* target, int count, int column, const DoubleDouble* source) const {
  const DoubleDouble factor = target[column];
  if (factor.high == 0) return;
  target[column] = 0.0;
  for (int j = 0; j < count; ++j) {
    if (source[j].high != 0) target[j] = target[j] + factor * source[j];
  }
}

/// Rows of joints come to say the joint's impulse; what depends on earlier joints carries none.
void Precise::eliminate_joints() {
  std::fill(w_.row_variable.begin(), w_.row_variable.begin() + rows_, 0);  // 1: eliminated
  for (int count = 0; count < c_.joints; ++count) {
    int best = -1;
    for (int q = 0; q < c_.joints; ++q) {
      const int j = c_.joint_rows[size(q)];
      if (w_.row_variable[size(j)] == 0 && (best < 0 || system_row(best)[best] < system_row(j)[j])) best = j;
    }
    DoubleDouble* own = system_row(best);
    const bool dependent = !(own[best].high > kDependent);
    w_.row_variable[size(best)] = 1;
    const DoubleDouble inverse = dependent ? DoubleDouble() : DoubleDouble(-1.0) / own[best];
    own[best] = 0.0;
    for (int j = 0; j <= rows_; ++j) own[j] = own[j] * inverse;
    for (int i = 0; i < rows_; ++i) {
      if (i != best) substitute(system_row(i), rows_ + 1, best, own);
    }
  }
}

/// The bound that a bounded row's impulse is measured from.
DoubleDouble Precise::base_of(int l) const {
  const int i = problem_row(l);
  const Row& row = problem_.rows[i];
  if (row.kind != RowKind::bounded) return 0.0;
  return DoubleDouble(row.lower > -HUGE_VAL ? row.lower : row.upper) / w_.scale[size(i)];
}

void Precise::fill_tableau(int cover) {
  const Condensed& lcp = c_.lcp;
  largest_q_ = 0;
  for (int i = 0; i < n_; ++i) {
    DoubleDouble* to = row(i);
    std::fill(to, to + n_ + 3, DoubleDouble());
    const Unknown& a = lcp.unknowns[i];
    const Unit& unit = lcp.units[a.unit];
    if (a.role == Role::cap) {
      for (int e = unit.edge; e < unit.edge + unit.edges; ++e) to[e] = -1.0;
      const double* scale = &w_.scale[size(problem_row(unit.row))];
      if (unit.normal >= 0) {
        const auto contact = std::find_if(problem_.contacts.begin(), problem_.contacts.end(),
                                          [&](const Contact& k) { return k.normal == problem_row(unit.row); });
        to[unit.normal] = exact_product(contact->mu, scale[0]) / scale[1];
      } else {
        const Row& bounded = problem_.rows[problem_row(unit.row)];
        to[n_ + 1] = (DoubleDouble(bounded.upper) - bounded.lower) / scale[0];
      }
    }
    for (int l = 0; l < 2 && a.role != Role::cap && a.row[l] >= 0; ++l) {
      const DoubleDouble* from = system_row(problem_row(a.row[l]));
      const DoubleDouble weight = weight_of(i, l);
      for (int j = 0; j < n_; ++j) {
        const Unknown& b = lcp.unknowns[j];
        for (int m = 0; m < 2 && b.role != Role::cap && b.row[m] >= 0; ++m) {
          to[j] = to[j] + from[problem_row(b.row[m])] * (weight * weight_of(j, m));
        }
      }
      to[n_ + 1] = to[n_ + 1] + from[rows_] * weight;
      for (int k = 0; k < lcp.rows(); ++k) {
        const DoubleDouble base = base_of(k);
        if (base.high != 0) to[n_ + 1] = to[n_ + 1] + from[problem_row(k)] * base * weight;
      }
    }
    if (a.role == Role::edge && unit.cap >= 0) to[unit.cap] = 1.0;
    to[n_] = cover_of(a.role, i, cover);
    largest_q_ = std::max(largest_q_, std::fabs(to[n_ + 1].high));
    w_.row_variable[size(i)] = n_ + i;
    w_.column_variable[size(i)] = i;
  }
  w_.column_variable[size(n_)] = 2 * n_;
  for (int i = 0; i < n_; ++i) {
    row(i)[n_ + 2] = row(i)[n_ + 1] + exact_product(kPerturbation[cover] * largest_q_, irregular(7 * i + 3 + cover));
  }
}

/// Row r's variable leaves, that of the column enters. Returns the one that left.
int Precise::pivot(int r, int column) {
  DoubleDouble* own = row(r);
  const DoubleDouble inverse = DoubleDouble(1.0) / own[column];
  own[column] = -1.0;
  for (int j = 0; j < n_ + 3; ++j) {
    if (own[j].high != 0) own[j] = own[j] * -inverse;
  }
  for (int i = 0; i < n_; ++i) {
    if (i != r) substitute(row(i), n_ + 3, column, own);
  }
  const int left = w_.row_variable[size(r)];
  w_.row_variable[size(r)] = w_.column_variable[size(column)];
  w_.column_variable[size(column)] = left;
  return left;
}

/// The row that bounds the step of a column's variable, or -1.
int Precise::choose_row(int column) const {
  double largest = 0;
  for (int i = 0; i < n_; ++i) largest = std::max(largest, std::fabs(row(i)[column].high));
  int best = -1;
  DoubleDouble step = 0.0;
  for (int i = 0; i < n_; ++i) {
    const DoubleDouble rate = row(i)[column];
    if (!(rate.high < -kSmallestRate * largest)) continue;
    const DoubleDouble own = row(i)[n_ + 2] / -rate;
    if (best < 0 || own < step) {
      best = i;
      step = own;
    }
  }
  return best;
}

Status Precise::follow_path(int* pivots) {
  int r = -1;
  DoubleDouble lowest = 0.0;
  for (int i = 0; i < n_; ++i) {
    const DoubleDouble needed = row(i)[n_ + 2] / row(i)[n_];
    if (!(needed < lowest)) continue;
    lowest = needed;
    r = i;
  }
  int column = n_;
  for (int count = 0; r >= 0 && count < 8 * n_ + 100; ++count) {
    ++*pivots;
    const int left = pivot(r, column);
    if (left == 2 * n_) return Status::solved;
    const int partner = left < n_ ? left + n_ : left - n_;
    column = static_cast<int>(std::find(w_.column_variable.begin(), w_.column_variable.begin() + n_ + 1, partner) -
                              w_.column_variable.begin());
    r = choose_row(column);
    if (r < 0) return Status::ray;
  }
  return r < 0 ? Status::solved : Status::cap;
}

/// The basis that the path ends with solves the perturbed problem; nearly always it solves the one posed as well.
void Precise::choose_values() {
  double lowest = 0;
  for (int i = 0; i < n_; ++i) lowest = std::min(lowest, row(i)[n_ + 1].high);
  value_ = -lowest <= kNothing * largest_q_ ? n_ + 1 : n_ + 2;
}

void Precise::get_basis(Span<std::uint8_t> basic, Span<double> z) const {
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  std::fill(z.begin(), z.end(), 0.0);
  for (int i = 0; i < n_; ++i) {
    const int variable = w_.row_variable[size(i)];
    if (variable >= n_) continue;
    basic[variable] = 1;
    z[variable] = std::max(0.0, row(i)[value_].high);
  }
}

void Precise::expand(double* impulse) {
  std::fill(w_.impulse.begin(), w_.impulse.begin() + rows_, DoubleDouble());
  for (int l = 0; l < c_.lcp.rows(); ++l) w_.impulse[size(problem_row(l))] = base_of(l);
  for (int i = 0; i < n_; ++i) {
    const int variable = w_.row_variable[size(i)];
    if (variable >= n_) continue;
    const Unknown& a = c_.lcp.unknowns[variable];
    const DoubleDouble value = row(i)[value_].high > 0 ? row(i)[value_] : DoubleDouble();
    for (int l = 0; l < 2 && a.role != Role::cap && a.row[l] >= 0; ++l) {
      DoubleDouble& to = w_.impulse[size(problem_row(a.row[l]))];
      to = to + value * weight_of(variable, l);
    }
  }
  for (int q = 0; q < c_.joints; ++q) {
    const int j = c_.joint_rows[size(q)];
    const DoubleDouble* from = system_row(j);
    DoubleDouble sum = from[rows_];
    for (int l = 0; l < c_.lcp.rows(); ++l) sum = sum + from[problem_row(l)] * w_.impulse[size(problem_row(l))];
    w_.impulse[size(j)] = sum;
  }
  for (int i = 0; i < rows_; ++i) {
    w_.impulse[size(i)] = w_.impulse[size(i)] * w_.scale[size(i)];
    impulse[i] = w_.impulse[size(i)].high * delassus_.scale[size(i)];
  }
}

}  // namespace

PreciseWork::PreciseWork(const Capacity& c)
    : rows(std::min(c.rows, kMostRows)),
      unknowns(std::min(unknown_capacity(c), kMostUnknowns)),
      system(size(rows) * size(rows + 1)),
      tableau(size(unknowns) * size(unknowns + 3)),
      response(size(6 * c.blocks)),
      impulse(size(rows)),
      scale(size(rows)),
      weight(size(2 * unknowns)),
      row_variable(size(std::max(rows, unknowns))),
      column_variable(size(unknowns + 1)) {}

bool solve_precisely(const Problem& problem, const Delassus& delassus, const Condensation& condensation,
                     PreciseWork& work, Span<std::uint8_t> basic, Span<double> z, double* impulse, double most,
                     PivotReport* report) {
  if (problem.rows.size() > work.rows || condensation.lcp.size() > work.unknowns) return false;
  Precise method(problem, delassus, condensation, work);
  method.find_weights();
  method.assemble();
  method.eliminate_joints();
  double smallest = HUGE_VAL;
  int best = 0;
  const auto run = [&](int cover) {
    method.fill_tableau(cover);
    report->status = method.follow_path(&report->pivots);
    method.choose_values();
    method.get_basis(basic, z);
    method.expand(impulse);
    return report->status == Status::solved ? max_abs(impulse, problem.rows.size()) : HUGE_VAL;
  };
  const int covers = static_cast<int>(std::size(kPerturbation));
  for (int cover = 0; cover < covers; ++cover) {
    const double largest = run(cover);
    if (largest <= most) return true;
    // What later paths find must be much smaller to be worth their larger perturbation.
    if (largest < 0.5 * smallest) {
      smallest = largest;
      best = cover;
    }
  }
  if (best < covers - 1) run(best);
  return true;
}

}  // namespace stickslip::lcp

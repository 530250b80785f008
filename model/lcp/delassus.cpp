#include "model/lcp/delassus.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// Principal minors of the symmetric part, with room for round-off.
bool is_positive(const BodyInverse& m) {
  for (double x : m.linear) {
    if (!(x >= 0 && x < HUGE_VAL)) return false;
  }
  const double* a = m.angular;
  const double xy = 0.5 * (a[1] + a[3]);
  const double xz = 0.5 * (a[2] + a[6]);
  const double yz = 0.5 * (a[5] + a[7]);
  const double largest = std::max({a[0], a[4], a[8]});
  if (!(a[0] >= 0 && a[4] >= 0 && a[8] >= 0 && largest < HUGE_VAL)) return false;
  const double noise = 1e-12 * largest * largest;
  if (!(a[0] * a[4] - xy * xy >= -noise && a[0] * a[8] - xz * xz >= -noise && a[4] * a[8] - yz * yz >= -noise)) {
    return false;
  }
  const double determinant = a[0] * (a[4] * a[8] - yz * yz) - xy * (xy * a[8] - yz * xz) + xz * (xy * yz - a[4] * xz);
  return determinant >= -noise * largest;
}

bool is_finite(double x) {
  return std::fabs(x) < HUGE_VAL;
}

bool is_valid_row(const Row& row, const Problem& problem) {
  if (!is_finite(row.s) || !(row.T >= 0) || !is_finite(row.T)) return false;
  if (row.block_count < 0 || row.block_count > 4 || row.first_block < 0) return false;
  if (row.first_block > problem.blocks.size() - row.block_count) return false;
  return row.kind != RowKind::bounded || (row.lower <= row.upper && row.lower < HUGE_VAL && row.upper > -HUGE_VAL);
}

bool are_valid_contacts(const Problem& problem, int first_contact_row) {
  int next = first_contact_row;
  for (const Contact& contact : problem.contacts) {
    if (contact.normal != next || contact.tangents < 0 || contact.tangents > 2) return false;
    if (!(contact.mu >= 0) || !is_finite(contact.mu)) return false;
    next += 1 + contact.tangents;
    if (next > problem.rows.size() || problem.rows[contact.normal].kind != RowKind::normal) return false;
    for (int i = contact.normal + 1; i < next; ++i) {
      if (problem.rows[i].kind != RowKind::tangent) return false;
    }
  }
  return next == problem.rows.size();
}

void sort_blocks_by_body(const Problem& problem, Delassus& out) {
  const int bodies = problem.inverse_mass.size();
  std::fill(out.body_first.begin(), out.body_first.begin() + bodies + 1, 0);
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      out.block_row[size(k)] = i;
      ++out.body_first[size(problem.blocks[k].body + 1)];
    }
  }
  for (int b = 0; b < bodies; ++b) out.body_first[size(b + 1)] += out.body_first[size(b)];
  for (int i = problem.rows.size() - 1; i >= 0; --i) {
    const Row& row = problem.rows[i];
    for (int k = row.first_block + row.block_count - 1; k >= row.first_block; --k) {
      out.body_entries[size(--out.body_first[size(problem.blocks[k].body + 1)])] = k;
    }
  }
  // The loop above moved every start one slot on.
  for (int b = 0; b < bodies; ++b) out.body_first[size(b)] = out.body_first[size(b + 1)];
  out.body_first[size(bodies)] = 0;
  for (const Row& row : problem.rows) out.body_first[size(bodies)] += row.block_count;
}

double dot6(const double* x, const double* y) {
  return (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) + (x[3] * y[3] + x[4] * y[4] + x[5] * y[5]);
}

void sum_over_bodies(const Problem& problem, Delassus& out) {
  const int n = out.rows;
  fill(out.A.data(), 0.0, n * n);
  for (int body = 0; body < problem.inverse_mass.size(); ++body) {
    if (is_locked(problem.inverse_mass[body])) continue;
    const int end = out.body_first[size(body + 1)];
    for (int l = out.body_first[size(body)]; l < end; ++l) {
      const int column_block = out.body_entries[size(l)];
      const double* response = &out.response[size(6 * column_block)];
      double* column = column_of(out.A.data(), n, out.block_row[size(column_block)]);
      for (int k = out.symmetric ? l : out.body_first[size(body)]; k < end; ++k) {
        const int row_block = out.body_entries[size(k)];
        const int row = out.block_row[size(row_block)];
        const double share = dot6(problem.blocks[row_block].j, response);
        column[row] += share;
        if (out.symmetric && k != l) column_of(out.A.data(), n, row)[out.block_row[size(column_block)]] += share;
      }
    }
  }
}

void find_scales(const Problem& problem, Delassus& out) {
  for (int i = 0; i < out.rows; ++i) {
    const double a = column_of(out.A.data(), out.rows, i)[i];
    out.scale[size(i)] = a > 0 ? root(a) : 0.0;
  }
  for (const Contact& contact : problem.contacts) {
    if (contact.tangents < 2) continue;
    double* t = &out.scale[size(contact.normal + 1)];
    t[0] = t[1] = std::max(t[0], t[1]);
  }
}

void apply_scales(const Problem& problem, Delassus& out) {
  double largest = 0;
  for (int i = 0; i < out.rows; ++i) out.inverse[size(i)] = out.scale[size(i)] > 0 ? 1 / out.scale[size(i)] : 0.0;
  for (int j = 0; j < out.rows; ++j) {
    const Row& row = problem.rows[j];
    const double inverse = out.inverse[size(j)];
    double* column = column_of(out.A.data(), out.rows, j);
    for (int i = 0; i < out.rows; ++i) column[i] *= inverse * out.inverse[size(i)];
    out.T[size(j)] = row.T * inverse * inverse;
    out.b[size(j)] = (row_velocity(problem, row, out.free_velocity.data()) + row.s) * inverse;
    largest = std::max(largest, std::fabs(row.s) * inverse);
  }
  out.energy_scale = std::max(out.energy_scale, largest);
}

}  // namespace

Delassus::Delassus(const Capacity& c)
    : response(size(6 * c.blocks)),
      scale(size(c.rows)),
      inverse(size(c.rows)),
      A(size(c.rows) * size(c.rows)),
      T(size(c.rows)),
      b(size(c.rows)),
      free_velocity(size(6 * c.bodies)),
      body_first(size(c.bodies + 1)),
      body_entries(size(c.blocks)),
      block_row(size(c.blocks)) {}

bool is_valid(const Problem& problem) {
  if (problem.momentum.size() != 6 * problem.inverse_mass.size()) return false;
  if (!std::all_of(problem.inverse_mass.begin(), problem.inverse_mass.end(), is_positive)) return false;
  if (!are_finite(problem.momentum.begin(), problem.momentum.size())) return false;
  for (const Block& block : problem.blocks) {
    if (block.body < 0 || block.body >= problem.inverse_mass.size()) return false;
    if (!are_finite(block.j, 6)) return false;
  }
  int contact_rows = 0;
  int others = 0;
  int next_block = 0;
  for (const Row& row : problem.rows) {
    if (!is_valid_row(row, problem) || row.first_block < next_block) return false;
    next_block = row.first_block + row.block_count;
    const bool contact = row.kind == RowKind::normal || row.kind == RowKind::tangent;
    if (!contact && contact_rows > 0) return false;
    ++(contact ? contact_rows : others);
  }
  return are_valid_contacts(problem, others);
}

bool is_locked(const BodyInverse& m) {
  return m.linear[0] == 0 && m.linear[1] == 0 && m.linear[2] == 0 && m.angular[0] == 0 && m.angular[4] == 0 &&
         m.angular[8] == 0;
}

void apply_inverse(const BodyInverse& m, const double* v, double* out) {
  for (int i = 0; i < 3; ++i) {
    out[i] = m.linear[i] * v[i];
    out[3 + i] = m.angular[3 * i] * v[3] + m.angular[3 * i + 1] * v[4] + m.angular[3 * i + 2] * v[5];
  }
}

double row_velocity(const Problem& problem, const Row& row, const double* velocity) {
  double sum = 0;
  for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
    const Block& block = problem.blocks[k];
    sum += dot6(block.j, velocity + 6 * block.body);
  }
  return sum;
}

void velocity_of(const Problem& problem, const Delassus& delassus, const double* impulse, double* velocity) {
  const int n = 6 * problem.inverse_mass.size();
  std::copy(delassus.free_velocity.begin(), delassus.free_velocity.begin() + n, velocity);
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    if (impulse[i] == 0) continue;
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const double* response = &delassus.response[size(6 * k)];
      double* v = velocity + 6 * problem.blocks[k].body;
      for (int l = 0; l < 6; ++l) v[l] += impulse[i] * response[l];
    }
  }
}

void prepare(const Problem& problem, Delassus& out) {
  out.rows = problem.rows.size();
  out.symmetric = true;
  double energy = 0;
  for (int body = 0; body < problem.inverse_mass.size(); ++body) {
    const double* a = problem.inverse_mass[body].angular;
    out.symmetric = out.symmetric && a[1] == a[3] && a[2] == a[6] && a[5] == a[7];
    double* velocity = &out.free_velocity[size(6 * body)];
    apply_inverse(problem.inverse_mass[body], &problem.momentum[6 * body], velocity);
    energy += dot6(&problem.momentum[6 * body], velocity);
  }
  out.energy_scale = root(std::max(0.0, energy));
  for (int k = 0; k < problem.blocks.size(); ++k) {
    const Block& block = problem.blocks[k];
    apply_inverse(problem.inverse_mass[block.body], block.j, &out.response[size(6 * k)]);
  }
}

void assemble(const Problem& problem, Delassus& out) {
  prepare(problem, out);
  sort_blocks_by_body(problem, out);
  sum_over_bodies(problem, out);
  find_scales(problem, out);
  apply_scales(problem, out);
}

}  // namespace stickslip::lcp

#include "model/lcp/problem.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/vector.h"

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

double dot6(const double* x, const double* y) {
  return (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) + (x[3] * y[3] + x[4] * y[4] + x[5] * y[5]);
}

}  // namespace

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

}  // namespace stickslip::lcp

#include "model/lcp/condense.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/lcp/options.h"
#include "model/lcp/pattern_flags.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kDependent = 1e-10;  // pivots below this part of the diagonal mark a redundant joint row, ...
constexpr int kRefinements = 10;
constexpr int kSparseJoints = 24;    // from so many joint rows on the sparse factor is faster
constexpr double kSoftening = 1e-8;  // ... which gets this compliance (model/README.md, "Solvability")

bool has_lower(const Row& row) {
  return row.lower > -HUGE_VAL;
}
bool has_upper(const Row& row) {
  return row.upper < HUGE_VAL;
}
bool is_joint(const Row& row) {
  return row.kind == RowKind::equality || (row.kind == RowKind::bounded && !has_lower(row) && !has_upper(row));
}

int add_free_row(const Delassus& delassus, int i, double base, Condensation& out) {
  const int row = out.lcp.b.size();
  out.free_rows[size(row)] = i;
  out.base[size(row)] = base * delassus.scale[size(i)];
  out.lcp.b = {out.b.data(), row + 1};
  return row;
}

void add_unknown(Unknown unknown, Condensation& out) {
  const int j = out.lcp.unknowns.size();
  out.unknowns[size(j)] = unknown;
  out.lcp.unknowns = {out.unknowns.data(), j + 1};
}

void add_unit(const Unit& unit, Condensation& out) {
  const int k = out.lcp.units.size();
  out.units[size(k)] = unit;
  out.lcp.units = {out.units.data(), k + 1};
}

/// c = lower + p or c = upper - p with p >= 0, and p <= range where both bounds are finite.
void add_bounded(const Row& row, const Delassus& delassus, int i, Condensation& out) {
  const bool from_lower = has_lower(row);
  const int free_row = add_free_row(delassus, i, from_lower ? row.lower : row.upper, out);
  if (row.lower == row.upper) return;
  const int index = out.lcp.units.size();
  const int first = out.lcp.unknowns.size();
  const bool capped = has_lower(row) && has_upper(row);
  add_unknown({index, {free_row, -1}, {from_lower ? 1.0 : -1.0, 0}, Role::edge}, out);
  if (capped) add_unknown({index, {-1, -1}, {0, 0}, Role::cap}, out);
  const double range = capped ? (row.upper - row.lower) * delassus.scale[size(i)] : 0.0;
  add_unit({first, capped ? 2 : 1, -1, first, 1, capped ? first + 1 : -1, free_row, 1, 0.0, range}, out);
}

void add_contact(const Contact& contact, const Delassus& delassus, int polygon_edges, Condensation& out) {
  const double normal_scale = delassus.scale[size(contact.normal)];
  if (normal_scale == 0) return;
  const int index = out.lcp.units.size();
  const int first = out.lcp.unknowns.size();
  const int row = add_free_row(delassus, contact.normal, 0.0, out);
  add_unknown({index, {row, -1}, {1, 0}, Role::normal}, out);
  const double tangent_scale = contact.tangents > 0 ? delassus.scale[size(contact.normal + 1)] : 0.0;
  if (contact.mu == 0 || tangent_scale == 0) {
    add_unit({first, 1, first, first + 1, 0, -1, row, 1, 0.0, 0.0}, out);
    return;
  }
  for (int t = 0; t < contact.tangents; ++t) add_free_row(delassus, contact.normal + 1 + t, 0.0, out);
  const double mu = contact.mu * tangent_scale / normal_scale;
  const int edges = contact.tangents == 1 ? 2 : polygon_edges;
  if (edges == kRound) {
    add_unit({first, 1, first, first + 1, 0, -1, row, 3, mu, 0.0}, out);
    return;
  }
  for (int k = 0; k < edges; ++k) {
    const Edge edge = polygon_edge(k, edges);
    const bool planar = contact.tangents == 1;
    add_unknown({index, {row + 1, planar ? -1 : row + 2}, {edge.along[0], planar ? 0.0 : edge.along[1]}, Role::edge},
                out);
  }
  add_unknown({index, {-1, -1}, {0, 0}, Role::cap}, out);
  add_unit({first, edges + 2, first, first + 1, edges, first + edges + 1, row, 1 + contact.tangents, mu, 0.0}, out);
}

/// The bodies that a row moves, -1 for the rest of its four places.
void bodies_of(const Problem& problem, const Row& row, int* bodies) {
  std::fill(bodies, bodies + 4, -1);
  for (int k = 0; k < row.block_count; ++k) {
    const int body = problem.blocks[row.first_block + k].body;
    if (!is_locked(problem.inverse_mass[body])) bodies[k] = body;
  }
}

bool share_body(const int* a, const int* b) {
  for (int k = 0; k < 4; ++k) {
    for (int l = 0; l < 4; ++l) {
      if (a[k] >= 0 && a[k] == b[l]) return true;
    }
  }
  return false;
}

void factor_joints(const Problem& problem, const Delassus& delassus, Condensation& out) {
  const int joints = out.joints;
  for (int q = 0; q < joints; ++q) {
    const int j = out.joint_rows[size(q)];
    bodies_of(problem, problem.rows[j], &out.joint_key[size(4 * q)]);
    const double* from = column_of(delassus.A.data(), delassus.rows, j);
    double* to = column_of(out.joint_factor.data(), joints, q);
    for (int p = 0; p < joints; ++p) to[p] = from[out.joint_rows[size(p)]];
    to[q] += delassus.T[size(j)];
  }
  out.sparse_joints = delassus.symmetric && joints >= kSparseJoints;
  if (!out.sparse_joints) {
    out.dependent_joints = lu_factor_definite(out.joint_factor.data(), joints, kDependent, kSoftening);
    return;
  }
  const int* key = out.joint_key.data();
  out.joint_ldl.analyse(joints, {key, 4 * joints},
                        [key](int i, int j) { return share_body(key + 4 * i, key + 4 * j); });
  out.dependent_joints = out.joint_ldl.factor(out.joint_factor.data(), kDependent, kSoftening);
}

void apply_joint_factor(Condensation& work, double* x) {
  if (work.sparse_joints) {
    work.joint_ldl.solve(x);
  } else {
    lu_solve_definite(work.joint_factor.data(), work.joints, x);
  }
}

}  // namespace

void solve_joints(const Delassus& delassus, Condensation& work, double* x) {
  const int joints = work.joints;
  double* right = work.joint_right.data();
  double* rest = work.joint_rest.data();
  std::copy(x, x + joints, right);
  apply_joint_factor(work, x);
  for (int pass = 0; pass < (work.dependent_joints > 0 ? 2 : 0); ++pass) {
    std::copy(right, right + joints, rest);
    for (int q = 0; q < joints; ++q) {
      const int j = work.joint_rows[size(q)];
      const double* column = column_of(delassus.A.data(), delassus.rows, j);
      for (int p = 0; p < joints; ++p) rest[p] -= column[work.joint_rows[size(p)]] * x[q];
      rest[q] -= delassus.T[size(j)] * x[q];
    }
    apply_joint_factor(work, rest);
    axpy(1.0, rest, x, joints);
  }
}

namespace {

void eliminate_joints(const Delassus& delassus, Condensation& out) {
  const int rows = out.lcp.rows();
  const int joints = out.joints;
  for (int q = 0; q < joints; ++q) out.joint_impulse[size(q)] = delassus.b[size(out.joint_rows[size(q)])];
  solve_joints(delassus, out, out.joint_impulse.data());
  for (int l = 0; l < rows; ++l) {
    const int j = out.free_rows[size(l)];
    const double* from = column_of(delassus.A.data(), delassus.rows, j);
    double* x = column_of(out.coupling.data(), joints, l);
    bool any = false;
    for (int p = 0; p < joints; ++p) {
      x[p] = from[out.joint_rows[size(p)]];
      any = any || x[p] != 0;
    }
    if (any) solve_joints(delassus, out, x);
    double* to = column_of(out.A.data(), rows, l);
    for (int k = 0; k < rows; ++k) to[k] = from[out.free_rows[size(k)]];
    to[l] += delassus.T[size(j)];
    out.b[size(l)] = delassus.b[size(j)];
  }
  for (int q = 0; q < joints; ++q) {
    const double* from = column_of(delassus.A.data(), delassus.rows, out.joint_rows[size(q)]);
    for (int k = 0; k < rows; ++k) out.u[size(k)] = from[out.free_rows[size(k)]];
    for (int l = 0; l < rows; ++l) {
      const double x = out.coupling[size(l) * size(joints) + size(q)];
      const int first = delassus.symmetric ? l : 0;
      if (x != 0) axpy(-x, out.u.data() + first, column_of(out.A.data(), rows, l) + first, rows - first);
    }
    axpy(-out.joint_impulse[size(q)], out.u.data(), out.b.data(), rows);
  }
  for (int l = 0; delassus.symmetric && l < rows; ++l) {
    const double* column = column_of(out.A.data(), rows, l);
    for (int k = l + 1; k < rows; ++k) column_of(out.A.data(), rows, k)[l] = column[k];
  }
}

}  // namespace

Condensation::Condensation(const Capacity& c)
    : A(size(c.rows) * size(c.rows)),
      b(size(c.rows)),
      unknowns(size(unknown_capacity(c))),
      units(size(c.rows)),
      joint_rows(size(joint_capacity(c))),
      free_rows(size(c.rows)),
      joint_ldl(joint_capacity(c)),
      joint_key(4 * joint_rows.size()),
      joint_factor(joint_rows.size() * joint_rows.size()),
      coupling(joint_rows.size() * size(c.rows)),
      base(size(c.rows)),
      joint_impulse(joint_rows.size()),
      joint_velocity(joint_rows.size()),
      joint_rest(joint_rows.size()),
      joint_right(joint_rows.size()),
      f(size(c.rows)),
      u(size(c.rows)),
      shift(size(c.rows)),
      posed(size(c.rows)),
      posed_A(A.size()),
      before(size(c.rows)) {}

int unknown_capacity(const Capacity& c) {
  return 2 * joint_capacity(c) + c.contacts * (c.edges + 2);
}

void condense(const Problem& problem, const Delassus& delassus, int edges, Condensation& out) {
  out.lcp = {};
  out.joints = 0;
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    if (delassus.scale[size(i)] == 0) continue;
    if (is_joint(row)) {
      out.joint_rows[size(out.joints++)] = i;
    } else if (row.kind == RowKind::bounded) {
      add_bounded(row, delassus, i, out);
    }
  }
  for (const Contact& contact : problem.contacts) add_contact(contact, delassus, edges, out);
  const int rows = out.lcp.rows();
  out.lcp.A = {out.A.data(), rows * rows};
  factor_joints(problem, delassus, out);
  eliminate_joints(delassus, out);
  // Impulses at the bounds act whatever the solver finds.
  multiply_rows(out.lcp, out.base.data(), out.u.data());
  axpy(1.0, out.u.data(), out.b.data(), rows);
}

void expand(const Problem& problem, const Delassus& delassus, Condensation& work, const double* z, double* impulse) {
  impulses_of(work.lcp, z, work.f.data());
  expand_rows(problem, delassus, work, work.f.data(), impulse);
}

void expand_rows(const Problem& problem, const Delassus& delassus, Condensation& work, const double* f,
                 double* impulse) {
  const int rows = work.lcp.rows();
  fill(impulse, 0.0, problem.rows.size());
  for (int l = 0; l < rows; ++l) work.f[size(l)] = work.base[size(l)] + f[l];
  for (int l = 0; l < rows; ++l) impulse[work.free_rows[size(l)]] = work.f[size(l)];
  for (int q = 0; q < work.joints; ++q) impulse[work.joint_rows[size(q)]] = -work.joint_impulse[size(q)];
  for (int l = 0; l < rows; ++l) {
    if (work.f[size(l)] == 0) continue;
    for (int q = 0; q < work.joints; ++q) {
      impulse[work.joint_rows[size(q)]] -= work.coupling[size(l) * size(work.joints) + size(q)] * work.f[size(l)];
    }
  }
  refine_joints(delassus, work, impulse);
}

void refine_joints(const Delassus& delassus, Condensation& work, double* impulse) {
  if (work.joints == 0) return;
  double* defect = work.joint_rest.data();
  double before = HUGE_VAL;
  for (int pass = 0; pass < kRefinements; ++pass) {
    for (int q = 0; q < work.joints; ++q) {
      const int j = work.joint_rows[size(q)];
      defect[q] = delassus.b[size(j)] + delassus.T[size(j)] * impulse[j];
    }
    for (int i = 0; i < delassus.rows; ++i) {
      const double* column = column_of(delassus.A.data(), delassus.rows, i);
      if (impulse[i] == 0) continue;
      for (int q = 0; q < work.joints; ++q) defect[q] += column[work.joint_rows[size(q)]] * impulse[i];
    }
    const double now = max_abs(defect, work.joints);
    // Inconsistent redundant rows keep a defect that no impulse removes: stop when it no longer shrinks.
    if (!(now <= 0.5 * before) || now == 0) return;
    before = now;
    apply_joint_factor(work, defect);
    for (int q = 0; q < work.joints; ++q) impulse[work.joint_rows[size(q)]] -= defect[q];
  }
}

}  // namespace stickslip::lcp

#include "model/lcp/minimum_norm.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/lcp/residual.h"

namespace stickslip::lcp {
namespace {

constexpr double kAtRest = 1e-12;  // part of V below which a velocity counts as zero
constexpr double kInside = 1e-12;  // part of the largest force by which a cone may be missed

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

/// What the functions below share; everything scaled.
struct Context {
  const Problem& problem;
  const Delassus& delassus;
  int edges;
  const double* velocity;
  const double* sliding;
  const double* impulse;
  double at_rest;
  MinimumNormWork& work;
  int count = 0;
};

double coupling(const Context& c, const Contact& contact) {
  return contact.mu * c.delassus.scale[size(contact.normal + 1)] / c.delassus.scale[size(contact.normal)];
}

void add(Context& c, const ActiveForce& force, double x) {
  c.work.x[size(c.count)] = x;
  c.work.forces[size(c.count++)] = force;
}

bool is_frictionless(const Context& c, const Contact& contact) {
  return contact.mu == 0 || contact.tangents == 0 || c.delassus.scale[size(contact.normal + 1)] == 0;
}

void add_sliding(Context& c, int k, const Contact& contact) {
  const int edges = contact.tangents == 1 ? 2 : c.edges;
  const int t = contact.normal + 1;
  const double mu = coupling(c, contact);
  const EdgeShares shares = decompose(c.impulse + t, contact.tangents, edges);
  for (int e = 0; e < edges; ++e) {
    const Edge d = polygon_edge(e, edges);
    double v = d.along[0] * c.velocity[t] + c.sliding[k];
    if (contact.tangents == 2) v += d.along[1] * c.velocity[t + 1];
    double share = e == shares.first ? shares.share[0] : 0.0;
    if (e == (shares.first + 1) % edges) share += shares.share[1];
    if (v > c.at_rest && share == 0) continue;
    add(c, {1 + contact.tangents, {contact.normal, t, t + 1}, {1, mu * d.along[0], mu * d.along[1]}, k, true},
        share / mu);
  }
}

void add_contact(Context& c, int k) {
  const Contact& contact = c.problem.contacts[k];
  const int n = contact.normal;
  if (c.delassus.scale[size(n)] == 0 || c.delassus.T[size(n)] > 0 || c.velocity[n] > c.at_rest) return;
  const ActiveForce normal = {1, {n, 0, 0}, {1, 0, 0}, k, false};
  if (is_frictionless(c, contact)) {
    add(c, normal, c.impulse[n]);
  } else if (c.sliding[k] > c.at_rest) {
    if (c.delassus.T[size(n + 1)] == 0) add_sliding(c, k, contact);
  } else {
    add(c, normal, c.impulse[n]);
    for (int t = n + 1; t <= n + contact.tangents; ++t) {
      if (c.delassus.T[size(t)] == 0) add(c, {1, {t, 0, 0}, {1, 0, 0}, k, false}, c.impulse[t]);
    }
  }
}

void collect(Context& c) {
  for (int i = 0; i < c.problem.rows.size(); ++i) {
    const Row& row = c.problem.rows[i];
    if (row.kind != RowKind::equality && row.kind != RowKind::bounded) break;
    if (c.delassus.scale[size(i)] == 0 || c.delassus.T[size(i)] > 0) continue;
    if (row.kind == RowKind::bounded && std::fabs(c.velocity[i]) > c.at_rest) continue;
    add(c, {1, {i, 0, 0}, {1, 0, 0}, -1, false}, c.impulse[i]);
  }
  for (int k = 0; k < c.problem.contacts.size(); ++k) add_contact(c, k);
}

double product(const Delassus& delassus, const ActiveForce& a, const ActiveForce& b) {
  double sum = 0;
  for (int j = 0; j < b.rows; ++j) {
    const double* column = column_of(delassus.A.data(), delassus.rows, b.row[j]);
    double part = 0;
    for (int i = 0; i < a.rows; ++i) part += a.weight[i] * column[a.row[i]];
    sum += part * b.weight[j];
  }
  return sum;
}

/// The inverse mass seen by the active forces; sliding ones are brought to a unit diagonal.
void build_gram(Context& c) {
  for (int a = 0; a < c.count; ++a) {
    ActiveForce& force = c.work.forces[size(a)];
    if (!force.sliding) continue;
    const double scale = std::sqrt(product(c.delassus, force, force));
    if (!(scale > 0)) continue;
    for (double& weight : force.weight) weight /= scale;
    c.work.x[size(a)] *= scale;
  }
  for (int b = 0; b < c.count; ++b) {
    double* column = column_of(c.work.gram.data(), c.count, b);
    for (int a = 0; a < c.count; ++a) {
      column[a] = product(c.delassus, c.work.forces[size(a)], c.work.forces[size(b)]);
    }
  }
  for (int b = 0; b < c.count; ++b) {
    for (int a = 0; a < b; ++a) {
      double& ab = column_of(c.work.gram.data(), c.count, b)[a];
      double& ba = column_of(c.work.gram.data(), c.count, a)[b];
      ab = ba = 0.5 * (ab + ba);
    }
  }
}

/// gram = factor factor' up to the cut; returns the rank.
int factor_gram(Context& c, double cut) {
  const int n = c.count;
  double* diagonal = c.work.part.data();
  for (int i = 0; i < n; ++i) diagonal[i] = column_of(c.work.gram.data(), n, i)[i];
  for (int k = 0; k < n; ++k) {
    const int best = static_cast<int>(std::max_element(diagonal, diagonal + n) - diagonal);
    if (!(diagonal[best] > cut)) return k;
    double* column = column_of(c.work.factor.data(), n, k);
    const double* from = column_of(c.work.gram.data(), n, best);
    std::copy(from, from + n, column);
    for (int l = 0; l < k; ++l) {
      const double* earlier = column_of(c.work.factor.data(), n, l);
      axpy(-earlier[best], earlier, column, n);
    }
    const double root = std::sqrt(column[best]);
    for (int i = 0; i < n; ++i) {
      column[i] /= root;
      diagonal[i] -= column[i] * column[i];
    }
    diagonal[best] = -HUGE_VAL;
  }
  return n;
}

/// target += projection of `part` onto the range of the factor.
void add_projection(Context& c, int rank, const double* normal, double* part) {
  const int n = c.count;
  double* y = c.work.candidate.data();
  for (int k = 0; k < rank; ++k) y[k] = dot(column_of(c.work.factor.data(), n, k), part, n);
  lu_solve_definite(normal, rank, y);
  for (int k = 0; k < rank; ++k) axpy(y[k], column_of(c.work.factor.data(), n, k), c.work.target.data(), n);
}

void project(Context& c, int rank) {
  const int n = c.count;
  double* normal = c.work.normal.data();
  for (int l = 0; l < rank; ++l) {
    for (int k = 0; k < rank; ++k) {
      column_of(normal, rank, l)[k] =
          dot(column_of(c.work.factor.data(), n, k), column_of(c.work.factor.data(), n, l), n);
    }
  }
  lu_factor_definite(normal, rank, 0.0, 1.0);
  fill(c.work.target.data(), 0.0, n);
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < n; ++i) c.work.part[size(i)] = c.work.x[size(i)] - c.work.target[size(i)];
    add_projection(c, rank, normal, c.work.part.data());
  }
}

/// Turns the coefficients `target` into row impulses in `candidate`.
void expand_target(Context& c) {
  std::copy(c.impulse, c.impulse + c.problem.rows.size(), c.work.candidate.begin());
  for (int a = 0; a < c.count; ++a) {
    const ActiveForce& force = c.work.forces[size(a)];
    for (int i = 0; i < force.rows; ++i) c.work.candidate[size(force.row[i])] = 0;
  }
  for (int a = 0; a < c.count; ++a) {
    const ActiveForce& force = c.work.forces[size(a)];
    for (int i = 0; i < force.rows; ++i) {
      c.work.candidate[size(force.row[i])] += force.weight[i] * c.work.target[size(a)];
    }
  }
}

bool is_inside(Context& c, const ActiveForce& force, double target, double tolerance) {
  double* f = c.work.candidate.data();
  if (force.contact < 0) {
    const Row& row = c.problem.rows[force.row[0]];
    const double scale = c.delassus.scale[size(force.row[0])];
    return row.kind == RowKind::equality ||
           (f[force.row[0]] >= scale * row.lower - tolerance && f[force.row[0]] <= scale * row.upper + tolerance);
  }
  if (force.sliding) return target >= -tolerance;
  const Contact& contact = c.problem.contacts[force.contact];
  const int n = contact.normal;
  if (force.row[0] != n) return true;
  if (f[n] < 0) {
    if (f[n] < -tolerance) return false;
    f[n] = 0;
  }
  if (is_frictionless(c, contact)) return true;
  const EdgeShares shares = decompose(f + n + 1, contact.tangents, contact.tangents == 1 ? 2 : c.edges);
  return shares.share[0] + shares.share[1] <= coupling(c, contact) * f[n] + tolerance;
}

}  // namespace

MinimumNormWork::MinimumNormWork(const Capacity& c)
    : forces(size(c.rows + c.contacts * c.edges)),
      gram(forces.size() * forces.size()),
      factor(gram.size()),
      normal(gram.size()),
      x(forces.size()),
      target(forces.size()),
      part(forces.size()),
      candidate(forces.size()) {}

bool minimum_norm(const Problem& problem, const Delassus& delassus, int edges, double rank, const double* velocity,
                  const double* sliding, MinimumNormWork& work, double* impulse) {
  Context c = {problem, delassus, edges, velocity, sliding, impulse, kAtRest * delassus.energy_scale, work};
  collect(c);
  if (c.count == 0) return true;
  build_gram(c);
  const int found = factor_gram(c, rank);
  if (found == c.count) return true;
  project(c, found);
  expand_target(c);
  const double tolerance = kInside * max_abs(work.target.data(), c.count);
  for (int a = 0; a < c.count; ++a) {
    if (!is_inside(c, work.forces[size(a)], work.target[size(a)], tolerance)) return false;
  }
  std::copy(work.candidate.begin(), work.candidate.begin() + problem.rows.size(), impulse);
  return true;
}

}  // namespace stickslip::lcp

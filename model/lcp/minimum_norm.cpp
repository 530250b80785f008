#include "model/lcp/minimum_norm.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/lcp/options.h"
#include "model/lcp/residual.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kAtRest = 1e-12;   // part of V below which a velocity counts as zero
constexpr double kSpanned = 1e-13;  // smallest pivot of forces that still span the range
constexpr int kPatience = 3;        // exchanges of many signs that need not have made fewer wrong
constexpr int kMostChanges = 60;
constexpr double kInside = 1e-12;  // part of the largest force by which a cone may be missed

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

/// Against the round cone a contact slides in one direction only.
void add_sliding_round(Context& c, int k, const Contact& contact) {
  const int t = contact.normal + 1;
  const double mu = coupling(c, contact);
  const double speed = root(c.velocity[t] * c.velocity[t] + c.velocity[t + 1] * c.velocity[t + 1]);
  add(c, {3, {contact.normal, t, t + 1}, {1, -mu * c.velocity[t] / speed, -mu * c.velocity[t + 1] / speed}, k, true},
      c.impulse[contact.normal]);
}

void add_sliding(Context& c, int k, const Contact& contact) {
  if (c.edges == kRound && contact.tangents == 2) return add_sliding_round(c, k, contact);
  const int edges = contact.tangents == 1 ? 2 : c.edges;
  const int t = contact.normal + 1;
  const double mu = coupling(c, contact);
  const EdgeShares shares = decompose(c.impulse + t, contact.tangents, edges);
  // As many as the contact has rows say all; there are more where it hardly moves.
  int room = 1 + contact.tangents - (shares.share[0] != 0 ? 1 : 0) - (shares.share[1] != 0 ? 1 : 0);
  for (int e = 0; e < edges; ++e) {
    const Edge d = polygon_edge(e, edges);
    double v = d.along[0] * c.velocity[t] + c.sliding[k];
    if (contact.tangents == 2) v += d.along[1] * c.velocity[t + 1];
    double share = e == shares.first ? shares.share[0] : 0.0;
    if (e == (shares.first + 1) % edges) share += shares.share[1];
    if (share == 0 && (v > c.at_rest || room-- <= 0)) continue;
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
    const double scale = root(product(c.delassus, force, force));
    if (!(scale > 0)) continue;
    for (double& weight : force.weight) weight /= scale;
    c.work.x[size(a)] *= scale;
  }
  const int rows = c.delassus.rows;
  for (int b = 0; b < c.count; ++b) {
    const ActiveForce& right = c.work.forces[size(b)];
    const double* response = column_of(c.delassus.A.data(), rows, right.row[0]);
    if (right.rows > 1) {
      double* sum = c.work.candidate.data();
      fill(sum, 0.0, rows);
      for (int j = 0; j < right.rows; ++j) {
        axpy(right.weight[j], column_of(c.delassus.A.data(), rows, right.row[j]), sum, rows);
      }
      response = sum;
    }
    double* column = column_of(c.work.gram.data(), c.count, b);
    for (int a = 0; a < c.count; ++a) {
      const ActiveForce& left = c.work.forces[size(a)];
      column[a] = left.weight[0] * response[left.row[0]];
      for (int i = 1; i < left.rows; ++i) column[a] += left.weight[i] * response[left.row[i]];
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

/// gram = factor factor' up to the cut, with the forces in the order of the pivots; returns the rank.
int factor_gram(Context& c, double cut) {
  const int n = c.count;
  double* diagonal = c.work.part.data();
  int* order = c.work.order.data();
  double* factor = c.work.factor.data();
  for (int i = 0; i < n; ++i) {
    diagonal[i] = column_of(c.work.gram.data(), n, i)[i];
    order[i] = i;
  }
  for (int k = 0; k < n; ++k) {
    const int best = static_cast<int>(std::max_element(diagonal + k, diagonal + n) - diagonal);
    if (!(diagonal[best] > cut)) return k;
    if (best != k) {
      std::swap(diagonal[k], diagonal[best]);
      std::swap(order[k], order[best]);
      std::swap(c.work.forces[size(k)], c.work.forces[size(best)]);
      std::swap(c.work.x[size(k)], c.work.x[size(best)]);
      for (int l = 0; l < k; ++l) std::swap(column_of(factor, n, l)[k], column_of(factor, n, l)[best]);
    }
    double* column = column_of(factor, n, k);
    const double* from = column_of(c.work.gram.data(), n, order[k]);
    fill(column, 0.0, k);
    for (int i = k; i < n; ++i) column[i] = from[order[i]];
    for (int l = 0; l < k; ++l) {
      const double* earlier = column_of(factor, n, l);
      axpy(-earlier[k], earlier + k, column + k, n - k);
    }
    const double inverse = 1 / root(column[k]);
    for (int i = k; i < n; ++i) {
      column[i] *= inverse;
      diagonal[i] -= column[i] * column[i];
    }
  }
  return n;
}

/// The smallest forces of all, into `target`: without their part in the null space [-W' 1]', W = factor_2 factor_1^-1
/// for the factor's first `rank` rows and the others. Destroys the Gram matrix.
void remove_null_space(Context& c, int rank) {
  const int n = c.count;
  const int null = n - rank;
  double* W = c.work.normal.data();
  double* gram = c.work.gram.data();
  double* y = c.work.part.data();
  const double* x = c.work.x.data();
  for (int j = rank - 1; j >= 0; --j) {
    const double* factor = column_of(c.work.factor.data(), n, j);
    double* column = column_of(W, null, j);
    std::copy(factor + rank, factor + n, column);
    for (int l = j + 1; l < rank; ++l) axpy(-factor[l], column_of(W, null, l), column, null);
    const double inverse = 1 / factor[j];
    for (int i = 0; i < null; ++i) column[i] *= inverse;
  }
  fill(gram, 0.0, null * null);
  for (int i = 0; i < null; ++i) column_of(gram, null, i)[i] = 1;
  std::copy(x + rank, x + n, y);
  for (int j = 0; j < rank; ++j) {
    const double* column = column_of(W, null, j);
    for (int i = 0; i < null; ++i) axpy(column[i], column, column_of(gram, null, i), null);
    axpy(-x[j], column, y, null);
  }
  lu_factor_definite(gram, null, kSpanned, 1.0);
  lu_solve_definite(gram, null, y);
  for (int j = 0; j < rank; ++j) c.work.target[size(j)] = x[j] + dot(column_of(W, null, j), y, null);
  for (int i = 0; i < null; ++i) c.work.target[size(rank + i)] = x[rank + i] - y[i];
}

/// normal = factor' factor over the forces that are not held at zero; false when those no longer span the range.
bool build_normal(Context& c, int rank) {
  const int n = c.count;
  double* normal = c.work.normal.data();
  for (int l = 0; l < rank; ++l) {
    const double* right = column_of(c.work.factor.data(), n, l);
    double* masked = c.work.part.data();
    for (int i = 0; i < n; ++i) masked[i] = c.work.held[size(i)] ? 0.0 : right[i];
    for (int k = 0; k <= l; ++k) {
      const double product = dot(column_of(c.work.factor.data(), n, k), masked, n);
      column_of(normal, rank, l)[k] = column_of(normal, rank, k)[l] = product;
    }
  }
  return lu_factor_definite(normal, rank, kSpanned, 1.0) == 0;
}

/// The smallest forces of those not held: target = factor (factor' factor)^-1 factor' x, refined once. For held forces
/// `target` is what they would like to be.
void solve_targets(Context& c, int rank) {
  const int n = c.count;
  double* target = c.work.target.data();
  double* y = c.work.candidate.data();
  fill(target, 0.0, n);
  for (int pass = 0; pass < 2; ++pass) {
    double* rest = c.work.part.data();
    for (int i = 0; i < n; ++i) rest[i] = c.work.x[size(i)] - (c.work.held[size(i)] ? 0.0 : target[i]);
    for (int k = 0; k < rank; ++k) y[k] = dot(column_of(c.work.factor.data(), n, k), rest, n);
    lu_solve_definite(c.work.normal.data(), rank, y);
    for (int k = 0; k < rank; ++k) axpy(y[k], column_of(c.work.factor.data(), n, k), target, n);
  }
}

bool is_pushing(const Context& c, int a) {
  const ActiveForce& force = c.work.forces[size(a)];
  return force.contact >= 0 && (force.sliding || force.row[0] == c.problem.contacts[force.contact].normal);
}

/// Holds a push at zero, with the friction of its contact unless that is sliding, or lets it go again.
void hold(Context& c, int a, bool held) {
  c.work.held[size(a)] = held;
  if (c.work.forces[size(a)].sliding) return;
  for (int i = 0; i < c.count; ++i) {
    if (c.work.forces[size(i)].contact == c.work.forces[size(a)].contact) c.work.held[size(i)] = held;
  }
}

bool all_push(const Context& c) {
  const double tolerance = kInside * max_abs(c.work.target.data(), c.count);
  for (int a = 0; a < c.count; ++a) {
    if (is_pushing(c, a) && c.work.target[size(a)] < -tolerance) return false;
  }
  return true;
}

/// Marks the pushes that are on the wrong side in `order`, which is scratch by now; returns how many there are, and in
/// `worst` the one that is most so.
int find_wrong(Context& c, int* worst) {
  double most = kInside * max_abs(c.work.target.data(), c.count);
  const double tolerance = most;
  int wrong = 0;
  for (int a = 0; a < c.count; ++a) {
    c.work.order[size(a)] = 0;
    if (!is_pushing(c, a)) continue;
    const double by = c.work.held[size(a)] ? c.work.target[size(a)] : -c.work.target[size(a)];
    if (by <= tolerance) continue;
    c.work.order[size(a)] = 1;
    ++wrong;
    if (by <= most) continue;
    most = by;
    *worst = a;
  }
  return wrong;
}

/// The smallest forces among those that push: an active-set method on the signs that changes all that are wrong as long
/// as they become fewer, and then one at a time.
bool project(Context& c, int rank) {
  const int n = c.count;
  std::fill(c.work.held.begin(), c.work.held.begin() + n, std::uint8_t{0});
  int fewest = n + 1;
  int patience = kPatience;
  bool may_block = true;
  for (int step = 0; step < kMostChanges; ++step) {
    if (!build_normal(c, rank)) {
      // Too many at once: again from the start, one by one.
      if (!may_block) return false;
      may_block = false;
      std::fill(c.work.held.begin(), c.work.held.begin() + n, std::uint8_t{0});
      continue;
    }
    solve_targets(c, rank);
    int worst = -1;
    const int wrong = find_wrong(c, &worst);
    if (wrong == 0) {
      for (int a = 0; a < n; ++a) {
        if (c.work.held[size(a)]) c.work.target[size(a)] = 0;
      }
      return true;
    }
    patience = wrong < fewest ? kPatience : patience - 1;
    fewest = std::min(fewest, wrong);
    if (!may_block || patience < 0) {
      hold(c, worst, !c.work.held[size(worst)]);
      continue;
    }
    for (int a = 0; a < n; ++a) {
      if (c.work.order[size(a)]) hold(c, a, !c.work.held[size(a)]);
    }
  }
  return false;
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
  const double budget = coupling(c, contact) * f[n] + tolerance;
  if (c.edges == kRound && contact.tangents == 2) {
    return f[n + 1] * f[n + 1] + f[n + 2] * f[n + 2] <= budget * budget;
  }
  const EdgeShares shares = decompose(f + n + 1, contact.tangents, contact.tangents == 1 ? 2 : c.edges);
  return shares.share[0] + shares.share[1] <= budget;
}

}  // namespace

MinimumNormWork::MinimumNormWork(const Capacity& c)
    : forces(size(c.rows)),
      gram(forces.size() * forces.size()),
      factor(gram.size()),
      normal(gram.size()),
      order(forces.size()),
      x(forces.size()),
      target(forces.size()),
      part(forces.size()),
      held(forces.size()),
      candidate(forces.size()) {}

Smallest minimum_norm(const Problem& problem, const Delassus& delassus, int edges, double rank, const double* velocity,
                      const double* sliding, MinimumNormWork& work, double* impulse) {
  Context c = {problem, delassus, edges, velocity, sliding, impulse, kAtRest * delassus.energy_scale, work};
  collect(c);
  if (c.count == 0) return Smallest::unique;
  build_gram(c);
  const int found = factor_gram(c, rank);
  if (found == c.count) return Smallest::unique;
  remove_null_space(c, found);
  if (!all_push(c) && !project(c, found)) return Smallest::outside;
  expand_target(c);
  const double tolerance = kInside * max_abs(work.target.data(), c.count);
  for (int a = 0; a < c.count; ++a) {
    if (!is_inside(c, work.forces[size(a)], work.target[size(a)], tolerance)) return Smallest::outside;
  }
  std::copy(work.candidate.begin(), work.candidate.begin() + problem.rows.size(), impulse);
  return Smallest::found;
}

}  // namespace stickslip::lcp

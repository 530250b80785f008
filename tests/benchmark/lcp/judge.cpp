#include "tests/benchmark/lcp/judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

using Long = long double;
__extension__ using Quad = __float128;  // 34 digits: for impulses that are told by two doubles

template <class Real>
Real absolute(Real x) {
  return x < 0 ? -x : x;
}

double rounded(Quad x) {
  return static_cast<double>(x);
}

/// Norms and scales need no more digits than these.
Long root(Quad x) {
  return std::sqrt(static_cast<Long>(x));
}

/// Cosine or sine of k/n of a turn, by its series.
template <class Real>
Real circular(int k, int n, bool sine) {
  const Real two_pi = Real(6.28318530717958647692528676655900577L) - Real(1.003311522533666404711465e-19L);
  const Real angle = two_pi * k / n;
  Real term = sine ? angle : Real(1);
  Real sum = term;
  for (int power = sine ? 3 : 2; power < 80; power += 2) {
    term *= -angle * angle / (power * (power - 1));
    sum += term;
  }
  return sum;
}

/// Our problems have diagonal inverse masses.
double inverse_at(const BodyInverse& inverse, std::size_t i) {
  return i < 3 ? inverse.linear[i] : inverse.angular[4 * (i - 3)];
}

template <class Real>
struct Judge {
  using Six = std::array<Real, 6>;

  Judge(const Problem& p, int polygon_edges, const Solution& s);
  void note(Real defect) {
    if (!(defect <= worst)) worst = defect;
  }
  Real impulse(int row) const;
  Real mobility(int row) const;
  Real y(int row) const;
  Real energy(const std::vector<Six>& of) const;
  Real equation() const;
  std::vector<Real> shares(const Real* t, int n) const;
  void row(int i, Real a);
  void friction(const Contact& contact, Real lambda);

  const Problem& problem;
  const Solution& solution;
  int edges;
  std::vector<Six> free, velocity;
  Real worst = 0;
};

template <class Real>
Judge<Real>::Judge(const Problem& p, int polygon_edges, const Solution& s)
    : problem(p), solution(s), edges(polygon_edges) {
  for (int b = 0; b < problem.inverse_mass.size(); ++b) {
    Six unconstrained{}, own{};
    for (std::size_t i = 0; i < 6; ++i) {
      const int at = 6 * b + static_cast<int>(i);
      unconstrained[i] = Real(problem.momentum[at]) * inverse_at(problem.inverse_mass[b], i);
      own[i] = solution.velocity[at];
    }
    free.push_back(unconstrained);
    velocity.push_back(own);
  }
}

template <class Real>
Real Judge<Real>::impulse(int row) const {
  return Real(solution.impulse[row]) + (solution.impulse_rest.empty() ? 0.0 : solution.impulse_rest[row]);
}

/// A_ii.
template <class Real>
Real Judge<Real>::mobility(int row) const {
  std::vector<Six> total(size(problem.inverse_mass.size()), Six{});
  const Row& r = problem.rows[row];
  for (int k = r.first_block; k < r.first_block + r.block_count; ++k) {
    const Block& block = problem.blocks[k];
    for (std::size_t i = 0; i < 6; ++i) total[size(block.body)][i] += block.j[i];
  }
  Real sum = 0;
  for (int k = r.first_block; k < r.first_block + r.block_count; ++k) {
    const int b = problem.blocks[k].body;
    for (std::size_t i = 0; i < 6; ++i) {
      sum += total[size(b)][i] * total[size(b)][i] * inverse_at(problem.inverse_mass[b], i);
    }
    total[size(b)] = Six{};
  }
  return sum;
}

/// G w + T c + s.
template <class Real>
Real Judge<Real>::y(int row) const {
  const Row& r = problem.rows[row];
  Real sum = r.s + Real(r.T) * impulse(row);
  for (int k = r.first_block; k < r.first_block + r.block_count; ++k) {
    const Block& block = problem.blocks[k];
    for (std::size_t i = 0; i < 6; ++i) sum += block.j[i] * velocity[size(block.body)][i];
  }
  return sum;
}

template <class Real>
Real Judge<Real>::energy(const std::vector<Six>& of) const {
  Real sum = 0;
  for (std::size_t b = 0; b < of.size(); ++b) {
    for (std::size_t i = 0; i < 6; ++i) {
      const Real inverse = inverse_at(problem.inverse_mass[static_cast<int>(b)], i);
      if (inverse > 0) {
        sum += of[b][i] * of[b][i] / inverse;
      } else if (of[b][i] != 0) {
        sum += HUGE_VAL;
      }
    }
  }
  return sum;
}

/// |w - M^-1 (r + G'c)|_M.
template <class Real>
Real Judge<Real>::equation() const {
  std::vector<Six> defect = free;
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const Block& block = problem.blocks[k];
      for (std::size_t l = 0; l < 6; ++l) {
        defect[size(block.body)][l] += impulse(i) * block.j[l] * inverse_at(problem.inverse_mass[block.body], l);
      }
    }
  }
  for (std::size_t b = 0; b < defect.size(); ++b) {
    for (std::size_t l = 0; l < 6; ++l) defect[b][l] -= velocity[b][l];
  }
  return root(energy(defect));
}

/// The tangential impulse is that of two neighbouring edges, of which there is one way with the least sum.
template <class Real>
std::vector<Real> Judge<Real>::shares(const Real* t, int n) const {
  std::vector<Real> beta(size(n), 0);
  if (n == 2) {
    beta[t[0] >= 0 ? 0 : 1] = absolute(t[0]);
    return beta;
  }
  constexpr Long kTwoPi = 6.28318530717958647692528676655900577L;
  Long angle = std::atan2(static_cast<Long>(t[1]), static_cast<Long>(t[0]));
  if (angle < 0) angle += kTwoPi;
  const int k = std::min(n - 1, static_cast<int>(angle / kTwoPi * n));
  const int next = (k + 1) % n;
  const Real a[2] = {circular<Real>(k, n, false), circular<Real>(k, n, true)};
  const Real b[2] = {circular<Real>(next, n, false), circular<Real>(next, n, true)};
  const Real determinant = a[0] * b[1] - a[1] * b[0];
  beta[size(k)] = (t[0] * b[1] - t[1] * b[0]) / determinant;
  beta[size(next)] = (t[1] * a[0] - t[0] * a[1]) / determinant;
  return beta;
}

template <class Real>
void Judge<Real>::friction(const Contact& contact, Real lambda) {
  if (contact.tangents == 0) return;
  Real t[2] = {0, 0}, u[2] = {0, 0}, a = 0;
  for (int l = 0; l < contact.tangents; ++l) {
    const int row = contact.normal + 1 + l;
    t[l] = impulse(row);
    u[l] = y(row);
    a = std::max(a, Real(root(mobility(row))));
  }
  if (a == 0) return;
  if (contact.mu == 0) {
    note(a * root(t[0] * t[0] + t[1] * t[1]));
    return;
  }
  if (edges == 0 && contact.tangents == 2) {
    // Natural map of the disk.
    const Real z[2] = {a * t[0] - u[0] / a, a * t[1] - u[1] / a};
    const Real length = root(z[0] * z[0] + z[1] * z[1]);
    const Real radius = a * contact.mu * std::max(Real(0), impulse(contact.normal));
    const Real share = length <= radius ? Real(1) : radius / length;
    for (int l = 0; l < 2; ++l) note(absolute(a * t[l] - share * z[l]));
    return;
  }
  const int n = contact.tangents == 1 ? 2 : edges;
  const std::vector<Real> beta = shares(t, n);
  Real budget = contact.mu * impulse(contact.normal);
  for (int k = 0; k < n; ++k) {
    Real slide = (k == 0 ? u[0] : -u[0]) + lambda;
    if (n > 2) slide = circular<Real>(k, n, false) * u[0] + circular<Real>(k, n, true) * u[1] + lambda;
    note(absolute(std::min(a * beta[size(k)], slide / a)));
    budget -= beta[size(k)];
  }
  note(absolute(std::min(lambda / a, a * budget)));
}

/// Rows other than friction, at the scale a.
template <class Real>
void Judge<Real>::row(int i, Real a) {
  const Row& row = problem.rows[i];
  const Real c = impulse(i), velocity_of_row = y(i);
  if (row.kind == RowKind::equality) note(absolute(velocity_of_row) / a);
  if (row.kind == RowKind::normal) note(absolute(std::min(a * c, velocity_of_row / a)));
  if (row.kind != RowKind::bounded) return;
  note(absolute(a * c - std::clamp(a * c - velocity_of_row / a, a * row.lower, a * row.upper)));
}

/// V: speeds as square roots of energies.
template <class Real>
Real scale_of(const Judge<Real>& judge) {
  Real V = root(judge.energy(judge.free));
  for (int i = 0; i < judge.problem.rows.size(); ++i) {
    const Real a = root(judge.mobility(i));
    if (a > 0) V = std::max(V, absolute(Real(judge.problem.rows[i].s)) / a);
  }
  return V;
}

template <class Real>
double residual_by(const Problem& problem, int edges, const Solution& solution) {
  Judge<Real> judge(problem, edges, solution);
  judge.note(judge.equation());
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Real a = root(judge.mobility(i));
    if (a > 0 && problem.rows[i].kind != RowKind::tangent) judge.row(i, a);
  }
  for (int k = 0; k < problem.contacts.size(); ++k) judge.friction(problem.contacts[k], solution.sliding_speed[k]);
  const double scaled = judge.worst == 0 ? 0 : rounded(judge.worst / scale_of(judge));
  return std::isfinite(scaled) ? scaled : HUGE_VAL;
}

}  // namespace

double judged_residual(const Problem& problem, int edges, const Solution& solution) {
  const bool in_two =
      std::any_of(solution.impulse_rest.begin(), solution.impulse_rest.end(), [](double rest) { return rest != 0; });
  return in_two ? residual_by<Quad>(problem, edges, solution) : residual_by<Long>(problem, edges, solution);
}

double energy_gain(const Problem& problem, const Solution& solution) {
  const Judge<Long> judge(problem, 4, solution);
  const Long before = root(judge.energy(judge.free));
  const Long after = root(judge.energy(judge.velocity));
  if (!std::isfinite(after)) return HUGE_VAL;
  const Long V = scale_of(judge);
  return after > before ? static_cast<double>((after - before) / V) : 0.0;
}

}  // namespace stickslip::lcp

#include "model/lcp/residual/residual.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone/cone.h"
#include "model/lcp/residual/two_doubles.h"
#include "model/math/arithmetic.h"

namespace stickslip::lcp {
namespace {

/// sqrt(A_ii).
double row_scale(const Problem& problem, const Row& row) {
  double sum = 0;
  const int end = row.first_block + row.block_count;
  for (int k = row.first_block; k < end; ++k) {
    const Block& b = problem.blocks[k];
    double response[6];
    apply_inverse(problem.inverse_mass[b.body], b.j, response);
    for (int l = row.first_block; l < end; ++l) {
      if (problem.blocks[l].body != b.body) continue;
      for (int i = 0; i < 6; ++i) sum += problem.blocks[l].j[i] * response[i];
    }
  }
  return root(std::max(0.0, sum));
}

/// e' M e from the inverse of M; directions that are locked contribute nothing unless e moves along them.
double energy_of(const BodyInverse& inverse, const double* e) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (e[i] != 0) sum += inverse.linear[i] > 0 ? e[i] * e[i] / inverse.linear[i] : HUGE_VAL;
  }
  double a[3][4];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a[i][j] = inverse.angular[3 * i + j];
    a[i][3] = e[3 + i];
  }
  for (int k = 0; k < 3; ++k) {
    if (a[k][k] == 0) continue;
    for (int i = k + 1; i < 3; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < 4; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  for (int k = 2; k >= 0; --k) {
    if (a[k][k] == 0) {
      if (a[k][3] != 0) return HUGE_VAL;
      continue;
    }
    for (int j = k + 1; j < 3; ++j) a[k][3] -= a[k][j] * a[j][3];
    a[k][3] /= a[k][k];
    sum += a[k][3] * e[3 + k];
  }
  return std::max(0.0, sum);
}

/// |M w - r - G'c| in the norm of M^-1, as far as masses are finite, for impulses of two doubles.
double precise_equation_defect(const Problem& problem, const Solution& solution) {
  double sum = 0;
  for (int b = 0; b < problem.inverse_mass.size(); ++b) {
    DoubleDouble velocity[6];
    precise_velocity(problem, solution, b, velocity);
    double e[6];
    for (int l = 0; l < 6; ++l) e[l] = (velocity[l] - solution.velocity[6 * b + l]).high;
    if (std::any_of(e, e + 6, [](double x) { return x != 0; })) sum += energy_of(problem.inverse_mass[b], e);
  }
  return root(sum);
}

/// The same for impulses of one.
double equation_defect(const Problem& problem, const Solution& solution, Span<double> scratch) {
  std::copy(problem.momentum.begin(), problem.momentum.end(), scratch.begin());
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const Block& block = problem.blocks[k];
      for (int l = 0; l < 6; ++l) scratch[6 * block.body + l] += solution.impulse[i] * block.j[l];
    }
  }
  double sum = 0;
  for (int b = 0; b < problem.inverse_mass.size(); ++b) {
    double e[6];
    apply_inverse(problem.inverse_mass[b], &scratch[6 * b], e);
    bool any = false;
    for (int l = 0; l < 6; ++l) {
      e[l] = solution.velocity[6 * b + l] - e[l];
      any = any || e[l] != 0;
    }
    if (any) sum += energy_of(problem.inverse_mass[b], e);
  }
  return root(sum);
}

double energy_scale(const Problem& problem) {
  double energy = 0;
  for (int b = 0; b < problem.inverse_mass.size(); ++b) {
    double velocity[6];
    apply_inverse(problem.inverse_mass[b], &problem.momentum[6 * b], velocity);
    for (int l = 0; l < 6; ++l) energy += problem.momentum[6 * b + l] * velocity[l];
  }
  return root(std::max(0.0, energy));
}

/// |c - clamp(c - y, lower, upper)|, scaled, written so that it loses nothing for large c.
double bounded_defect(const Row& row, double scale, DoubleDouble c, double y) {
  const double above = row.lower > -HUGE_VAL ? scale * (c - row.lower).high : HUGE_VAL;
  const double below = row.upper < HUGE_VAL ? scale * (c - row.upper).high : -HUGE_VAL;
  return std::fabs(std::min(std::max(y / scale, below), above));
}

/// G w + T c + s.
double slack_of(const Problem& problem, const Solution& solution, int i) {
  const Row& row = problem.rows[i];
  const double velocity = row_velocity(problem, row, solution.velocity.data());
  if (solution.impulse_rest.empty()) return velocity + row.T * solution.impulse[i] + row.s;
  return (impulse_of(solution, i) * row.T + (velocity + row.s)).high;
}

double friction_defect(const Problem& problem, const Contact& contact, int edges, const Solution& solution,
                       double lambda, double scale, bool precise) {
  double velocity[2] = {0, 0};
  double t[2] = {0, 0};
  for (int l = 0; l < contact.tangents; ++l) {
    const int i = contact.normal + 1 + l;
    t[l] = solution.impulse[i];
    velocity[l] = slack_of(problem, solution, i);
  }
  if (scale == 0) return 0;
  if (contact.mu == 0) return scale * root(t[0] * t[0] + t[1] * t[1]);
  if (edges == 0 && contact.tangents == 2) {
    // Natural map of the disk.
    double target[2] = {scale * t[0] - velocity[0] / scale, scale * t[1] - velocity[1] / scale};
    project_on_disk(2, scale * std::max(0.0, contact.mu * solution.impulse[contact.normal]), target);
    return std::max(std::fabs(scale * t[0] - target[0]), std::fabs(scale * t[1] - target[1]));
  }
  const int n = contact.tangents == 1 ? 2 : edges;
  const EdgeShares shares = decompose(t, contact.tangents, n);
  double share[2] = {shares.share[0], shares.share[1]};
  double budget = contact.mu * solution.impulse[contact.normal] - share[0] - share[1];
  if (precise) budget = precise_budget(solution, contact, n, shares.first, share);
  double worst = 0;
  for (int k = 0; k < n; ++k) {
    const Edge d = polygon_edge(k, n);
    double beta = k == shares.first ? share[0] : 0.0;
    if (k == (shares.first + 1) % n) beta += share[1];
    const double y = d.along[0] * velocity[0] + (contact.tangents == 2 ? d.along[1] * velocity[1] : 0.0) + lambda;
    worst = std::max(worst, std::fabs(std::min(scale * beta, y / scale)));
  }
  return std::max(worst, std::fabs(std::min(lambda / scale, scale * budget)));
}

}  // namespace

double residual(const Problem& problem, int edges, const Solution& solution, Span<double> scratch) {
  const bool precise = has_rest(solution);
  const auto scale_of = [&](int i) { return row_scale(problem, problem.rows[i]); };
  double V = energy_scale(problem);
  double worst = precise ? precise_equation_defect(problem, solution) : equation_defect(problem, solution, scratch);
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    if (row.kind == RowKind::tangent && row.s == 0) continue;
    const double scale = scale_of(i);
    if (scale == 0) continue;
    V = std::max(V, std::fabs(row.s) / scale);
    if (row.kind == RowKind::tangent) continue;
    const double c = solution.impulse[i];
    const double y = slack_of(problem, solution, i);
    double defect = std::fabs(y) / scale;
    if (row.kind == RowKind::bounded) defect = bounded_defect(row, scale, impulse_of(solution, i), y);
    if (row.kind == RowKind::normal) defect = std::fabs(std::min(scale * c, y / scale));
    if (!(defect <= worst)) worst = defect;
  }
  for (int k = 0; k < problem.contacts.size(); ++k) {
    const Contact& contact = problem.contacts[k];
    double scale = 0;
    for (int l = 1; l <= contact.tangents; ++l) scale = std::max(scale, scale_of(contact.normal + l));
    const double defect = friction_defect(problem, contact, edges, solution, solution.sliding_speed[k], scale, precise);
    if (!(defect <= worst)) worst = defect;
  }
  constexpr double kLeast = 1e-150;  // what decays below that underflows when it is squared: as good as rest
  return worst == 0 ? 0 : worst / std::max(V, kLeast);
}

}  // namespace stickslip::lcp

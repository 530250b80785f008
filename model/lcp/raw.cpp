#include "model/lcp/raw.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/condense.h"
#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/lcp/methods.h"

namespace stickslip::lcp {
namespace {

constexpr double kSameMatrix = 1e-12;  // part of the largest entry by which M may miss the structure of contacts

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

double at(const Lcp& lcp, int i, int j) {
  return lcp.M[i * lcp.n + j];
}

bool is_valid(const Lcp& lcp, const LcpWorkspace& work, Span<const std::uint8_t> basis, Span<const double> z) {
  if (lcp.n < 0 || lcp.n > work.n || lcp.M.size() != lcp.n * lcp.n || lcp.q.size() != lcp.n) return false;
  if (basis.size() != lcp.n || z.size() != lcp.n || lcp.contacts < 0) return false;
  const auto is_finite = [](double x) { return std::fabs(x) < HUGE_VAL; };
  if (!std::all_of(lcp.M.begin(), lcp.M.end(), is_finite)) return false;
  if (!std::all_of(lcp.q.begin(), lcp.q.end(), is_finite)) return false;
  return lcp.contacts == 0 || (lcp.edges >= 0 && lcp.n == lcp.contacts * (lcp.edges + 2));
}

/// Rows of the condensed form: every unknown its own row.
void take_plain(const Lcp& lcp, LcpWorkspace& work, Condensed& out) {
  for (int i = 0; i < lcp.n; ++i) {
    const double diagonal = std::fabs(at(lcp, i, i));
    work.scale[size(i)] = diagonal > 0 ? std::sqrt(diagonal) : 1.0;
    work.source[size(i)] = work.place[size(i)] = i;
    work.unknowns[size(i)] = {i, {i, -1}, {1, 0}, Role::normal};
    work.units[size(i)] = {i, 1, i, i + 1, 0, -1, i, 1, 0.0, 0.0};
  }
  out.unknowns = {work.unknowns.data(), lcp.n};
  out.units = {work.units.data(), lcp.n};
  out.b = {work.b.data(), lcp.n};
}

void take_contact(const Lcp& lcp, int k, LcpWorkspace& work) {
  const int edges = lcp.edges;
  const int tangents = edges == 2 ? 1 : 2;
  const int row = k * (1 + tangents);
  const int first = k * (edges + 2);
  const int beta = lcp.contacts + k * edges;
  const int lambda = lcp.contacts * (1 + edges) + k;
  work.source[size(row)] = k;
  work.source[size(row + 1)] = beta;
  if (tangents == 2) work.source[size(row + 2)] = beta + edges / 4;
  for (int l = 0; l <= tangents; ++l) {
    const int i = work.source[size(row + l)];
    const double diagonal = std::fabs(at(lcp, i, i));
    work.scale[size(row + l)] = diagonal > 0 ? std::sqrt(diagonal) : 1.0;
  }
  double& scale = work.scale[size(row + 1)];
  if (tangents == 2) scale = work.scale[size(row + 2)] = std::max(scale, work.scale[size(row + 2)]);
  work.unknowns[size(first)] = {k, {row, -1}, {1, 0}, Role::normal};
  work.place[size(first)] = k;
  for (int e = 0; e < edges; ++e) {
    const Edge d = polygon_edge(e, edges);
    const bool planar = tangents == 1;
    work.unknowns[size(first + 1 + e)] = {
        k, {row + 1, planar ? -1 : row + 2}, {d.along[0], planar ? 0.0 : d.along[1]}, Role::edge};
    work.place[size(first + 1 + e)] = beta + e;
  }
  work.unknowns[size(first + 1 + edges)] = {k, {-1, -1}, {0, 0}, Role::cap};
  work.place[size(first + 1 + edges)] = lambda;
  const double mu = at(lcp, lambda, k) * scale / work.scale[size(row)];
  work.units[size(k)] = {first, edges + 2, first, first + 1, edges, first + edges + 1, row, 1 + tangents, mu, 0.0};
}

void fill_rows(const Lcp& lcp, LcpWorkspace& work, Condensed& out) {
  const int rows = out.rows();
  out.A = {work.A.data(), rows * rows};
  for (int j = 0; j < rows; ++j) {
    double* column = column_of(work.A.data(), rows, j);
    for (int i = 0; i < rows; ++i) {
      column[i] = at(lcp, work.source[size(i)], work.source[size(j)]) / (work.scale[size(i)] * work.scale[size(j)]);
    }
    work.b[size(j)] = lcp.q[work.source[size(j)]] / work.scale[size(j)];
  }
}

/// Unscaled value of one unknown per scaled one; an unknown of the cap is a velocity, the others are impulses.
double unit_of(const LcpWorkspace& work, const Condensed& lcp, int j) {
  const Unknown& a = lcp.unknowns[j];
  if (a.role == Role::cap) return work.scale[size(lcp.units[a.unit].row + 1)];
  return 1 / work.scale[size(a.row[0])];
}

/// True when M and q are what the condensed form says.
bool matches(const Lcp& lcp, const LcpWorkspace& work, const Condensed& condensed) {
  const double noise = kSameMatrix * max_abs(lcp.M.data(), lcp.n * lcp.n);
  const double q_noise = kSameMatrix * max_abs(lcp.q.data(), lcp.n);
  for (int j = 0; j < lcp.n; ++j) {
    const double right = unit_of(work, condensed, j);
    for (int i = 0; i < lcp.n; ++i) {
      const double expected = entry(condensed, i, j) / (unit_of(work, condensed, i) * right);
      if (!(std::fabs(expected - at(lcp, work.place[size(i)], work.place[size(j)])) <= noise)) return false;
    }
    const Unknown& a = condensed.unknowns[j];
    double q = 0;
    if (a.role != Role::cap) {
      q = a.weight[0] * condensed.b[a.row[0]];
      if (a.row[1] >= 0) q += a.weight[1] * condensed.b[a.row[1]];
    }
    if (!(std::fabs(q / right - lcp.q[work.place[size(j)]]) <= q_noise)) return false;
  }
  return true;
}

bool take_contacts(const Lcp& lcp, LcpWorkspace& work, Condensed& out) {
  if (lcp.contacts == 0 || !(lcp.edges == 2 || (lcp.edges >= 4 && lcp.edges % 4 == 0 && lcp.edges <= kMaxEdges))) {
    return false;
  }
  for (int k = 0; k < lcp.contacts; ++k) {
    if (!(at(lcp, lcp.contacts * (1 + lcp.edges) + k, k) >= 0)) return false;
    take_contact(lcp, k, work);
  }
  out.unknowns = {work.unknowns.data(), lcp.n};
  out.units = {work.units.data(), lcp.contacts};
  out.b = {work.b.data(), lcp.contacts * (lcp.edges == 2 ? 2 : 3)};
  fill_rows(lcp, work, out);
  return matches(lcp, work, out);
}

}  // namespace

LcpWorkspace::LcpWorkspace(int n_)
    : n(n_),
      A(size(n_) * size(n_)),
      b(size(n_)),
      scale(size(n_)),
      source(size(n_)),
      unknowns(size(n_)),
      units(size(n_)),
      place(size(n_)),
      scaled(size(n_)),
      basic(size(n_)),
      lemke(n_, n_, n_ + 2),
      newton(n_, n_, n_) {}

double residual(const Lcp& lcp, Span<const double> z) {
  double worst = 0;
  for (int i = 0; i < lcp.n; ++i) {
    double w = lcp.q[i];
    for (int j = 0; j < lcp.n; ++j) w += at(lcp, i, j) * z[j];
    const double defect = std::fabs(std::min(z[i], w));
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

Report solve(const Lcp& lcp, const Options& options, LcpWorkspace& work, Span<std::uint8_t> basis, Span<double> z) {
  Report report;
  if (!is_valid(lcp, work, basis, z)) {
    report.status = Status::invalid;
    report.residual = HUGE_VAL;
    return report;
  }
  Condensed condensed;
  Options own = options;
  if (!take_contacts(lcp, work, condensed)) {
    take_plain(lcp, work, condensed);
    fill_rows(lcp, work, condensed);
    own.method = Method::lemke;
  }
  for (int j = 0; j < lcp.n; ++j) {
    work.basic[size(j)] = basis[work.place[size(j)]];
    work.scaled[size(j)] = z[work.place[size(j)]] / unit_of(work, condensed, j);
  }
  const PivotReport pivoting = run_method(condensed, own, work.lemke, work.newton, {work.basic.data(), lcp.n},
                                          {work.scaled.data(), lcp.n}, &report.used);
  for (int j = 0; j < lcp.n; ++j) {
    z[work.place[size(j)]] = work.scaled[size(j)] * unit_of(work, condensed, j);
    basis[work.place[size(j)]] = work.basic[size(j)];
  }
  report.status = pivoting.status;
  report.iterations = pivoting.pivots;
  report.lcps = 1;
  report.warm = pivoting.held;
  report.residual = residual(lcp, z);
  const double allowed = options.accept * max_abs(lcp.q.data(), lcp.n);
  if (report.status == Status::solved && !(report.residual <= allowed)) report.status = Status::inexact;
  return report;
}

}  // namespace stickslip::lcp

#include "model/lcp/raw.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/condense.h"
#include "model/lcp/dense.h"
#include "model/lcp/methods.h"
#include "model/lcp/raw_contacts.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

double at(const Lcp& lcp, int i, int j) {
  return lcp.M[i * lcp.n + j];
}

bool is_valid(const Lcp& lcp, const LcpWorkspace& work, Span<const std::uint8_t> basis, Span<const double> z) {
  if (lcp.n < 0 || lcp.n > work.n || lcp.M.size() != lcp.n * lcp.n || lcp.q.size() != lcp.n) return false;
  if (basis.size() != lcp.n || z.size() != lcp.n || lcp.contacts < 0) return false;
  if (!are_finite(lcp.M.data(), lcp.n * lcp.n) || !are_finite(lcp.q.data(), lcp.n)) return false;
  return lcp.contacts == 0 || (lcp.edges >= 0 && lcp.n == lcp.contacts * (lcp.edges + 2));
}

/// Rows of the condensed form: every unknown its own row.
void take_plain(const Lcp& lcp, LcpWorkspace& work, Condensed& out) {
  for (int i = 0; i < lcp.n; ++i) {
    work.scale[size(i)] = scale_of(at(lcp, i, i));
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
  const int tangents = tangents_of(edges);
  const int row = k * (1 + tangents);
  for (int l = 0; l <= tangents; ++l) {
    const int i = unknown_of(lcp, k, l);
    work.source[size(row + l)] = i;
    work.scale[size(row + l)] = scale_of(at(lcp, i, i));
  }
  set_contact(k, tangents, edges, friction_of(lcp, k), &work.scale[size(row)], work.unknowns.data(), work.units.data());
  int* place = &work.place[size(k * (edges + 2))];
  place[0] = k;
  for (int e = 0; e < edges; ++e) place[1 + e] = lcp.first_edge(k) + e;
  place[1 + edges] = lcp.cap(k);
}

void fill_rows(const Lcp& lcp, LcpWorkspace& work, Condensed& out) {
  const int rows = out.rows();
  out.A = {work.A.data(), rows * rows};
  for (int i = 0; i < rows; ++i) {
    const int source = work.source[size(i)];
    const double* row = lcp.M.data() + static_cast<std::ptrdiff_t>(source) * lcp.n;
    for (int j = 0; j < rows; ++j) {
      column_of(work.A.data(), rows, j)[i] = row[work.source[size(j)]] / (work.scale[size(i)] * work.scale[size(j)]);
    }
    work.b[size(i)] = lcp.q[source] / work.scale[size(i)];
  }
}

/// Unscaled value of one unknown per scaled one; an unknown of the cap is a velocity, the others are impulses.
double unit_of(const LcpWorkspace& work, const Condensed& lcp, int j) {
  const Unknown& a = lcp.unknowns[j];
  if (a.role == Role::cap) return work.scale[size(lcp.units[a.unit].row + 1)];
  return 1 / work.scale[size(a.row[0])];
}

bool take_contacts(const Lcp& lcp, LcpWorkspace& work, Condensed& out) {
  if (!has_contacts(lcp)) return false;
  for (int k = 0; k < lcp.contacts; ++k) take_contact(lcp, k, work);
  out.unknowns = {work.unknowns.data(), lcp.n};
  out.units = {work.units.data(), lcp.contacts};
  out.b = {work.b.data(), lcp.contacts * (1 + tangents_of(lcp.edges))};
  fill_rows(lcp, work, out);
  return true;
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
    const double w = dot(lcp.M.data() + static_cast<std::ptrdiff_t>(i) * lcp.n, z.data(), lcp.n) + lcp.q[i];
    const double defect = std::fabs(std::min(z[i], w));
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

Report solve(const Lcp& lcp, const Options& options, LcpWorkspace& work, Span<std::uint8_t> basis, Span<double> z) {
  Report report;
  if (!is_valid(lcp, work, basis, z) || options.method == Method::gauss_seidel || options.method == Method::split) {
    report.status = Status::invalid;
    report.residual = HUGE_VAL;
    return report;
  }
  Condensed condensed;
  Options own = options;
  if (!take_contacts(lcp, work, condensed)) {
    take_plain(lcp, work, condensed);
    fill_rows(lcp, work, condensed);
    if (own.method != Method::block_pivot) own.method = Method::lemke;
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
  report.iterations = pivoting.pivots;
  report.lcps = 1;
  report.warm = pivoting.held;
  report.residual = residual(lcp, z);
  const double allowed = options.accept * max_abs(lcp.q.data(), lcp.n);
  report.status = judged(pivoting.status, report.residual, allowed);
  return report;
}

}  // namespace stickslip::lcp

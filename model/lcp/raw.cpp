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
  const int beta = lcp.first_edge(k);
  const int lambda = lcp.cap(k);
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

/// What M and q must be for a problem of contacts: that of their rows, blown up to edges.
class ContactPattern {
 public:
  explicit ContactPattern(const Lcp& lcp)
      : lcp_(lcp),
        noise_(kSameMatrix * max_abs(lcp.M.data(), lcp.n * lcp.n)),
        q_noise_(kSameMatrix * max_abs(lcp.q.data(), lcp.n)) {
    for (int e = 0; e < lcp.edges; ++e) edge_[e] = polygon_edge(e, lcp.edges);
  }

  bool matches() const {
    for (int a = 0; a < lcp_.contacts; ++a) {
      if (!matches_constant(a)) return false;
      for (int b = 0; b < lcp_.contacts; ++b) {
        if (!(deviation(a, b) <= noise_)) return false;
      }
    }
    return true;
  }

 private:
  /// Where the normal and the tangents of contact k can be read: l = 0, 1, 2.
  int source(int k, int l) const {
    if (l == 0) return k;
    return l == 1 ? lcp_.first_edge(k) : lcp_.first_edge(k) + lcp_.edges / 4;
  }
  int rows() const { return lcp_.edges == 2 ? 2 : 3; }

  bool matches_constant(int k) const {
    const double t[2] = {lcp_.q[source(k, 1)], rows() == 3 ? lcp_.q[source(k, 2)] : 0.0};
    double worst = std::fabs(lcp_.q[lcp_.cap(k)]);
    for (int e = 0; e < lcp_.edges; ++e) {
      const double expected = edge_[e].along[0] * t[0] + edge_[e].along[1] * t[1];
      worst = std::max(worst, std::fabs(expected - lcp_.q[lcp_.first_edge(k) + e]));
    }
    return worst <= q_noise_;
  }

  /// By how much the block of contacts a and b misses what its normal and tangents say.
  double deviation(int a, int b) const {
    double block[3][3] = {};
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < rows(); ++j) block[i][j] = at(lcp_, source(a, i), source(b, j));
    }
    double worst = 0;
    for (int e = -1; e < lcp_.edges; ++e) {
      double r[3] = {block[0][0], block[0][1], block[0][2]};
      for (int j = 0; e >= 0 && j < 3; ++j) {
        r[j] = edge_[e].along[0] * block[1][j] + edge_[e].along[1] * block[2][j];
      }
      const double* row = lcp_.M.data() + static_cast<std::ptrdiff_t>(e < 0 ? a : lcp_.first_edge(a) + e) * lcp_.n;
      const double slide = a == b && e >= 0 ? 1.0 : 0.0;
      worst = std::max({worst, std::fabs(row[b] - r[0]), std::fabs(row[lcp_.cap(b)] - slide)});
      const double* edges = row + lcp_.first_edge(b);
      for (int g = 0; g < lcp_.edges; ++g) {
        worst = std::max(worst, std::fabs(edges[g] - edge_[g].along[0] * r[1] - edge_[g].along[1] * r[2]));
      }
    }
    const double* row = lcp_.M.data() + static_cast<std::ptrdiff_t>(lcp_.cap(a)) * lcp_.n;
    const double own = a == b ? -1.0 : 0.0;
    for (int g = 0; g < lcp_.edges; ++g) worst = std::max(worst, std::fabs(row[lcp_.first_edge(b) + g] - own));
    if (a != b) worst = std::max(worst, std::fabs(row[b]));
    return std::max(worst, std::fabs(row[lcp_.cap(b)]));
  }

  const Lcp& lcp_;
  double noise_;
  double q_noise_;
  Edge edge_[kMaxEdges] = {};
};

bool take_contacts(const Lcp& lcp, LcpWorkspace& work, Condensed& out) {
  if (lcp.contacts == 0 || !(lcp.edges == 2 || (lcp.edges >= 4 && lcp.edges % 4 == 0 && lcp.edges <= kMaxEdges))) {
    return false;
  }
  if (!ContactPattern(lcp).matches()) return false;
  for (int k = 0; k < lcp.contacts; ++k) {
    if (!(at(lcp, lcp.cap(k), k) >= 0)) return false;
    take_contact(lcp, k, work);
  }
  out.unknowns = {work.unknowns.data(), lcp.n};
  out.units = {work.units.data(), lcp.contacts};
  out.b = {work.b.data(), lcp.contacts * (lcp.edges == 2 ? 2 : 3)};
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

#include "model/lcp/raw/raw.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/vector.h"
#include "model/lcp/cone/cone.h"
#include "model/lcp/pivoting/block_pivot.h"
#include "model/lcp/pivoting/lemke.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kGivenPaths = 4;   // of Lemke's method, each with its own cover
constexpr int kCorrections = 2;  // of a basis' values

bool is_valid(const Lcp& lcp, const LcpWorkspace& work, Span<const std::uint8_t> basis, Span<const double> z) {
  if (lcp.n < 0 || lcp.n > work.n || lcp.M.size() != lcp.n * lcp.n || lcp.q.size() != lcp.n) return false;
  if (basis.size() != lcp.n || z.size() != lcp.n || lcp.contacts < 0) return false;
  if (!are_finite(lcp.M.data(), lcp.n * lcp.n) || !are_finite(lcp.q.data(), lcp.n)) return false;
  return lcp.contacts == 0 || (lcp.edges >= 0 && lcp.n == lcp.contacts * (lcp.edges + 2));
}

const double* row_of(const Lcp& lcp, int i) {
  return lcp.M.data() + static_cast<std::ptrdiff_t>(i) * lcp.n;
}

/// For a unit diagonal, and for largest entries of 1 where there is none.
void find_scales(const Lcp& lcp, std::vector<double>& scale) {
  for (int i = 0; i < lcp.n; ++i) {
    const double diagonal = std::fabs(row_of(lcp, i)[i]);
    scale[size(i)] = diagonal > 0 ? 1 / root(diagonal) : 0.0;
  }
  for (int j = 0; j < lcp.n; ++j) {
    if (row_of(lcp, j)[j] != 0) continue;
    double largest = 0;
    for (int i = 0; i < lcp.n; ++i) {
      if (row_of(lcp, i)[i] != 0) largest = std::max(largest, std::fabs(row_of(lcp, i)[j]) * scale[size(i)]);
    }
    scale[size(j)] = largest > 0 ? 1 / largest : 1.0;
  }
}

Method pivoting_of(Method asked) {
  return asked == Method::block_pivot ? Method::block_pivot : Method::lemke;
}

constexpr double kMostWork = 6e9;  // multiplications of pivoting under `automatic`, about a second

class Pivoting {
 public:
  Pivoting(const Lcp& lcp, const Options& options, LcpWorkspace& work, Span<std::uint8_t> basis, Span<double> z)
      : lcp_(lcp),
        options_(options),
        work_(work),
        basis_(basis),
        z_(z),
        allowed_(options.accept * max_abs(lcp.q.data(), lcp.n)) {}

  PivotReport run() {
    find_scales(lcp_, work_.scale);
    best_ = HUGE_VAL;
    const bool by_blocks = options_.method == Method::block_pivot;
    const auto fill = [&](Tableau<double>& tableau) { write(tableau, by_blocks ? kBlockSoft : 0.0); };
    const auto accept = [&](Status) { return take(); };
    const double most = options_.method == Method::automatic ? work_.tableau.spent() + kMostWork : HUGE_VAL;
    const auto left = [&] { return most - work_.tableau.spent(); };
    const PivotReport report = by_blocks ? block_pivot(work_.tableau, options_, basis_, fill, accept)
                                         : lemke(work_.tableau, options_, kGivenPaths, basis_, left, fill, accept);
    std::copy_n(work_.best.begin(), lcp_.n, z_.begin());
    return report;
  }

 private:
  void write(Tableau<double>& tableau, double soft) const {
    tableau.clear(lcp_.n);
    for (int i = 0; i < lcp_.n; ++i) {
      const double* from = row_of(lcp_, i);
      double* to = tableau.row(i);
      for (int j = 0; j < lcp_.n; ++j) to[j] = work_.scale[size(i)] * from[j] * work_.scale[size(j)];
      to[i] += from[i] == 0 ? -soft : soft;
      tableau.constant(i) = work_.scale[size(i)] * lcp_.q[i];
      if (lcp_.contacts > 0 && i >= lcp_.contacts) tableau.weight(i) = kFrictionWeight;
    }
  }

  /// Corrects the values by the slacks that should vanish, and keeps the best there were; whether these will do.
  bool take() {
    const Tableau<double>& tableau = work_.tableau;
    for (int j = 0; j < lcp_.n; ++j) z_[j] = work_.scale[size(j)] * tableau.value(j);
    for (int pass = 0; pass <= kCorrections; ++pass) {
      for (double& x : z_) x = std::max(0.0, x);
      for (int i = 0; i < lcp_.n; ++i) work_.w[size(i)] = dot(row_of(lcp_, i), z_.data(), lcp_.n) + lcp_.q[i];
      double worst = 0;
      for (int i = 0; i < lcp_.n; ++i) {
        const double defect = std::fabs(std::min(z_[i], work_.w[size(i)]));
        if (!(defect <= worst)) worst = defect;
      }
      if (worst < best_) {
        best_ = worst;
        std::copy(z_.begin(), z_.end(), work_.best.begin());
      }
      if (pass == kCorrections || best_ == 0) break;
      for (int i = 0; i < lcp_.n; ++i) {
        if (!tableau.is_basic(i)) continue;
        const double slack = work_.scale[size(i)] * work_.w[size(i)];
        for (int j = 0; j < lcp_.n; ++j) z_[j] -= work_.scale[size(j)] * tableau.response(j, i) * slack;
      }
    }
    return best_ <= allowed_;
  }

  const Lcp& lcp_;
  const Options& options_;
  LcpWorkspace& work_;
  Span<std::uint8_t> basis_;
  Span<double> z_;
  double allowed_;
  double best_ = HUGE_VAL;
};

constexpr double kSameMatrix = 1e-12;  // part of the largest entry by which M may miss the structure of contacts

/// Tangents of a contact with so many edges.
constexpr int tangents_of(int edges) {
  return edges == 2 ? 1 : 2;
}

/// The unknown that is row l of contact k: the normal, and the edges along the one or two tangents.
int unknown_of(const Lcp& lcp, int k, int l) {
  if (l == 0) return k;
  return l == 1 ? lcp.first_edge(k) : lcp.first_edge(k) + lcp.edges / 4;
}

/// mu of contact k.
double friction_of(const Lcp& lcp, int k) {
  return row_of(lcp, lcp.cap(k))[k];
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
      if (!matches_constant(a) || !(friction_of(lcp_, a) >= 0)) return false;
      for (int b = 0; b < lcp_.contacts; ++b) {
        if (!(deviation(a, b) <= noise_)) return false;
      }
    }
    return true;
  }

 private:
  int rows() const { return 1 + tangents_of(lcp_.edges); }

  bool matches_constant(int k) const {
    const double t[2] = {lcp_.q[unknown_of(lcp_, k, 1)], rows() == 3 ? lcp_.q[unknown_of(lcp_, k, 2)] : 0.0};
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
      for (int j = 0; j < rows(); ++j) block[i][j] = row_of(lcp_, unknown_of(lcp_, a, i))[unknown_of(lcp_, b, j)];
    }
    double worst = 0;
    for (int e = -1; e < lcp_.edges; ++e) {
      double r[3] = {block[0][0], block[0][1], block[0][2]};
      for (int j = 0; e >= 0 && j < 3; ++j) {
        r[j] = edge_[e].along[0] * block[1][j] + edge_[e].along[1] * block[2][j];
      }
      const double* row = row_of(lcp_, e < 0 ? a : lcp_.first_edge(a) + e);
      const double slide = a == b && e >= 0 ? 1.0 : 0.0;
      worst = std::max({worst, std::fabs(row[b] - r[0]), std::fabs(row[lcp_.cap(b)] - slide)});
      const double* edges = row + lcp_.first_edge(b);
      for (int g = 0; g < lcp_.edges; ++g) {
        worst = std::max(worst, std::fabs(edges[g] - edge_[g].along[0] * r[1] - edge_[g].along[1] * r[2]));
      }
    }
    const double* row = row_of(lcp_, lcp_.cap(a));
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

/// Whether M and q are those of contacts: numbers of their rows, blown up to edges that are evenly spaced.
bool has_contacts(const Lcp& lcp) {
  const bool even = lcp.edges == 2 || (lcp.edges >= 4 && lcp.edges % 4 == 0 && lcp.edges <= kMaxEdges);
  return lcp.contacts > 0 && even && ContactPattern(lcp).matches();
}

void read_contacts(const Lcp& lcp, double* W, double* q, double* mu) {
  const int rows = 1 + tangents_of(lcp.edges);
  const int n = lcp.contacts * rows;
  for (int i = 0; i < n; ++i) {
    const int from = unknown_of(lcp, i / rows, i % rows);
    q[i] = lcp.q[from];
    double* to = W + static_cast<std::ptrdiff_t>(i) * n;
    for (int j = 0; j < n; ++j) to[j] = row_of(lcp, from)[unknown_of(lcp, j / rows, j % rows)];
  }
  for (int k = 0; k < lcp.contacts; ++k) mu[k] = friction_of(lcp, k);
}

/// Newton's method on the contacts, from z; what it comes to is left in z and basis.
Report solve_structure(const Lcp& lcp, LcpWorkspace& work, Span<std::uint8_t> basis, Span<double> z) {
  const int tangents = tangents_of(lcp.edges);
  const int rows = 1 + tangents;
  const int n = lcp.contacts * rows;
  read_contacts(lcp, work.W.data(), work.q.data(), work.mu.data());
  const RoundLcp form = {lcp.contacts, tangents, {work.W.data(), n * n}, {work.q.data(), n}, work.mu};
  for (int k = 0; k < lcp.contacts; ++k) {
    double* f = &work.f[size(k * rows)];
    f[0] = z[k];
    f[1] = f[rows - 1] = 0;
    for (int e = 0; e < lcp.edges; ++e) {
      const Edge edge = polygon_edge(e, lcp.edges);
      for (int l = 0; l < tangents; ++l) f[1 + l] += edge.along[l] * z[lcp.first_edge(k) + e];
    }
  }
  Report report;
  const Span<double> u = {work.u.data(), n};
  solve_contacts(form, tangents == 2 ? lcp.edges : 0, work.contacts, {work.f.data(), n}, u, &report);
  std::fill(z.begin(), z.end(), 0.0);
  for (int k = 0; k < lcp.contacts; ++k) {
    const double* f = &work.f[size(k * rows)];
    const EdgeShares shares = decompose(f + 1, tangents, lcp.edges);
    z[k] = std::max(0.0, f[0]);
    z[lcp.first_edge(k) + shares.first] = shares.share[0];
    z[lcp.first_edge(k) + (shares.first + 1) % lcp.edges] += shares.share[1];
    z[lcp.cap(k)] = sliding_speed(&u[k * rows + 1], tangents, lcp.edges);
  }
  for (int j = 0; j < lcp.n; ++j) basis[j] = z[j] > 0 ? 1 : 0;
  report.residual = residual(lcp, z);
  return report;
}

}  // namespace

LcpWorkspace::LcpWorkspace(int n_)
    : n(n_),
      contacts(n_ / 4),
      tableau(n_),
      scale(size(n_)),
      w(size(n_)),
      best(size(n_)),
      W(size(n_) * size(n_)),
      q(size(n_)),
      mu(size(n_)),
      f(size(n_)),
      u(size(n_)) {}

double residual(const Lcp& lcp, Span<const double> z) {
  double worst = 0;
  for (int i = 0; i < lcp.n; ++i) {
    const double w = dot(row_of(lcp, i), z.data(), lcp.n) + lcp.q[i];
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
  const double allowed = options.accept * max_abs(lcp.q.data(), lcp.n);
  report.lcps = 1;
  report.used = pivoting_of(options.method);
  report.residual = residual(lcp, z);
  report.warm = report.residual <= kStands * max_abs(lcp.q.data(), lcp.n);
  if (report.warm) return report;
  const bool pivots = options.method == Method::lemke || options.method == Method::block_pivot;
  if (!pivots && has_contacts(lcp)) {
    report = solve_structure(lcp, work, basis, z);
    report.used = Method::newton;
    report.lcps = 1;
    report.status = judged(report.status, report.residual, allowed);
    if (report.status == Status::solved || options.method == Method::newton) return report;
    std::fill(basis.begin(), basis.end(), std::uint8_t{0});
  }
  const PivotReport pivoting = Pivoting(lcp, options, work, basis, z).run();
  report.used = pivoting_of(options.method);
  report.iterations += pivoting.pivots;
  report.warm = pivoting.held;
  report.residual = residual(lcp, z);
  report.status = judged(pivoting.status, report.residual, allowed);
  return report;
}

RoundNumbers round_numbers(const Lcp& lcp) {
  RoundNumbers out;
  if (!has_contacts(lcp)) return out;
  out.contacts = lcp.contacts;
  out.tangents = tangents_of(lcp.edges);
  const std::size_t n = size(lcp.contacts * (1 + out.tangents));
  out.W.resize(n * n);
  out.q.resize(n);
  out.mu.resize(size(lcp.contacts));
  read_contacts(lcp, out.W.data(), out.q.data(), out.mu.data());
  return out;
}

}  // namespace stickslip::lcp

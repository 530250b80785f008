#include "model/lcp/raw/contact_structure.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/vector.h"
#include "model/lcp/cone/cone.h"
#include "model/lcp/options.h"

namespace stickslip::lcp {
namespace {

constexpr double kSameMatrix = 1e-12;  // part of the largest entry by which M may miss the structure of contacts

double at(const Lcp& lcp, int i, int j) {
  return lcp.M[i * lcp.n + j];
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
      for (int j = 0; j < rows(); ++j) block[i][j] = at(lcp_, unknown_of(lcp_, a, i), unknown_of(lcp_, b, j));
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

}  // namespace

bool has_contacts(const Lcp& lcp) {
  const bool even = lcp.edges == 2 || (lcp.edges >= 4 && lcp.edges % 4 == 0 && lcp.edges <= kMaxEdges);
  return lcp.contacts > 0 && even && ContactPattern(lcp).matches();
}

int unknown_of(const Lcp& lcp, int k, int l) {
  if (l == 0) return k;
  return l == 1 ? lcp.first_edge(k) : lcp.first_edge(k) + lcp.edges / 4;
}

double friction_of(const Lcp& lcp, int k) {
  return at(lcp, lcp.cap(k), k);
}

}  // namespace stickslip::lcp

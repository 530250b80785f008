// Bullet's and DART's direct solvers, both descendants of the one of ODE: A x = b + w, lo <= x <= hi, where the bounds
// of a tangent follow the normal that `findex` names.
#include <algorithm>
#include <cmath>
#include <memory>

#include "tests/interop/peers/peer.h"

#ifdef STICKSLIP_BULLET
#include <BulletDynamics/MLCPSolvers/btDantzigLCP.h>
#endif
#ifdef STICKSLIP_DART
#include <dart/constraint/DantzigBoxedLcpSolver.hpp>
#endif

namespace stickslip::peers {

namespace {

/// The problem as these solvers take it; rows of A are `stride` apart.
template <class Real>
struct Boxed {
  Boxed(const lcp::RoundLcp& form, std::size_t stride)
      : n(static_cast<std::size_t>(form.rows())), A(n * stride), x(n), b(n), w(n), lo(n), hi(n), findex(n) {
    const int d = 1 + form.tangents;
    for (int k = 0; k < form.rows(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      for (std::size_t j = 0; j < n; ++j) A[i * stride + j] = static_cast<Real>(form.W.data()[i * n + j]);
      const bool normal = k % d == 0;
      b[i] = static_cast<Real>(-form.q[k]);
      hi[i] = normal ? static_cast<Real>(HUGE_VAL) : static_cast<Real>(form.mu[k / d]);
      lo[i] = normal ? Real{0} : -hi[i];
      findex[i] = normal ? -1 : k / d * d;
    }
  }

  std::size_t n;
  std::vector<Real> A, x, b, w, lo, hi;
  std::vector<int> findex;
};

#ifdef STICKSLIP_BULLET
Solve pose_to_bullet(const lcp::RoundLcp& form) {
  const auto p = std::make_shared<Boxed<btScalar>>(form, static_cast<std::size_t>(form.rows()));
  return [p](double* force) {
    btDantzigScratchMemory scratch;
    const bool good = btSolveDantzigLCP(static_cast<int>(p->n), p->A.data(), p->x.data(), p->b.data(), p->w.data(), 0,
                                        p->lo.data(), p->hi.data(), p->findex.data(), scratch);
    std::copy(p->x.begin(), p->x.end(), force);
    return good;
  };
}
#endif

#ifdef STICKSLIP_DART
Solve pose_to_dart(const lcp::RoundLcp& form) {
  const auto n = static_cast<std::size_t>(form.rows());
  const auto p = std::make_shared<Boxed<double>>(form, n > 1 ? (n + 3) / 4 * 4 : n);
  return [p](double* force) {
    dart::constraint::DantzigBoxedLcpSolver solver;
    const bool good = solver.solve(static_cast<int>(p->n), p->A.data(), p->x.data(), p->b.data(), 0, p->lo.data(),
                                   p->hi.data(), p->findex.data(), false);
    std::copy(p->x.begin(), p->x.end(), force);
    return good;
  };
}
#endif

}  // namespace

const std::vector<BoxPeer>& box_peers() {
  static const std::vector<BoxPeer> kPeers = {
#ifdef STICKSLIP_BULLET
      {"Bullet", &pose_to_bullet},
#endif
#ifdef STICKSLIP_DART
      {"DART", &pose_to_dart},
#endif
  };
  return kPeers;
}

double box_residual(const lcp::RoundLcp& form, const std::vector<double>& force) {
  const int rows = 1 + form.tangents;
  const auto velocity = [&](int i) {
    double u = form.q[i];
    for (int j = 0; j < form.rows(); ++j) u += form.W[i * form.rows() + j] * force[static_cast<std::size_t>(j)];
    return u;
  };
  double worst = 0;
  for (int i = 0; i < form.rows(); ++i) {
    const double r = force[static_cast<std::size_t>(i)];
    const double normal = force[static_cast<std::size_t>(i - i % rows)];
    const double bound = form.mu[i / rows] * std::max(normal, 0.0);
    const double u = velocity(i);
    const double defect = std::fabs(i % rows == 0 ? std::min(r, u) : r - std::clamp(r - u, -bound, bound));
    worst = std::isfinite(defect) ? std::max(worst, defect) : HUGE_VAL;
  }
  return worst;
}

}  // namespace stickslip::peers

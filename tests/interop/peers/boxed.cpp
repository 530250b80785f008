// Bullet's and DART's direct solvers, both descendants of the one of ODE: A x = b + w, lo <= x <= hi, where the bounds
// of a tangent follow the normal that `findex` names.
#include <algorithm>
#include <cmath>

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
  Boxed(const ContactForm& form, std::size_t stride)
      : n(form.q.size()), A(n * stride), x(n), b(n), w(n), lo(n), hi(n), findex(n) {
    const auto d = static_cast<std::size_t>(form.dimension);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) A[i * stride + j] = static_cast<Real>(form.W[i * n + j]);
      const std::size_t contact = i / d;
      const bool normal = i % d == 0;
      b[i] = static_cast<Real>(-form.q[i]);
      hi[i] = normal ? static_cast<Real>(HUGE_VAL) : static_cast<Real>(form.mu[contact]);
      lo[i] = normal ? Real{0} : -hi[i];
      findex[i] = normal ? -1 : static_cast<int>(contact * d);
    }
  }

  std::size_t n;
  std::vector<Real> A, x, b, w, lo, hi;
  std::vector<int> findex;
};

#ifdef STICKSLIP_BULLET
bool solve_with_bullet(const ContactForm& form, double* force) {
  Boxed<btScalar> p(form, form.q.size());
  btDantzigScratchMemory scratch;
  const bool good = btSolveDantzigLCP(static_cast<int>(p.n), p.A.data(), p.x.data(), p.b.data(), p.w.data(), 0,
                                      p.lo.data(), p.hi.data(), p.findex.data(), scratch);
  std::copy(p.x.begin(), p.x.end(), force);
  return good;
}
#endif

#ifdef STICKSLIP_DART
bool solve_with_dart(const ContactForm& form, double* force) {
  const std::size_t n = form.q.size();
  Boxed<double> p(form, n > 1 ? (n + 3) / 4 * 4 : n);
  dart::constraint::DantzigBoxedLcpSolver solver;
  const bool good = solver.solve(static_cast<int>(n), p.A.data(), p.x.data(), p.b.data(), 0, p.lo.data(), p.hi.data(),
                                 p.findex.data(), false);
  std::copy(p.x.begin(), p.x.end(), force);
  return good;
}
#endif

}  // namespace

const std::vector<BoxPeer>& box_peers() {
  static const std::vector<BoxPeer> kPeers = {
#ifdef STICKSLIP_BULLET
      {"Bullet", &solve_with_bullet},
#endif
#ifdef STICKSLIP_DART
      {"DART", &solve_with_dart},
#endif
  };
  return kPeers;
}

}  // namespace stickslip::peers

#include "tests/interop/peers/peer.h"

#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>

namespace stickslip::peers {

namespace {

constexpr double kTolerance = 1e-10;  // asked of iterative ones
constexpr int kIterations = 100'000;

/// M by columns: some of the solvers overwrite it. Like all that Siconos is given, it lives as long as the child.
NumericsMatrix* matrix_of(const double* M, int n) {
  auto* columns = new double[static_cast<std::size_t>(n) * static_cast<std::size_t>(n)];
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    for (std::ptrdiff_t j = 0; j < n; ++j) columns[j * n + i] = M[i * n + j];
  }
  return NM_create_from_data(NM_DENSE, n, n, columns);
}

SolverOptions* options_of(int id) {
  SolverOptions* options = solver_options_create(id);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kIterations;
  options->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  return options;
}

}  // namespace

const std::vector<PolygonPeer>& polygon_peers() {
  static const std::vector<PolygonPeer> kPeers = {
      {SICONOS_LCP_LEMKE, "LEMKE"},
      {SICONOS_LCP_PIVOT, "PIVOT"},
      {SICONOS_LCP_PIVOT_LUMOD, "PIVOT_LUMOD"},
      {SICONOS_LCP_PATHSEARCH, "PATHSEARCH"},
      {SICONOS_LCP_AVI_CAOFERRIS, "AVI_CAOFERRIS"},
      {SICONOS_LCP_NEWTONMIN, "NEWTONMIN"},
      {SICONOS_LCP_NEWTON_FB_FBLSA, "NEWTON_FB_FBLSA"},
      {SICONOS_LCP_NEWTON_MIN_FBLSA, "NEWTON_MIN_FBLSA"},
      {SICONOS_LCP_PGS, "PGS"},
      {SICONOS_LCP_RPGS, "RPGS"},
      {SICONOS_LCP_PSOR, "PSOR"},
      {SICONOS_LCP_CPG, "CPG"},
      {SICONOS_LCP_LATIN, "LATIN"},
      {SICONOS_LCP_NSQP, "NSQP"},
  };
  return kPeers;
}

const std::vector<RoundPeer>& round_peers(int dimension) {
  static const std::vector<RoundPeer> kPlane = {
      {SICONOS_FRICTION_2D_NSGS, "2D_NSGS"},
      {SICONOS_FRICTION_2D_CPG, "2D_CPG"},
      {SICONOS_FRICTION_2D_LEMKE, "2D_LEMKE"},
  };
  static const std::vector<RoundPeer> kSpace = {
      {SICONOS_FRICTION_3D_NSGS, "3D_NSGS"},     {SICONOS_FRICTION_3D_NSN_AC, "3D_NSN_AC"},
      {SICONOS_FRICTION_3D_NSN_FB, "3D_NSN_FB"}, {SICONOS_FRICTION_3D_NSN_NM, "3D_NSN_NM"},
      {SICONOS_FRICTION_3D_ADMM, "3D_ADMM"},     {SICONOS_FRICTION_3D_SOCLCP, "3D_SOCLCP"},
  };
  return dimension == 2 ? kPlane : kSpace;
}

Outcome solve_polygon(const PolygonPeer& peer, const std::vector<double>& M, const std::vector<double>& q,
                      double limit) {
  const std::size_t n = q.size();
  return in_a_child(n, limit, [&]() -> Solve {
    auto* problem = new LinearComplementarityProblem;
    problem->size = static_cast<int>(n);
    problem->M = matrix_of(M.data(), problem->size);
    problem->q = new double[n];
    std::copy(q.begin(), q.end(), problem->q);
    auto* w = new double[n];
    SolverOptions* options = options_of(peer.id);
    return [=](double* z) { return linearComplementarity_driver(problem, z, w, options) == 0; };
  });
}

Outcome solve_round(const RoundPeer& peer, const lcp::RoundLcp& form, double limit) {
  const auto n = static_cast<std::size_t>(form.rows());
  return in_a_child(n, limit, [&]() -> Solve {
    auto* q = new double[n];
    std::copy(form.q.begin(), form.q.end(), q);
    auto* mu = new double[static_cast<std::size_t>(form.contacts)];
    std::copy(form.mu.begin(), form.mu.end(), mu);
    auto* velocity = new double[n];
    FrictionContactProblem* problem = frictionContactProblem_new_with_data(
        1 + form.tangents, form.contacts, matrix_of(form.W.data(), form.rows()), q, mu);
    SolverOptions* options = options_of(peer.id);
    const auto driver = form.tangents == 1 ? fc2d_driver : fc3d_driver;
    return [=](double* force) { return driver(problem, force, velocity, options) == 0; };
  });
}

}  // namespace stickslip::peers

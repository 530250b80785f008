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

std::vector<double> by_columns(const std::vector<double>& M, std::size_t n) {
  std::vector<double> columns(M.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) columns[j * n + i] = M[i * n + j];
  }
  return columns;
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
  return in_a_child(n, limit, [&](double* z) {
    std::vector<double> columns = by_columns(M, n);  // some overwrite it
    std::vector<double> right = q;
    std::vector<double> w(n);
    LinearComplementarityProblem problem;
    problem.size = static_cast<int>(n);
    problem.M = NM_create_from_data(NM_DENSE, problem.size, problem.size, columns.data());
    problem.q = right.data();
    return linearComplementarity_driver(&problem, z, w.data(), options_of(peer.id)) == 0;
  });
}

Outcome solve_round(const RoundPeer& peer, const ContactForm& form, double limit) {
  const std::size_t n = form.q.size();
  return in_a_child(n, limit, [&](double* force) {
    std::vector<double> columns = by_columns(form.W, n);
    std::vector<double> right = form.q;
    std::vector<double> friction = form.mu;
    std::vector<double> velocity(n);
    const int size = static_cast<int>(n);
    RawNumericsMatrix* matrix = NM_create_from_data(NM_DENSE, size, size, columns.data());
    FrictionContactProblem* problem =
        frictionContactProblem_new_with_data(form.dimension, form.contacts, matrix, right.data(), friction.data());
    SolverOptions* options = options_of(peer.id);
    return (form.dimension == 2 ? fc2d_driver : fc3d_driver)(problem, force, velocity.data(), options) == 0;
  });
}

}  // namespace stickslip::peers

#include "tests/interop/siconos/peer.h"

#include <fcntl.h>
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>

namespace stickslip::siconos {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRepetitions = 25;
constexpr double kEnough = 0.5;       // s
constexpr double kTolerance = 1e-10;  // asked of iterative ones
constexpr int kIterations = 100'000;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What the child tells, in shared memory; the numbers of the solution follow.
struct Told {
  int finished;
  int info;
  double milliseconds;
};

/// Runs `solve`, which fills z and returns Siconos' code, in a child that is ended after `limit` seconds.
Outcome in_a_child(std::size_t n, double limit, const std::function<int(double* z)>& solve) {
  const std::size_t bytes = sizeof(Told) + n * sizeof(double);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* told = static_cast<Told*>(memory);
  auto* z = reinterpret_cast<double*>(told + 1);
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    alarm(static_cast<unsigned>(limit) + 1);
    const Clock::time_point first = Clock::now();
    for (int k = 0; k < kRepetitions && (k == 0 || seconds_since(first) < kEnough); ++k) {
      std::fill(z, z + n, 0.0);
      const Clock::time_point begin = Clock::now();
      told->info = solve(z);
      const double milliseconds = 1e3 * seconds_since(begin);
      told->milliseconds = k == 0 ? milliseconds : std::min(milliseconds, told->milliseconds);
    }
    told->finished = 1;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  if (told->finished != 0) {
    outcome.end = told->info == 0 ? Outcome::End::solved : Outcome::End::refused;
  } else {
    outcome.end = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? Outcome::End::timed_out : Outcome::End::crashed;
  }
  outcome.milliseconds = told->milliseconds;
  outcome.z.assign(z, z + n);
  munmap(memory, bytes);
  return outcome;
}

std::vector<double> by_columns(const std::vector<double>& M, std::size_t n) {
  std::vector<double> columns(M.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) columns[j * n + i] = M[i * n + j];
  }
  return columns;
}

SolverOptions* options_of(const Peer& peer) {
  SolverOptions* options = solver_options_create(peer.id);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = kIterations;
  options->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  return options;
}

}  // namespace

const std::vector<Peer>& polygon_peers() {
  static const std::vector<Peer> kPeers = {
      {SICONOS_LCP_LEMKE, "LEMKE", false},
      {SICONOS_LCP_PIVOT, "PIVOT", false},
      {SICONOS_LCP_PIVOT_LUMOD, "PIVOT_LUMOD", false},
      {SICONOS_LCP_PATHSEARCH, "PATHSEARCH", false},
      {SICONOS_LCP_AVI_CAOFERRIS, "AVI_CAOFERRIS", false},
      {SICONOS_LCP_NEWTONMIN, "NEWTONMIN", false},
      {SICONOS_LCP_NEWTON_FB_FBLSA, "NEWTON_FB_FBLSA", false},
      {SICONOS_LCP_NEWTON_MIN_FBLSA, "NEWTON_MIN_FBLSA", false},
      {SICONOS_LCP_PGS, "PGS", false},
      {SICONOS_LCP_RPGS, "RPGS", false},
      {SICONOS_LCP_PSOR, "PSOR", false},
      {SICONOS_LCP_CPG, "CPG", false},
      {SICONOS_LCP_LATIN, "LATIN", false},
      {SICONOS_LCP_NSQP, "NSQP", false},
  };
  return kPeers;
}

const std::vector<Peer>& round_peers(int dimension) {
  static const std::vector<Peer> kPlane = {
      {SICONOS_FRICTION_2D_NSGS, "2D_NSGS", true},
      {SICONOS_FRICTION_2D_CPG, "2D_CPG", true},
      {SICONOS_FRICTION_2D_LEMKE, "2D_LEMKE", true},
  };
  static const std::vector<Peer> kSpace = {
      {SICONOS_FRICTION_3D_NSGS, "3D_NSGS", true},     {SICONOS_FRICTION_3D_NSN_AC, "3D_NSN_AC", true},
      {SICONOS_FRICTION_3D_NSN_FB, "3D_NSN_FB", true}, {SICONOS_FRICTION_3D_NSN_NM, "3D_NSN_NM", true},
      {SICONOS_FRICTION_3D_ADMM, "3D_ADMM", true},     {SICONOS_FRICTION_3D_SOCLCP, "3D_SOCLCP", true},
  };
  return dimension == 2 ? kPlane : kSpace;
}

Outcome solve_polygon(const Peer& peer, const std::vector<double>& M, const std::vector<double>& q, double limit) {
  const std::size_t n = q.size();
  return in_a_child(n, limit, [&](double* z) {
    std::vector<double> columns = by_columns(M, n);  // some overwrite it
    std::vector<double> right = q;
    std::vector<double> w(n);
    LinearComplementarityProblem problem;
    problem.size = static_cast<int>(n);
    problem.M = NM_create_from_data(NM_DENSE, problem.size, problem.size, columns.data());
    problem.q = right.data();
    return linearComplementarity_driver(&problem, z, w.data(), options_of(peer));
  });
}

Outcome solve_round(const Peer& peer, int dimension, const std::vector<double>& W, const std::vector<double>& q,
                    const std::vector<double>& mu, double limit) {
  const std::size_t n = q.size();
  return in_a_child(n, limit, [&](double* force) {
    std::vector<double> columns = by_columns(W, n);
    std::vector<double> right = q;
    std::vector<double> friction = mu;
    std::vector<double> velocity(n);
    const int size = static_cast<int>(n);
    RawNumericsMatrix* matrix = NM_create_from_data(NM_DENSE, size, size, columns.data());
    FrictionContactProblem* problem = frictionContactProblem_new_with_data(dimension, static_cast<int>(mu.size()),
                                                                           matrix, right.data(), friction.data());
    SolverOptions* options = options_of(peer);
    return dimension == 2 ? fc2d_driver(problem, force, velocity.data(), options)
                          : fc3d_driver(problem, force, velocity.data(), options);
  });
}

}  // namespace stickslip::siconos

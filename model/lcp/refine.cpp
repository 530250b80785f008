#include "model/lcp/refine.h"

#include <algorithm>

#include "model/lcp/dense.h"
#include "model/lcp/motion.h"
#include "model/lcp/pattern_system.h"
#include "model/lcp/residual.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kPasses = 4;
constexpr double kSofts[] = {1e-9, 1e-12};  // added to the diagonal
constexpr double kGood = 1e-13;             // residual at which to stop

/// Corrects the joints by their velocities, and leaves in work.newton.u those of the free rows after that.
void correct_joints(DenseWork& work) {
  Condensation& c = work.condensation;
  double* x = c.joint_velocity.data();
  for (int q = 0; q < c.joints; ++q) x[q] = work.row_velocity[size(c.joint_rows[size(q)])];
  solve_joints(work.delassus, c, x);
  for (int l = 0; l < c.lcp.rows(); ++l) work.newton.u[size(l)] = work.row_velocity[size(c.free_rows[size(l)])];
  for (int q = 0; q < c.joints; ++q) {
    const int j = c.joint_rows[size(q)];
    work.impulse[size(j)] -= x[q];
    const double* column = column_of(work.delassus.A.data(), work.delassus.rows, j);
    for (int l = 0; l < c.lcp.rows(); ++l) work.newton.u[size(l)] -= column[c.free_rows[size(l)]] * x[q];
  }
}

/// Corrects the impulses of free rows by the velocities that their patterns want to vanish; joints follow.
void correct_patterns(const PatternSystem& system, DenseWork& work) {
  Condensation& c = work.condensation;
  for (int l = 0; l < c.lcp.rows(); ++l) {
    work.newton.f[size(l)] = work.impulse[size(c.free_rows[size(l)])] - c.base[size(l)];
  }
  std::copy_n(work.newton.f.begin(), c.lcp.rows(), work.newton.f_old.begin());
  (void)system.defect();
  system.correct();
  for (int l = 0; l < c.lcp.rows(); ++l) {
    const double by = work.newton.f[size(l)] - work.newton.f_old[size(l)];
    if (by == 0) continue;
    work.impulse[size(c.free_rows[size(l)])] += by;
    const double* coupling = column_of(c.coupling.data(), c.joints, l);
    for (int q = 0; q < c.joints; ++q) work.impulse[size(c.joint_rows[size(q)])] -= coupling[q] * by;
  }
}

/// The scaled impulses of `solution`.
void rescale(const Problem& problem, const Solution& solution, DenseWork& work) {
  for (int i = 0; i < problem.rows.size(); ++i)
    work.impulse[size(i)] = solution.impulse[i] * work.delassus.scale[size(i)];
}

}  // namespace

double refine(const Problem& problem, const Options& options, double before, DenseWork& work, Solution& solution) {
  double best = before;
  double* kept = work.minimum_norm.candidate.data();
  PatternSystem system(work.condensation.lcp, work.newton);
  for (double soft : kSofts) {
    if (best <= kGood || !system.factor({}, soft)) break;
    for (int pass = 0; pass < kPasses && best > kGood; ++pass) {
      std::copy(solution.impulse.begin(), solution.impulse.end(), kept);
      rescale(problem, solution, work);
      correct_joints(work);
      correct_patterns(system, work);
      unscale(problem, work, solution);
      find_motion(problem, options.edges, work, solution);
      const double now = residual(problem, work.delassus, options.edges, solution, work.scratch);
      const bool better = now < best;
      const bool much = now < 0.5 * best;
      if (better) {
        best = now;
      } else {
        std::copy_n(kept, problem.rows.size(), solution.impulse.begin());
        find_motion(problem, options.edges, work, solution);
      }
      if (!much) break;
    }
  }
  return best;
}

}  // namespace stickslip::lcp

#include "model/schemes/shares.h"

#include <algorithm>

#include "model/schemes/groups.h"

namespace stickslip {

void keep_solution(Workspace& work) {
  const Span<const double> v = work.problem.solution.velocity;
  const Span<const double> c = work.problem.impulse();
  std::copy(v.begin(), v.end(), work.kept_velocity.begin());
  std::copy(c.begin(), c.end(), work.kept_impulse.begin());
}

void exchange_with_kept(Workspace& work) {
  const Span<double> v = work.problem.solution.velocity;
  double* c = work.problem.solution.impulse.data();
  std::swap_ranges(v.begin(), v.end(), work.kept_velocity.begin());
  std::swap_ranges(c, c + work.problem.row_count, work.kept_impulse.begin());
}

void take_shares(Span<const double> velocity, Span<const double> impulse, Workspace& work) {
  const auto move_back = [](double share, double from, double& value) { value = from + share * (value - from); };
  const lcp::Solution& solution = work.problem.solution;
  for (int k = 0; k < solution.velocity.size(); ++k) {
    const double share = work.share[work.group[k / 6]];
    if (share != 1) move_back(share, velocity[k], solution.velocity[k]);
  }
  for (int i = 0; i < work.rows.row_count; ++i) {
    const int group = group_of(work.rows.rows_storage[i], work);
    if (group < 0 || work.share[group] == 1) continue;
    move_back(work.share[group], impulse.empty() ? 0.0 : impulse[i], solution.impulse[i]);
  }
}

}  // namespace stickslip

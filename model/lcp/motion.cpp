#include "model/lcp/motion.h"

#include "model/lcp/cone.h"
#include "model/lcp/two_doubles.h"
#include "model/math/size.h"

namespace stickslip::lcp {

void unscale(const Problem& problem, DenseWork& work, Solution& solution) {
  for (int i = 0; i < problem.rows.size(); ++i) {
    const double scale = work.delassus.scale[size(i)];
    solution.impulse[i] = scale > 0 ? work.impulse[size(i)] / scale : 0.0;
  }
  clear_rest(solution);
}

void find_motion(const Problem& problem, int edges, DenseWork& work, Solution& solution) {
  if (has_rest(solution)) {
    for (int body = 0; body < problem.inverse_mass.size(); ++body) {
      DoubleDouble velocity[6];
      precise_velocity(problem, solution, body, velocity);
      for (int l = 0; l < 6; ++l) solution.velocity[6 * body + l] = velocity[l].high;
    }
  } else {
    velocity_of(problem, work.delassus, solution.impulse.data(), solution.velocity.data());
  }
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    const double scale = work.delassus.scale[size(i)];
    const double y = row_velocity(problem, row, solution.velocity.data()) + row.s + row.T * solution.impulse[i];
    work.row_velocity[size(i)] = scale > 0 ? y / scale : 0.0;
  }
  for (int k = 0; k < problem.contacts.size(); ++k) {
    const Contact& contact = problem.contacts[k];
    const double lambda = sliding_speed(work.row_velocity.data() + contact.normal + 1, contact.tangents, edges);
    work.sliding[size(k)] = lambda;
    solution.sliding_speed[k] = contact.tangents > 0 ? lambda * work.delassus.scale[size(contact.normal + 1)] : 0.0;
  }
}

}  // namespace stickslip::lcp

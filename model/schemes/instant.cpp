#include "model/schemes/instant.h"

#include <algorithm>

#include "model/workspace/impulses.h"

namespace stickslip {

double restitution_of(const ConstraintRow& row, const Workspace& work) {
  return work.derived.restitution[work.contacts.storage[row.source].pair];
}

void set_momentum(Span<const double> velocity, Workspace& work) {
  for (int b = 0; b < work.poses.size(); ++b) {
    for (int k = 0; k < 3; ++k) {
      const bool moves = work.derived.inverse_mass[b].linear[k] > 0;
      work.problem.momentum[6 * b + k] = moves ? work.derived.mass[b] * velocity[6 * b + k] : 0.0;
      work.problem.momentum[6 * b + 3 + k] = work.derived.inertia[3 * b + k] * velocity[6 * b + 3 + k];
    }
  }
}

void take_instant(const Model& model, double weight, State& state, Workspace& work) {
  const Span<double> w = work.problem.solution.velocity;
  accumulate_impulses(model, w, weight, work);
  std::copy(w.begin(), w.end(), state.motion.velocity.begin());
}

void take_short_form(const Model& model, double e, State& state, Workspace& work) {
  const Span<const double> compressed = work.problem.solution.velocity;
  accumulate_impulses(model, compressed, 1 + e, work);
  for (int k = 0; k < compressed.size(); ++k) {
    double& v = state.motion.velocity[k];
    v = (1 + e) * compressed[k] - e * v;
  }
}

}  // namespace stickslip

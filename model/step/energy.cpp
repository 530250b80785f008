#include "model/step/energy.h"

#include "model/constraints/springs.h"

namespace stickslip {

Energy energy_of(const Model& model, const Layout& layout, const Derived& derived, const State& state,
                 Span<const BodyPose> poses) {
  Energy energy;
  for (int b = 0; b < poses.size(); ++b) {
    const double mass = derived.mass[b];
    const double* v = &state.motion.velocity[6 * b];
    energy.kinetic += 0.5 * mass * get3(v).squaredNorm();
    for (int k = 0; k < 3; ++k) energy.kinetic += 0.5 * derived.inertia[3 * b + k] * v[3 + k] * v[3 + k];
    energy.potential -= mass * derived.gravity.dot(poses[b].p);
  }
  for (int s = 0; s < static_cast<int>(model.springs.size()); ++s) {
    energy.potential += spring_energy(model, layout, state, s, poses);
  }
  return energy;
}

}  // namespace stickslip

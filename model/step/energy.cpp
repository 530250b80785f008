#include "model/step/energy.h"

#include "model/constraints/bushings.h"
#include "model/constraints/coordinates.h"
#include "model/constraints/springs.h"
#include "model/constraints/stops.h"

namespace stickslip {

Energy energy_of(const Model& model, const Layout& layout, const Derived& derived, const State& state,
                 Span<const BodyPose> poses) {
  Energy energy;
  energy.kinetic = kinetic_energy(derived, state.motion.velocity);
  for (int b = 0; b < poses.size(); ++b) energy.potential -= derived.mass[b] * derived.gravity.dot(poses[b].p);
  for (int s = 0; s < static_cast<int>(model.springs.size()); ++s) {
    energy.springs += spring_energy(model, layout, state, s, poses);
  }
  for (int b = 0; b < static_cast<int>(model.bushings.size()); ++b) {
    energy.springs += bushing_energy(model, layout, state, b, poses);
  }
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    energy.kinetic += rotor_energy(model, layout, state, j, poses);
  }
  energy.springs += stop_energy({model, layout, state, derived}, poses) + state.header->pressed;
  energy.potential += energy.springs;
  return energy;
}

}  // namespace stickslip

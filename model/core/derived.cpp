#include "model/core/derived.h"

#include <algorithm>
#include <cmath>

namespace stickslip {
namespace {

void body_inertia(const Model& model, int body, double mass, Derived& derived) {
  const Body& b = model.bodies[static_cast<std::size_t>(body)];
  lcp::BodyInverse inverse{};
  double* inertia = &derived.inertia[3 * body];
  std::fill(inertia, inertia + 3, 0.0);
  derived.mass[body] = b.fixed ? 0.0 : mass;
  if (!b.fixed) {
    const double scale = mass / b.mass;
    for (int k = 0; k < 3; ++k) {
      const bool translates = !model.planar || k < 2;
      const bool turns = b.rotates && (!model.planar || k == 2);
      if (translates) inverse.linear[k] = 1 / mass;
      if (turns) {
        inertia[k] = b.inertia[k] * scale;
        inverse.angular[4 * k] = 1 / inertia[k];
      }
    }
  }
  derived.inverse_mass[body] = inverse;
}

}  // namespace

void update_derived(const Model& model, const Layout& layout, Span<const double> parameters, Derived& derived) {
  for (int k = 0; k < 3; ++k) derived.gravity[k] = parameters[layout.gravity + k];
  for (int b = 0; b < derived.mass.size(); ++b) body_inertia(model, b, parameters[layout.mass + b], derived);
  for (int p = 0; p < derived.friction.size(); ++p) {
    const ShapePair& pair = model.pairs[static_cast<std::size_t>(p)];
    if (pair.material_pair >= 0) {
      const MaterialPair& given = model.material_pairs[static_cast<std::size_t>(pair.material_pair)];
      derived.friction[p] = given.friction;
      derived.restitution[p] = given.restitution;
      continue;
    }
    const int first = model.shapes[static_cast<std::size_t>(pair.first)].material;
    const int second = model.shapes[static_cast<std::size_t>(pair.second)].material;
    derived.friction[p] = std::sqrt(parameters[layout.friction + first] * parameters[layout.friction + second]);
    derived.restitution[p] = std::max(parameters[layout.restitution + first], parameters[layout.restitution + second]);
  }
}

}  // namespace stickslip

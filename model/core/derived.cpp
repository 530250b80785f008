#include "model/core/derived.h"
#include "model/math/arithmetic.h"

#include <algorithm>
#include <cmath>

namespace stickslip {
namespace {

void body_inertia(const Model& model, int body, double mass, Derived& derived) {
  const Body& b = body_at(model, body);
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

// Two springs in a row; what is not given gives nothing.
double combined_compliance(double first, double second) {
  if (first < 0 && second < 0) return -1;
  return std::max(first, 0.0) + std::max(second, 0.0);
}

}  // namespace

void update_derived(const Model& model, const Layout& layout, Span<const double> parameters, Derived& derived) {
  for (int k = 0; k < 3; ++k) derived.gravity[k] = parameters[layout.gravity + k];
  for (int b = 0; b < derived.mass.size(); ++b) body_inertia(model, b, parameters[layout.mass + b], derived);
  const int pairs = static_cast<int>(model.pairs.size());
  for (int s = 0; s < derived.stops.size(); ++s) {
    const Limits& limits = limits_of(model, derived.stops[s]);
    derived.friction[pairs + s] = 0;
    derived.restitution[pairs + s] = limits.restitution;
    derived.compliance[pairs + s] = limits.compliance > 0 ? limits.compliance : -1;
  }
  for (int p = 0; p < pairs; ++p) {
    const ShapePair& pair = model.pairs[static_cast<std::size_t>(p)];
    const int first = model.shapes[static_cast<std::size_t>(pair.first)].material;
    const int second = model.shapes[static_cast<std::size_t>(pair.second)].material;
    derived.compliance[p] = combined_compliance(model.materials[static_cast<std::size_t>(first)].compliance,
                                                model.materials[static_cast<std::size_t>(second)].compliance);
    if (pair.material_pair >= 0) {
      const MaterialPair& given = model.material_pairs[static_cast<std::size_t>(pair.material_pair)];
      derived.friction[p] = given.friction;
      derived.restitution[p] = given.restitution;
      if (given.compliance >= 0) derived.compliance[p] = given.compliance;
      continue;
    }
    derived.friction[p] = root(parameters[layout.friction + first] * parameters[layout.friction + second]);
    derived.restitution[p] = std::max(parameters[layout.restitution + first], parameters[layout.restitution + second]);
  }
}

double kinetic_energy(const Derived& derived, Span<const double> velocity, int body) {
  const double* v = &velocity[6 * body];
  double energy = 0.5 * derived.mass[body] * Vec3(v[0], v[1], v[2]).squaredNorm();
  for (int k = 0; k < 3; ++k) energy += 0.5 * derived.inertia[3 * body + k] * v[3 + k] * v[3 + k];
  return energy;
}

double kinetic_energy(const Derived& derived, Span<const double> velocity) {
  double energy = 0;
  for (int b = 0; b < derived.mass.size(); ++b) energy += kinetic_energy(derived, velocity, b);
  return energy;
}

}  // namespace stickslip

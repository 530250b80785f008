#include "model/core/derived.h"

#include "model/core/capacity.h"
#include "model/core/joint_kind.h"
#include "model/math/arithmetic.h"
#include "model/math/elementary.h"

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

// Of a spring and damper that push and do not pull, damped so that a lone body comes back with e of its speed: the
// inverse of e = -exp(-z t) (cos w t - z/w sin w t), w^2 = 1 - z^2, w t = atan2(2 z w, 2 z^2 - 1), to 1e-4. Critical
// damping, the most there is, gives back e^-2.
double damping_of(double restitution) {
  const double x = restitution > 0 ? -natural_log(restitution) : HUGE_VAL;
  if (x >= 2) return 1;
  return x * (0.31825653 + x * (0.06499021 + x * (0.00901131 + x * 0.00195967)));
}

// A compliant contact is a spring, and restitution its damping: no impact has to be given back, but under `trapezoidal`
// by those that the step does not resolve.
void make_springs(const Model& model, Derived& derived) {
  for (int surface = 0; surface < derived.damping.size(); ++surface) {
    const bool springs = contacts_are_springs(model.step.scheme) && derived.compliance[surface] > 0;
    derived.damping[surface] = springs ? damping_of(derived.restitution[surface]) : -1;
    if (springs && model.step.scheme != Scheme::trapezoidal) derived.restitution[surface] = 0;
  }
}

// A rope that nothing drives, brakes or damps.
bool may_be_slack(const Model& model, const Layout& layout, Span<const double> parameters, int joint) {
  if (!kind_of(model, joint).spans()) return false;
  const int slot = coordinate_slot(joint, 0);
  const bool acts = parameters[layout.joint_damping + slot] > 0 || parameters[layout.joint_friction + slot] > 0 ||
                    parameters[layout.armature + slot] > 0;
  return !acts && !joint_at(model, joint).coordinates[0].drive.given;
}

}  // namespace

double combined(Combination rule, double first, double second) {
  switch (rule) {
    case Combination::geometric_mean:
      return root(first * second);
    case Combination::mean:
      return 0.5 * (first + second);
    case Combination::least:
      return std::min(first, second);
    case Combination::largest:
      return std::max(first, second);
    case Combination::product:
      return first * second;
  }
  return 0;
}

void update_derived(const Model& model, const Layout& layout, Span<const double> parameters, Derived& derived) {
  for (int k = 0; k < 3; ++k) derived.gravity[k] = parameters[layout.gravity + k];
  for (int b = 0; b < derived.mass.size(); ++b) body_inertia(model, b, parameters[layout.mass + b], derived);
  for (int s = 0; s < derived.stops.size(); ++s) {
    const Limits& limits = limits_of(model, derived.stops[s]);
    const int surface = surface_end(model) + s;
    derived.friction[surface] = 0;
    derived.restitution[surface] = limits.restitution;
    derived.compliance[surface] = limits.compliance > 0 ? limits.compliance : -1;
  }
  for (int j = 0; j < derived.slack.size(); ++j) {
    derived.slack[j] = may_be_slack(model, layout, parameters, j) ? 1 : 0;
  }
  for (int g = 0; g < derived.gear_offset.size(); ++g) derived.gear_offset[g] = parameters[layout.gear_offset + g];
  for (int r = 0; r < derived.gear_ratio.size(); ++r) derived.gear_ratio[r] = parameters[layout.gear_ratio + r];
  const bool rolling = resists_rolling(model);
  const bool spinning = resists_spinning(model);
  for (int second = 0; second < static_cast<int>(model.materials.size()); ++second) {
    for (int first = 0; first <= second; ++first) {
      const int surface = surface_of_materials(first, second);
      derived.compliance[surface] = combined_compliance(model.materials[static_cast<std::size_t>(first)].compliance,
                                                        model.materials[static_cast<std::size_t>(second)].compliance);
      derived.friction[surface] =
          combined(model.friction_rule, parameters[layout.friction + first], parameters[layout.friction + second]);
      derived.restitution[surface] = combined(model.restitution_rule, parameters[layout.restitution + first],
                                              parameters[layout.restitution + second]);
      const auto lever = [&](bool resists, int at) {
        return resists ? combined(model.friction_rule, parameters[at + first], parameters[at + second]) : 0.0;
      };
      derived.rolling[surface] = lever(rolling, layout.rolling);
      derived.spinning[surface] = lever(spinning, layout.spinning);
    }
  }
  // Of several that are given for the same materials the first one counts.
  for (auto given = model.material_pairs.rbegin(); given != model.material_pairs.rend(); ++given) {
    const int surface = surface_of_materials(given->first, given->second);
    derived.friction[surface] = given->friction;
    derived.restitution[surface] = given->restitution;
    if (given->compliance >= 0) derived.compliance[surface] = given->compliance;
    if (given->rolling >= 0) derived.rolling[surface] = given->rolling;
    if (given->spinning >= 0) derived.spinning[surface] = given->spinning;
  }
  make_springs(model, derived);
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

#include "model/step/energy_account.h"

#include <algorithm>

#include "model/constraints/springs.h"
#include "model/kinematics/kinematics.h"
#include "model/math/size.h"

namespace stickslip {
namespace {

// 1/2 sum m (2 h a)^2 with the forces of the step.
double within_two_steps(double h, const Workspace& work) {
  double sum = 0;
  for (int b = 0; b < work.poses.size(); ++b) {
    for (int k = 0; k < 3; ++k) {
      const double impulse = 2 * h * work.forces.total[6 * b + k];
      sum += 0.5 * work.derived.inverse_mass[b].linear[k] * impulse * impulse;
    }
  }
  return sum;
}

// What springs between points hold beyond half of their arms and rest length.
double held_apart(const Model& model, const Layout& layout, const State& state, const Workspace& work) {
  constexpr double kHalf = 0.5;
  double sum = 0;
  for (int s = 0; s < static_cast<int>(model.springs.size()); ++s) {
    const Spring& spring = model.springs[size(s)];
    const SpringLine line = spring_line(spring, work.poses);
    const double arms = line.r_A.norm() + line.r_B.norm() + state.parameters[layout.rest_length + s];
    if (!spring.between_points() || arms == 0) continue;
    const double most = 0.5 * state.parameters[layout.spring_stiffness + s] * kHalf * arms * kHalf * arms;
    sum += std::max(0.0, spring_energy(model, layout, state, s, work.poses) - most);
  }
  return sum;
}

}  // namespace

void note_lifting(double weight, const Workspace& work, double& lifted) {
  const Span<const ConstraintRow> rows = work.rows.rows();
  for (int i = 0; i < rows.size(); ++i) {
    const RowRole role = rows[i].role;
    if (role != RowRole::joint && role != RowRole::gear && role != RowRole::normal) continue;
    if (role == RowRole::normal && is_spring(work.contacts.storage[rows[i].source], work)) continue;
    const double speed = work.rows.speed(rows[i], work.problem.solution.velocity);
    lifted += std::max(0.0, weight * work.problem.solution.impulse[i] * speed);
  }
}

BlowUp enter(const Model& model, const Layout& layout, const EnergyStep& step, State& state, const Workspace& work) {
  StateHeader& header = *state.header;
  header.gained = std::max(0.0, header.gained + step.from_nothing);
  header.liveliest = std::max(header.liveliest, std::max(step.before.kinetic, step.after.kinetic));
  const double least = within_two_steps(step.h, work);
  const double much = 0.5 * std::max(header.liveliest, least);
  if (!(header.gained > much)) return {};
  const double in_motion = header.gained - step.after.springs + held_apart(model, layout, state, work);
  if (!(in_motion > much)) return {};
  int worst = 0;
  double most = 0;
  for (int b = 0; b < work.poses.size(); ++b) {
    const double kinetic = kinetic_energy(work.derived, state.motion.velocity, b);
    if (kinetic <= most) continue;
    most = kinetic;
    worst = b;
  }
  return {BlowUp::Of::energy, worst, -1, in_motion};
}

}  // namespace stickslip

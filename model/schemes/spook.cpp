#include "model/schemes/spook.h"

#include <algorithm>

#include "model/constraints/springs.h"
#include "model/schemes/first_order.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/schemes/rows.h"
#include "model/schemes/unresolved.h"

namespace stickslip {
namespace {

constexpr double kFirm = 1e-6;       // T of rows without a compliance, relative to A
constexpr double kSticky = 1e-10;    // T of what rolls, and of friction without a creep, relative to A
constexpr double kRelaxation = 2.0;  // tau of rows without a relaxation time, relative to the undoing time

// eps < 0 stands for the default.
void set_holonomic(double eps, double tau, double h, double violation, double speed, double inverse_mass,
                   lcp::Row& out) {
  const double phi = 1 / (1 + 4 * tau / h);
  out.T = eps < 0 ? kFirm * inverse_mass : 4 * eps * phi / (h * h);
  out.s = 4 * phi / h * violation - phi * speed;
}

double first_given(double own, double general) {
  return own < 0 ? general : own;
}

double relaxation_time(double given, const State& state) {
  return given < 0 ? kRelaxation * state.header->undoing_time : given;
}

// A: what a joint's bodies weigh against it, whichever way its rows are laid. What a row sees differs with its
// direction, and anchors are held along the axes of the world, hinges across their axis along any two: a machine would
// give way otherwise where it stands turned.
double inverse_mass_of_joint(const Model& model, const ConstraintRow& row, const Workspace& work) {
  double sum = 0;
  for (const lcp::Block& block : work.rows.blocks_of(row)) {
    const double inertia = get3(&work.derived.inertia[3 * block.body]).sum() / (model.planar ? 1 : 3);
    const double resists = row.angular ? inertia : work.derived.mass[block.body];
    if (resists > 0) sum += 1 / resists;
  }
  return sum;
}

void set_joint(const Model& model, const State& state, double h, const ConstraintRow& row, double speed,
               double inverse_mass, lcp::Row& out) {
  if (row.of_speed) {
    out.T = kSticky * inverse_mass;
    return;
  }
  const Softness& own = joint_at(model, row.source).softness;
  const Softness& general = model.step.spook.softness;
  const double eps = row.angular ? first_given(own.angular_compliance, general.angular_compliance)
                                 : first_given(own.compliance, general.compliance);
  const double tau = relaxation_time(first_given(own.relaxation_time, general.relaxation_time), state);
  set_holonomic(eps, tau, h, row.violation, speed, inverse_mass, out);
}

void set_gear(const Model& model, const State& state, double h, const ConstraintRow& row, double speed,
              double inverse_mass, lcp::Row& out) {
  const double tau = relaxation_time(model.step.spook.softness.relaxation_time, state);
  set_holonomic(-1, tau, h, row.violation, speed, inverse_mass, out);
}

void set_spring(const Model& model, double h, const ConstraintRow& row, double speed, double inverse_mass,
                const Workspace& work, lcp::Row& out) {
  if (row.stiffness == 0 || is_across(row)) {
    set_implicit_spring(row, row.violation, h, out);
    return;
  }
  double stiff = h * h * row.stiffness * inverse_mass;
  if (stiff > 1) stiff = h * h * row.stiffness * held_inverse_mass(model, row, work);
  const double least = stiff > 1 ? kRelaxation * h * (1 - 1 / stiff) : 0.0;
  const double tau = std::max(row.damping / row.stiffness, least);
  set_holonomic(1 / row.stiffness, tau, h, row.violation, speed, inverse_mass, out);
}

void set_normal(const Model& model, const State& state, double h, const ConstraintRow& row, double speed,
                double inverse_mass, const Workspace& work, lcp::Row& out) {
  const Softness& general = model.step.spook.softness;
  const ContactPoint& point = work.contacts.storage[row.source];
  const double eps = first_given(work.derived.compliance[point.surface], general.compliance);
  // A gradient of later in the step does not tell how the gap has been changing.
  const double closing = point.carried ? 0.0 : speed;
  set_holonomic(eps, relaxation_time(general.relaxation_time, state), h, row.violation, closing, inverse_mass, out);
  // A ninth of the speed at which an impact has left it parting is not to be kept against a load, which would do the
  // work c phi n'v from nothing: no more is asked for than what undoes the overlap.
  if (eps < 0) out.s = std::max(out.s, row.violation / h);
  if (row.violation >= -gap_round_off(point, work.poses)) out.s = std::max(row.violation, 0.0) / h;
  out.s += point.lead / h;
}

}  // namespace

void discretise_spook(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  free_momentum(h, state, work);
  set_effective_mass(model, layout, h * h, state, work);
  pose_rows(work, [&](const ConstraintRow& row, lcp::Row& out) {
    const double speed = work.rows.speed(row, state.motion.velocity);
    const double inverse_mass = work.rows.inverse_mass(row, work.derived.inverse_mass);
    switch (row.role) {
      case RowRole::joint:
        set_joint(model, state, h, row, speed, inverse_mass_of_joint(model, row, work), out);
        break;
      case RowRole::gear:
        set_gear(model, state, h, row, speed, inverse_mass, out);
        break;
      case RowRole::spring:
        set_spring(model, h, row, speed, inverse_mass, work, out);
        break;
      case RowRole::normal:
        set_normal(model, state, h, row, speed, inverse_mass, work, out);
        break;
      case RowRole::rolling:
      case RowRole::spinning:
        break;
      case RowRole::turning:
        out.T = kSticky * inverse_mass;
        break;
      case RowRole::tangent:
        out.T = model.step.spook.creep < 0 ? kSticky * inverse_mass : model.step.spook.creep / h;
        break;
      case RowRole::drive:
      case RowRole::friction:
      case RowRole::rotor:
        pose_coordinate_row(row, h, speed, out);
        break;
    }
  });
}

}  // namespace stickslip

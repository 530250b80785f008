#include "model/schemes/stabilised.h"

#include <algorithm>
#include <cmath>

#include "model/math/arithmetic.h"
#include "model/schemes/contact_memory.h"
#include "model/schemes/first_order.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/schemes/rebound_bank.h"
#include "model/schemes/rows.h"
#include "model/schemes/shares.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

double clamp_magnitude(double value, double limit) {
  return std::max(-limit, std::min(limit, value));
}

// Size of the coordinates a joint's violation is computed from, times machine precision.
double joint_round_off(const Joint& joint, Span<const BodyPose> poses) {
  constexpr double kRoundOff = 8 * 2.220446049250313e-16;
  const auto size = [&](int body, const Vec3& anchor) {
    return (body < 0 ? 0.0 : poses[body].p.cwiseAbs().maxCoeff()) + anchor.cwiseAbs().maxCoeff();
  };
  return kRoundOff * (1 + size(joint.parent, joint.p_IP) + size(joint.child, joint.p_IC));
}

// In units of their round-off, gaps that count as closed while the contact carries force. What closes one gap of a pile
// in which all hold each other moves others by some units, and these would be closed in turn, for ever.
constexpr double kHeldClosed = 8;

bool is_closed(const State& state, const ConstraintRow& row, double round_off) {
  const double gap = std::fabs(row.violation);
  if (gap <= round_off) return true;
  if (gap > kHeldClosed * round_off) return false;
  const lcp::WarmEntry* last = lcp::find_entry(state.warm, row.id);
  return last != nullptr && last->impulse[0] > 0;
}

// Lambda: the rebound that is due, from the speed one step ago.
double rebound(const Model& model, const State& state, const ConstraintRow& row, double h, const Workspace& work) {
  if (!is_flagged(state, row.id)) return 0;
  const double approach = work.rows.speed(row, state.velocity_before);
  if (approach >= -bounce_threshold(model.step.stabilised.threshold_speed, row, h, work)) return 0;
  return work.derived.restitution[work.contacts.storage[row.source].surface] * approach;
}

// Phi/h of a contact, or the speed that undoes its overlap; `due` is its rebound.
double contact_target(const Model& model, const State& state, const ConstraintRow& row, double h, double due,
                      const Workspace& work) {
  const StabilisedOptions& options = model.step.stabilised;
  const ContactPoint& point = work.contacts.storage[row.source];
  // The step that stopped an approach was free to leave what settle() calls round-off of it.
  const double left = due < 0 ? h * kSettles * 2 * std::fabs(work.rows.speed(row, state.velocity_before)) : 0.0;
  const double round_off = gap_round_off(point, work.poses) + left;
  const double gap = is_closed(state, row, round_off) ? 0.0 : row.violation;
  if (gap >= 0) return (gap + point.lead) / h;
  return std::max(options.stabilisation * gap / state.header->undoing_time, -options.push_out_speed) + point.lead / h;
}

// Right-hand side and compliance of one row.
void set_targets(const Model& model, const State& state, const ConstraintRow& row, double h, bool rebounds,
                 Workspace& work, lcp::Row& out) {
  switch (row.role) {
    case RowRole::joint: {
      const Joint& joint = joint_at(model, row.source);
      const bool closed = std::fabs(row.violation) <= joint_round_off(joint, work.poses);
      out.s = closed
                  ? 0.0
                  : clamp_magnitude(row.violation / state.header->undoing_time, model.step.stabilised.push_out_speed);
      break;
    }
    case RowRole::gear:
      out.s = clamp_magnitude(row.violation / state.header->undoing_time, model.step.stabilised.push_out_speed);
      break;
    case RowRole::spring:
      set_implicit_spring(row, row.violation, h, out);
      break;
    case RowRole::normal: {
      if (is_spring(work.contacts.storage[row.source], work)) {
        set_pressed_spring(row, h, work, out);
        work.push_out[row.source] = std::max(0.0, -out.s);
        break;
      }
      const double due = rebounds ? rebound(model, state, row, h, work) : 0.0;
      const double s = contact_target(model, state, row, h, due, work);
      work.push_out[row.source] = std::max(0.0, -s);
      out.s = s + due;
      break;
    }
    case RowRole::tangent:
    case RowRole::rolling:
    case RowRole::spinning:
    case RowRole::turning:
      break;
    case RowRole::drive:
    case RowRole::friction:
    case RowRole::rotor:
      pose_coordinate_row(row, h, work.rows.speed(row, state.motion.velocity), out);
      break;
  }
}

// Remembers every contact that stopped an approach without giving it back yet.
void flag_impacts(const Model& model, double h, State& state, const Workspace& work) {
  flag_contacts(state, work, [&](const ConstraintRow& row) {
    if (model.step.stabilised.staged_impacts || is_spring(work.contacts.storage[row.source], work)) return false;
    const double e = work.derived.restitution[work.contacts.storage[row.source].surface];
    if (e == 0) return false;
    const double before = work.rows.speed(row, state.velocity_before);
    const double after = work.rows.speed(row, state.motion.velocity);
    return before < -bounce_threshold(model.step.stabilised.threshold_speed, row, h, work) &&
           after < -e * before * (1 - 1e-9);
  });
}

}  // namespace

void discretise_stabilised(const Model& model, const Layout& layout, double h, bool rebounds, const State& state,
                           Workspace& work) {
  free_momentum(h, state, work);
  set_effective_mass(model, layout, h * h, state, work);
  pose_rows(work,
            [&](const ConstraintRow& row, lcp::Row& out) { set_targets(model, state, row, h, rebounds, work, out); });
}

void cap_rebounds(const Model& model, const Layout& layout, double h, State& state, Workspace& work, Tally& tally) {
  if (state.header->flagged_count == 0 || !gains_too_much(state, work)) return;
  keep_solution(work);
  discretise_stabilised(model, layout, h, false, state, work);
  tally.add(solve_problem(solver_options(model), work, state.warm));
  take_what_is_held(state, work);
}

void advance_stabilised(const Model& model, double h, State& state, Workspace& work) {
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), state.velocity_before.begin());
  move_on(model, h, state, work);
  flag_impacts(model, h, state, work);
  bank_losses(state, work);
}

}  // namespace stickslip

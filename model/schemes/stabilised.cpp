#include "model/schemes/stabilised.h"

#include <algorithm>
#include <cmath>

#include "model/schemes/first_order.h"
#include "model/schemes/rows.h"

namespace stickslip {
namespace {

double clamp_magnitude(double value, double limit) {
  return std::max(-limit, std::min(limit, value));
}

// Size of the coordinates a joint's violation is computed from, times machine precision.
double joint_round_off(const Joint& joint, Span<const BodyPose> poses) {
  constexpr double kRoundOff = 8 * 2.220446049250313e-16;
  const auto size = [&](int body, const Vec3& anchor) {
    return (body < 0 ? 0.0 : poses[body].p.lpNorm<Eigen::Infinity>()) + anchor.lpNorm<Eigen::Infinity>();
  };
  return kRoundOff * (1 + size(joint.parent, joint.p_IP) + size(joint.child, joint.p_IC));
}

// Speed below which a contact does not bounce: the given threshold, or what a step of free fall makes.
double bounce_threshold(const Model& model, const RowSet& rows, const ConstraintRow& row, double h,
                        const Workspace& work) {
  double acceleration = 0;
  for (const lcp::Block& block : rows.blocks_of(row)) {
    const lcp::BodyInverse& inverse = work.derived.inverse_mass[block.body];
    const double* force = &work.forces.total[6 * block.body];
    for (int k = 0; k < 3; ++k) {
      acceleration +=
          block.j[k] * inverse.linear[k] * force[k] + block.j[3 + k] * inverse.angular[4 * k] * force[3 + k];
    }
  }
  return std::max(model.step.stabilised.threshold_speed, 2 * h * std::fabs(acceleration));
}

const ContactMemory* find_flagged(const State& state, std::uint64_t id) {
  const ContactMemory* begin = state.flagged.begin();
  const ContactMemory* end = begin + state.header->flagged_count;
  const ContactMemory* found = std::lower_bound(
      begin, end, id, [](const ContactMemory& entry, std::uint64_t value) { return entry.id < value; });
  return found != end && found->id == id ? found : nullptr;
}

// Lambda: the rebound that is due, from the speed one step ago.
double rebound(const Model& model, const State& state, const ConstraintRow& row, double h, const Workspace& work) {
  if (find_flagged(state, row.id) == nullptr) return 0;
  const double approach = work.rows.speed(row, state.velocity_before);
  if (approach >= -bounce_threshold(model, work.rows, row, h, work)) return 0;
  return work.derived.restitution[work.contacts.storage[row.source].pair] * approach;
}

double contact_target(const Model& model, const State& state, const ConstraintRow& row, double h,
                      const Workspace& work) {
  const StabilisedOptions& options = model.step.stabilised;
  const ContactPoint& point = work.contacts.storage[row.source];
  const double due = rebound(model, state, row, h, work);
  // The step that stopped an approach was free to leave what settle() calls round-off of it.
  const double left = due < 0 ? h * kSettles * 2 * std::fabs(work.rows.speed(row, state.velocity_before)) : 0.0;
  const double round_off = gap_round_off(point, work.poses) + left;
  const double gap = std::fabs(row.violation) <= round_off ? 0.0 : row.violation;
  const double s = gap >= 0 ? gap / h : std::max(options.stabilisation * gap / h, -options.push_out_speed);
  return s + due;
}

// Right-hand side and compliance of one row.
void set_targets(const Model& model, const State& state, const ConstraintRow& row, double h, const Workspace& work,
                 lcp::Row& out) {
  switch (row.role) {
    case RowRole::joint: {
      const Joint& joint = model.joints[static_cast<std::size_t>(row.source)];
      const bool closed = std::fabs(row.violation) <= joint_round_off(joint, work.poses);
      out.s = closed ? 0.0 : clamp_magnitude(row.violation / h, model.step.stabilised.push_out_speed);
      break;
    }
    case RowRole::spring: {
      const double hardness = h * row.stiffness + row.damping;
      out.T = 1 / (h * hardness);
      out.s = row.stiffness * row.violation / hardness;
      break;
    }
    case RowRole::normal:
      out.s = contact_target(model, state, row, h, work);
      break;
    case RowRole::tangent:
      break;
  }
}

// Remembers every contact that stopped an approach without giving it back yet.
void flag_impacts(const Model& model, double h, State& state, const Workspace& work) {
  std::int64_t count = 0;
  const Span<const double> impulse = work.problem.impulse();
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::normal || impulse[i] <= 0) continue;
    const double before = work.rows.speed(row, state.velocity_before);
    const double after = work.rows.speed(row, state.motion.velocity);
    const double e = work.derived.restitution[work.contacts.storage[row.source].pair];
    if (before >= -bounce_threshold(model, work.rows, row, h, work)) continue;
    if (after >= -e * before * (1 - 1e-9)) continue;
    state.flagged[static_cast<int>(count++)] = {row.id, 1.0};
  }
  for (std::int64_t k = count; k < state.header->flagged_count; ++k) state.flagged[static_cast<int>(k)] = {0, 0.0};
  state.header->flagged_count = count;
}

}  // namespace

void discretise_stabilised(const Model& model, double h, const State& state, Workspace& work) {
  free_momentum(h, state, work);
  work.problem.inverse_mass = work.derived.inverse_mass;
  pose_rows(work, [&](const ConstraintRow& row, lcp::Row& out) { set_targets(model, state, row, h, work, out); });
}

void advance_stabilised(const Model& model, double h, State& state, Workspace& work) {
  mark_loaded_bodies(work);
  settle(work);
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), state.velocity_before.begin());
  std::copy(work.problem.solution.velocity.begin(), work.problem.solution.velocity.end(),
            state.motion.velocity.begin());
  flag_impacts(model, h, state, work);
  for (int b = 0; b < work.poses.size(); ++b) {
    displace(model.planar, state.motion, b, h * get3(&state.motion.velocity[6 * b]), free_turn(h, b, work));
  }
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), state.reported.begin());
}

}  // namespace stickslip

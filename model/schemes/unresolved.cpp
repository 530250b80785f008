#include "model/schemes/unresolved.h"

#include <algorithm>

#include "model/constraints/bushings.h"
#include "model/constraints/mobility.h"
#include "model/constraints/springs.h"
#include "model/constraints/torsion.h"
#include "model/kinematics/joint_geometry.h"

namespace stickslip {
namespace {

constexpr double kStraight = 1e-6;    // rad
constexpr double kMostDamping = 0.5;  // of h k
constexpr double kEndless = 1e30;     // T of a row that does not resist

Vec3 direction_at(const Model& model, const Spring& spring, const ConstraintRow& row, Span<const BodyPose> poses) {
  if (spring.torsional) return torsion_direction(model, row, poses);
  if (spring.joint < 0) return spring_row_direction(row, spring_line(spring, poses));
  const Freedom& freedom = kind_of(model, spring.joint).freedoms[spring.coordinate];
  const Joint& joint = joint_at(model, spring.joint);
  return freedom_axis(model.planar, freedom, joint, joint_anchors(joint, poses), poses);
}

const Spring& spring_of(const Model& model, const ConstraintRow& row) {
  return model.springs[static_cast<std::size_t>(row.source)];
}

bool lever_turns(int body, const Vec3& p, const Workspace& work) {
  if (body < 0) return false;
  const Vec3 way = work.poses[body].R * p - work.start_poses[body].R * p;
  return way.norm() > kStraight * p.norm();
}

// A spring's line and levers, and those of the joint that it turns. A bushing's force may turn from one of its
// directions to another where they stay, a tension's line with the spring's.
bool turns(const Model& model, const ConstraintRow& row, const Workspace& work) {
  if (is_bushing(row) || is_across(row)) return true;
  const Spring& spring = spring_of(model, row);
  if (spring.between_points() &&
      (lever_turns(spring.first, spring.p_IA, work) || lever_turns(spring.second, spring.p_IB, work))) {
    return true;
  }
  if (spring.joint >= 0) {
    const Joint& joint = joint_at(model, spring.joint);
    if (kind_of(model, spring.joint).freedoms[spring.coordinate].turns &&
        (lever_turns(joint.parent, joint.p_IP, work) || lever_turns(joint.child, joint.p_IC, work))) {
      return true;
    }
  }
  const Vec3 before = direction_at(model, spring, row, work.start_poses);
  return (direction_at(model, spring, row, work.poses) - before).norm() > kStraight * before.norm();
}

// A, of rows of a spring between points the mean of those that share a plane or all of space: which directions they
// have is nothing to the spring.
template <class OfRow>
double mean_beside(const Model& model, const ConstraintRow& row, const Workspace& work, OfRow&& of_row) {
  const auto beside = [&](const ConstraintRow& other) { return other.id >> 4 == row.id >> 4; };
  if (is_bushing(row) || !spring_of(model, row).between_points()) return of_row(row);
  const Span<const ConstraintRow> rows = work.rows.rows();
  int first = static_cast<int>(&row - rows.data());
  while (first > 0 && beside(rows[first - 1])) --first;
  double sum = 0;
  int count = 0;
  for (; first + count < rows.size() && beside(rows[first + count]); ++count) {
    sum += of_row(rows[first + count]);
  }
  return sum / count;
}

double free_inverse_mass_of(const Model& model, const ConstraintRow& row, const Workspace& work) {
  return mean_beside(model, row, work, [&](const ConstraintRow& each) {
    return work.rows.inverse_mass(each, work.derived.inverse_mass);
  });
}

double inverse_mass_of(const Model& model, const ConstraintRow& row, const Workspace& work) {
  return mean_beside(model, row, work, [&](const ConstraintRow& each) { return held_inverse_mass(model, each, work); });
}

}  // namespace

double held_inverse_mass(const Model& model, const ConstraintRow& row, const Workspace& work) {
  double sum = 0;
  for (const lcp::Block& block : work.rows.blocks_of(row)) {
    const Mobility mobility =
        mobility_of(model, block.body, work.holders, work.loads_at, work.derived.inverse_mass, work.poses);
    const double with_free = RowSet::with_inverse_mass(sum, block, work.derived.inverse_mass);
    const double held = mobility.square(get3(block.j), work.poses[block.body].R * get3(block.j + 3));
    sum = mobility.free ? with_free : std::min(with_free, sum + held);
  }
  return sum;
}

double unresolved_share(const Model& model, double h, const ConstraintRow& row, const Workspace& work) {
  if (row.role != RowRole::spring || row.stiffness == 0 || is_across_joint(row)) return 0;
  const double free = h * h * row.stiffness * free_inverse_mass_of(model, row, work);
  if (!(free > 1) || !turns(model, row, work)) return 0;  // joints only make it less
  const double K = h * h * row.stiffness * inverse_mass_of(model, row, work);
  return K > 1 ? 1 - 1 / K : 0.0;
}

double damping_of_unresolved(const Model& model, double h, const ConstraintRow& row, const Workspace& work) {
  return kMostDamping * unresolved_share(model, h, row, work) * h * row.stiffness;
}

double yielding_of_unresolved(const Model& model, double h, const ConstraintRow& row, const Workspace& work) {
  const double share = unresolved_share(model, h, row, work);
  if (share <= 0) return kEndless;
  return (1 - share) / share * inverse_mass_of(model, row, work);
}

}  // namespace stickslip

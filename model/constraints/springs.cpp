#include "model/constraints/springs.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/bending.h"
#include "model/constraints/bushings.h"
#include "model/constraints/joints.h"
#include "model/constraints/torsion.h"
#include "model/kinematics/joint_geometry.h"

namespace stickslip {
namespace {

constexpr int kAxisPart = 1;           // + axis: rows of a spring of rest length 0
constexpr int kAcrossPart = 16;        // + 0, 1: rows of a stretched spring across its line
constexpr int kCoordinatePart = 32;    // the row of a spring along a joint
constexpr int kJointAcrossPart = 144;  // + 0, 1: rows of a distance joint across its line

struct Across {
  Vec3 first = Vec3::UnitY();
  Vec3 second = Vec3::UnitZ();
};

Across across(const Vec3& u, bool planar) {
  if (planar) return {Vec3(-u.y(), u.x(), 0), Vec3::UnitZ()};
  const Vec3 helper = std::fabs(u.x()) < 0.9 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitY());
  const Vec3 first = u.cross(helper).normalized();
  return {first, u.cross(first)};
}

int most_loads(int first, int second, Span<const int> loads_at) {
  const auto loads_of = [&](int body) { return body < 0 ? 0 : loads_at[body]; };
  return std::max(1, std::max(loads_of(first), loads_of(second)));
}

}  // namespace

SpringLine spring_line(const Spring& spring, Span<const BodyPose> poses) {
  const BodyPose first = pose_of(poses, spring.first);
  const BodyPose second = pose_of(poses, spring.second);
  SpringLine line;
  line.r_A = first.R * spring.p_IA;
  line.r_B = second.R * spring.p_IB;
  line.d = (second.p + line.r_B) - (first.p + line.r_A);
  line.length = line.d.norm();
  if (line.length > 0) line.u = line.d / line.length;
  return line;
}

double joint_elongation(const Model& model, const Layout& layout, const State& state, int spring,
                        Span<const BodyPose> poses) {
  const Spring& which = model.springs[static_cast<std::size_t>(spring)];
  const double near = state.joint_position[coordinate_slot(which.joint, which.coordinate)];
  return joint_position(model, which.joint, which.coordinate, state.motion, poses, near) -
         state.parameters[layout.rest_length + spring];
}

void add_spring_rows(const Model& model, const Layout& layout, const State& state, int spring,
                     Span<const BodyPose> poses, RowSet& rows) {
  const Spring& which = model.springs[static_cast<std::size_t>(spring)];
  const double stiffness = state.parameters[layout.spring_stiffness + spring];
  const double damping = state.parameters[layout.spring_damping + spring];
  const double rest = state.parameters[layout.rest_length + spring];
  if (stiffness == 0 && damping == 0) return;
  if (which.joint >= 0) {
    add_coordinate_row(model, which.joint, which.coordinate, RowRole::spring, kCoordinatePart, poses, rows);
    ConstraintRow& row = rows.rows_storage[rows.row_count - 1];
    row.id = row_id(RowRole::spring, spring, kCoordinatePart);
    row.source = spring;
    row.violation = joint_elongation(model, layout, state, spring, poses);
    row.stiffness = stiffness;
    row.damping = damping;
    return;
  }
  if (which.torsional) {
    add_torsion_rows(model, layout, state, spring, poses, rows);
    return;
  }
  const SpringLine line = spring_line(which, poses);
  const auto add = [&](int part, const Vec3& u, double elongation) {
    ConstraintRow& row = rows.add(row_id(RowRole::spring, spring, part), RowRole::spring, spring);
    row.violation = elongation;
    row.stiffness = stiffness;
    row.damping = damping;
    rows.push(poses, u, which.second, line.r_B, which.first, line.r_A);
  };
  if (rest > 0) {
    add(0, line.u, line.length - rest);
    return;
  }
  for (int k = 0; k < (model.planar ? 2 : 3); ++k) add(kAxisPart + k, Vec3::Unit(k), line.d[k]);
}

Vec3 spring_row_direction(const ConstraintRow& row, const SpringLine& line) {
  const int part = row_part(row.id);
  if (part == 0) return line.u;
  return part < kAcrossPart ? Vec3(Vec3::Unit(part - kAxisPart)) : Vec3::Zero();
}

bool is_across(const ConstraintRow& row) {
  const int part = row_part(row.id);
  return (part >= kAcrossPart && part < kCoordinatePart) || is_across_joint(row);
}

bool is_across_joint(const ConstraintRow& row) {
  return row_part(row.id) >= kJointAcrossPart;
}

void count_loads(const Model& model, Span<int> loads_at) {
  std::fill(loads_at.begin(), loads_at.end(), 0);
  const auto count = [&](int body) {
    if (body >= 0 && !body_at(model, body).fixed) ++loads_at[body];
  };
  for (const Spring& spring : model.springs) {
    if (!spring.between_points()) continue;
    count(spring.first);
    if (spring.second != spring.first) count(spring.second);
  }
  for (const Bushing& bushing : model.bushings) {
    count(bushing.first);
    count(bushing.second);
  }
  for (const Joint& joint : model.joints) {
    count(joint.parent);
    count(joint.child);
  }
}

double spring_tension(const Layout& layout, const State& state, int spring, const SpringLine& line, double give) {
  const double stiffness = state.parameters[layout.spring_stiffness + spring];
  const double stiff = give * stiffness;
  const double elongation = line.length - state.parameters[layout.rest_length + spring];
  return (stiffness * elongation + stiff * state.spring_force[2 * spring + 1]) / (1 + stiff);
}

double spring_row_elongation(const Model& model, const Layout& layout, const State& state, const ConstraintRow& row,
                             Span<const BodyPose> poses) {
  const int part = row_part(row.id);
  if (part >= kDampingPart || is_across(row)) return 0;
  if (is_bushing(row)) return bushing_elongation(model, state, row, poses);
  if (part == kCoordinatePart) return joint_elongation(model, layout, state, row.source, poses);
  if (model.springs[static_cast<std::size_t>(row.source)].torsional) {
    return torsion(model, layout, state, row.source, poses)[torsion_axis(row)];
  }
  const SpringLine line = spring_line(model.springs[static_cast<std::size_t>(row.source)], poses);
  return part == 0 ? line.length - state.parameters[layout.rest_length + row.source] : line.d[part - kAxisPart];
}

namespace {

double elongation_of(const Model& model, const Layout& layout, const State& state, int spring,
                     Span<const BodyPose> poses) {
  const Spring& which = model.springs[static_cast<std::size_t>(spring)];
  if (which.joint >= 0) return joint_elongation(model, layout, state, spring, poses);
  if (which.torsional) return torsion(model, layout, state, spring, poses).norm();
  return spring_line(which, poses).length - state.parameters[layout.rest_length + spring];
}

}  // namespace

double spring_force(const Model& model, const Layout& layout, const State& state, int spring,
                    Span<const BodyPose> poses) {
  return state.parameters[layout.spring_stiffness + spring] * elongation_of(model, layout, state, spring, poses);
}

double spring_energy(const Model& model, const Layout& layout, const State& state, int spring,
                     Span<const BodyPose> poses) {
  const double elongation = elongation_of(model, layout, state, spring, poses);
  return 0.5 * (state.parameters[layout.spring_stiffness + spring] * elongation) * elongation;
}

void add_tension_rows(const Model& model, const Layout& layout, const State& state, int spring, double h, bool excess,
                      Span<const int> loads_at, Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses,
                      RowSet& rows) {
  const Spring& which = model.springs[static_cast<std::size_t>(spring)];
  const double rest = state.parameters[layout.rest_length + spring];
  if (!which.between_points() || rest <= 0) return;
  const SpringLine line = spring_line(which, poses);
  if (line.length <= rest) return;
  const int shares = most_loads(which.first, which.second, loads_at);
  const Across directions = across(line.u, model.planar);
  const int count = model.planar ? 1 : 2;
  double give = 0;  // the mean, so that it does not matter which two directions these are
  for (int k = 0; k < count; ++k) {
    const ConstraintRow& row = rows.add(row_id(RowRole::spring, spring, kAcrossPart + k), RowRole::spring, spring);
    rows.push(poses, k == 0 ? directions.first : directions.second, which.second, line.r_B, which.first, line.r_A);
    give += h * h * rows.inverse_mass(row, inverse_mass) / count;
  }
  double stiffness = spring_tension(layout, state, spring, line, give) / line.length;
  if (excess) stiffness -= 1 / (shares * give);
  for (int k = 0; k < count; ++k) {
    if (stiffness > 0) {
      rows.rows_storage[rows.row_count - 1 - k].stiffness = stiffness;
    } else {
      rows.drop_last();
    }
  }
}

void add_joint_tension_rows(const Model& model, const State& state, int joint, double weight, Span<const int> loads_at,
                            Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses, RowSet& rows) {
  const Joint& which = joint_at(model, joint);
  if (!kind_of(model, joint).is_rod()) return;
  const bool automatic = model.step.geometric_stiffness == GeometricStiffness::automatic;
  if (automatic && bends_by_levers(model, joint, inverse_mass, poses)) return;
  const JointAnchors f = joint_anchors(which, poses);
  const double length = f.d.norm();
  const double tension = length > 0 ? -get3(&state.joint_force[3 * joint]).dot(f.d) / length : 0.0;
  if (!(tension > 0)) return;
  const int shares = most_loads(which.parent, which.child, loads_at);
  const Across directions = across(f.d / length, model.planar);
  for (int k = 0; k < (model.planar ? 1 : 2); ++k) {
    ConstraintRow& row = rows.add(row_id(RowRole::spring, joint, kJointAcrossPart + k), RowRole::spring, joint);
    rows.push(poses, k == 0 ? directions.first : directions.second, which.child, f.r_C, which.parent, f.r_P);
    row.stiffness = tension / length;
    if (automatic) {
      const double carries = 1 / (shares * weight * rows.inverse_mass(row, inverse_mass));
      const bool fades_in = model.step.scheme == Scheme::trapezoidal;
      row.stiffness = fades_in ? std::min(row.stiffness, 2 * row.stiffness - carries) : row.stiffness - carries;
    }
    if (!(row.stiffness > 0)) rows.drop_last();
  }
}

void add_damping_rows(const Model& model, const Layout& layout, Span<const double> parameters, int joint,
                      Span<const BodyPose> poses, RowSet& rows) {
  for (int k = 0; k < kind_of(model, joint).freedom_count; ++k) {
    const double damping = parameters[layout.joint_damping + coordinate_slot(joint, k)];
    if (damping == 0) continue;
    add_coordinate_row(model, joint, k, RowRole::spring, kDampingPart + k, poses, rows);
    rows.rows_storage[rows.row_count - 1].damping = damping;
  }
}

}  // namespace stickslip

#include "model/schemes/geometric_stiffness.h"

#include <Eigen/LU>
#include <algorithm>

#include "model/kinematics/joint_geometry.h"

namespace stickslip {
namespace {

// Adds h^2 R' H+ R to a body's moments; a locked direction stays locked.
void stiffen(int body, const Vec3& force, const Vec3& anchor, double h, Workspace& work) {
  if (body < 0) return;
  const Mat3& R = work.poses[body].R;
  const Mat3 added = h * h * (R.transpose() * geometric_stiffness(force, anchor) * R);
  for (int k = 0; k < 9; ++k) work.effective_inverse[body].angular[k] += added(k / 3, k % 3);
}

// From moments, collected in the place of the inverse, to their inverse.
void invert(int body, Workspace& work) {
  const Vec3 inertia = get3(&work.derived.inertia[3 * body]);
  double* moments = work.effective_inverse[body].angular;
  if (inertia.minCoeff() > 0) {
    Mat3 block;
    for (int k = 0; k < 9; ++k) block(k / 3, k % 3) = moments[k];
    for (int i = 0; i < 3; ++i) block(i, i) += inertia[i];
    const Mat3 inverse = block.inverse();
    // Exactly symmetric: solvers look at that.
    for (int k = 0; k < 9; ++k) moments[k] = 0.5 * (inverse(k / 3, k % 3) + inverse(k % 3, k / 3));
    return;
  }
  for (int k = 0; k < 9; ++k) {
    const bool turns = k % 4 == 0 && inertia[k / 3] > 0;
    moments[k] = turns ? 1 / (inertia[k / 3] + moments[k]) : 0.0;
  }
}

}  // namespace

Mat3 geometric_stiffness(const Vec3& l, const Vec3& p) {
  constexpr double kParallel = 1e-6;
  const double size = l.norm() * p.norm();
  if (size == 0) return Mat3::Zero();
  const double dot = l.dot(p);
  const Vec3 p_unit = p.normalized();
  const Vec3 across = p.cross(l);
  if (across.norm() <= kParallel * size) {
    return std::max(dot, 0.0) * (Mat3::Identity() - p_unit * p_unit.transpose());
  }
  const Vec3 d = (p_unit - l.normalized()).normalized();
  const Vec3 b = across.normalized();
  return 0.5 * (dot + size) * d * d.transpose() + std::max(dot, 0.0) * b * b.transpose();
}

void set_effective_mass(const Model& model, double h, const State& state, Workspace& work) {
  work.problem.inverse_mass = work.derived.inverse_mass;
  if (!model.step.geometric_stiffness) return;
  for (int b = 0; b < work.poses.size(); ++b) {
    work.effective_inverse[b] = work.derived.inverse_mass[b];
    std::fill_n(work.effective_inverse[b].angular, 9, 0.0);
  }
  for (int j = 0; j < state.joint_position.size(); ++j) {
    const Joint& joint = model.joints[static_cast<std::size_t>(j)];
    const JointFrames f = joint_frames(joint, work.poses);
    const Vec3 force = get3(&state.joint_force[3 * j]);
    const bool slides = joint.type == JointType::slider;
    stiffen(joint.child, force, f.r_C, h, work);
    stiffen(joint.parent, -force, slides ? Vec3(f.r_P + f.d) : f.r_P, h, work);
  }
  for (int b = 0; b < work.poses.size(); ++b) invert(b, work);
  work.problem.inverse_mass = work.effective_inverse;
}

}  // namespace stickslip

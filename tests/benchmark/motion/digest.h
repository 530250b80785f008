#pragma once

#include <vector>

#include "tests/benchmark/motion/record.h"

namespace stickslip::motion {

/// A body's centre of mass and axes.
struct Pose {
  Vec3 p = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  double angle = 0;             // planar worlds
  Vec3 v = Vec3::Zero();        // at the end of the step
  Vec3 w = Vec3::Zero();        // at the end of the step, world axes
  Vec3 shown_v = Vec3::Zero();  // as published: with trapezoidal of the middle of the step
  Vec3 shown_w = Vec3::Zero();
};

/// Motion of all bodies, from the outputs of the frames at their centres of mass. Velocities at the ends of steps are
/// summed up from the frames' accelerations, which are differences of these for every scheme.
class Digest {
 public:
  Digest(const Scene& scene, const Record& record);

  /// After step k; row 0 is the start.
  const Pose& at(int k, int part) const { return poses_[static_cast<std::size_t>(k)][static_cast<std::size_t>(part)]; }
  /// Where a point of the reference configuration that a body carries is, from its centre of mass; of the world: from
  /// the origin.
  Vec3 arm(int k, int part, const Vec3& reference) const;
  Vec3 arm(const Pose& pose, int part, const Vec3& reference) const;

 private:
  void start(const Record& record);
  void go_on(const Record& record, int k);

  const Scene& scene_;
  const Probes probes_;
  std::vector<std::vector<Pose>> poses_;
  std::vector<std::array<Vec3, 3>> spokes_;  // 1 per body: velocity of its axes' ends against its centre
};

/// Of the body when it is put where the file says: its centre of mass and axes.
Pose reference_pose(const Part& part, bool planar);

}  // namespace stickslip::motion

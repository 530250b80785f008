#pragma once

#include "model/constraints/rows.h"
#include "model/core/capacity.h"
#include "model/kinematics/joint_geometry.h"

namespace stickslip {

/// Rows that hold the joint together; their violation is Theta, their Jacobian its exact gradient. Wheels on one axle
/// share their last row (axles.h), which has a block for each of them.
void add_joint_rows(const Model& model, int joint, Span<const BodyPose> poses, RowSet& rows);

/// Violations alone, in the order of the rows.
struct JointMisfit {
  static constexpr int kMostRows = 8;
  struct Row {
    double violation = 0;
    bool of_speed = false;
    bool angular = false;
  };
  Row rows[kMostRows];
  int count = 0;
};
JointMisfit joint_misfit(const Model& model, int joint, Span<const BodyPose> poses);

/// One row along coordinate k of the joint.
void add_coordinate_row(const Model& model, int joint, int k, RowRole role, int part, Span<const BodyPose> poses,
                        RowSet& rows);

/// Adds `weight` times the gradient of coordinate k of the joint to the last row.
void share_coordinate(const Model& model, int joint, int k, double weight, Span<const BodyPose> poses, RowSet& rows);

}  // namespace stickslip

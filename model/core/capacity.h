#pragma once

#include "model/core/model.h"
#include "model/core/stop.h"

/// How many rows a model can have; what state and workspace are sized by.
namespace stickslip {

constexpr int kMaxJointRows = 6;    // of one joint, damping not counted
constexpr int kMaxSpringRows = 3;   // of one spring: one axial and two across, or one per axis
constexpr int kCoordinateRows = 1;  // of a joint: damping in a step, a held start while assembling

/// Rows of dry friction, rotors and drives.
inline int coordinate_row_capacity(const Model& model) {
  int count = 0;
  for (const Joint& joint : model.joints) {
    for (const Coordinate& c : joint.coordinates) {
      count += (c.friction >= 0 ? 1 : 0) + (c.armature >= 0 ? 1 : 0) + (c.drive.given ? 1 : 0);
    }
  }
  return count;
}

/// Rows of joints, their coordinates and springs.
inline int joint_row_capacity(const Model& model) {
  return static_cast<int>(model.joints.size()) * (kMaxJointRows + kCoordinateRows) + coordinate_row_capacity(model) +
         static_cast<int>(model.gears.size()) + static_cast<int>(model.springs.size()) * kMaxSpringRows;
}

/// Contacts to the step: between shapes, and the stops of limited coordinates.
inline int contact_capacity(const Model& model) {
  return model.step.max_contacts + stop_count(model);
}

/// Units of the solver: rows of joints and springs, and contacts with their friction.
inline int unit_capacity(const Model& model) {
  return joint_row_capacity(model) + contact_capacity(model);
}

}  // namespace stickslip

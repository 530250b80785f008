#pragma once

#include "model/core/model.h"

/// How many rows a model can have; what state and workspace are sized by.
namespace stickslip {

constexpr int kMaxJointRows = 6;    // of one joint, damping not counted
constexpr int kMaxSpringRows = 3;   // of one spring: one axial and two across, or one per axis
constexpr int kCoordinateRows = 1;  // of a joint: damping in a step, a held start while assembling

/// Rows of joints and springs.
inline int joint_row_capacity(const Model& model) {
  return static_cast<int>(model.joints.size()) * (kMaxJointRows + kCoordinateRows) +
         static_cast<int>(model.springs.size()) * kMaxSpringRows;
}

/// Units of the solver: rows of joints and springs, and contacts with their friction.
inline int unit_capacity(const Model& model) {
  return joint_row_capacity(model) + model.step.max_contacts;
}

}  // namespace stickslip

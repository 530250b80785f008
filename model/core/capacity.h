#pragma once

#include <algorithm>

#include "model/core/joint_kind.h"
#include "model/core/model.h"
#include "model/core/stop.h"

/// How many rows a model can have; what state and workspace are sized by.
namespace stickslip {

constexpr int kMaxSpringRows = 3;   // of one spring: one axial and two across, or one per axis
constexpr int kMaxBendingRows = 2;  // of a joint or beside each end of a rod, see constraints/bending.h

/// What it holds, its coordinates with damping (in a step) or held at their starts (while assembling), and its load.
inline int most_rows_of(const JointKind& kind) {
  constexpr int kRollingRows = 3;  // its height, and its speed along and across
  if (kind.rolls != Rolls::nothing) return kRollingRows;
  int held = kind.held_turns + (kind.holds_distance ? 1 : 0) + (kind.holds_lead ? 1 : 0);
  for (int k = 0; k < 3; ++k) held += kind.held_slides >> k & 1;
  const int bends = kind.is_rod() ? 2 : kind.held_turns < 3 ? 1 : 0;
  return held + kind.freedom_count + bends * kMaxBendingRows;
}

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

/// Whether there are rotors along coordinates that turning may change: all but those of hinges.
inline bool has_turning_rotors(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(), [&](const Joint& joint) {
    const JointKind& kind = joint_kind(model.planar, joint.type);
    if (kind.freedom_count == 1 && kind.freedoms[0].turns) return false;
    return std::any_of(std::begin(joint.coordinates), std::end(joint.coordinates),
                       [](const Coordinate& c) { return c.armature >= 0; });
  });
}

/// Where the friction of a joint depends on the force that it carries.
inline bool rubs_by_load(const Joint& joint) {
  return std::any_of(std::begin(joint.coordinates), std::end(joint.coordinates),
                     [](const Coordinate& c) { return c.coefficient >= 0; });
}
inline bool rubs_by_load(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) { return rubs_by_load(joint); });
}

/// Rows of joints, their coordinates, springs and bushings.
inline int joint_row_capacity(const Model& model) {
  int count = coordinate_row_capacity(model) + static_cast<int>(model.gears.size());
  for (const Joint& joint : model.joints) count += most_rows_of(joint_kind(model.planar, joint.type));
  count += static_cast<int>(model.springs.size()) * kMaxSpringRows;
  for (const Bushing& bushing : model.bushings) count += bushing.count;
  return count;
}

/// Contacts to the step: between shapes, and the stops of limited coordinates.
inline int contact_capacity(const Model& model) {
  return model.step.max_contacts + stop_count(model);
}

/// Whether that holds for a material or a pair of them.
template <class Holds>
bool any_material(const Model& model, Holds&& holds) {
  return std::any_of(model.materials.begin(), model.materials.end(), holds) ||
         std::any_of(model.material_pairs.begin(), model.material_pairs.end(), holds);
}

/// Where materials resist rolling, or turning about the normal.
inline bool resists_rolling(const Model& model) {
  return any_material(model, [](const auto& given) { return given.rolling > 0; });
}
inline bool resists_spinning(const Model& model) {
  return !model.planar && any_material(model, [](const auto& given) { return given.spinning > 0; });
}

/// Contacts that have followers: workspace/followers.h.
inline int led_capacity(const Model& model) {
  return resists_rolling(model) || resists_spinning(model) ? model.step.max_contacts : 0;
}

/// Followers, and with their friction their rows.
inline int follower_capacity(const Model& model) {
  return led_capacity(model) * ((resists_rolling(model) ? 1 : 0) + (resists_spinning(model) ? 1 : 0));
}
inline int follower_row_capacity(const Model& model) {
  const int rolling = resists_rolling(model) ? 1 + (model.planar ? 1 : 2) : 0;
  return led_capacity(model) * (rolling + (resists_spinning(model) ? 2 : 0));
}

/// Units of the solver: rows of joints and springs, contacts with their friction, and their followers.
inline int unit_capacity(const Model& model) {
  return joint_row_capacity(model) + contact_capacity(model) + follower_capacity(model);
}

}  // namespace stickslip

#pragma once

#include "model/core/model.h"

/// The one table of joints: which relative translations and rotations each type holds, and which it leaves as
/// coordinates. A new type is an enumerator, its line in both tables of joint_kind.cpp, and its name in the file
/// format.
namespace stickslip {

/// A relative motion that a joint leaves, and measures: a turn about or a slide along one of its axes.
struct Freedom {
  bool turns = false;
  int axis = 0;           // of the joint frame; in the plane every turn is about z
  bool of_child = false;  // the axis is carried by the child
  bool spans = false;     // no axis: the distance of the anchors
};

/// Axis `child` of the child stays perpendicular to axis `parent` of the parent.
struct Perpendicular {
  int child = 0;
  int parent = 0;
};

/// What rolls without slip: its radius above the parent's plane, and with no speed where it touches.
enum class Rolls { nothing, wheel, ball };

struct JointKind {
  int held_slides = 0;  // bit k: the anchors stay together along axis k of the parent
  int held_turns = 0;   // how many of `turns` hold, 3: all; in the plane 1 holds the angle
  Perpendicular turns[2] = {};
  int freedom_count = 0;
  Freedom freedoms[kMostCoordinates] = {};
  bool exists = false;  // the type means something in this dimension
  bool holds_distance = false;
  bool holds_lead = false;  // the slide along x is pitch/(2 pi) times the turn about it
  bool places = false;      // says all of the child's pose but its coordinates
  Rolls rolls = Rolls::nothing;

  bool slides() const { return held_slides != 7 && !is_rod(); }
  bool spans() const { return freedom_count > 0 && freedoms[0].spans; }
  // The anchors are apart, and the force is along the line between them.
  bool is_rod() const { return holds_distance || spans(); }
};

/// Of space, and of the plane.
extern const JointKind kJointKinds[2][kJointTypes];

inline const JointKind& joint_kind(bool planar, JointType type) {
  return kJointKinds[planar ? 1 : 0][static_cast<int>(type)];
}

/// As model files call it.
const char* joint_type_name(JointType type);

inline const JointKind& kind_of(const Model& model, int joint) {
  return joint_kind(model.planar, joint_at(model, joint).type);
}

/// Where coordinate `k` of a joint stands in arrays with an entry per coordinate.
constexpr int coordinate_slot(int joint, int k) {
  return kMostCoordinates * joint + k;
}

}  // namespace stickslip

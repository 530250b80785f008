#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/math/real.h"

/// A URDF file as it says it, before anything is made of it.
namespace stickslip::urdf {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

struct Pose {
  Vec3 p = Vec3::Zero();
  Quat q = Quat::Identity();
};

/// `inner` is given in the frame that `outer` gives.
Pose operator*(const Pose& outer, const Pose& inner);

struct Inertial {
  int line = 0;
  Pose origin;
  double mass = 0;
  Mat3 inertia = Mat3::Zero();  // about the centre of mass, in the axes of the origin
};

enum class Solid { box, sphere, point, cylinder, capsule, mesh };

struct Collision {
  int line = 0;
  Pose origin;
  Solid solid = Solid::box;
  Vec3 size = Vec3::Zero();  // m, of a box; of a mesh: its scale
  double radius = 0;
  double length = 0;  // m, of a cylinder, and of the straight part of a capsule
  std::string file;   // of a mesh, as the URDF says it
  bool hull = false;  // on a fixed link too, where a mesh is the surface in its file if that can be one
};

struct Link {
  int line = 0;
  std::string name;
  std::optional<Inertial> inertial;
  std::vector<Collision> collisions;
};

enum class JointType { fixed, revolute, continuous, prismatic, planar, ball, floating };

struct Mimic {
  int line = 0;
  std::string joint;
  double multiplier = 1;
  double offset = 0;
};

struct Joint {
  int line = 0;
  std::string name;
  JointType type = JointType::fixed;
  int parent = -1;  // links
  int child = -1;
  Pose origin;
  Vec3 axis = Vec3::UnitX();
  std::optional<double> lower, upper;  // rad or m; both or none, but one of them may be kNoBound
  double effort = 0;                   // N m or N; 0: the file has none; kNoBound: nothing bounds it
  double velocity = 0;                 // rad/s or m/s; likewise
  double damping = 0;
  double friction = 0;
  double armature = 0;  // kg m^2 or kg
  std::optional<double> reduction;
  std::optional<Mimic> mimic;
};

/// Fixed, or with no way between its limits.
inline bool is_rigid(const Joint& joint) {
  return joint.type == JointType::fixed || (joint.lower && *joint.lower == *joint.upper);
}

/// A text of the file in a message: in quotes, printable, and cut when it is long.
std::string in_message(std::string_view text);

/// Something to tell the user about a line of the file.
struct Remark {
  int line = 0;
  std::string text;
};

struct Robot {
  std::string name;
  std::vector<Link> links;
  std::vector<Joint> joints;
  std::map<std::string, int> ignored;  // elements that a model has no place for, and how many
  std::vector<Remark> remarks;
};

}  // namespace stickslip::urdf

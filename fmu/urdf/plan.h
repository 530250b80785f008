#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fmu/urdf/robot.h"

/// What becomes of a robot's links and joints in a model: which links are one body, and with what mass.
namespace stickslip::urdf {

enum class Inertness {
  given,         // mass and inertia as they stand in the file
  from_shapes,   // the mass as it stands there, the inertia from the shapes
  from_density,  // both from the shapes, with kDensity
};

constexpr double kDensity = 1000;  // kg/m^3

/// A link, and those that are welded to it.
struct Body {
  int link = 0;            // whose name it has
  std::vector<int> links;  // with the body's own first; the body's frame is that of the first
  Pose world;              // of the body's frame, in the reference configuration
  bool fixed = false;
  Inertness inertness = Inertness::given;
  double mass = 0;
  Vec3 com = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about com, in the body's axes
};

struct Plan {
  std::vector<Body> bodies;   // a parent stands before its children
  std::vector<int> body_of;   // 1 per link
  std::vector<Pose> in_body;  // 1 per link
  std::vector<int> moving;    // joints that become joints
  std::vector<Remark> remarks;
};

struct PlanOptions {
  bool fixed_base = false;
  bool weld = false;     // also links with mass that are fixed to each other
  double fill_mass = 0;  // kg, of moving links that have none and no shapes; 0: such links are refused
};

/// Throws host::Error where the robot is no tree or a moving link cannot get a mass, a line for each.
Plan make_plan(const Robot& robot, const std::string& path, const PlanOptions& options);

}  // namespace stickslip::urdf

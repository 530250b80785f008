#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "model/core/model.h"

/// What the format knows and what this version can do: the one place to change when a scheme, solver or part arrives.
namespace stickslip::load {

template <class T>
struct Choice {
  std::string_view name;
  std::optional<T> value;  // nothing: not in this version
};

constexpr std::array<Choice<Scheme>, 4> kSchemes = {{
    {"euler", Scheme::euler},
    {"stabilised", Scheme::stabilised},
    {"trapezoidal", Scheme::trapezoidal},
    {"spook", Scheme::spook},
}};

constexpr std::array<Choice<Solver>, 6> kSolvers = {{
    {"auto", Solver::automatic},
    {"lemke", Solver::lemke},
    {"pivot", Solver::pivot},
    {"pgs", Solver::pgs},
    {"split", Solver::split},
    {"newton", Solver::newton},
}};

constexpr std::array<Choice<SweepOrder>, 3> kSweepOrders = {{
    {"block", SweepOrder::block},
    {"separate", SweepOrder::separate},
    {"normals first", SweepOrder::normals_first},
}};

constexpr std::array<Choice<JointType>, 12> kJoints = {{
    {"hinge", JointType::hinge},
    {"slider", JointType::slider},
    {"ball", JointType::ball},
    {"fixed", JointType::fixed},
    {"distance", JointType::distance},
    {"universal", JointType::universal},
    {"cylindrical", JointType::cylindrical},
    {"planar", JointType::planar},
    {"screw", JointType::screw},
    {"point_on_line", JointType::point_on_line},
    {"point_on_plane", JointType::point_on_plane},
    {"rolling", JointType::rolling},
}};

constexpr std::array<Choice<DriveMode>, kDriveModes> kDriveModeNames = {{
    {"force", DriveMode::force},
    {"velocity", DriveMode::velocity},
    {"position", DriveMode::position},
    {"locked", DriveMode::locked},
}};

constexpr std::array<Choice<Combination>, kCombinations> kCombinationNames = {{
    {"geometric mean", Combination::geometric_mean},
    {"mean", Combination::mean},
    {"least", Combination::least},
    {"largest", Combination::largest},
    {"product", Combination::product},
}};

constexpr std::array<Choice<ShapeType>, 10> kSpatialShapes = {{
    {"sphere", ShapeType::sphere},
    {"box", ShapeType::box},
    {"capsule", ShapeType::capsule},
    {"plane", ShapeType::plane},
    {"point", ShapeType::point},
    {"cylinder", ShapeType::cylinder},
    {"ellipsoid", ShapeType::ellipsoid},
    {"hull", ShapeType::hull},
    {"mesh", ShapeType::mesh},
    {"heightfield", ShapeType::mesh},
}};

constexpr std::array<Choice<ShapeType>, 7> kPlanarShapes = {{
    {"disk", ShapeType::sphere},
    {"box", ShapeType::box},
    {"capsule", ShapeType::capsule},
    {"plane", ShapeType::plane},
    {"point", ShapeType::point},
    {"polygon", ShapeType::hull},
    {"polyline", ShapeType::mesh},
}};

}  // namespace stickslip::load

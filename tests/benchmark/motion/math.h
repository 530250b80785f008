#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

/// The judge computes by other means than the engine: Eigen's types, which hide the engine's of the same names.
namespace stickslip::motion {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;

}  // namespace stickslip::motion

#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <ostream>

#include "model/math/real.h"

/// The way from the types of a step to Eigen's and back, for what tests compute by other means.
namespace stickslip {

inline Eigen::Vector3d eigen(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

inline Eigen::Matrix3d eigen(const Mat3& m) {
  Eigen::Matrix3d result;
  result << eigen(m.col(0)), eigen(m.col(1)), eigen(m.col(2));
  return result;
}

inline Eigen::Quaterniond eigen(const Quat& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

inline Vec3 ours(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

inline Quat ours(const Eigen::Quaterniond& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

inline Quat angle_axis(double angle, const Vec3& axis) {
  return ours(Eigen::Quaterniond(Eigen::AngleAxisd(angle, eigen(axis))));
}

/// The angle between two orientations.
inline double angular_distance(const Quat& a, const Quat& b) {
  return eigen(a).angularDistance(eigen(b));
}

inline std::ostream& operator<<(std::ostream& out, const RowVec3& v) {
  return out << v.column.x() << ' ' << v.column.y() << ' ' << v.column.z();
}

}  // namespace stickslip

#include "model/schemes/gyroscopic.h"

#include <Eigen/LU>

namespace stickslip {

Vec3 gyroscopic_change(const Vec3& inertia, const Vec3& rate, double h) {
  if (inertia.minCoeff() <= 0) return Vec3::Zero();  // planar bodies and point masses have none
  const Vec3 momentum = inertia.cwiseProduct(rate);
  const Vec3 torque = momentum.cross(rate);
  if (torque.squaredNorm() == 0) return Vec3::Zero();
  const Mat3 I = inertia.asDiagonal();
  const Mat3 system = I - 0.5 * h * (skew(momentum) - skew(rate) * I);
  return system.inverse() * (h * torque);
}

}  // namespace stickslip

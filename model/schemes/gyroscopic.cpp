#include "model/schemes/gyroscopic.h"

#include <cmath>

#include "model/kinematics/kinematics.h"
#include "model/math/arithmetic.h"
#include "model/math/elementary.h"

namespace stickslip {
namespace {

constexpr int kNewtonSteps = 3;
constexpr double kLargestTurn = 1;  // rad

// I - (h/2) d(I w x w)/dw.
Mat3 system_of(const Vec3& inertia, const Vec3& rate, double h) {
  const Mat3 I = inertia.asDiagonal();
  return I - 0.5 * h * (skew(inertia.cwiseProduct(rate)) - skew(rate) * I);
}

// I w turned by exp(-h w), at the same energy.
Vec3 coarse_change(const Vec3& inertia, const Vec3& rate, double h) {
  const Vec3 momentum = inertia.cwiseProduct(rate);
  const Vec3 turned = (exponential_map(-h * rate) * momentum).cwiseQuotient(inertia);
  return root(momentum.dot(rate) / turned.dot(inertia.cwiseProduct(turned))) * turned - rate;
}

}  // namespace

Vec3 gyroscopic_change(const Vec3& inertia, const Vec3& rate, double h) {
  if (inertia.minCoeff() <= 0) return Vec3::Zero();  // planar bodies and point masses have none
  const Vec3 torque = inertia.cwiseProduct(rate).cross(rate);
  if (torque.squaredNorm() == 0) return Vec3::Zero();
  Vec3 change = system_of(inertia, rate, h).inverse() * (h * torque);
  for (int k = 0; k < kNewtonSteps; ++k) {
    const Vec3 middle = rate + 0.5 * change;
    const double half_turn = 0.5 * h * middle.norm();
    if (2 * half_turn > kLargestTurn) return coarse_change(inertia, rate, h);
    const double time = h * sinc(half_turn) / cosine(half_turn);
    const Vec3 defect = inertia.cwiseProduct(change) - time * inertia.cwiseProduct(middle).cross(middle);
    change -= system_of(inertia, middle, time).inverse() * defect;
  }
  return change;
}

}  // namespace stickslip

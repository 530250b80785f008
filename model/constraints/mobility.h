#pragma once

#include <vector>

#include "model/core/model.h"
#include "model/kinematics/kinematics.h"
#include "model/lcp/problem.h"

namespace stickslip {

/// What holds bodies whatever a step brings; static numbers of the model: drives, limits and joints with a compliance
/// hold nothing here.
struct Holders {
  Span<const int> towards_world;  // per body the joint by which it hangs on what is fixed by the fewest joints, or -1
  Span<const int> next_welded;    // per body the next of those that fixed joints make one with it, in a ring
};
std::vector<int> joints_towards_world(const Model& model);
std::vector<int> rings_of_welded(const Model& model);

/// The velocities that joints leave a body: those of all joints by which it hangs on what is fixed, if these are few,
/// together. Orthonormal in the mass of all that is welded to it, so that with q one of them, v of the body's centre of
/// mass and w its turn, world axes, no motion of these bodies that the joints permit has more than
///
///   (f.v + t.w)^2 <= 2 T sum over q of (f.q_v + t.q_w)^2
///
/// A loop permits less, what yields beyond the joints is not asked.
struct Mobility {
  static constexpr int kMost = 6;
  Vec3 v[kMost] = {};
  Vec3 w[kMost] = {};
  int count = 0;
  bool free = true;  // and alone, or as good as that: nothing else counts then
  int loads = 0;     // joints and springs at all these bodies, but for what welds them

  double square(const Vec3& f, const Vec3& t) const {
    double sum = 0;
    for (int k = 0; k < count; ++k) {
      const double along = f.dot(v[k]) + t.dot(w[k]);
      sum += along * along;
    }
    return sum;
  }
};

Mobility mobility_of(const Model& model, int body, const Holders& holders, Span<const int> loads_at,
                     Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses);

}  // namespace stickslip

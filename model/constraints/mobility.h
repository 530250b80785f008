#pragma once

#include <vector>

#include "model/core/model.h"
#include "model/kinematics/kinematics.h"
#include "model/lcp/problem.h"

namespace stickslip {

/// Per body the joint by which it hangs on what is fixed by the fewest joints, -1 where none does that holds more than
/// a distance. By static numbers of the model: drives and limits hold nothing here.
std::vector<int> joints_towards_world(const Model& model);

/// The velocities that joints leave a body which hangs on what is fixed by few of them: those of all of these joints
/// together. Orthonormal in the body's own mass, so that with q one of them, v of the centre of mass and w its turn,
/// world axes, no motion of the body that the joints permit has more than
///
///   (f.v + t.w)^2 <= 2 T sum over q of (f.q_v + t.q_w)^2
///
/// A loop permits less, what yields beyond the joints is not asked.
struct Mobility {
  static constexpr int kMost = 6;
  Vec3 v[kMost] = {};
  Vec3 w[kMost] = {};
  int count = 0;
  bool free = true;  // or as good as that: nothing else counts then

  double square(const Vec3& f, const Vec3& t) const {
    double sum = 0;
    for (int k = 0; k < count; ++k) {
      const double along = f.dot(v[k]) + t.dot(w[k]);
      sum += along * along;
    }
    return sum;
  }
};

Mobility mobility_of(const Model& model, int body, Span<const int> towards_world,
                     Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses);

}  // namespace stickslip

#pragma once

#include "tests/benchmark/motion/builder.h"

/// What families share.
namespace stickslip::motion {

constexpr double kShortest = 1e-4;     // s
constexpr double kLongest = 1.0 / 60;  // s

/// Masses of a scene: alike, or as much as 1e6 : 1.
class Masses {
 public:
  explicit Masses(Dice& dice) : dice_(dice), ratio_(dice.chance(0.5) ? 3 : dice.magnitude(3, 1e6)) {}
  double next() { return dice_.magnitude(1 / std::sqrt(ratio_), std::sqrt(ratio_)); }

 private:
  Dice& dice_;
  double ratio_;
};

JointType any_type(Builder& b);

/// A joint of any kind at a point, with a start of its own.
void tie(Builder& b, JointType type, int parent, int child, const Vec3& anchor, double rate);

/// A joint of a kind that trees of old ones do not have.
JointType any_kind(Builder& b);
void tie_kind(Builder& b, JointType type, int parent, int child, const Vec3& anchor, double rate);

/// A load of the size of what moves: a torque or force that turns or moves the child by a good part within the scene.
double usual_load(Builder& b, const Link& l, bool turns);

/// What a coordinate gets of everything there is.
void fit(Builder& b, Link& l, std::size_t way, double rate, bool powered);

/// Springs between the bodies that are there, from soft to rigid.
void add_springs(Builder& b, int most, double stiffest);

}  // namespace stickslip::motion

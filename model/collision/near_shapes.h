#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/collision/collide.h"
#include "model/collision/pairs.h"
#include "model/core/state.h"
#include "model/kinematics/kinematics.h"

namespace stickslip {

/// How far bodies may come from where they are.
struct Reach {
  Span<double>
      linear;         // m, 1 per body: how far the centre of mass may come on the path of a pass; not told without one
  Span<double> turn;  // rad, 1 per body: how far the body may turn
  Span<double> way;   // m, 6 per body: where velocity takes the centre of mass, and what acceleration adds
};

/// How far turning may bring a point that is `radius` away from the body's centre of mass.
double turning_way(const Reach& reach, int body, double radius);

/// How far the centres of mass of two bodies may come towards each other. What flies together does not; what falls
/// together does where one of the two is held.
inline double approach(const Reach& reach, int a, int b) {
  return (get3(&reach.way[6 * a]) - get3(&reach.way[6 * b])).norm() + get3(&reach.way[6 * a + 3]).norm() +
         get3(&reach.way[6 * b + 3]).norm();
}

/// Every body moves evenly over h from `poses`, at `velocity` (6 per body, rates in its axes).
struct Sweep {
  Span<const BodyPose> poses;
  Span<const double> velocity;
  double h = 0;
};

/// Where a shape is.
inline Placement place(const Shape& shape, const BodyPose& body) {
  return {body.p + body.R * shape.p_IS, body.R * shape.q_IS.toRotationMatrix()};
}

/// Which shapes may be near each other. Each has a box along the world's axes that holds it while it moves by no more
/// than its play, seen from a frame that goes with most of what moves: what falls or drives together is not near
/// because it is fast. A tree of these boxes finds those that overlap, in N log N. Planes are compared with everything.
/// What it finds depends on placements and play alone: pairs come in the order of their numbers.
class NearShapes {
 public:
  explicit NearShapes(const Model& model);

  /// Boxes around shapes at `poses`, with play for bodies that come twice as far as `reach`, and twice as far again
  /// where a contact is flagged.
  void enclose(const Model& model, Span<const BodyPose> poses, const Reach& reach, Span<const ContactMemory> flagged);

  /// Gives what moves further in the sweep, from where the boxes were made, the play for that.
  void widen(const Model& model, const Sweep& sweep);

  /// Moves the shapes to `poses`; new boxes only where one has left its own.
  void follow(const Model& model, Span<const BodyPose> poses);

  /// Where shapes are now, 1 per shape.
  Span<const Placement> placements() const { return at_; }

  /// Visits the pairs that may be near.
  template <class Visit>
  void for_each_pair(const Model& model, Visit&& visit) {
    if (known_) {
      for (const int pair : pairs_) visit(pair);
      return;
    }
    pairs_.clear();
    known_ = true;
    for (int i = 0; i < static_cast<int>(at_.size()); ++i) {
      const int count = find_near(model, i, i, 0);
      for (int k = 0; k < count; ++k) {
        const int other = near_[static_cast<std::size_t>(k)];
        if (!may_touch(model, i, other)) continue;
        const int pair = pair_of(model, i, other);
        if (pairs_.size() < pairs_.capacity()) {
          pairs_.push_back(pair);
        } else {
          known_ = false;  // too many: they are looked for each time
        }
        visit(pair);
      }
    }
  }

  /// Visits the pairs of one shape whose other one may come within `margin`.
  template <class Visit>
  void for_each_pair_of(const Model& model, int shape, double margin, Visit&& visit) {
    const int count = find_near(model, shape, -1, margin);
    for (int k = 0; k < count; ++k) {
      const int other = near_[static_cast<std::size_t>(k)];
      const int first = std::min(shape, other);
      const int second = std::max(shape, other);
      if (may_touch(model, first, second)) visit(pair_of(model, first, second));
    }
  }

 private:
  struct Box {
    double low[3];
    double high[3];
    bool overlaps(const Box& b) const {
      for (int k = 0; k < 3; ++k) {
        if (low[k] > b.high[k] || b.low[k] > high[k]) return false;
      }
      return true;
    }
    void add(const Box& b) {
      for (int k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], b.low[k]);
        high[k] = std::max(high[k], b.high[k]);
      }
    }
  };

  void place_all(const Model& model, Span<const BodyPose> poses);
  template <class Number>
  double median_of_moving(const Model& model, Number&& number_of);
  void find_drift(const Model& model, const Reach& reach);
  double way_of(const Model& model, int shape, const BodyPose& body, const Reach& reach) const;
  double part_of_drift(const Model& model);
  double moved(const Model& model, int shape, const Vec3& frame) const;
  Box box_of(const Model& model, int shape) const;
  void split(int level, int place);
  void build(const Model& model);
  int first_of(int level, int place) const;
  Box grown(int shape, double margin) const;
  bool reaches(const Model& model, int plane, const Box& solid) const;
  int find_near(const Model& model, int shape, int after, double margin);

  std::vector<Placement> at_;    // now
  std::vector<Placement> base_;  // where the boxes were made
  Vec3 drift_ = Vec3::Zero();    // m, of the frame, in the step
  std::vector<double> play_;     // m, per shape: how far any of its points may come from there, in the frame
  std::vector<Box> box_;         // per shape
  std::vector<int> planes_;      // shapes without end
  std::vector<int> order_;       // the others, leaf by leaf
  std::vector<double> middle_;   // per shape, scratch: where it is along the axis that is split, how far it came
  std::vector<Box> node_;        // of the tree: the children of k are 2 k and 2 k + 1
  std::vector<int> near_;        // scratch: shapes that were found
  int levels_ = 0;               // below the root
  std::vector<int> pairs_;       // that may be near ...
  bool known_ = false;           // ... if they are known since the last boxes were made
};

}  // namespace stickslip

#pragma once

#include <vector>

#include "model/core/model.h"
#include "tests/benchmark/peers/scene.h"

/// How good a run is, from nothing but the bodies' states: the same code for every engine.
namespace stickslip::peers {

struct Quality {
  double overlap = 0;      // m, the deepest at any time
  double overlap_end = 0;  // m, the deepest in the last second
  double joint_error = 0;  // m, the largest distance of what a joint holds together; hinges: or of their axes' ends
  double creep = 0;        // m/s, of the fastest centre of mass over the last second
  double energy = 0;       // J, the most it ever was above the start
  bool finite = true;
};

class Judge {
 public:
  explicit Judge(const Scene& scene);

  /// To be called at the start and after each step.
  void look(int step, const BodyStates& states);

  const Quality& quality() const { return quality_; }

 private:
  double deepest_overlap(const BodyStates& states);
  double worst_joint(const BodyStates& states) const;
  double energy(const BodyStates& states) const;
  bool may_touch(int first, int second) const;

  const Scene& scene_;
  Quality quality_;
  double energy_start_ = 0;
  int last_second_;  // the step it begins at
  BodyStates then_;  // when it began
  struct Held {
    Vec3 parent, child;            // the anchor in their axes
    Vec3 parent_axis, child_axis;  // a hinge's
  };
  std::vector<Held> held_;
  Geometry geometry_;  // of hulls: none
  std::vector<stickslip::Shape> shapes_;
  std::vector<double> reach_;  // by shape
  std::vector<int> order_;     // shapes but planes, by their left ends
  std::vector<int> planes_;
};

}  // namespace stickslip::peers

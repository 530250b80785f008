// Holds the ball for half a second, then lets it go.
#include "fmu/shell/controller.h"

using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

struct Release {
  static constexpr ControllerInfo kInfo{"wrecking_ball_release", "Lets the ball go", 1.0 / 60};

  int mode = 3;

  static void describe(Variables<Release>& v) {
    using C = Release;
    v.output("rope.drive.mode", &C::mode).text("3 holds the ball, 0 lets it go");
  }

  void initialise() {}

  void step(double t, double /*h*/) { mode = t < 0.5 ? 3 : 0; }
};

}  // namespace

STICKSLIP_CONTROLLER(Release)

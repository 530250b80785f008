// Pulls the squeezed box: first with what friction just holds, then with a little more.
#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

struct Pull {
  static constexpr ControllerInfo kInfo{"squeezed_box_pull", "Pulls a squeezed box", 1.0 / 60};

  double force = 0;

  static void describe(Variables<Pull>& v) {
    v.output("box.force[1]", &Pull::force).unit(Quantity::force).text("On the box, sideways");
  }

  void initialise() {}

  void step(double t, double /*h*/) {
    force = 0;
    if (t >= 1) force = 1999;
    if (t >= 2) force = 2001;
  }
};

}  // namespace

STICKSLIP_CONTROLLER(Pull)

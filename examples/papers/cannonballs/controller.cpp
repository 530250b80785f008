// Lifts the gate when the pile lies still.
#include <algorithm>

#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

struct Gate {
  static constexpr ControllerInfo kInfo{"cannonballs_gate", "Opens the gate", 0.05};

  double gate = 0;

  static void describe(Variables<Gate>& v) {
    v.output("lift.drive.position", &Gate::gate).unit(Quantity::length).text("Of the gate; 20 is open");
  }

  void initialise() {}

  void step(double t, double /*h*/) { gate = std::clamp(5 * (t - 10), 0.0, 20.0); }
};

}  // namespace

STICKSLIP_CONTROLLER(Gate)

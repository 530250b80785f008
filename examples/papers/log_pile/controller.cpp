// Opens the gate when the logs lie still.
#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

struct Gate {
  static constexpr ControllerInfo kInfo{"log_pile_gate", "Opens the gate", 1.0 / 60};

  double gate = 0;

  static void describe(Variables<Gate>& v) {
    using C = Gate;
    v.output("lift.drive.position", &C::gate).unit(Quantity::length).text("Of the gate; -2.6 is open");
  }

  void initialise() {}

  void step(double t, double /*h*/) { gate = t < 4 ? 0 : -2.6; }
};

}  // namespace

STICKSLIP_CONTROLLER(Gate)

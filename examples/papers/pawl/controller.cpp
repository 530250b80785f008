// Pushes the pawl 2 mm into its hole, then tries to pull it out again.
#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

struct Inserter {
  static constexpr ControllerInfo kInfo{"pawl_inserter", "Pushes the pawl in, then pulls", 1e-4};

  double position = 0;
  double speed = 0;

  static void describe(Variables<Inserter>& v) {
    using C = Inserter;
    v.input("push.position", &C::position).unit(Quantity::length).text("How far the slide has gone");
    v.output("push.drive.velocity", &C::speed).unit(Quantity::velocity).text("Of the slide");
  }

  void initialise() {}

  bool in_ = false;

  void step(double /*t*/, double /*h*/) {
    in_ = in_ || position > 2e-3;
    speed = in_ ? -0.01 : 0.01;
  }
};

}  // namespace

STICKSLIP_CONTROLLER(Inserter)

#include "fmu/shell/controller.h"

namespace {

/// Pushes against the velocity.
struct Brake {
  static constexpr stickslip::fmu::ControllerInfo kInfo{"brake", "A force against the velocity", 0.01};

  double velocity = 0;
  double damping = 3;
  double force = 0;

  static void describe(stickslip::fmu::Variables<Brake>& v) {
    v.input("velocity", &Brake::velocity).unit(stickslip::Quantity::velocity);
    v.tunable("damping", &Brake::damping).unit(stickslip::Quantity::damping).min(0);
    v.output("force", &Brake::force).unit(stickslip::Quantity::force);
  }

  void step(double /*t*/, double /*h*/) { force = -damping * velocity; }
};

}  // namespace

STICKSLIP_CONTROLLER(Brake)

#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

/// Force that brings a measured position to its reference, with an integral that stops where the force is limited.
struct PiController {
  static constexpr ControllerInfo kInfo{"pi_controller", "PI controller with anti-windup", 0.001};

  double reference = 0;
  double position = 0;
  bool enabled = true;
  double gain = 200;
  double integral_time = 0.5;
  double max_force = 50;
  double force = 0;
  bool saturated = false;
  int steps = 0;
  double integral = 0;

  static void describe(Variables<PiController>& v) {
    v.input("reference", &PiController::reference).unit(Quantity::length).text("Wanted position");
    v.input("position", &PiController::position).unit(Quantity::length).text("Measured position");
    v.input("enabled", &PiController::enabled).text("Off: no force, integral at rest");
    v.tunable("gain", &PiController::gain).unit(Quantity::stiffness).min(0).text("Force per deviation");
    v.parameter("integralTime", &PiController::integral_time).unit(Quantity::time).min(1e-6).text("Reset time");
    v.tunable("maxForce", &PiController::max_force).unit(Quantity::force).min(0).text("Limit of the force");
    v.output("force", &PiController::force).unit(Quantity::force).text("Command");
    v.output("saturated", &PiController::saturated).text("The force is at its limit");
    v.output("steps", &PiController::steps).text("Steps done");
  }

  void initialise() { step(0, 0), steps = 0; }

  void step(double /*t*/, double h) {
    const double deviation = reference - position;
    const double wanted = enabled ? gain * (deviation + integral / integral_time) : 0;
    saturated = wanted > max_force || wanted < -max_force;
    force = saturated ? (wanted > 0 ? max_force : -max_force) : wanted;
    if (enabled && !saturated) integral += deviation * h;
    ++steps;
  }
};

}  // namespace

STICKSLIP_CONTROLLER(PiController)

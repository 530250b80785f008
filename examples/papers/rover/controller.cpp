// Drives over the terrain to the stone, stops and presses the tip of the arm on it.
#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

struct RoverDriver {
  static constexpr ControllerInfo kInfo{"rover_driver", "Drives to the stone and probes it", 0.005};

  double x = 0;
  double y = 0;
  double motor_fl = 0;
  double motor_fr = 0;
  double motor_rl = 0;
  double motor_rr = 0;
  double shoulder = -0.6;
  double elbow = 0.8;

  static void describe(Variables<RoverDriver>& v) {
    using C = RoverDriver;
    v.input("chassis.position[1]", &C::x).unit(Quantity::length).text("How far the rover is");
    v.input("chassis.position[2]", &C::y).unit(Quantity::length).text("How far to the left");
    v.output("motor_fl.drive.velocity", &C::motor_fl).unit(Quantity::angular_velocity).text("Of the wheel");
    v.output("motor_fr.drive.velocity", &C::motor_fr).unit(Quantity::angular_velocity).text("Of the wheel");
    v.output("motor_rl.drive.velocity", &C::motor_rl).unit(Quantity::angular_velocity).text("Of the wheel");
    v.output("motor_rr.drive.velocity", &C::motor_rr).unit(Quantity::angular_velocity).text("Of the wheel");
    v.output("shoulder.drive.position", &C::shoulder).unit(Quantity::angle).text("Positive is ahead");
    v.output("elbow.drive.position", &C::elbow).unit(Quantity::angle).text("Positive is down");
  }

  void initialise() {}

  double arrived_ = -1;  // s, when it did

  void step(double t, double /*h*/) {
    if (x > 4.85 && arrived_ < 0) arrived_ = t;
    const double speed = t < 0.5 || arrived_ >= 0 ? 0 : 4;
    motor_fl = motor_rl = speed * (1 + 0.5 * y);
    motor_fr = motor_rr = speed * (1 - 0.5 * y);
    if (arrived_ < 0) return;
    const double down = t - arrived_ > 2 ? 1 : 0.5 * (t - arrived_);  // from 0 to 1 in two seconds
    shoulder = -0.6 + 2.6 * down;
    elbow = 0.8 - 1.3 * down;
  }
};

}  // namespace

STICKSLIP_CONTROLLER(RoverDriver)

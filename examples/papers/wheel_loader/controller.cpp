// The wheel loader's driver: ahead to the heap, into it, curls and lifts the bucket, then over the heap. What it
// measures and commands is called as the loader's own variables are.
#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

double clamped(double value, double most) {
  return value > most ? most : (value < -most ? -most : value);
}

struct WheelLoaderDriver {
  static constexpr ControllerInfo kInfo{"wheel_loader_driver", "Scoops rocks and drives over their heap", 1.0 / 60};

  // Measured.
  double lift = 0;  // m, how far the cylinders have come out
  double tilt = 0;
  double y = 0;  // m, of the rear frame
  // Commanded.
  double motor_fl = 0;  // rad/s
  double motor_fr = 0;
  double motor_rl = 0;
  double motor_rr = 0;
  double lift_speed = 0;  // m/s
  double tilt_speed = 0;
  double steering = 0;  // rad

  static void describe(Variables<WheelLoaderDriver>& v) {
    using C = WheelLoaderDriver;
    v.input("lift.position", &C::lift).unit(Quantity::length).text("Of the lift cylinder");
    v.input("tilt.position", &C::tilt).unit(Quantity::length).text("Of the tilt cylinder");
    v.input("rear_frame.position[2]", &C::y).unit(Quantity::length).text("How far to the left the loader is");
    v.output("motor_fl.drive.velocity", &C::motor_fl).unit(Quantity::angular_velocity).text("Front left");
    v.output("motor_fr.drive.velocity", &C::motor_fr).unit(Quantity::angular_velocity).text("Front right");
    v.output("motor_rl.drive.velocity", &C::motor_rl).unit(Quantity::angular_velocity).text("Rear left");
    v.output("motor_rr.drive.velocity", &C::motor_rr).unit(Quantity::angular_velocity).text("Rear right");
    v.output("lift.drive.velocity", &C::lift_speed).unit(Quantity::velocity).text("Of the lift cylinder");
    v.output("tilt.drive.velocity", &C::tilt_speed).unit(Quantity::velocity).text("Of the tilt cylinder");
    v.output("steering.drive.position", &C::steering).unit(Quantity::angle).text("Positive is to the left");
  }

  void initialise() {}

  void step(double t, double h) {
    double speed = 0;  // rad/s of the wheels
    double lift_to = 0;
    double tilt_to = 0;
    if (t >= 0.3) speed = 3;       // to the heap
    if (t >= 1.2) speed = 1.8;     // into it
    if (t >= 2.4) tilt_to = 0.35;  // curls
    if (t >= 2.6) speed = 0.8;
    if (t >= 3.2) lift_to = 0.6;
    if (t >= 4.0) speed = 2.2;  // over the heap
    motor_fl += clamped(speed - motor_fl, 5 * h);
    motor_fr = motor_rl = motor_rr = motor_fl;
    lift_speed = clamped(4 * (lift_to - lift), 0.35);
    tilt_speed = clamped(4 * (tilt_to - tilt), 0.25);
    steering = clamped(-0.3 * y, 0.3);
  }
};

}  // namespace

STICKSLIP_CONTROLLER(WheelLoaderDriver)

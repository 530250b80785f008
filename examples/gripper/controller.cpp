// The gripper's brain: closes with a constant force, lifts along a smooth curve, holds. A plain struct; the shell makes
// it an FMU of its own.
#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

struct GripperController {
  static constexpr ControllerInfo kInfo{"gripper_controller", "Closes two fingers, lifts, and holds", 0.001};

  // Measured.
  double height = 0;       // of the hand, m
  double height_rate = 0;  // m/s
  double left = 0;         // how far each finger has closed, m
  double right = 0;
  double left_rate = 0;  // m/s
  double right_rate = 0;
  // Given.
  double grip = 8;        // N, closing force of each finger
  double carried = 1.2;   // kg, hand and fingers
  double load = 0.5;      // kg, the box, carried from lift_from on
  double rise = 0.2;      // m
  double lift_from = 1;   // s, when the hand starts to rise
  double lift_until = 3;  // s, when it is up
  // Commanded.
  double lift_force = 0;  // N
  double left_force = 0;
  double right_force = 0;
  double wanted_height = 0;  // m

  static void describe(Variables<GripperController>& v) {
    using C = GripperController;
    v.input("height", &C::height).unit(Quantity::length).text("Of the hand, from its start");
    v.input("heightRate", &C::height_rate).unit(Quantity::velocity).text("Of the hand");
    v.input("left", &C::left).unit(Quantity::length).text("How far the left finger has closed");
    v.input("right", &C::right).unit(Quantity::length).text("How far the right finger has closed");
    v.input("leftRate", &C::left_rate).unit(Quantity::velocity).text("Closing speed of the left finger");
    v.input("rightRate", &C::right_rate).unit(Quantity::velocity).text("Closing speed of the right finger");
    v.tunable("grip", &C::grip).unit(Quantity::force).min(0).text("Closing force of each finger");
    v.tunable("carried", &C::carried).unit(Quantity::mass).min(0).text("Mass of hand and fingers");
    v.tunable("load", &C::load).unit(Quantity::mass).min(0).text("Mass of the box, carried once the lift begins");
    v.parameter("rise", &C::rise).unit(Quantity::length).text("How far to lift");
    v.parameter("liftFrom", &C::lift_from).unit(Quantity::time).text("When the hand starts to rise");
    v.parameter("liftUntil", &C::lift_until).unit(Quantity::time).text("When the hand is up");
    v.output("liftForce", &C::lift_force).unit(Quantity::force).text("On the hand, up");
    v.output("leftForce", &C::left_force).unit(Quantity::force).text("On the left finger, closing");
    v.output("rightForce", &C::right_force).unit(Quantity::force).text("On the right finger, closing");
    v.output("wantedHeight", &C::wanted_height).unit(Quantity::length).text("Where the hand should be");
  }

  void initialise() { step(0, 0); }

  void step(double t, double h) {
    const double duration = lift_until - lift_from;
    const double x = (t + h - lift_from) / duration;
    const double s = x < 0 ? 0 : (x > 1 ? 1 : x);
    wanted_height = rise * s * s * s * (10 - 15 * s + 6 * s * s);
    const double wanted_rate = rise / duration * 30 * s * s * (1 - s) * (1 - s);
    const double wanted_acceleration = rise / (duration * duration) * 60 * s * (1 - s) * (1 - 2 * s);
    const double mass = x < 0 ? carried : carried + load;
    lift_force =
        mass * (9.81 + wanted_acceleration) + 4000 * (wanted_height - height) + 200 * (wanted_rate - height_rate);
    const double off_centre = 500 * (left - right) + 20 * (left_rate - right_rate);
    left_force = grip - 0.5 * off_centre;
    right_force = grip + 0.5 * off_centre;
  }
};

}  // namespace

STICKSLIP_CONTROLLER(GripperController)

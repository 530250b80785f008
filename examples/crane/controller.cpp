// Takes the load of a crane along a smooth curve by the speed of the trolley above it. A plain struct; the shell makes
// it an FMU of its own.
#include "fmu/shell/controller.h"

using stickslip::Quantity;
using stickslip::fmu::ControllerInfo;
using stickslip::fmu::Variables;

namespace {

// From 0 to 1 with rates that begin and end at 0 up to the third: p and its first three derivatives over s.
struct Curve {
  explicit Curve(double s)
      : p(s * s * s * s * (35 + s * (-84 + s * (70 - 20 * s)))),
        rate(140 * s * s * s * (1 - s) * (1 - s) * (1 - s)),
        second(420 * s * s * (1 - s) * (1 - s) * (1 - 2 * s)),
        third(840 * s * (1 - s) * (1 - 5 * s + 5 * s * s)) {}
  double p, rate, second, third;
};

struct CraneController {
  static constexpr ControllerInfo kInfo{"crane_controller", "Carries a load without swinging it", 0.002};

  // Measured.
  double trolley = 0;  // m, along the rail
  double load = 0;     // m
  // Given.
  double way = 6;       // m
  double from = 0.5;    // s, when it sets off
  double until = 6.5;   // s, when it has arrived
  double length = 5;    // m, from the trolley to the middle of the load
  double closing = 1;   // 1/s, how fast what the trolley is off is closed
  double catching = 1;  // 1/s, how fast the trolley follows a load that is off
  bool careful = true;  // or the trolley itself goes along the curve
  // Commanded.
  double speed = 0;   // m/s, of the trolley
  double wanted = 0;  // m, where the load should be

  static void describe(Variables<CraneController>& v) {
    using C = CraneController;
    v.input("trolley", &C::trolley).unit(Quantity::length).text("Position along the rail");
    v.input("load", &C::load).unit(Quantity::length).text("Position of the load along the rail");
    v.parameter("way", &C::way).unit(Quantity::length).text("How far to carry");
    v.parameter("from", &C::from).unit(Quantity::time).text("When it sets off");
    v.parameter("until", &C::until).unit(Quantity::time).text("When it has arrived");
    v.tunable("length", &C::length).unit(Quantity::length).min(0).text("From the trolley to the middle of the load");
    v.tunable("closing", &C::closing).min(0).text("Share of the trolley's error that is closed in a second");
    v.tunable("catching", &C::catching).min(0).text("The trolley follows a load that is off, which damps its swing");
    v.tunable("careful", &C::careful).text("The load follows the curve; else the trolley itself");
    v.output("speed", &C::speed).unit(Quantity::velocity).text("Of the trolley");
    v.output("wanted", &C::wanted).unit(Quantity::length).text("Where the load should be");
  }

  void initialise() { step(0, 0); }

  void step(double t, double h) {
    const double duration = until - from;
    const double x = (t + h - from) / duration;
    const Curve curve(x < 0 ? 0 : (x > 1 ? 1 : x));
    wanted = way * curve.p;
    const double rate = way * curve.rate / duration;
    if (!careful) {
      speed = rate + closing * (wanted - trolley);
      return;
    }
    const double lever = length / 9.81 * way / (duration * duration);
    const double ahead = lever * curve.second;  // of the trolley before the load
    const double trolley_off = trolley - wanted - ahead;
    const double load_off = load - wanted;
    speed = rate + lever / duration * curve.third - closing * trolley_off + catching * (load_off - trolley_off);
  }
};

}  // namespace

STICKSLIP_CONTROLLER(CraneController)

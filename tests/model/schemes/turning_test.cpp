#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// The trapezoidal scheme on what turns on joints, against closed forms: neither forces nor motion may grow apart from
/// them, however long it turns.
namespace stickslip {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

/// A machine that turns evenly about the world's origin at `rate`, its bodies at fixed places on it.
struct Rotor {
  std::string name;
  std::string text;   // bodies and joints, with RATE for the rate
  std::string body;   // whose angular velocity is looked at
  std::string joint;  // whose force is looked at
  double force = 0;   // N, its magnitude at 1 rad/s
  double error = 1;   // of the rate after fifty turns, relative to (omega h)^2
};

std::string head(bool planar, double h) {
  return "[model]\nname = \"rotor\"\ndimension = " + std::string(planar ? "2" : "3") +
         (planar ? "\ngravity = [0, 0]\n" : "\ngravity = [0, 0, 0]\n") + "[step]\nsize = " + number(h) +
         "\nscheme = \"trapezoidal\"\n";
}

std::string vector_text(bool planar, double x, double y) {
  return "[" + number(x) + ", " + number(y) + (planar ? "]" : ", 0]");
}

// A body at (x, y) that turns about the origin at `rate`.
std::string turning_body(bool planar, const std::string& name, double mass, double x, double y, double rate) {
  return "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) +
         "\ninertia = " + (planar ? "0.02" : "[0.02, 0.03, 0.04]") + "\nposition = " + vector_text(planar, x, y) +
         "\nvelocity = " + vector_text(planar, -rate * y, rate * x) +
         "\nangular_velocity = " + (planar ? number(rate) : "[0, 0, " + number(rate) + "]") + "\n";
}

std::string joint_text(bool planar, const std::string& type, const std::string& parent, const std::string& child,
                       double x, double y, const std::string& rest) {
  return "[[joint]]\nname = \"" + parent + "_" + child + "\"\ntype = \"" + type + "\"\nbodies = [\"" + parent +
         "\", \"" + child + "\"]\n" + (type == "distance" ? "" : "anchor = " + vector_text(planar, x, y) + "\n") + rest;
}

std::vector<Rotor> rotors(bool planar, double rate) {
  const std::string about_z = planar ? "" : "axis = [0, 0, 1]\n";
  const std::string along_x = planar ? "axis = [1, 0]\n" : "axis = [1, 0, 0]\n";
  std::vector<Rotor> all;
  all.push_back({"hinge",
                 turning_body(planar, "a", 2, 0.5, 0, rate) + joint_text(planar, "hinge", "world", "a", 0, 0, about_z),
                 "a", "world_a", 1.0});
  if (!planar) {
    all.push_back({"ball",
                   turning_body(planar, "a", 2, 0.5, 0, rate) + joint_text(planar, "ball", "world", "a", 0, 0, ""), "a",
                   "world_a", 1.0});
  }
  all.push_back({"distance",
                 turning_body(planar, "a", 2, 0.5, 0, rate) +
                     joint_text(planar, "distance", "world", "a", 0, 0,
                                "anchors = [" + vector_text(planar, 0, 0) + ", " + vector_text(planar, 0.4, 0) + "]\n"),
                 "a", "world_a", 1.0});
  // Two bodies in one piece, free, about their common centre of mass.
  all.push_back({"fixed",
                 turning_body(planar, "a", 2, 0.3, 0, rate) + turning_body(planar, "b", 1, -0.6, 0, rate) +
                     joint_text(planar, "fixed", "a", "b", -0.1, 0.1, ""),
                 "a", "a_b", 0.6});
  // A slider on an arm, drawn out by its weight that lies beside the axis, held by a spring on the axis.
  const double stretch = 0.1;
  all.push_back({"slider",
                 turning_body(planar, "a", 2, 0, 0, rate) + turning_body(planar, "b", 1, 0.5, 0.2, rate) +
                     joint_text(planar, "hinge", "world", "a", 0, 0, about_z) +
                     joint_text(planar, "slider", "a", "b", 0.5, 0, along_x) +
                     "[[spring]]\nname = \"s\"\njoint = \"a_b\"\nstiffness = " + number(rate * rate * 0.5 / stretch) +
                     "\nrest_position = " + number(-stretch) + "\n",
                 "b", "world_a", std::hypot(0.5, 0.2), 3});
  return all;
}

struct Turned {
  double rate = 0;         // of the rate, relative
  double force = 0;        // of the force, relative, the largest
  double joint_error = 0;  // m or rad
  double gain = 0;         // of energy in a step, relative
};

Turned turn(const Rotor& rotor, bool planar, double rate, double omega_h, int turns) {
  const double h = omega_h / rate;
  Rig rig(model_from(head(planar, h) + rotor.text));
  rig.initialise();
  Turned worst;
  double energy = rig.energy();
  const double start = energy;
  const std::string about_z = rotor.body + (planar ? ".angularVelocity" : ".angularVelocity[3]");
  for (int k = 0; k < static_cast<int>(turns * 2 * kHalfTurn / omega_h); ++k) {
    rig.step();
    EXPECT_EQ(rig.report.status, StepStatus::solved) << rotor.name;
    const double force = rig.vector(rotor.joint + ".reaction.force").norm();
    worst.force = std::max(worst.force, std::fabs(force / (rate * rate * rotor.force) - 1));
    worst.rate = std::max(worst.rate, std::fabs(rig.value(about_z) / rate - 1));
    worst.joint_error = std::max(worst.joint_error, rig.report.joint_error);
    worst.gain = std::max(worst.gain, (rig.energy() - energy) / start);
    energy = rig.energy();
  }
  return worst;
}

// Fifty turns on every kind of joint: rate and force stay what they are, up to the scheme's error of order two, energy
// never grows.
TEST(Turning, FiftyTimesOnEveryJointKeepsRateAndForce) {
  for (const bool planar : {true, false}) {
    for (const Rotor& rotor : rotors(planar, 6)) {
      for (const double omega_h : {0.006, 0.03, 0.1, 0.3}) {
        const Turned worst = turn(rotor, planar, 6, omega_h, 50);
        SCOPED_TRACE(rotor.name + (planar ? " in the plane" : " in space") + ", omega h = " + number(omega_h));
        EXPECT_LT(worst.rate, rotor.error * omega_h * omega_h);
        EXPECT_LT(worst.force, 3 * rotor.error * omega_h * omega_h);
        EXPECT_LT(worst.joint_error, 1e-9);
        EXPECT_LT(worst.gain, 1e-12);
      }
    }
  }
}

/// A slider-crank without gravity by its one coordinate: theta' from the energy, all else from the linkage.
struct SliderCrank {
  double r = 0.1, l = 0.25;  // m, crank and rod; centres of mass in the middle
  double m1 = 1, m2 = 1, m3 = 1;
  double i1 = 0.001, i2 = 0.005;

  // With equal links the slider passes the crank's bearing and comes out on the other side.
  double rod_angle(double a) const { return r == l ? -a : -std::asin(r / l * std::sin(a)); }
  double x3(double a) const { return r * std::cos(a) + l * std::cos(rod_angle(a)); }
  /// d/da of something that depends on the crank's angle.
  template <class F>
  static double slope(F&& f, double a) {
    constexpr double d = 1e-3;  // of order four: the error is 1e-13
    return (8 * (f(a + d) - f(a - d)) - (f(a + 2 * d) - f(a - 2 * d))) / (12 * d);
  }
  /// Twice the kinetic energy at theta' = 1.
  double inertia(double a) const {
    const double b1 = slope([this](double t) { return rod_angle(t); }, a);
    const double vx = -r * std::sin(a) - 0.5 * l * std::sin(rod_angle(a)) * b1;
    const double vy = r * std::cos(a) + 0.5 * l * std::cos(rod_angle(a)) * b1;
    const double v3 = slope([this](double t) { return x3(t); }, a);
    return m1 * r * r / 4 + i1 + m2 * (vx * vx + vy * vy) + i2 * b1 * b1 + m3 * v3 * v3;
  }
  double rate(double a, double a0, double start) const { return start * std::sqrt(inertia(a0) / inertia(a)); }
  /// Force along x of the rod on the slider: m3 x3''.
  double force(double a, double a0, double start) const {
    const auto speed = [&](double t) { return slope([this](double u) { return x3(u); }, t) * rate(t, a0, start); };
    return m3 * slope(speed, a) * rate(a, a0, start);
  }
  std::string text(double h, double a0, double start) const {
    const double b = rod_angle(a0);
    const Vec3 pin(r * std::cos(a0), r * std::sin(a0), 0);
    const auto at = [](double x, double y) { return "[" + number(x) + ", " + number(y) + "]"; };
    const auto body = [&](const char* name, double m, double i, double x, double y, double angle) {
      return "[[body]]\nname = \"" + std::string(name) + "\"\nmass = " + number(m) + "\ninertia = " + number(i) +
             "\nposition = " + at(x, y) + "\nrotation = " + number(angle) + "\n";
    };
    return head(true, h) + body("crank", m1, i1, 0.5 * pin.x(), 0.5 * pin.y(), a0) +
           body("rod", m2, i2, pin.x() + 0.5 * l * std::cos(b), pin.y() + 0.5 * l * std::sin(b), b) +
           body("slider", m3, 1e-3, x3(a0), 0, 0) +
           "[[joint]]\nname = \"main\"\ntype = \"hinge\"\nbodies = [\"world\", \"crank\"]\nanchor = [0, 0]\nstart = { "
           "velocity = " +
           number(start) + " }\n[[joint]]\nname = \"pin\"\ntype = \"hinge\"\nbodies = [\"crank\", \"rod\"]\nanchor = " +
           at(pin.x(), pin.y()) +
           "\n[[joint]]\nname = \"wrist\"\ntype = \"hinge\"\nbodies = [\"rod\", \"slider\"]\nanchor = " +
           at(x3(a0), 0) +
           "\n[[joint]]\nname = \"guide\"\ntype = \"slider\"\nbodies = [\"world\", \"slider\"]\nanchor = " +
           at(x3(a0), 0) + "\naxis = [1, 0]\n";
  }
};

struct Cranked {
  double angle = 0;  // at the end
  double error = 0;  // of the wrist's force along x at the crank's angle in mid-step, N
};

Cranked crank(const SliderCrank& machine, double a0, double start, double h, double end) {
  Rig rig(model_from(machine.text(h, a0, start)));
  rig.initialise();
  Cranked out;
  double angle = rig.value("crank.angle");
  for (int k = 0; k < static_cast<int>(std::lround(end / h)); ++k) {
    rig.step();
    EXPECT_EQ(rig.report.status, StepStatus::solved);
    const double next = rig.value("crank.angle");
    const double force = rig.value("wrist.reaction.force[1]");
    out.error = std::max(out.error, std::fabs(force - machine.force(0.5 * (angle + next), a0, start)));
    angle = next;
  }
  out.angle = angle;
  return out;
}

double exact_angle(const SliderCrank& machine, double a0, double start, double end) {
  double a = a0;
  constexpr int kParts = 20000;
  const double h = end / kParts;
  const auto rate = [&](double t) { return machine.rate(t, a0, start); };
  for (int k = 0; k < kParts; ++k) {
    const double k1 = rate(a);
    const double k2 = rate(a + h / 2 * k1);
    const double k3 = rate(a + h / 2 * k2);
    const double k4 = rate(a + h * k3);
    a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return a;
}

// With the paper's scheme, which does not project the velocity, the force is off by 560 N before that.
TEST(Turning, ASliderCrankKeepsItsForcesForTwentySeconds) {
  const SliderCrank machine;
  double angle[2] = {0, 0};
  double force[2] = {0, 0};
  for (int k = 0; k < 2; ++k) {
    const Cranked out = crank(machine, 0.3, 5, 0.004 / (1 << k), 20);
    angle[k] = std::fabs(out.angle - exact_angle(machine, 0.3, 5, 20));
    force[k] = out.error;
  }
  EXPECT_LT(angle[1], 1e-3);  // of 80 rad
  EXPECT_LT(force[1], 2e-3);  // of 5 N
  EXPECT_GT(std::log2(angle[0] / angle[1]), 1.8);
  EXPECT_GT(std::log2(force[0] / force[1]), 1.8);
}

// Where crank and rod lie on each other, the slider may also stay there and the two turn together.
TEST(Turning, ASliderCrankWithEqualLinksPassesItsSingularPosition) {
  SliderCrank machine;
  machine.l = machine.r;
  for (const double h : {1 / 256.0, 1e-3}) {
    const Cranked out = crank(machine, 0.3, 5, h, 10);
    EXPECT_NEAR(out.angle, exact_angle(machine, 0.3, 5, 10), 150 * h * h) << "h = " << h;
    EXPECT_LT(out.error, 0.05) << "h = " << h;  // of 7.4 N
  }
}

}  // namespace
}  // namespace stickslip

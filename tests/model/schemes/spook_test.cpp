#include <algorithm>
#include <array>
#include <complex>

#include "tests/model/build.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// L11 against closed forms.
namespace stickslip {
namespace {

// A bead of 2 kg on a rail along x; what it has of y is violation of the rail. Assembly would remove it, so it is put
// into the state.
Model bead(double eps, double tau, double h) {
  Model model = model_from(R"(
[model]
name = "bead"
dimension = 2
gravity = [0, 0]
[step]
scheme = "spook"
[[body]]
name = "bead"
mass = 2
inertia = 1
[[joint]]
name = "rail"
type = "slider"
bodies = ["world", "bead"]
axis = [1, 0]
)");
  model.step.size = h;
  model.joints[0].softness.compliance = eps;
  model.joints[0].softness.relaxation_time = tau;
  return model;
}

std::vector<double> violations(const Model& model, double start, double speed, int steps) {
  Rig rig(model);
  rig.initialise();
  rig.simulation.state().motion.position[1] = start;
  rig.simulation.state().motion.velocity[1] = speed;
  std::vector<double> y = {start};
  for (int k = 0; k < steps; ++k) {
    rig.step();
    y.push_back(rig.value("bead.position[2]"));
  }
  return y;
}

// z^2 - p z + q
struct Polynomial {
  double p = 0;
  double q = 0;
  double radius() const {
    const std::complex<double> root = std::sqrt(std::complex<double>(p * p / 4 - q));
    return std::max(std::abs(p / 2 + root), std::abs(p / 2 - root));
  }
};

Polynomial stability_polynomial(double eps, double tau, double h) {
  const double a = 0.5;  // 1/m
  const double phi = 1 / (1 + 4 * tau / h);
  const double s = a / (a + 4 * eps * phi / (h * h));
  return {2 - s * (1 + 3 * phi), 1 - s * (1 - phi)};
}

TEST(Spook, ViolationsFollowTheStabilityPolynomial) {
  for (const double h : {1e-4, 1e-3, 1.0 / 60, 0.1}) {
    for (const double eps : {0.0, 1e-12, 1e-9, 1e-6, 1e-3, 1.0, 1e3}) {
      for (const double tau : {0.0, 0.1 * h, 0.5 * h, h, 2 * h, 4 * h, 10 * h, 100 * h}) {
        const Polynomial exact = stability_polynomial(eps, tau, h);
        if (eps == 0 && tau == 0) continue;  // a double root at -1
        // Where h^2/(4 eps) vanishes against 1/a the row does nothing in the digits there are.
        if (exact.q < 1) {
          EXPECT_LT(exact.radius(), 1) << eps << " " << tau << " " << h;
        } else {
          EXPECT_LE(exact.radius(), 1 + 1e-7);
        }
        const std::vector<double> y = violations(bead(eps, tau, h), 1e-3, 0.02, 12);
        for (std::size_t k = 2; k < y.size(); ++k) {
          const double scale = std::fabs(y[k - 1]) + std::fabs(y[k - 2]) + 1e-3 * 1e-6;
          EXPECT_NEAR((y[k] - exact.p * y[k - 1] + exact.q * y[k - 2]) / scale, 0, 1e-9)
              << "eps " << eps << ", tau " << tau << ", h " << h << ", step " << k;
        }
      }
    }
  }
}

TEST(Spook, RigidRowsDecayAtTheRateOfTheirRelaxationTime) {
  constexpr double kRates[4][2] = {{2, 1.0 / 3}, {1, 0.447214}, {4, 0.744521}, {10, 0.899721}};
  for (const auto& rate : kRates) {
    const double h = 0.01;
    const std::vector<double> y = violations(bead(0, rate[0] * h, h), 1e-3, 0.3, 3);
    // The recursion that four values obey.
    const double d = y[1] * y[1] - y[0] * y[2];
    const Polynomial found{(y[2] * y[1] - y[3] * y[0]) / d, -(y[1] * y[3] - y[2] * y[2]) / d};
    EXPECT_NEAR(found.radius(), rate[1], 2e-6) << "tau = " << rate[0] << " h";
  }
}

// Section 17.1: v^2/2 + ((x_k + x_{k-1})/2)^2/2 is constant at eps = 1, tau = 0.
TEST(Spook, KeepsTheInvariantOfTheOscillator) {
  for (const double h : {0.01, 0.1, 0.5, 1.0}) {
    Model model = resource("spring_mass");
    model.step.scheme = Scheme::spook;
    model.gravity = Vec3::Zero();  // or the rail gives way and the spring is not along x
    model.springs[0].stiffness = 1;
    model.springs[0].damping = 0;
    Rig rig(model);
    rig.initialise();
    double x = rig.value("rail.position");
    double first = 0;
    for (int k = 0; k < 2000; ++k) {
      rig.step(h);
      const double next = rig.value("rail.position");
      const double v = rig.value("rail.velocity");
      const double sum = 0.5 * v * v + 0.125 * (next + x) * (next + x);
      if (k == 0) first = sum;
      ASSERT_NEAR(sum / first, 1, 1e-11) << "h = " << h << ", step " << k;
      x = next;
    }
  }
}

// The same as a joint that gives way.
TEST(Spook, AJointWithComplianceIsASpring) {
  const double h = 0.02;
  const std::vector<double> y = violations(bead(0.5, 0, h), 1e-2, 0, 1000);
  double first = 0;
  for (std::size_t k = 1; k < y.size(); ++k) {
    const double v = (y[k] - y[k - 1]) / h;
    const double sum = v * v + (y[k] + y[k - 1]) * (y[k] + y[k - 1]) / 4;
    if (k == 1) first = sum;
    ASSERT_NEAR(sum / first, 1, 1e-11);
  }
}

TEST(Spook, ABobInACircleIsOffByTheClosedForm) {
  Model model = model_from(R"(
[model]
name = "circle"
dimension = 2
gravity = [0, 0]
[step]
scheme = { name = "spook", compliance = 0 }
[[body]]
name = "bob"
mass = 3
rotates = false
position = [0.5, 0]
velocity = [0, 2]
[[joint]]
name = "string"
type = "distance"
bodies = ["world", "bob"]
anchors = [[0, 0], [0.5, 0]]
)");
  for (const double factor : {1.0, 2.0, 4.0}) {
    for (const double h : {1e-3, 5e-4}) {
      model.step.spook.softness.relaxation_time = factor * h;
      Rig rig(model);
      rig.initialise();
      for (int k = 0; k < 500; ++k) rig.step(h);
      const double phi = 1 / (1 + 4 * factor);
      const double exact = (1 + phi) / (8 * phi) * h * h * 4 / 0.5;
      EXPECT_NEAR(rig.report.joint_error / exact, 1, 1e-3) << "tau = " << factor << " h, h = " << h;
    }
  }
}

// Every joint of a chain at rest is open by eps times the weight below it, at every h.
TEST(Spook, AHangingChainIsLongerByItsCompliance) {
  constexpr int kLinks = 8;
  const double eps = 1e-6;
  std::string text = "[model]\nname = \"chain\"\n[step]\nscheme = { name = \"spook\", compliance = 1e-6 }\n";
  for (int k = 0; k < kLinks; ++k) {
    const std::string name = "l" + std::to_string(k);
    text += "[[body]]\nname = \"" + name + "\"\nmass = 2\ninertia = [0.1, 0.1, 0.1]\nposition = [0, 0, " +
            std::to_string(-0.5 - k) + "]\n[[joint]]\nname = \"j" + std::to_string(k) +
            "\"\ntype = \"ball\"\nbodies = [" + (k == 0 ? "\"world\"" : "\"l" + std::to_string(k - 1) + "\"") + ", \"" +
            name + "\"]\nanchor = [0, 0, " + std::to_string(-k) + "]\n";
  }
  for (const double h : {1e-3, 0.01}) {
    Model model = model_from(text);
    model.step.size = h;
    Rig rig(model);
    rig.initialise();
    rig.steps(20000);
    double z = 0;
    for (int k = 0; k < kLinks; ++k) {
      const double at = rig.value("l" + std::to_string(k) + ".position[3]");
      const double open = z - (at + 0.5);
      const double load = 2 * 9.81 * (kLinks - k);
      EXPECT_NEAR(open / (eps * load), 1, 1e-9) << "joint " << k << ", h = " << h;
      EXPECT_NEAR(rig.value("j" + std::to_string(k) + ".reaction.force[3]") / load, 1, 1e-9);
      z = at - 0.5;
    }
  }
}

// A box pressed by two planes that overlap it by delta, pushed sideways: all normals carry h delta/eps.
TEST(Spook, ASqueezedBoxIsPressedEvenly) {
  const double h = 0.01;
  const double delta = 1e-4;
  const double eps = 1e-7;
  Model model = model_from(R"(
[model]
name = "squeezed"
gravity = [0, 0, 0]
[step]
size = 0.01
scheme = "spook"
[[material]]
name = "m"
friction = 0.3
compliance = 5e-8
[[body]]
name = "vice"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1], position = [0, 0, 1e-4], material = "m" },
          { type = "plane", normal = [0, 0, -1], position = [0, 0, 1.9999], material = "m" }]
[[body]]
name = "box"
mass = 5
position = [0, 0, 1]
shapes = [{ type = "box", size = [0.2, 0.3, 2], material = "m" }]
[interface]
inputs = ["box.force"]
)");
  Rig rig(model);
  rig.set("box.force[1]", 300.0);
  rig.initialise();
  for (int k = 0; k < 20; ++k) {
    rig.step();
    const std::vector<double> forces = rig.normal_forces(h);
    ASSERT_EQ(forces.size(), 8U);
    for (const double force : forces) EXPECT_NEAR(force / (delta / eps), 1, 1e-8) << "step " << k;
    EXPECT_EQ(rig.report.status, StepStatus::solved);
  }
  EXPECT_GT(rig.value("box.velocity[1]"), 0);
}

// A disk of restitution e meets a floor at 1 m/s without gravity.
Model meeting(double e, double height) {
  Model model = model_from(floor_of(0, e) + R"(
[model]
name = "meeting"
dimension = 2
gravity = [0, 0]
[step]
scheme = "spook"
[[body]]
name = "disk"
mass = 2
position = [0, 1.5]
velocity = [0, -1]
shapes = [{ type = "disk", radius = 0.5, material = "m" }]
)");
  model.bodies[1].p_WB.y() = 0.5 + height;
  return model;
}

TEST(Spook, ReboundsExactlyWithoutPenetration) {
  Numbers numbers(3);
  for (const double e : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    for (int k = 0; k < 40; ++k) {
      const double h = k < 10 ? 1.0 / (k + 2) : numbers.between(0.003, 0.4);
      Rig rig(meeting(e, k % 2 == 0 ? 1 : numbers.between(0.1, 1)));
      rig.initialise();
      double deepest = 0;
      for (double t = 0; t < 1.3; t += h) deepest = std::max(deepest, rig.step(h).penetration);
      if (e > 0) {
        EXPECT_NEAR(rig.value("disk.velocity[2]"), e, 1e-13) << "h = " << h;
        EXPECT_EQ(deepest, 0) << "h = " << h;
      } else {
        EXPECT_NEAR(rig.value("disk.velocity[2]"), 0, 2e-6) << "h = " << h;
        EXPECT_LT(deepest, 2e-6) << "h = " << h;
      }
    }
  }
}

TEST(Spook, ADroppedBallComesToRestOnItsCompliance) {
  Model model = meeting(0.5, 0.7);
  model.gravity = {0, -9.81, 0};
  model.step.spook.softness.compliance = 1e-8;
  Rig rig(model);
  rig.initialise();
  double highest = 1e300;
  for (int k = 0; k < 10000; ++k) {
    rig.step(1e-3);
    const double energy = rig.energy();
    EXPECT_LE(energy, highest + 2 * 9.81 * 1e-3 * 4 * 1e-3);  // explicit gravity moves energy by m g h v
    highest = std::min(highest, energy);
  }
  EXPECT_NEAR((0.5 - rig.value("disk.position[2]")) / (1e-8 * 2 * 9.81), 1, 1e-6);
  EXPECT_NEAR(rig.value("disk.velocity[2]"), 0, 1e-13);
}

// Balls and boxes between walls, materials of all kinds, no gravity: the impact stage never gains kinetic energy, and
// nothing else adds any.
TEST(Spook, ImpactsNeverGainEnergy) {
  for (int trial = 0; trial < 20; ++trial) {
    Numbers numbers(static_cast<unsigned>(100 + trial));
    std::string text = "[model]\nname = \"gas\"\ndimension = 2\ngravity = [0, 0]\n[step]\nscheme = \"spook\"\n";
    for (int m = 0; m < 3; ++m) {
      text += "[[material]]\nname = \"m" + std::to_string(m) +
              "\"\nfriction = " + std::to_string(numbers.between(0, 1.5)) +
              "\nrestitution = " + std::to_string(trial % 4 == 0 ? 1.0 : numbers.between(0, 1)) + "\n";
    }
    text +=
        "[[body]]\nname = \"walls\"\nfixed = true\nshapes = [{ type = \"plane\", normal = [0, 1], position = [0, -1], "
        "material = \"m0\" }, { type = \"plane\", normal = [0, -1], position = [0, 1], material = \"m1\" }, { type = "
        "\"plane\", normal = [1, 0], position = [-1, 0], material = \"m2\" }, { type = \"plane\", normal = [-1, 0], "
        "position = [1, 0], material = \"m0\" }]\n";
    for (int b = 0; b < 9; ++b) {
      const std::string shape = b % 2 == 0 ? "\"disk\", radius = 0.2" : "\"box\", size = [0.3, 0.35]";
      text += "[[body]]\nname = \"b" + std::to_string(b) + "\"\nmass = " + std::to_string(numbers.between(0.1, 3)) +
              "\nposition = [" + std::to_string(0.6 * (b % 3 - 1)) + ", " +
              std::to_string(0.6 * (b < 3 ? -1 : (b < 6 ? 0 : 1))) + "]\nvelocity = [" +
              std::to_string(numbers.between(-3, 3)) + ", " + std::to_string(numbers.between(-3, 3)) +
              "]\nangular_velocity = " + std::to_string(numbers.between(-4, 4)) + "\nshapes = [{ type = " + shape +
              ", material = \"m" + std::to_string(b % 3) + "\" }]\n";
    }
    Rig rig(model_from(text));
    rig.initialise();
    double energy = rig.value("energy.kinetic");
    int impacts = 0;
    for (int k = 0; k < 400; ++k) {
      rig.step(2e-3);
      const double next = rig.value("energy.kinetic");
      if (rig.report.lcps > 1) ++impacts;
      // Overlaps of rotating corners are pushed out; what that adds is of their size.
      const double push = rig.report.penetration > 0 ? 1e-3 * energy : 0.0;
      EXPECT_LE(next, energy * (1 + 1e-9) + push) << "trial " << trial << ", step " << k;
      EXPECT_LE(rig.report.lcps, max_lcps(rig.simulation.model()));
      energy = next;
    }
    EXPECT_GT(impacts, 5);
  }
}

// On an incline: creep is gamma times the friction force while it sticks; sliding is the first-order scheme's.
TEST(Spook, SticksWithItsCreepAndSlides) {
  Model model = resource("incline");
  model.step.scheme = Scheme::spook;
  model.step.spook.creep = 1e-6;
  model.materials[0].friction = 3;  // no point reaches its limit, so all carry the same
  Rig rig(model);
  rig.initialise();
  rig.steps(500);
  const double theta = std::atan(0.45);
  const double force = 2 * 9.81 * std::sin(theta);
  const int points = static_cast<int>(rig.normal_forces(1).size());
  EXPECT_NEAR(rig.vector("box.velocity").norm(), 1e-6 * force / points, 1e-3 * 1e-6 * force / points);
  model.materials[0].friction = 0.2;
  model.step.spook.creep = -1;
  Rig slider(model);
  slider.initialise();
  const Vec3 start = slider.vector("box.position");
  const double h = model.step.size;
  const int n = 500;
  slider.steps(n);
  const double a = 9.81 * (std::sin(theta) - 0.2 * std::cos(theta));
  const double way = (slider.vector("box.position") - start).norm();
  EXPECT_NEAR((way - 0.5 * a * (n * h) * (n * h)) / (0.5 * a * h * n * h), 1, 1e-3);
}

// A stiff spring ends at the joint: neither rings nor gives.
TEST(Spook, SpringsBecomeRigidWithoutRinging) {
  Model model = resource("spring_mass");
  model.step.scheme = Scheme::spook;
  model.springs[0].damping = 0;
  for (const double k : {1e8, 1e12, 1e18}) {
    model.springs[0].stiffness = k;
    model.joints[0].coordinates[0].start_position = 0;
    model.joints[0].coordinates[0].start_velocity = 1;
    Rig rig(model);
    rig.initialise();
    rig.steps(200);
    EXPECT_NEAR(rig.value("rail.position"), 0, 1e-12) << k;
    EXPECT_NEAR(rig.value("rail.velocity"), 0, 1e-9) << k;
  }
}

// What constraints give way by knows no axes of the world, along which an anchor's rows lie.
TEST(Spook, ATurnedPendulumMovesTheSame) {
  const auto end_of = [](const Quat& turn) {
    const auto text = [](const Vec3& v) {
      return "[" + number(v.x()) + ", " + number(v.y()) + ", " + number(v.z()) + "]";
    };
    Rig rig(model_from(
        head_of(Scheme::spook, "gravity = " + text(turn * Vec3(3, -9, 2)), 0.01) +
        "[[body]]\nname = \"rod\"\nmass = 1\ninertia = [0.001, 0.03, 0.02]\nposition = " +
        text(turn * Vec3(0.5, 0, 0)) + "\nrotation = { quaternion = [" + number(turn.w()) + ", " + number(turn.x()) +
        ", " + number(turn.y()) + ", " + number(turn.z()) +
        "] }\n[[joint]]\nname = \"pin\"\ntype = \"ball\"\nbodies = [\"world\", \"rod\"]\nanchor = [0, 0, 0]\n"));
    rig.initialise();
    rig.steps(50);
    return turn.conjugate() *
           Vec3(rig.value("rod.position[1]"), rig.value("rod.position[2]"), rig.value("rod.position[3]"));
  };
  const Vec3 as_told = end_of(Quat::Identity());
  EXPECT_LT((end_of(angle_axis(0.7, Vec3(1, 2, 3).normalized())) - as_told).norm(), 1e-12);
}

}  // namespace
}  // namespace stickslip

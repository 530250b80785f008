// Friction against rolling and spinning, by closed forms.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr double kG = 9.81;
constexpr double kMass = 2;
constexpr double kBallRadius = 0.1;
constexpr double kRolling = 0.002;
constexpr double kSpinning = 0.003;
constexpr double kStep = 0.001;

double ball_inertia() {
  return 0.4 * kMass * kBallRadius * kBallRadius;
}

std::string laws(const std::string& more = "") {
  return "[[material]]\nname = \"m\"\nfriction = 0.5\nrolling = " + number(kRolling) +
         "\nspinning = " + number(kSpinning) + "\n" + more + "[[body]]\nname = \"floor\"\nfixed = true\n" +
         "shapes = [{ type = \"plane\", material = \"m\" }]\n[[contact]]\nname = \"s\"\nbodies = [\"ball\"]\n";
}

std::string ball(const Vec3& velocity, const Vec3& rate) {
  const auto list = [](const Vec3& v) {
    return "[" + number(v.x()) + ", " + number(v.y()) + ", " + number(v.z()) + "]";
  };
  return "[[body]]\nname = \"ball\"\nmass = " + number(kMass) + "\nposition = [0, 0, " + number(kBallRadius) +
         "]\nvelocity = " + list(velocity) + "\nangular_velocity = " + list(rate) +
         "\nshapes = [{ type = \"sphere\", radius = " + number(kBallRadius) + ", material = \"m\" }]\n";
}

class RollingFriction : public testing::TestWithParam<Scheme> {
 protected:
  bool second_order() const { return GetParam() == Scheme::trapezoidal; }
  std::string head(const std::string& world = "") const { return head_of(GetParam(), world, kStep); }
};

// About the point of contact: (I + m r^2) a/r = b m g. The way is v^2/(2 a), in any direction over the floor.
TEST_P(RollingFriction, BringsABallToRestAfterTheWayOfTheClosedForm) {
  const double a = kRolling * kMass * kG * kBallRadius / (ball_inertia() + kMass * kBallRadius * kBallRadius);
  const double v = 0.5;
  for (const double angle : {0.0, 0.3, 0.9, 2.5}) {
    SCOPED_TRACE(angle);
    const Vec3 along(std::cos(angle), std::sin(angle), 0);
    Rig rig(model_from(head() + laws() + ball(v * along, v / kBallRadius * Vec3(-along.y(), along.x(), 0))));
    rig.initialise();
    double energy = rig.energy();
    for (int k = 0; k < 5000; ++k) {
      rig.step();
      ASSERT_EQ(rig.report.status, StepStatus::solved);
      ASSERT_LE(rig.energy(), energy + 1e-12);
      energy = rig.energy();
      if (k != 1000) continue;
      EXPECT_NEAR(rig.vector("ball.velocity").norm(), v - 1001 * kStep * a, second_order() ? kStep * a : 1e-8);
      const Vec3 torque = rig.vector("s.torque") - (-kBallRadius * Vec3::UnitZ()).cross(rig.vector("s.force"));
      EXPECT_NEAR((torque + kRolling * kMass * kG * Vec3(-along.y(), along.x(), 0)).norm(), 0, 1e-6);
    }
    const Vec3 p = rig.vector("ball.position");
    EXPECT_NEAR(p.x() * along.x() + p.y() * along.y(), 0.5 * v * v / a, v * kStep);
    EXPECT_NEAR(p.x() * along.y() - p.y() * along.x(), 0, 1e-6);
    EXPECT_NEAR(rig.vector("ball.velocity").norm(), 0, 1e-12);
    EXPECT_NEAR(rig.value("energy.dissipated"), 0.5 * kMass * v * v * 1.4, 1e-5);
  }
}

TEST_P(RollingFriction, StopsASpinningBallAfterTheTimeOfTheClosedForm) {
  const double rate = 5;
  const double time = rate * ball_inertia() / (kSpinning * kMass * kG);
  Rig rig(model_from(head() + laws() + ball(Vec3::Zero(), rate * Vec3::UnitZ())));
  rig.initialise();
  const int steps = static_cast<int>(time / kStep);
  double before = rate;
  for (int k = 0; k < steps; ++k) {
    rig.step();
    const double now = rig.simulation.state().motion.velocity[6 * 1 + 5];
    ASSERT_NEAR(ball_inertia() * (now - before) / kStep, rig.value("s.torque[3]"), 1e-10);
    ASSERT_NEAR(rig.value("s.torque[3]"), -kSpinning * kMass * kG, 1e-6);
    before = now;
  }
  EXPECT_GT(before, 0);
  rig.steps(3);
  EXPECT_NEAR(rig.value("ball.angularVelocity[3]"), 0, 1e-12);
  EXPECT_NEAR((rig.vector("ball.position") - kBallRadius * Vec3::UnitZ()).norm(), 0, 1e-9);
}

// tan(slope) < b/r holds. Above, (I + m r^2) a/r = m g (r sin - b cos).
TEST_P(RollingFriction, HoldsABallOnASlopeUpToTheThreshold) {
  for (const double share : {0.99, 1.01, 2.0}) {
    SCOPED_TRACE(share);
    const double slope = std::atan(share * kRolling / kBallRadius);
    const Vec3 down(std::sin(slope) * std::cos(0.7), std::sin(slope) * std::sin(0.7), -std::cos(slope));
    const std::string gravity =
        "gravity = [" + number(kG * down.x()) + ", " + number(kG * down.y()) + ", " + number(kG * down.z()) + "]";
    Rig rig(model_from(head(gravity) + laws() + ball(Vec3::Zero(), Vec3::Zero())));
    rig.initialise();
    rig.steps(1000);
    const double a = share < 1 ? 0.0
                               : kMass * kG * (kBallRadius * std::sin(slope) - kRolling * std::cos(slope)) *
                                     kBallRadius / (ball_inertia() + kMass * kBallRadius * kBallRadius);
    const double speed = rig.value("ball.velocity[1]") * std::cos(0.7) + rig.value("ball.velocity[2]") * std::sin(0.7);
    EXPECT_NEAR(speed, a, second_order() ? a * kStep : 2e-8);
  }
}

// In the plane, a disk.
TEST_P(RollingFriction, BringsADiskToRestAfterTheWayOfTheClosedForm) {
  const double inertia = 0.5 * kMass * kBallRadius * kBallRadius;
  const double a = kRolling * kMass * kG * kBallRadius / (inertia + kMass * kBallRadius * kBallRadius);
  Rig rig(model_from(head("dimension = 2") + "[[material]]\nname = \"m\"\nfriction = 0.5\nrolling = \"2 mm\"\n" +
                     "[[body]]\nname = \"floor\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"m\" }]\n" +
                     "[[body]]\nname = \"disk\"\nmass = 2\nposition = [0, 0.1]\nvelocity = [-0.5, 0]\n" +
                     "angular_velocity = 5\nshapes = [{ type = \"disk\", radius = 0.1, material = \"m\" }]\n"));
  rig.initialise();
  rig.steps(5000);
  EXPECT_NEAR(rig.value("disk.position[1]"), -0.5 * 0.25 / a, 0.5 * kStep);
  EXPECT_NEAR(rig.value("disk.velocity[1]"), 0, 1e-12);
  EXPECT_NEAR(rig.value("energy.dissipated"), 0.5 * kMass * 0.25 * 1.5, 1e-5);
}

// Balls of which each resists the others too: followers have the impulses of their contacts, nobody gains energy, and
// the heap comes to rest.
TEST_P(RollingFriction, LetsAHeapOfBallsComeToRest) {
  std::string text = head_of(GetParam(), "", 0.005) + laws();
  text.replace(text.rfind("[[contact]]"), std::string::npos, "");
  for (int k = 0; k < 5; ++k) {
    text += "[[body]]\nname = \"b" + number(k) + "\"\ndensity = 1000\nposition = [" + number(0.03 * (k % 2)) + ", " +
            number(0.02 * (k % 3)) + ", " + number(0.1 + 0.21 * k) + "]\nangular_velocity = [" + number(5 - 2 * k) +
            ", 0, 7]\nshapes = [{ type = \"sphere\", radius = 0.1, material = \"m\" }]\n";
  }
  Rig rig(model_from(text));
  rig.initialise();
  double energy = rig.energy();
  for (int k = 0; k < 2000; ++k) {
    rig.step();
    ASSERT_LE(rig.energy(), energy + 1e-6) << "in step " << k;
    energy = rig.energy();
    const Workspace& work = rig.simulation.workspace();
    const ProblemStorage& p = work.problem;
    for (int f = p.contact_count; rig.report.status == StepStatus::solved && f < p.contact_count + p.follower_count;
         ++f) {
      const int row = p.contacts[f].normal;
      const int leader = p.contacts[work.rows.rows_storage[row].source].normal;
      ASSERT_NEAR(p.solution.impulse[row], p.solution.impulse[leader], 1e-9) << "in step " << k;
    }
  }
  for (int k = 0; k < 5; ++k) {
    EXPECT_LT(rig.vector("b" + number(k) + ".velocity").norm(), 1e-9);
    EXPECT_LT(rig.vector("b" + number(k) + ".angularVelocity").norm(), 1e-8);
  }
}

// While it rolls and spins: twice the torque, and none.
TEST_P(RollingFriction, IsAParameter) {
  const double a = kMass * kG * kBallRadius / (ball_inertia() + kMass * kBallRadius * kBallRadius);  // per rolling
  const double twist = kMass * kG / ball_inertia();                                                  // per spinning
  Rig rig(model_from(head() + laws() + ball(Vec3(1, 0, 0), Vec3(0, 1 / kBallRadius, 50))));
  rig.initialise();
  for (const double factor : {1.0, 2.0, 0.0}) {
    SCOPED_TRACE(factor);
    rig.set("m.rolling", factor * kRolling);
    rig.set("m.spinning", factor * kSpinning);
    rig.steps(5);  // `trapezoidal` comes to the new force by steps
    const double v = rig.value("ball.velocity[1]");
    const double w = rig.value("ball.angularVelocity[3]");
    rig.steps(50);
    EXPECT_NEAR((v - rig.value("ball.velocity[1]")) / (50 * kStep), factor * kRolling * a, 1e-3 * kRolling * a);
    EXPECT_NEAR((w - rig.value("ball.angularVelocity[3]")) / (50 * kStep), factor * kSpinning * twist,
                1e-3 * kSpinning * twist);
  }
}

TEST(RollingFrictionRules, IsNoParameterWhereNothingHasIt) {
  const std::string plain =
      "[[material]]\nname = \"m\"\nfriction = 0.5\n[[body]]\nname = \"b\"\nmass = 1\n"
      "shapes = [{ type = \"sphere\", radius = 0.1, material = \"m\" }]\n";
  for (const Variable& v : candidate_variables(model_from(head_of(Scheme::stabilised, "", kStep) + plain))) {
    EXPECT_NE(v.name, "m.rolling");
    EXPECT_NE(v.name, "m.spinning");
  }
}

TEST(RollingFrictionRules, OfTwoMaterialsAreThoseOfFrictionUnlessAPairSays) {
  const std::string pair =
      "[[material]]\nname = \"n\"\nfriction = 0.5\nrolling = 0.0005\nspinning = 0.012\n[[material_pair]]\n"
      "materials = [\"n\", \"n\"]\nfriction = 0.5\nrestitution = 0\nspinning = 0.001\n";
  const Model model = model_from(head_of(Scheme::stabilised, "friction_rule = \"mean\"", kStep) + laws(pair) +
                                 ball(Vec3::Zero(), Vec3::Zero()));
  Rig rig(model);
  rig.initialise();
  const Derived& derived = rig.simulation.workspace().derived;
  EXPECT_EQ(derived.rolling[surface_of_materials(0, 1)], 0.5 * (kRolling + 0.0005));
  EXPECT_EQ(derived.spinning[surface_of_materials(0, 1)], 0.5 * (kSpinning + 0.012));
  EXPECT_EQ(derived.rolling[surface_of_materials(1, 1)], 0.0005);
  EXPECT_EQ(derived.spinning[surface_of_materials(1, 1)], 0.001);
}

INSTANTIATE_TEST_SUITE_P(Schemes, RollingFriction, testing::ValuesIn(kSchemes), name_of_tested);

}  // namespace
}  // namespace stickslip

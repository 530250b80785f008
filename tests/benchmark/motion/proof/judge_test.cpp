// The judge itself: what is right passes, and every law notices what it is there for when the published numbers are
// falsified.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <set>

#include "tests/benchmark/motion/families.h"
#include "tests/benchmark/motion/judge.h"
#include "tests/benchmark/motion/trials.h"

namespace stickslip::motion {
namespace {

Record run_of(const Scene& scene) {
  std::string why;
  const std::unique_ptr<Run> run = Run::start(scene, scene.h, why);
  EXPECT_TRUE(run) << why;
  run->steps(scene.steps);
  return run->record();
}

bool is_broken(const Scene& scene, const Record& record, Law law) {
  return judge(scene, record).of(law).broken_at >= 0;
}

double& at(Record& record, int k, int index) {
  return record.real[static_cast<std::size_t>(k * record.layout.outputs + index)];
}

// A pendulum of two links and a ball on a floor: joints, weight, contact and friction, all of them in use.
Scene little_scene() {
  Scene scene;
  scene.family = "test";
  scene.planar = true;
  scene.gravity = Vec3(0, -9.81, 0);
  scene.h = 2e-3;
  scene.steps = 40;
  scene.surfaces = {{0.5, 0}};
  Part floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.patches = {Patch()};
  floor.patches[0].type = ShapeType::plane;
  Part ball;
  ball.name = "ball";
  ball.mass = 2;
  ball.inertia = Vec3::Constant(0.01);
  ball.position = Vec3(0, 0.1, 0);
  ball.velocity = Vec3(1, 0, 0);
  ball.patches = {Patch()};
  ball.patches[0].radius = 0.1;
  Part rod;
  rod.name = "rod";
  rod.inertia = Vec3::Constant(0.02);
  rod.position = Vec3(5, 3, 0);
  rod.has_velocity = false;
  scene.parts = {floor, ball, rod};
  Link hinge;
  hinge.name = "hinge";
  hinge.child = 2;
  hinge.anchor = Vec3(4.5, 3, 0);
  scene.links = {hinge};
  return scene;
}

TEST(Generator, MakesTheSameSceneOfASeedAgain) {
  for (const std::string& family : family_names()) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Scene scene = generate(seed, Scheme::spook, family);
      EXPECT_EQ(to_toml(scene), to_toml(generate(seed, Scheme::spook, family)));
      EXPECT_EQ(to_csv(scene), to_csv(generate(seed, Scheme::spook, family)));
      EXPECT_NE(to_toml(scene), to_toml(generate(seed + 1, Scheme::spook, family)));
    }
  }
}

// Numbers of a model file with so many digits that no two are the same by chance.
std::set<std::string> long_numbers(const std::string& text) {
  const std::regex number("[0-9]\\.[0-9]{12,}");
  return {std::sregex_token_iterator(text.begin(), text.end(), number), {}};
}

TEST(Generator, MakesScenesOfNeighbouringSeedsThatHaveNothingInCommon) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::set<std::string> one = long_numbers(to_toml(generate(seed, Scheme::spook, "throw")));
    const std::set<std::string> next = long_numbers(to_toml(generate(seed + 1, Scheme::spook, "throw")));
    const auto shared = std::count_if(one.begin(), one.end(), [&](const std::string& n) { return next.count(n) > 0; });
    EXPECT_LE(shared, 1) << seed;  // gravity, 9.81 to the last digit
  }
}

TEST(Generator, MakesScenesThatTheEngineTakes) {
  for (const std::string& family : family_names()) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      std::string why;
      EXPECT_TRUE(Run::start(generate(seed, Scheme::stabilised, family), 1e-3, why)) << family << ' ' << seed << why;
    }
  }
}

TEST(Judge, AcquitsWhatIsRight) {
  for (Scheme scheme : {Scheme::stabilised, Scheme::spook}) {
    Scene scene = little_scene();
    scene.scheme = scheme;
    const Record record = run_of(scene);
    Verdict verdict = judge(scene, record);
    judge_repetition(scene, record, verdict);
    for (int l = 0; l < kLaws; ++l) {
      const Worst& worst = verdict.laws[static_cast<std::size_t>(l)];
      EXPECT_LT(worst.broken_at, 0) << name_of(static_cast<Law>(l)) << ": " << worst.what << ' ' << worst.value;
    }
  }
}

class Falsified : public ::testing::Test {
 protected:
  Scene scene = little_scene();
  Record record = run_of(scene);
  const Layout& layout = record.layout;
  static constexpr int kStep = 20;
};

TEST_F(Falsified, NumbersThatAreNotFiniteAreSeen) {
  at(record, kStep, layout.body_output(1)) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_broken(scene, record, Law::finite));
}

TEST_F(Falsified, AnEnergyThatIsNotThatOfTheMotionIsSeen) {
  at(record, kStep, layout.energy_output) *= 1 + 1e-8;
  EXPECT_TRUE(is_broken(scene, record, Law::books));
}

TEST_F(Falsified, EnergyFromNothingIsSeen) {
  for (int k = kStep; k <= record.steps; ++k) at(record, k, layout.energy_output) += 0.1;
  EXPECT_TRUE(is_broken(scene, record, Law::energy));
}

TEST_F(Falsified, DissipatedEnergyThatComesBackIsSeen) {
  for (int k = kStep; k <= record.steps; ++k) at(record, k, layout.energy_output + 2) -= 1;
  EXPECT_TRUE(is_broken(scene, record, Law::dissipated));
}

TEST_F(Falsified, AForceOfTheWrongSignIsSeen) {
  at(record, kStep, layout.joint_output(0) + Layout::kReaction + 1) *= -1;
  EXPECT_TRUE(is_broken(scene, record, Law::momentum));
}

TEST_F(Falsified, AForceThatIsOffInItsEighthDigitIsSeen) {
  at(record, kStep, layout.joint_output(0) + Layout::kReaction + 1) *= 1 + 1e-8;
  EXPECT_TRUE(is_broken(scene, record, Law::momentum));
}

TEST_F(Falsified, ATorqueThatIsMissingIsSeen) {
  at(record, kStep, layout.sensor_output(0) + 5) = 0;
  EXPECT_TRUE(is_broken(scene, record, Law::spin));
}

TEST_F(Falsified, AForceWithoutItsCounterforceIsSeen) {
  at(record, kStep, layout.sensor_output(1) + 1) *= 1 + 1e-9;
  EXPECT_TRUE(is_broken(scene, record, Law::pairs));
}

TEST_F(Falsified, FrictionBeyondItsConeIsSeen) {
  at(record, kStep, layout.sensor_output(0) + 7) *= 1.001;
  EXPECT_TRUE(is_broken(scene, record, Law::cone));
}

TEST_F(Falsified, AContactThatPullsIsSeen) {
  at(record, kStep, layout.sensor_output(0) + 6) *= -1;
  EXPECT_TRUE(is_broken(scene, record, Law::cone));
}

TEST_F(Falsified, AGapThatIsNotThereIsSeen) {
  at(record, kStep, layout.sensor_output(1) + 8) += 1e-9;
  EXPECT_TRUE(is_broken(scene, record, Law::touch));
}

TEST_F(Falsified, AForceThatIsNotThatOfItsSpringIsSeen) {
  for (const Scheme scheme : {Scheme::stabilised, Scheme::euler}) {
    Scene soft = little_scene();
    soft.scheme = scheme;
    soft.surfaces[0].compliance = 1e-5;
    soft.surfaces[0].restitution = 0.5;
    Record of_soft = run_of(soft);
    EXPECT_FALSE(is_broken(soft, of_soft, Law::touch));
    EXPECT_FALSE(is_broken(soft, of_soft, Law::books));
    at(of_soft, kStep, of_soft.layout.sensor_output(1) + 6) *= 1.01;
    EXPECT_TRUE(is_broken(soft, of_soft, Law::touch));
    at(of_soft, kStep, of_soft.layout.energy_output + 1) -= 1e-7;
    EXPECT_TRUE(is_broken(soft, of_soft, Law::books));
  }
}

TEST_F(Falsified, OverlapIsSeen) {
  at(record, kStep, layout.solver_output + 1) = 1e-4;
  EXPECT_TRUE(is_broken(scene, record, Law::overlap));
}

TEST_F(Falsified, AJointThatComesApartIsSeen) {
  at(record, kStep, layout.solver_output + 2) = 1e-3;
  EXPECT_TRUE(is_broken(scene, record, Law::joints));
}

TEST_F(Falsified, BitsThatDifferAreSeen) {
  double& x = at(record, 5, layout.body_output(1));
  x = std::nextafter(x, 10);
  Verdict verdict;
  judge_repetition(scene, record, verdict);
  EXPECT_GE(verdict.of(Law::repeat).broken_at, 0);
}

}  // namespace
}  // namespace stickslip::motion

#include <gtest/gtest.h>

#include <set>

#include "tests/benchmark/peers/build.h"
#include "tests/benchmark/peers/judge.h"
#include "tests/benchmark/peers/run.h"
#include "tests/benchmark/peers/summary.h"

namespace stickslip::peers {
namespace {

Trial run_ours(Scene (*make)(double), double h, int steps = 0) {
  Scene scene = make(h);
  if (steps > 0) scene.steps = steps;
  return run(our_engines().front(), scene, 100);
}

Trial run_named(const std::string& name) {
  for (const SceneEntry& entry : scenes()) {
    if (entry.name == name) return run_ours(entry.make, entry.h);
  }
  return {};
}

TEST(Scenes, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const SceneEntry& entry : scenes()) EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
}

TEST(Scenes, AreNamedByTheBeginningOfTheirNames) {
  EXPECT_TRUE(matches("S2", "S2.10@60"));
  EXPECT_TRUE(matches("S2.10@60", "S2.10@60"));
  EXPECT_TRUE(matches("S2.10", "S2.10@60"));
  EXPECT_FALSE(matches("S2", "S2a.hold@60"));
  EXPECT_FALSE(matches("S2.1", "S2.10@60"));
}

TEST(Scenes, StartWithoutOverlapAndWithoutACrackInAJoint) {
  for (const SceneEntry& entry : scenes()) {
    const Scene scene = entry.make(entry.h);
    Judge judge(scene);
    BodyStates states;
    for (const Body& b : scene.bodies) states.push_back({b.position, b.rotation, b.velocity, b.angular_velocity});
    judge.look(0, states);
    EXPECT_LE(judge.quality().overlap, 1e-12) << entry.name;
    EXPECT_LE(judge.quality().joint_error, 1e-12) << entry.name;
    EXPECT_LE(scene.figures.size(), static_cast<std::size_t>(kMostFigures)) << entry.name;
  }
}

TEST(Scenes, HaveParentsBeforeTheirChildren) {
  for (const SceneEntry& entry : scenes()) {
    std::set<int> children;
    for (const Joint& joint : entry.make(entry.h).joints) {
      EXPECT_LT(joint.parent, joint.child);
      EXPECT_TRUE(children.insert(joint.child).second) << entry.name;
    }
  }
}

TEST(OurEngine, HoldsABoxOnASlopeThatHolds) {
  const Trial result = run_named("S2a.hold@60");
  EXPECT_EQ(result.outcome.end, End::whole);
  EXPECT_EQ(result.times.size(), 120U);
  EXPECT_NEAR(result.outcome.figures[0], 0, 1e-12);
}

TEST(OurEngine, SlidesByTheErrorOfASchemeOfOrderOne) {
  const double acceleration = 9.81 * (0.6 - 0.5) / std::sqrt(1 + 0.36);
  EXPECT_NEAR(run_named("S2a.slide@1000").outcome.figures[0], 0.5 * acceleration * 0.001 * 2, 1e-6);
}

TEST(OurEngine, KeepsEnergyAndMomentumOfAFreeBody) {
  const Trial result = run_named("S2d@60");
  EXPECT_NEAR(result.outcome.figures[0], 0, 1e-11);
  EXPECT_NEAR(result.outcome.figures[1], 0, 1e-11);
}

TEST(OurEngine, PressesWithTheForceThatItsTorquesAskFor) {
  const Trial result = run_named("S6@1000");
  EXPECT_EQ(result.outcome.end, End::whole);
  EXPECT_NEAR(result.outcome.figures[0], 0, 1e-6);
  EXPECT_NEAR(result.outcome.figures[1], 0, 1e-4);
}

TEST(Runs, AreTheSameInAProcessOfTheirOwn) {
  const Scene scene = scenes().front().make(scenes().front().h);
  Scene shorter = scene;
  shorter.steps = 20;
  const Trial here = run(our_engines().front(), shorter, 100);
  const Trial there = run_in_a_child(our_engines().front(), shorter, 100);
  EXPECT_EQ(there.outcome.end, End::whole);
  EXPECT_EQ(there.times.size(), 20U);
  EXPECT_EQ(here.outcome.quality.overlap, there.outcome.quality.overlap);
  EXPECT_EQ(here.outcome.quality.energy, there.outcome.quality.energy);
}

TEST(Runs, EndWhenTheirTimeIsOver) {
  const Trial result = run(our_engines().front(), scenes().front().make(scenes().front().h), 1e-9);
  EXPECT_EQ(result.outcome.end, End::out_of_time);
  EXPECT_EQ(result.times.size(), 1U);
}

TEST(Runs, ReportACrash) {
  Engine broken = our_engines().front();
  broken.make = [](const Scene&) -> std::unique_ptr<World> { std::abort(); };
  EXPECT_EQ(run_in_a_child(broken, scenes().front().make(0.05), 100).outcome.end, End::crashed);
  broken.make = [](const Scene&) -> std::unique_ptr<World> { return nullptr; };
  EXPECT_EQ(run_in_a_child(broken, scenes().front().make(0.05), 100).outcome.end, End::refused);
}

TEST(Summaries, TakeTheMedianOfEachStepOverTheRuns) {
  Scene scene;
  scene.h = 1;
  scene.steps = 3;
  std::vector<Trial> runs(3);
  for (Trial& run : runs) run.outcome.end = End::whole;
  runs[0].times = {1, 2, 3};
  runs[1].times = {9, 2, 4};
  runs[2].times = {2, 2, 50};
  const Summary summary = summarise(scene, runs);
  EXPECT_EQ(summary.p50, 2);
  EXPECT_EQ(summary.max, 4);
  EXPECT_NEAR(summary.mean, 8.0 / 3, 1e-15);
  EXPECT_EQ(summary.settled, 4);
}

}  // namespace
}  // namespace stickslip::peers

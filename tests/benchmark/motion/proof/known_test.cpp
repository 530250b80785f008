// Scenes that once broke a law with status 0, by what it was.
#include <gtest/gtest.h>

#include "tests/benchmark/motion/families.h"
#include "tests/benchmark/motion/tally.h"
#include "tests/benchmark/motion/trials.h"

namespace stickslip::motion {
namespace {

struct Known {
  Scheme scheme;
  const char* family;
  std::uint64_t seed;
};

// Names the laws that a scene breaks with status 0.
std::string broken(const Known& known) {
  const Scene scene = generate(known.seed, known.scheme, known.family);
  std::string why;
  const std::unique_ptr<Run> run = Run::start(scene, scene.h, why);
  if (!run) return why;
  run->steps(scene.steps);
  Verdict verdict = judge(scene, run->record());
  judge_repetition(scene, run->record(), verdict);
  judge_variant(scene, run->record(), verdict);
  judge_order(scene, verdict);
  std::string laws;
  for (int l = 0; l < kLaws; ++l) {
    const Worst& worst = verdict.laws[static_cast<std::size_t>(l)];
    if (worst.judged && worst.broken_at >= 0 && status_at(run->record(), worst.broken_at) == 0) {
      laws += std::string(" ") + name_of(static_cast<Law>(l));
    }
  }
  return laws;
}

void expect_all_kept(std::initializer_list<Known> list) {
  for (const Known& known : list) {
    EXPECT_EQ(broken(known), "") << "--scheme " << name_of(known.scheme) << " --family " << known.family << " --seed "
                                 << known.seed;
  }
}

TEST(Known, MachinesThatNothingHoldsPayForClosingTheirJoints) {
  expect_all_kept({{Scheme::trapezoidal, "ragdoll", 1200152},
                   {Scheme::trapezoidal, "ragdoll", 1201679},
                   {Scheme::trapezoidal, "ragdoll", 1201752},
                   {Scheme::trapezoidal, "ragdoll", 1201766},
                   {Scheme::trapezoidal, "ragdoll", 1210304},
                   {Scheme::trapezoidal, "ragdoll", 1210892},
                   {Scheme::trapezoidal, "ragdoll", 1211047},
                   {Scheme::trapezoidal, "ragdoll", 1211402}});
}

TEST(Known, CranksAtADeadPointDoNotRise) {
  expect_all_kept({{Scheme::trapezoidal, "loop", 3052},
                   {Scheme::trapezoidal, "loop", 3082},
                   {Scheme::trapezoidal, "loop", 1212992}});
}

TEST(Known, WhatClosingLoadsHandsNothingToOthers) {
  expect_all_kept({{Scheme::trapezoidal, "wedge", 2002427},
                   {Scheme::trapezoidal, "stack", 2002140},
                   {Scheme::euler, "wedge", 2002772}});
}

TEST(Known, InputsWorkOnlyOnTheWayOfAStepThatIsCut) {
  expect_all_kept({{Scheme::trapezoidal, "throw", 1211840},
                   {Scheme::trapezoidal, "throw", 1211859},
                   {Scheme::trapezoidal, "throw", 1212052},
                   {Scheme::trapezoidal, "stack", 1210910}});
}

TEST(Known, RopesThatAreFarTooLongHaveAStatus) {
  expect_all_kept({{Scheme::stabilised, "ropes", 1201641},
                   {Scheme::stabilised, "ropes", 1213777},
                   {Scheme::stabilised, "ropes", 1214371},
                   {Scheme::stabilised, "ropes", 1214495},
                   {Scheme::trapezoidal, "ropes", 1201641}});
}

TEST(Known, RotorsOnSlidersThatTurnGainTheSecondOrder) {
  expect_all_kept({{Scheme::stabilised, "geared", 1200488},
                   {Scheme::stabilised, "geared", 1201697},
                   {Scheme::stabilised, "geared", 1217701},
                   {Scheme::spook, "geared", 1213234}});
}

TEST(Known, BushingsTellTheTorqueThatBodiesHaveFelt) {
  expect_all_kept(
      {{Scheme::euler, "mounts", 3000756}, {Scheme::euler, "mounts", 3000819}, {Scheme::euler, "mounts", 3000833}});
}

TEST(Known, LockedCoordinatesAreClosed) {
  expect_all_kept({{Scheme::euler, "fitted", 2003777},
                   {Scheme::euler, "fitted", 3100051},
                   {Scheme::euler, "fitted", 3108229},
                   {Scheme::euler, "geared", 3109421}});
}

TEST(Known, SlackRopesTieNothingAndReportWhatTheyDoHoweverTheyLie) {
  expect_all_kept({{Scheme::trapezoidal, "ropes", 3108107},
                   {Scheme::trapezoidal, "ropes", 3109227},
                   {Scheme::trapezoidal, "ropes", 3104842},
                   {Scheme::trapezoidal, "ropes", 3107385}});
}

TEST(Known, ServosThatComeFromAHaltDoNotTossACoin) {
  expect_all_kept({{Scheme::trapezoidal, "fitted", 3101145}, {Scheme::trapezoidal, "fitted", 3108229}});
}

TEST(Known, TorquesOfWhatAStepGivesAndTakesBackBalance) {
  expect_all_kept({{Scheme::trapezoidal, "fitted", 1201606},
                   {Scheme::trapezoidal, "fitted", 3105557},
                   {Scheme::trapezoidal, "geared", 3107600},
                   {Scheme::euler, "geared", 3103380}});
}

TEST(Known, CornersThatABlowBringsInAreMet) {
  expect_all_kept({{Scheme::stabilised, "stack", 2004016},
                   {Scheme::stabilised, "stack", 1241330},
                   {Scheme::spook, "stack", 2000788}});
}

TEST(Known, TurnedMachinesMoveTheSame) {
  expect_all_kept({{Scheme::stabilised, "fitted", 2009781},
                   {Scheme::stabilised, "geared", 3003567},
                   {Scheme::spook, "springs", 2001674},
                   {Scheme::spook, "springs", 2006880},
                   {Scheme::spook, "tree", 3006974}});
}

TEST(Known, PartingAfterABlowIsNotKeptUpAgainstALoad) {
  expect_all_kept({{Scheme::spook, "stack", 3019266}});
}

TEST(Known, RoundsThatRockOnTheirRimsAreHeldWhereTheyComeDown) {
  expect_all_kept({{Scheme::stabilised, "convex", 3011428},
                   {Scheme::stabilised, "convex", 3111397},
                   {Scheme::stabilised, "convex", 3019448}});
}

TEST(Known, StartsThatAreClosedAreTheSameHoweverTheMachineIsTold) {
  expect_all_kept({{Scheme::euler, "kinds", 4000168},
                   {Scheme::stabilised, "kinds", 4000169},
                   {Scheme::spook, "kinds", 4000196},
                   {Scheme::stabilised, "kinds", 4000225},
                   {Scheme::euler, "kinds", 4000369},
                   {Scheme::trapezoidal, "smooth_kinds", 4001376}});
}

TEST(Known, WhatSlidesIntoAValleyIsOnItsOtherSide) {
  expect_all_kept({{Scheme::stabilised, "terrain", 5000097},
                   {Scheme::stabilised, "terrain", 5000104},
                   {Scheme::stabilised, "terrain", 5000319}});
}

}  // namespace
}  // namespace stickslip::motion

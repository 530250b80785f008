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
  expect_all_kept({{Scheme::trapezoidal, "ragdoll", 2693835425162546126u},
                   {Scheme::trapezoidal, "ragdoll", 593208206533017185u},
                   {Scheme::trapezoidal, "ragdoll", 2110316775501526074u},
                   {Scheme::trapezoidal, "ragdoll", 17095728625356913099u},
                   {Scheme::trapezoidal, "ragdoll", 15777877637391046556u},
                   {Scheme::trapezoidal, "ragdoll", 5044268745335078744u},
                   {Scheme::trapezoidal, "ragdoll", 8781493825555807032u},
                   {Scheme::trapezoidal, "ragdoll", 8140995306650861403u}});
}

TEST(Known, WhatMeetsWithinAStepDoesWhicheverPairIsLookedAtFirst) {
  expect_all_kept({{Scheme::euler, "wedge", 12007199u},
                   {Scheme::euler, "wedge", 14001252u},
                   {Scheme::trapezoidal, "wedge", 12108768u},
                   {Scheme::trapezoidal, "wedge", 13100238u}});
}

TEST(Known, WhatStillSinksAfterTheLastRevisionHasAStatus) {
  expect_all_kept({{Scheme::spook, "terrain", 13016519u}});
}

TEST(Known, GradientsOfAWayThatIsNotTakenAreLookedAtAgain) {
  expect_all_kept({{Scheme::stabilised, "wedge", 20081576u}, {Scheme::stabilised, "wedge", 20090106u}});
}

TEST(Known, ASideThatTurnsComesToTheMiddleOfWhatIsRound) {
  expect_all_kept({{Scheme::stabilised, "wedge", 16000822u},
                   {Scheme::stabilised, "wedge", 20002976u},
                   {Scheme::stabilised, "wedge", 20043345u},
                   {Scheme::stabilised, "wedge", 20054973u},
                   {Scheme::stabilised, "wedge", 20094255u}});
}

TEST(Known, ClosingPullsNothingBesideWhatOverlaps) {
  expect_all_kept({{Scheme::euler, "fields", 22052880u}});
}

TEST(Known, ClosingMovesNothingIntoFeaturesThatHaveTakenOver) {
  expect_all_kept({{Scheme::euler, "stack", 22078531u}, {Scheme::euler, "stack", 22090512u}});
}

TEST(Known, WhatDoesNotCloseHasAStatus) {
  expect_all_kept({{Scheme::euler, "ropes", 12015125u},
                   {Scheme::euler, "ropes", 22010824u},
                   {Scheme::euler, "ropes", 22012873u},
                   {Scheme::euler, "ropes", 22058542u},
                   {Scheme::euler, "ropes", 22065430u}});
}

TEST(Known, UnboundedDrivesThatHoldAgainstEachOtherRoundOff) {
  expect_all_kept({{Scheme::euler, "geared", 22022491u},
                   {Scheme::euler, "geared", 22056149u},
                   {Scheme::euler, "geared", 22078202u}});
}

TEST(Known, DrivesPayForWhatClosingTakesFromTheirSpeed) {
  expect_all_kept({{Scheme::euler, "geared", 22070391u},
                   {Scheme::euler, "geared", 32004612u},
                   {Scheme::euler, "fitted", 32006904u},
                   {Scheme::euler, "fitted", 32200912u}});
}

TEST(Known, SpringsAreTakenWhereTheStepLeads) {
  expect_all_kept({{Scheme::euler, "springs", 32000254u},
                   {Scheme::euler, "springs", 32002059u},
                   {Scheme::trapezoidal, "springs", 32701772u},
                   {Scheme::trapezoidal, "springs", 32702087u}});
}

TEST(Known, WhatABlowHasNotSlowedDownIsTurnedRoundUnderItsWeight) {
  expect_all_kept({{Scheme::stabilised, "stack", 31123847u}});
}

TEST(Known, RodsThatAreStiffSpringsHaveAStatusWhereTheyAreFarTooLong) {
  expect_all_kept({{Scheme::euler, "springs", 32100108u}});
}

TEST(Known, LimitsAreKeptToTheSolutionsResidual) {
  expect_all_kept({{Scheme::stabilised, "fitted", 31097485u}});
}

TEST(Known, WhatHoldsAgainstEachOtherRoundsOffAsItPushes) {
  expect_all_kept({{Scheme::stabilised, "springs", 20097552u},
                   {Scheme::stabilised, "springs", 32102365u},
                   {Scheme::spook, "bearings", 33000462u}});
}

TEST(Known, JointsTurnBodiesWithinAStepOfTheMidpointRule) {
  expect_all_kept({{Scheme::trapezoidal, "smooth", 34003634u}});
}

TEST(Known, RotorsOnLimitsThatGiveBackSpendWhatTheyLost) {
  expect_all_kept({{Scheme::stabilised, "fitted_kinds", 31007926u}});
}

TEST(Known, ContactsThatAreCutShortWhileVAlternatesSinkNothing) {
  expect_all_kept({{Scheme::trapezoidal, "stack", 34003214u},
                   {Scheme::trapezoidal, "stack", 34100099u},
                   {Scheme::trapezoidal, "stack", 34008534u},
                   {Scheme::trapezoidal, "stack", 34012474u}});
}

TEST(Known, WhatWasLeftToTheNextStepIsLiftedThere) {
  expect_all_kept({{Scheme::trapezoidal, "terrain", 34008520u}, {Scheme::trapezoidal, "fitted_kinds", 34011109u}});
}

TEST(Known, GyroscopicTorqueIsThatOfWhatJointsAndBlowsLeave) {
  expect_all_kept({{Scheme::trapezoidal, "stack", 12102295u},
                   {Scheme::trapezoidal, "ragdoll", 14101155u},
                   {Scheme::trapezoidal, "ragdoll", 12108539u}});
}

TEST(Known, WhatSwingsIsOneContactToTheNextStep) {
  expect_all_kept({{Scheme::stabilised, "terrain", 31061820u}, {Scheme::stabilised, "wedge", 31055783u}});
}

TEST(Known, DampersThatRelaxLookAheadWithWhatIsPublished) {
  expect_all_kept({{Scheme::trapezoidal, "ragdoll", 34110577u},
                   {Scheme::trapezoidal, "ragdoll", 34110849u},
                   {Scheme::trapezoidal, "ragdoll", 34000888u}});
}

TEST(Known, ImpactsAheadTurnWhatDrivesTurnBack) {
  expect_all_kept({{Scheme::spook, "fitted", 33003708u},
                   {Scheme::spook, "fitted", 33033945u},
                   {Scheme::spook, "fitted_kinds", 33034245u}});
}

TEST(Known, ClosingLeavesTheSquareOfWhatItCloses) {
  expect_all_kept({{Scheme::euler, "fitted_kinds", 32007325u}});
}

TEST(Known, WhatClosingPushesIntoOthersIsPutOffWithThem) {
  expect_all_kept({{Scheme::euler, "dominoes", 32051469u}});
}

TEST(Known, BearingsTurnInPiecesOfAStep) {
  expect_all_kept({{Scheme::euler, "bearings", 32036568u}});
}

TEST(Known, AxesAreThoseOfWhatTurnsWithinAStep) {
  expect_all_kept({{Scheme::trapezoidal, "fitted", 13102729u}, {Scheme::trapezoidal, "wedge", 34401799u}});
}

TEST(Known, TheMidpointRuleTakesStiffnessOfSpringsByTheirArms) {
  expect_all_kept({{Scheme::trapezoidal, "mounts", 12109256u},
                   {Scheme::trapezoidal, "mounts", 14101171u},
                   {Scheme::trapezoidal, "mounts", 34021520u}});
}

TEST(Known, CranksAtADeadPointDoNotRise) {
  expect_all_kept({{Scheme::trapezoidal, "loop", 2671592381155009649u},
                   {Scheme::trapezoidal, "loop", 7736213268198849044u},
                   {Scheme::trapezoidal, "loop", 17455956334753051923u}});
}

TEST(Known, WhatClosingLoadsHandsNothingToOthers) {
  expect_all_kept({{Scheme::trapezoidal, "wedge", 10179824417622881416u},
                   {Scheme::trapezoidal, "stack", 1718699589909812546u},
                   {Scheme::euler, "wedge", 13170652480444082618u}});
}

TEST(Known, InputsWorkOnlyOnTheWayOfAStepThatIsCut) {
  expect_all_kept({{Scheme::trapezoidal, "throw", 17653687690298113740u},
                   {Scheme::trapezoidal, "throw", 9966814713541253634u},
                   {Scheme::trapezoidal, "throw", 14601400423947727471u},
                   {Scheme::trapezoidal, "stack", 11992218081971935794u}});
}

TEST(Known, RopesThatAreFarTooLongHaveAStatus) {
  expect_all_kept({{Scheme::stabilised, "ropes", 591572647349197669u},
                   {Scheme::stabilised, "ropes", 13167429220987914068u},
                   {Scheme::stabilised, "ropes", 7615793511616837606u},
                   {Scheme::stabilised, "ropes", 15464768647473190159u},
                   {Scheme::trapezoidal, "ropes", 591572647349197669u}});
}

TEST(Known, RotorsOnSlidersThatTurnGainTheSecondOrder) {
  expect_all_kept({{Scheme::stabilised, "geared", 11793158666756031302u},
                   {Scheme::stabilised, "geared", 7070048754475541552u},
                   {Scheme::stabilised, "geared", 8836033916965551321u},
                   {Scheme::spook, "geared", 12312040591443835625u}});
}

TEST(Known, BushingsTellTheTorqueThatBodiesHaveFelt) {
  expect_all_kept({{Scheme::euler, "mounts", 3039597395928532538u},
                   {Scheme::euler, "mounts", 17513714449897034583u},
                   {Scheme::euler, "mounts", 3073560341529167676u}});
}

TEST(Known, LockedCoordinatesAreClosed) {
  expect_all_kept({{Scheme::euler, "fitted", 16915534939753624848u},
                   {Scheme::euler, "fitted", 11741545291313479254u},
                   {Scheme::euler, "fitted", 3467407933787565005u},
                   {Scheme::euler, "geared", 9822689793735264402u}});
}

TEST(Known, SlackRopesTieNothingAndReportWhatTheyDoHoweverTheyLie) {
  expect_all_kept({{Scheme::trapezoidal, "ropes", 7515184221183274902u},
                   {Scheme::trapezoidal, "ropes", 4447219849627831738u},
                   {Scheme::trapezoidal, "ropes", 12002955093796374289u},
                   {Scheme::trapezoidal, "ropes", 8541980923939641630u}});
}

TEST(Known, ServosThatComeFromAHaltDoNotTossACoin) {
  expect_all_kept(
      {{Scheme::trapezoidal, "fitted", 12394808539347976538u}, {Scheme::trapezoidal, "fitted", 3467407933787565005u}});
}

TEST(Known, TorquesOfWhatAStepGivesAndTakesBackBalance) {
  expect_all_kept({{Scheme::trapezoidal, "fitted", 10141999604296096448u},
                   {Scheme::trapezoidal, "fitted", 3424298473553566600u},
                   {Scheme::trapezoidal, "geared", 8378554586109882676u},
                   {Scheme::euler, "geared", 7528581355252004155u}});
}

TEST(Known, CornersThatABlowBringsInAreMet) {
  expect_all_kept({{Scheme::stabilised, "stack", 1037584366415264582u},
                   {Scheme::stabilised, "stack", 11027614064941278513u},
                   {Scheme::spook, "stack", 8515995994498470898u}});
}

TEST(Known, TurnedMachinesMoveTheSame) {
  expect_all_kept({{Scheme::stabilised, "fitted", 4651576564488446861u},
                   {Scheme::stabilised, "geared", 18217863258219047255u},
                   {Scheme::spook, "springs", 5674434103250871097u},
                   {Scheme::spook, "springs", 1705313613027893298u},
                   {Scheme::spook, "tree", 1852915344281005035u}});
}

TEST(Known, PartingAfterABlowIsNotKeptUpAgainstALoad) {
  expect_all_kept({{Scheme::spook, "stack", 4171923576959767504u}});
}

TEST(Known, RoundsThatRockOnTheirRimsAreHeldWhereTheyComeDown) {
  expect_all_kept({{Scheme::stabilised, "convex", 448928386698165430u},
                   {Scheme::stabilised, "convex", 6486855895135511394u},
                   {Scheme::stabilised, "convex", 15695234885925552280u}});
}

TEST(Known, StartsThatAreClosedAreTheSameHoweverTheMachineIsTold) {
  expect_all_kept({{Scheme::euler, "kinds", 254329587328936616u},
                   {Scheme::stabilised, "kinds", 17899045401332236707u},
                   {Scheme::spook, "kinds", 15854918298526117617u},
                   {Scheme::stabilised, "kinds", 6052340394014423703u},
                   {Scheme::euler, "kinds", 10927190177256564212u},
                   {Scheme::trapezoidal, "smooth_kinds", 4572667452756246001u}});
}

TEST(Known, WhatSlidesIntoAValleyIsOnItsOtherSide) {
  expect_all_kept({{Scheme::stabilised, "terrain", 7514088056362714010u},
                   {Scheme::stabilised, "terrain", 10879306072906800074u},
                   {Scheme::stabilised, "terrain", 17557049783248800861u}});
}

TEST(Known, WhatMeetsAfterALongWayIsHeldWhereItReallyEnds) {
  expect_all_kept({{Scheme::stabilised, "wedge", 4762581970148515545u},
                   {Scheme::stabilised, "stack", 14232458040128096515u},
                   {Scheme::stabilised, "terrain", 10007200u}});
}

TEST(Known, WhatSwingsBetweenTwoCornersIsHeldAtBoth) {
  expect_all_kept({{Scheme::stabilised, "coast", 10021419u},
                   {Scheme::stabilised, "wedge", 17773849800256218593u},
                   {Scheme::spook, "wedge", 8018516297434637893u}});
}

TEST(Known, WhatHasMetGoesToTheCornerThatIsNearest) {
  expect_all_kept({{Scheme::stabilised, "coast", 12000389u}});
}

TEST(Known, SpringsThatHoldAgainstEachOtherKnowTheirEnergyToRoundOff) {
  expect_all_kept({{Scheme::stabilised, "springs", 14006752u}});
}

TEST(Known, RowsOfBallsAreLookedAtAsideToo) {
  expect_all_kept({{Scheme::spook, "cradle", 15001044u}});
}

TEST(Known, LimitsPushByMoreThanRoundOff) {
  expect_all_kept({{Scheme::spook, "fitted", 13004199u}});
}

TEST(Known, LimitsThatAnImpactOfTheSameStepReachesPush) {
  expect_all_kept({{Scheme::spook, "fitted", 11006328u}});
}

TEST(Known, LimitsGiveWayByTheirOwnForceUnderSpook) {
  expect_all_kept({{Scheme::spook, "fitted", 4117273710385420027u}, {Scheme::spook, "fitted", 13004325u}});
}

TEST(Known, WhatRollsGivesWayAcrossItsPlaneAsJointsDo) {
  expect_all_kept({{Scheme::spook, "rolling", 11000944u}});
}

TEST(Known, EndsOfCapsulesThatMeetBelongToNeither) {
  expect_all_kept({{Scheme::stabilised, "throw", 10374916014810741506u},
                   {Scheme::stabilised, "wedge", 2677103240428600659u},
                   {Scheme::stabilised, "throw", 9729789552790142921u},
                   {Scheme::stabilised, "wedge", 10003411u}});
}

TEST(Known, SpringsThatAreStifferThanAStepTurnTheirBodiesByTheirArms) {
  expect_all_kept(
      {{Scheme::stabilised, "springs", 15543504373115966198u}, {Scheme::stabilised, "springs", 10094187607861516223u}});
}

TEST(Known, ContactsThatAreCutShortWhileVAlternatesDoNoWork) {
  expect_all_kept({{Scheme::trapezoidal, "slide", 12102118},
                   {Scheme::trapezoidal, "stack", 12103487},
                   {Scheme::trapezoidal, "stack", 12104011},
                   {Scheme::trapezoidal, "slide", 12106300}});
}

TEST(Known, ClosingMovesNothingIntoWhatIsBesideIt) {
  expect_all_kept(
      {{Scheme::euler, "wedge", 15684166650126910031u}, {Scheme::trapezoidal, "wedge", 2641563710513550348u}});
}

TEST(Known, CablesHoldFromTheirFirstStepOn) {
  expect_all_kept({{Scheme::euler, "cable", 9310148478334528966u}, {Scheme::euler, "cable", 13495967457831895562u}});
}

TEST(Known, WhatHangsOverTheBorderOfAMeshIsNotBehindIt) {
  expect_all_kept({{Scheme::trapezoidal, "terrain", 16198444324916855454u}});
}

// Steps of a scene with a status.
int steps_with_status(const Known& known) {
  const Scene scene = generate(known.seed, known.scheme, known.family);
  std::string why;
  const std::unique_ptr<Run> run = Run::start(scene, scene.h, why);
  if (!run) return -1;
  run->steps(scene.steps);
  int count = 0;
  for (int k = 1; k <= scene.steps; ++k) count += status_at(run->record(), k) != 0 ? 1 : 0;
  return count;
}

// What others hold up slides for longer than it would by itself. A step was cut for its end fifty times, each time
// short of it.
TEST(Known, WheelsThatStopTogetherDoSoWithinAStep) {
  EXPECT_EQ(steps_with_status({Scheme::trapezoidal, "vehicle", 12100560}), 0);
  EXPECT_EQ(steps_with_status({Scheme::trapezoidal, "vehicle", 12101029}), 0);
}

}  // namespace
}  // namespace stickslip::motion

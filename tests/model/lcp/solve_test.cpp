#include "model/lcp/solve.h"

#include <gtest/gtest.h>

#include <cstring>

#include "model/lcp/cone/cone.h"
#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

constexpr double kGravity = 9.81;
constexpr double kStep = 1e-3;

/// A box of 2 kg and 0.2 m on four points, pushed with `force` along x.
Scene box_on_four_points(double force, double mu) {
  Scene scene;
  const double m = 2;
  const int box = scene.add_body(m, m * 0.04 / 6, {force * kStep / m, 0, -kGravity * kStep, 0, 0, 0});
  for (double x : {-0.1, 0.1}) {
    for (double y : {-0.1, 0.1}) scene.add_contact(box, {x, y, -0.1}, mu);
  }
  return scene;
}

TEST(Solve, SharesTheWeightOfABoxAmongFourPoints) {
  Scene scene = box_on_four_points(0, 0.5);
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_TRUE(scene.report.minimum_norm);
  const double share = 2 * kGravity * kStep / 4;
  for (const Contact& contact : scene.contacts) {
    EXPECT_NEAR(scene.impulse[static_cast<std::size_t>(contact.normal)], share, 1e-13 * share);
  }
  for (double v : scene.velocity) EXPECT_NEAR(v, 0, 1e-16);
}

TEST(Solve, HoldsAPushedBoxBelowTheFrictionLimit) {
  Scene scene = box_on_four_points(0.99 * 0.5 * 2 * kGravity, 0.5);
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  for (double v : scene.velocity) EXPECT_NEAR(v, 0, 1e-14);
}

TEST(Solve, LetsAPushedBoxSlideAboveTheFrictionLimit) {
  const double push = 1.01 * 0.5 * 2 * kGravity;
  Scene scene = box_on_four_points(push, 0.5);
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_LE(scene.report.residual, 1e-14);
  EXPECT_NEAR(scene.velocity[0], 0.01 * 0.5 * kGravity * kStep, 1e-15);
}

TEST(Solve, HoldsItsBasisWhenTheProblemRepeats) {
  Scene scene = box_on_four_points(3, 0.5);
  Workspace work(scene.capacity());
  scene.solve_with(work);
  EXPECT_GT(scene.report.iterations, 0);
  const std::vector<double> first = scene.impulse;
  scene.solve_with(work);
  EXPECT_EQ(scene.report.iterations, 0);
  EXPECT_TRUE(scene.report.warm);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(scene.impulse[i], first[i], 1e-15);
}

/// A stack of boxes, the uppermost one pushed; one box slides or none, depending on the push.
Scene pushed_stack(int boxes, double push) {
  Scene scene;
  for (int b = 0; b < boxes; ++b) {
    scene.add_body(2, 2 * 0.04 / 6, {b == boxes - 1 ? push : 0.0, 0, -kGravity * kStep, 0, 0, 0});
    for (double x : {-0.1, 0.1}) {
      for (double y : {-0.1, 0.1}) scene.add_contact(b, {x, y, -0.1}, 0.5, 0, b - 1, {x, y, 0.1});
    }
  }
  return scene;
}

TEST(Solve, DoesNotPivotForANeighbour) {
  for (double share : {0.0, 0.3, 1.2}) {
    // Under a box that slides, forces of those below that end on their cones' faces are a choice that a neighbour may
    // change.
    for (int boxes : std::vector<int>{1, 3, 6}) {
      Scene scene = pushed_stack(boxes, share * 0.5 * kGravity * kStep);
      Workspace work(scene.capacity());
      scene.solve_with(work);
      const std::vector<double> momentum = scene.momentum;
      const auto entries = scene.entries;
      for (int trial = 1; trial <= 5; ++trial) {
        for (std::size_t i = 0; i < momentum.size(); ++i) {
          scene.momentum[i] = momentum[i] * (1 + 1e-3 * std::sin(static_cast<double>(i) * trial));
        }
        scene.entries = entries;
        scene.solve_with(work);
        EXPECT_EQ(scene.report.status, Status::solved);
        EXPECT_EQ(scene.report.iterations, 0) << boxes << " boxes, push " << share;
        EXPECT_TRUE(scene.report.warm) << boxes << " boxes, push " << share;
      }
    }
  }
}

TEST(Solve, DoesNotDependOnWhatTheWorkspaceHeld) {
  Scene scene = box_on_four_points(3, 0.5);
  Scene other = box_on_four_points(30, 0.2);
  Workspace fresh(scene.capacity());
  Workspace used(scene.capacity());
  for (int i = 0; i < 3; ++i) other.solve_with(used);
  Scene same = scene;
  for (int i = 0; i < 3; ++i) {
    scene.solve_with(fresh);
    same.solve_with(used);
    EXPECT_EQ(0, std::memcmp(scene.impulse.data(), same.impulse.data(), sizeof(double) * scene.impulse.size()));
    EXPECT_EQ(0, std::memcmp(scene.entries.data(), same.entries.data(), sizeof(WarmEntry) * scene.entries.size()));
  }
}

TEST(Solve, KeepsForcesSteadyOverManySteps) {
  Scene scene = box_on_four_points(0, 0.5);
  Workspace work(scene.capacity());
  const double share = 2 * kGravity * kStep / 4;
  const std::vector<double> momentum = scene.momentum;
  for (int step = 0; step < 1000; ++step) {
    scene.solve_with(work);
    for (std::size_t i = 0; i < 6; ++i) {
      scene.momentum[i] = momentum[i] + (i < 3 ? 2 : 2 * 0.04 / 6) * scene.velocity[i];
    }
    for (const Contact& contact : scene.contacts) {
      ASSERT_NEAR(scene.impulse[static_cast<std::size_t>(contact.normal)], share, 1e-13 * share) << step;
    }
  }
}

/// Two bodies joined by a ball joint written twice, the upper one held by the world.
TEST(Solve, SolvesRedundantJointsToRoundOff) {
  Scene scene;
  const int a = scene.add_body(1, 0.1, {0.3, 0.1, -1, 0.2, 0, 0.5});
  const int b = scene.add_body(2, 0.3, {-0.3, 0.2, -1, 0, 0.7, 0});
  const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double pa[3] = {0, 0, -0.5}, pb[3] = {0.1, 0, 0.5}, top[3] = {0, 0, 0.5};
  for (int copy = 0; copy < 2; ++copy) {
    for (const auto& axis : axes) scene.add_row(RowKind::equality, Scene::along(a, axis, pa, b, pb), 0);
  }
  for (const auto& axis : axes) scene.add_row(RowKind::equality, Scene::along(a, axis, top), 0);
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_LE(scene.report.residual, 1e-14);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(scene.impulse[i], scene.impulse[i + 3], 1e-12);
}

TEST(Solve, StopsAMotorAtItsForceLimit) {
  Scene scene;
  const int a = scene.add_body(2, 1, {0, 0, 0, 0, 0, 0});
  const double x[3] = {1, 0, 0}, p[3] = {0, 0, 0};
  scene.add_row(RowKind::bounded, Scene::along(a, x, p), -1.0, 0, -0.5, 0.5);
  scene.solve_it();
  EXPECT_NEAR(scene.velocity[0], 0.25, 1e-15);
  EXPECT_NEAR(scene.impulse[0], 0.5, 1e-15);
  scene.rows[0].upper = 10;
  scene.solve_it();
  EXPECT_NEAR(scene.velocity[0], 1.0, 1e-15);
  EXPECT_NEAR(scene.impulse[0], 2.0, 1e-15);
}

TEST(Solve, RefusesMalformedProblems) {
  Scene scene = box_on_four_points(0, 0.5);
  scene.contacts[1].mu = -0.1;
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::invalid);
  scene = box_on_four_points(0, 0.5);
  scene.momentum[2] = std::nan("");
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::invalid);
  scene = box_on_four_points(0, 0.5);
  Workspace small({1, 3, 12, 1, 8});
  scene.solve_with(small);
  EXPECT_EQ(scene.report.status, Status::too_big);
}

/// A plank on three supports in line, its centre at 0.9 of the way to the last: the smallest forces without regard to
/// sign would pull at the first, so that one must be idle and the others share as a lever does.
TEST(Solve, LetsIdleSupportsRestWhenSharingAWeight) {
  Scene scene;
  const int plank = scene.add_body(1, 1, {0, 0, -1, 0, 0, 0});
  for (double x : {-1.9, -0.9, 0.1}) scene.add_contact(plank, {x, 0, 0}, 0);
  scene.solve_it();
  EXPECT_TRUE(scene.report.minimum_norm);
  EXPECT_NEAR(scene.impulse[0], 0, 1e-14);
  EXPECT_NEAR(scene.impulse[3], 0.1, 1e-14);
  EXPECT_NEAR(scene.impulse[6], 0.9, 1e-14);
}

/// A body held from below at its centre and from above 1e-9 beside it: only a couple of impulses of a third over 1e-9
/// stops its spin, and rounding those to doubles changes its fall by 1e-8.
Scene spin_held_by_two_nearly_coincident_contacts() {
  Scene scene;
  const int body = scene.add_body(1, 1, {0, 0, -1.0 / 3, 0, -1.0 / 3, 0});
  scene.add_contact(body, {0, 0, 0}, 0);
  const double down[3] = {0, 0, -1}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, beside[3] = {1e-9, 0, 0};
  scene.contacts.push_back({static_cast<int>(scene.rows.size()), 2, 0.0});
  scene.add_row(RowKind::normal, Scene::along(body, down, beside), 0);
  scene.add_row(RowKind::tangent, Scene::along(body, x, beside), 0);
  scene.add_row(RowKind::tangent, Scene::along(body, y, beside), 0);
  return scene;
}

TEST(Solve, TellsImpulsesByTwoDoublesWhereOneDoesNotHoldThem) {
  Scene scene = spin_held_by_two_nearly_coincident_contacts();
  scene.with_rest = true;
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_EQ(scene.report.rung, 0);
  EXPECT_TRUE(scene.report.two_doubles);
  EXPECT_LE(scene.report.residual, 1e-15);
  for (double v : scene.velocity) EXPECT_NEAR(v, 0, 1e-16);
  EXPECT_NEAR(scene.impulse[3] * 1e-9, 1.0 / 3, 1e-15);
  EXPECT_NE(scene.impulse[0] - scene.impulse[3], 1.0 / 3);
  EXPECT_NEAR((scene.impulse[0] - scene.impulse[3]) + (scene.rest[0] - scene.rest[3]), 1.0 / 3, 1e-16);
}

TEST(PreciseEdges, CloseTheCircleInDoubledPrecision) {
  for (int edges = 4; edges <= kMaxEdges; edges += 2) {
    const PreciseEdge turn = precise_edge(1, edges);
    PreciseEdge expected = precise_edge(0, edges);
    for (int k = 0; k <= edges; ++k) {
      const PreciseEdge edge = precise_edge(k % edges, edges);
      for (int l = 0; l < 2; ++l) {
        EXPECT_NEAR((edge.along[l] - expected.along[l]).high, 0, 1e-29) << k << " of " << edges;
        EXPECT_NEAR(edge.along[l].high, polygon_edge(k % edges, edges).along[l], 1e-15) << k << " of " << edges;
      }
      expected = {{expected.along[0] * turn.along[0] - expected.along[1] * turn.along[1],
                   expected.along[0] * turn.along[1] + expected.along[1] * turn.along[0]}};
    }
  }
}

TEST(Solve, FallsBackWhereImpulsesMustBeToldByOneDouble) {
  Scene scene = spin_held_by_two_nearly_coincident_contacts();
  scene.solve_it();
  EXPECT_EQ(scene.report.rung, 1);
  EXPECT_FALSE(scene.report.two_doubles);
  EXPECT_GT(scene.report.residual, 1e-10);
}

TEST(Solve, LeavesRestAndFreeFlightExactlyAsTheyAre) {
  Scene scene;
  const int resting = scene.add_body(3, 0.7, {0, 0, 0, 0, 0, 0});
  const int rising = scene.add_body(1, 0.3, {0.1, 0.2, 0.3, 0, 0, 0});
  scene.add_contact(resting, {0.3, 0.1, -0.5}, 0.5);
  scene.add_contact(resting, {-0.3, 0.1, -0.5}, 0.5, 1e-3);
  scene.add_contact(rising, {0.1, 0.2, -0.5}, 0.5, 0, resting, {0.1, 0.2, 0.5});
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_EQ(scene.report.residual, 0);
  for (double c : scene.impulse) EXPECT_EQ(c, 0);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(scene.velocity[static_cast<std::size_t>(i)], 0);
}

TEST(Solve, GivesTheFreeMotionWithoutRows) {
  Scene scene;
  scene.add_body(2, 1, {1, 2, 3, 4, 5, 6});
  scene.solve_it();
  EXPECT_EQ(scene.report.status, Status::solved);
  EXPECT_EQ(scene.velocity, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

}  // namespace
}  // namespace stickslip::lcp

#include <gtest/gtest.h>

#include "tests/model/rig.h"
#include "tests/model/schemes/wall_pendulum.h"
#include "tests/model/step/models.h"

/// P04 section 10.1: the double pendulum against a wall.
namespace stickslip {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kEnd = 2.5;

struct Outcome {
  std::array<double, 4> at{};
  double first_joint = 0;
  double second_joint = 0;
  std::vector<double> hit_times;  // ends of the steps that resolved a collision
};

Outcome run(const Model& model, double h) {
  Rig rig(model);
  rig.initialise();
  Outcome out;
  const int steps = static_cast<int>(std::lround(kEnd / h));
  for (int k = 0; k < steps; ++k) {
    if (rig.step(h).lcps > 1) out.hit_times.push_back((k + 1) * h);
    EXPECT_EQ(rig.report.status, StepStatus::solved);
  }
  const Vec3 a = rig.vector("upper.position");
  const Vec3 b = rig.vector("lower.position");
  out.at = {a.x(), a.y(), b.x(), b.y()};
  out.first_joint = a.squaredNorm() - 1;
  out.second_joint = (a - b).squaredNorm() - 1;
  return out;
}

double distance(const std::array<double, 4>& a, const std::array<double, 4>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

TEST(TrapezoidalWallPendulum, GivesAllEntriesOfTable101) {
  WallPendulum exact;
  exact.y = {kPi / 3, kPi / 5, 0, 0};
  exact.run(kEnd, 2.5e-5);
  ASSERT_EQ(exact.hits, 5);
  constexpr double kTable[7][3] = {{2.382201e-3, 1.267425e-3, 3.183474e-3}, {6.137266e-4, 3.137870e-4, 8.285052e-4},
                                   {1.544486e-4, 7.822032e-5, 2.137075e-4}, {3.945249e-5, 1.953554e-5, 5.476137e-5},
                                   {1.006576e-5, 4.882813e-6, 1.371395e-5}, {2.415920e-6, 1.221279e-6, 3.437886e-6},
                                   {6.157413e-7, 3.049000e-7, 8.599813e-7}};
  const Model model = resource("papers/double_pendulum_wall");
  double h = 1.0 / 32;
  for (const auto& row : kTable) {
    const Outcome ours = run(model, h);
    EXPECT_NEAR(distance(ours.at, exact.positions()) / row[0], 1, 1e-6) << "h = " << h;
    EXPECT_NEAR(ours.first_joint / row[1], 1, 1e-6) << "h = " << h;
    EXPECT_NEAR(ours.second_joint / row[2], 1, 1e-6) << "h = " << h;
    h /= 2;
  }
}

TEST(TrapezoidalWallPendulum, CollidesFiveTimesWhereTheReferenceDoes) {
  WallPendulum exact;
  exact.y = {kPi / 3, kPi / 5, 0, 0};
  exact.run(kEnd, 2.5e-5);
  EXPECT_NEAR(exact.times[0], 0.545508, 5e-7);
  constexpr int kBobs[] = {1, 2, 1, 2, 1};
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(exact.bobs[k], kBobs[k]);
  const double h = 1.0 / 1024;
  const Outcome ours = run(resource("papers/double_pendulum_wall"), h);
  ASSERT_EQ(ours.hit_times.size(), 5U);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_GT(ours.hit_times[k], exact.times[k] - 1e-4);
    EXPECT_LT(ours.hit_times[k], exact.times[k] + h + 1e-4);
  }
}

// The model of the paper from other angles under another gravity.
Model elsewhere(double first, double second) {
  Model model = resource("papers/double_pendulum_wall");
  model.gravity = Vec3(0, -9.81, 0);
  const Vec3 upper(std::sin(first), -std::cos(first), 0);
  const Vec3 lower = upper + Vec3(std::sin(second), -std::cos(second), 0);
  model.bodies[1].p_WB = upper;
  model.bodies[2].p_WB = lower;
  return model;
}

TEST(TrapezoidalWallPendulum, HasOrderTwoFromOtherInitialValues) {
  constexpr double kStarts[][2] = {{1.2, 0.4}, {0.7, 1.1}, {0.3, 0.9}, {1.5, 0.2}};
  for (const auto& start : kStarts) {
    WallPendulum exact;
    exact.gravity = 9.81;
    exact.y = {start[0], start[1], 0, 0};
    exact.run(kEnd, 2.5e-5);
    ASSERT_GT(exact.hits, 2);
    const Model model = elsewhere(start[0], start[1]);
    const double coarse = distance(run(model, 1.0 / 256).at, exact.positions());
    const double fine = distance(run(model, 1.0 / 2048).at, exact.positions());
    EXPECT_NEAR(std::log2(coarse / fine) / 3, 2, 0.2)
        << start[0] << ", " << start[1] << ": " << exact.hits << " hits, " << coarse << " " << fine;
  }
}

TEST(TrapezoidalWallPendulum, KeepsItsOrderAndClosesItsJointsWithProjection) {
  WallPendulum exact;
  exact.y = {kPi / 3, kPi / 5, 0, 0};
  exact.run(kEnd, 2.5e-5);
  Model model = resource("papers/double_pendulum_wall");
  model.step.trapezoidal.projection = true;
  const Outcome coarse = run(model, 1.0 / 32);
  const Outcome fine = run(model, 1.0 / 2048);
  EXPECT_LT(std::fabs(coarse.first_joint) + std::fabs(coarse.second_joint), 1e-13);
  const double ratio = distance(coarse.at, exact.positions()) / distance(fine.at, exact.positions());
  EXPECT_NEAR(std::log2(ratio) / 6, 2, 0.2);
}

}  // namespace
}  // namespace stickslip

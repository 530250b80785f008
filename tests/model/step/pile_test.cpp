#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr int kSteps = long_run(400);  // 20 s

// A03, section 5.
TEST(SixtySixDisks, TakeOneProblemAStepAndDoNotPenetrate) {
  Rig rig(resource("disks"));
  rig.initialise();
  double deepest = 0;
  for (int k = 0; k < kSteps; ++k) {
    rig.step();
    ASSERT_EQ(rig.report.status, StepStatus::solved) << "step " << k << ", residual " << rig.report.residual;
    ASSERT_EQ(rig.report.lcps, 1);
    ASSERT_EQ(rig.report.misses, 0);
    deepest = std::max(deepest, rig.report.penetration);
  }
  EXPECT_LT(deepest, 1e-10);
}

TEST(SixtySixDisks, ComeToRestAndThenTakeNoIteration) {
  Rig rig(resource("disks"));
  rig.initialise();
  for (int k = 0; k < 400; ++k) rig.step();
  for (int k = 0; k < 40; ++k) {
    rig.step();
    EXPECT_EQ(rig.report.iterations, 0);
  }
}

TEST(SixtySixDisks, LoseEnergyAtEveryStepWithoutRestitution) {
  Model model = resource("disks");
  model.materials[0].restitution = 0;
  Rig rig(model);
  rig.initialise();
  double deepest = 0;
  double energy = rig.energy();
  const double first = energy;
  for (int k = 0; k < kSteps; ++k) {
    rig.step();
    ASSERT_EQ(rig.report.status, StepStatus::solved) << "step " << k << ", residual " << rig.report.residual;
    const double now = rig.energy();
    ASSERT_LE(now, energy + 1e-12 * first) << "step " << k;
    energy = now;
    deepest = std::max(deepest, rig.report.penetration);
  }
  EXPECT_LT(deepest, 1e-10);
}

}  // namespace
}  // namespace stickslip

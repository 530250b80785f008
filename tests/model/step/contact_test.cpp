#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

TEST(RestingBox, CarriesAQuarterOnEachCornerFromTheFirstOutputOn) {
  Rig rig(resource("resting_box"));
  rig.initialise();
  const double h = 0.001;
  const double quarter = 2.0 * 9.81 / 4;
  double low = 1e300;
  double high = -1e300;
  for (int k = 0; k <= 100000; ++k) {
    if (k > 0) rig.step();
    const std::vector<double> forces = rig.normal_forces(h);
    ASSERT_EQ(forces.size(), 4U);
    for (const double f : forces) {
      low = std::min(low, f);
      high = std::max(high, f);
    }
  }
  EXPECT_NEAR(low, quarter, 1e-12 * quarter);
  EXPECT_NEAR(high, quarter, 1e-12 * quarter);
  EXPECT_LT(high - low, 1e-13 * quarter);
}

}  // namespace
}  // namespace stickslip

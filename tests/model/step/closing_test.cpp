// What closes joints at the end of a step, where a planar linkage stands in space and holds itself more often than
// once.
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr const char* kSliderCrank = R"([model]
name = "engine"
[step]
size = 1e-4
scheme = "euler"
[[body]]
name = "shaft"
mass = 20
inertia = [0.2, 0.05, 0.2]
[[body]]
name = "rod"
mass = 0.6
inertia = [2e-3, 2e-3, 1e-4]
position = [0, 0.15, 0.11]
[[body]]
name = "piston"
mass = 0.5
inertia = [5e-4, 5e-4, 5e-4]
position = [0, 0.15, 0.18]
[[joint]]
name = "main"
type = "hinge"
bodies = ["world", "shaft"]
anchor = [0, 0, 0]
axis = [0, 1, 0]
drive = { mode = "velocity", target = 314 }
[[joint]]
name = "big_end"
type = "hinge"
bodies = ["shaft", "rod"]
anchor = [0, 0.15, 0.04]
axis = [0, 1, 0]
[[joint]]
name = "small_end"
type = "hinge"
bodies = ["rod", "piston"]
anchor = [0, 0.15, 0.18]
axis = [0, 1, 0]
[[joint]]
name = "bore"
type = "cylindrical"
bodies = ["world", "piston"]
anchor = [0, 0.15, 0.18]
axis = [0, 0, 1]
)";

// Rows that say the same contradict each other by their rounding. That is solved to rounding, not given up.
TEST(Closing, OfALinkageThatHoldsItselfTwiceGoesToRoundOff) {
  Rig rig(model_from(kSliderCrank));
  rig.initialise();
  for (int k = 0; k < 400; ++k) {
    rig.step();
    ASSERT_LT(rig.value("solver.jointError"), 1e-15) << "step " << k;
    ASSERT_EQ(code_of(rig.report.status).number, 0) << "step " << k;
  }
}

}  // namespace
}  // namespace stickslip

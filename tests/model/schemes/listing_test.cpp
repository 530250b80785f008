#include <cmath>
#include <string>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// What a step lists before it solves: too little costs another problem, too much would push what only passes by.
namespace stickslip {
namespace {

std::string head(const char* scheme) {
  return std::string("[model]\nname = \"l\"\ngravity = [0, 0, 0]\n[step]\nsize = 0.001\nscheme = \"") + scheme +
         "\"\n[[material]]\nname = \"m\"\nfriction = 0\nrestitution = 0\n";
}

// A spring pulls the ball around the drum. Without what presses it would fly off at a tangent, as in every step.
TEST(Listing, KnowsWhatPressedInTheLastStep) {
  for (const char* scheme : {"stabilised", "spook"}) {
    Rig rig(model_from(head(scheme) + R"(
[[body]]
name = "drum"
fixed = true
shapes = [{ material = "m", type = "sphere", radius = 1 }]
[[body]]
name = "ball"
mass = 0.1
position = [0, 0, 1.01]
velocity = [2, 0, 0]
shapes = [{ material = "m", type = "sphere", radius = 0.01 }]
[[spring]]
name = "s"
bodies = ["drum", "ball"]
anchors = [[0, 0, 0], [0, 0, 1.01]]
rest_length = 0.5
stiffness = 10
)"));
    rig.initialise();
    rig.steps(10);
    int lcps = 0;
    for (int k = 0; k < 1000; ++k) lcps += rig.step().lcps;
    EXPECT_LE(lcps, 1010) << scheme;
    const Vec3 p = rig.vector("ball.position");
    EXPECT_NEAR(p.norm(), 1.01, 1e-5) << scheme;
  }
}

TEST(Listing, RemembersNoReboundWhereNoneIsDue) {
  Rig rig(model_from(head("stabilised") + R"(
[[body]]
name = "floor"
fixed = true
shapes = [{ material = "m", type = "plane" }]
[[body]]
name = "ball"
mass = 0.1
position = [0, 0, 0.0115]
velocity = [0, 0, -1]
shapes = [{ material = "m", type = "sphere", radius = 0.01 }]
)"));
  rig.initialise();
  for (int k = 0; k < 10; ++k) {
    rig.step();
    EXPECT_EQ(rig.simulation.state().header->flagged_count, 0) << "step " << k;
  }
  EXPECT_EQ(rig.vector("ball.velocity").norm(), 0);
}

// A plate that tumbles freely passes by a ball. What only seems to meet it has no points; and a hit sinks no deeper
// than 0.088 rad a step explain.
TEST(Listing, NoMissOfWhatTumblesBy) {
  for (int k = 0; k < 2000; ++k) {
    Rig rig(model_from(head("stabilised") + R"(
[[body]]
name = "ball"
fixed = true
position = [0, 0, 0.3]
shapes = [{ material = "m", type = "sphere", radius = 0.05 }]
[[body]]
name = "plate"
mass = 1
inertia = [0.02, 0.05, 0.07]
angular_velocity = [60, 40, 50]
velocity = [0, 0, )" + number(-0.2 + 0.001 * k) +
                       R"(]
shapes = [{ material = "m", type = "box", size = [0.5, 0.3, 0.02] }]
)"));
    rig.initialise();
    for (int n = 0; n < 200; ++n) {
      ASSERT_EQ(rig.step().misses, 0) << "run " << k << ", step " << n;
      ASSERT_EQ(rig.whole("solver.status"), 0) << "run " << k << ", step " << n;
      ASSERT_LT(rig.report.penetration, 0.5 * 0.088 * 0.088 * 0.3) << "run " << k << ", step " << n;
    }
  }
}

}  // namespace
}  // namespace stickslip

#include <algorithm>
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// What is met on the way is met, what is passed by is not, however fast.
namespace stickslip {
namespace {

const char* const kShotUnder[] = {"\"stabilised\"", "{ name = \"stabilised\", impacts = \"stage\" }", "\"spook\""};

std::string shot(const char* way, double h, double e) {
  return std::string("[model]\nname = \"s\"\ngravity = [0, 0, 0]\n[step]\nsize = ") + number(h) + "\nscheme = " + way +
         "\n[[material]]\nname = \"m\"\nfriction = 0\nrestitution = " + number(e) + "\n";
}

std::string planar_shot(const char* way, double h, double e, const char* gravity = "[0, 0]") {
  std::string text = shot(way, h, e);
  text.insert(text.find("gravity"), "dimension = 2\n");
  return text.replace(text.find("[0, 0, 0]"), 9, gravity);
}

std::string bullet(double mass, const Vec3& p, const Vec3& v, const std::string& shape) {
  return "[[body]]\nname = \"bullet\"\nmass = " + number(mass) + "\nposition = [" + number(p.x()) + ", " +
         number(p.y()) + ", " + number(p.z()) + "]\nvelocity = [" + number(v.x()) + ", " + number(v.y()) + ", " +
         number(v.z()) + "]\nshapes = [{ material = \"m\", " + shape + " }]\n";
}

const char* const kBall = "type = \"sphere\", radius = 0.005";
const char* const kBox = "type = \"box\", size = [0.01, 0.012, 0.014]";
const char* const kCapsule = "type = \"capsule\", radius = 0.005, length = 0.02";
const char* const kWall =
    "[[body]]\nname = \"wall\"\nfixed = true\nshapes = [{ material = \"m\", type = \"box\", size = [0.02, 1, 1] }]\n";
constexpr double kShotSteps[] = {1e-4, 1e-3, 1.0 / 60};

Vec3 velocity_after(const std::string& text, double time) {
  Rig rig(model_from(text));
  rig.initialise();
  const double h = rig.simulation.model().step.size;
  for (int k = 0; k * h < time; ++k) {
    rig.step();
    EXPECT_EQ(rig.whole("solver.status"), 0) << "step " << k;
    EXPECT_LE(rig.report.penetration, 1e-4) << "step " << k;
  }
  return rig.vector("bullet.velocity");
}

TEST(Passing, ABulletThatHitsAThinWallRebounds) {
  for (const char* way : kShotUnder) {
    for (const char* shape : {kBall, kBox, kCapsule}) {
      for (const double h : kShotSteps) {
        for (int k = 0; k < 20; ++k) {
          const double start = -1.3 - 0.0917 * k;  // anywhere on the grid of steps
          const std::string text = shot(way, h, 0.5) + kWall + bullet(0.01, {start, 0.2, 0.1}, {100, 0, 0}, shape);
          const Vec3 v = velocity_after(text, 0.06);
          EXPECT_NEAR(v.x(), -50, 1e-9) << way << ", " << shape << ", h = " << h << ", from " << start;
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

// A plank at rest stands on one edge; what hits its other end brings that to the floor within the step, though only the
// edge was in reach before.
TEST(Passing, WhatABlowBringsDownIsMetBesideWhatTouchesAlready) {
  for (const char* way : kShotUnder) {
    Rig rig(model_from(planar_shot(way, 1e-3, 0) + R"(
[[body]]
name = "floor"
fixed = true
shapes = [{ material = "m", type = "plane" }]
[[body]]
name = "plank"
mass = 1
inertia = 0.1
position = [0, 0.05015]
rotation = 0.0003
shapes = [{ material = "m", type = "box", size = [1, 0.1] }]
[[body]]
name = "hammer"
mass = 1
inertia = 0.1
position = [0.45, 0.2005]
velocity = [0, -2]
shapes = [{ material = "m", type = "disk", radius = 0.1 }]
)"));
    rig.initialise();
    double overlap = 0;
    for (int k = 0; k < 20; ++k) {
      rig.step();
      overlap = std::max(overlap, rig.report.penetration);
    }
    EXPECT_LT(overlap, 1e-6) << way;
    EXPECT_NEAR(rig.value("plank.angle"), 0, 1e-5) << way;
  }
}

// Both ends of the step are clear of what is met within it.
TEST(Passing, WhatGrazesWithinAStepIsMet) {
  for (const char* way : {"\"euler\"", "\"trapezoidal\""}) {
    Rig rig(model_from(planar_shot(way, 1e-2, 1) + R"(
[[body]]
name = "post"
fixed = true
shapes = [{ material = "m", type = "disk", radius = 0.1 }]
[[body]]
name = "disk"
mass = 1
inertia = 0.005
position = [-0.05, 0.199]
velocity = [10, 0]
shapes = [{ material = "m", type = "disk", radius = 0.1 }]
)"));
    rig.initialise();
    rig.step();
    // The line between the middles where they meet, 0.2 long.
    const Vec3 n(-std::sqrt(0.2 * 0.2 - 0.199 * 0.199) / 0.2, 0.199 / 0.2, 0);
    const Vec3 v(10, 0, 0);
    EXPECT_NEAR((rig.vector("disk.velocity") - (v - 2 * v.dot(n) * n)).norm(), 0, 1e-9) << way;
    EXPECT_EQ(rig.whole("solver.status"), 0) << way;
  }
}

// The end of a rod comes down on the floor and would be up again, 5 mm through at most.
TEST(Passing, WhatTurnsThroughTheFloorWithinAStepIsMet) {
  for (const char* way : {"\"euler\"", "\"trapezoidal\""}) {
    const auto after = [&](double h) {
      Rig rig(model_from(planar_shot(way, h, 0) + R"(
[[body]]
name = "floor"
fixed = true
shapes = [{ material = "m", type = "plane" }]
[[body]]
name = "rod"
mass = 1
inertia = 0.1
position = [0, 0.505]
rotation = -1.7707963267948966
angular_velocity = 40
shapes = [{ material = "m", type = "capsule", radius = 0.01, length = 1 }]
)"));
      rig.initialise();
      for (int k = 0; k < static_cast<int>(0.01 / h + 0.5); ++k) rig.step();
      return rig.vector("rod.velocity").y();
    };
    const double fine = after(1e-4);
    EXPECT_GT(fine, 1) << way;
    EXPECT_NEAR(after(1e-2), fine, 1e-6 * fine) << way;
  }
}

// What slides down a flat of a broken line comes to the next one within a step, and is on it, not in it.
TEST(Passing, WhatSlidesComesFromOneFlatToTheNext) {
  for (const char* way : kShotUnder) {
    Rig rig(model_from(planar_shot(way, 0.01, 0, "[0, -9.81]") + R"(
[[body]]
name = "ground"
fixed = true
shapes = [{ material = "m", type = "polyline", points = [[-2, 0], [0, 0], [2, 0.3]] }]
[[body]]
name = "sledge"
mass = 1
inertia = 0.01
position = [-0.5037, 0.05]
velocity = [2, 0]
shapes = [{ material = "m", type = "box", size = [0.3, 0.1] }]
)"));
    rig.initialise();
    double overlap = 0;
    for (int k = 0; k < 40; ++k) {
      rig.step();
      overlap = std::max(overlap, rig.report.penetration);
    }
    EXPECT_LT(overlap, 1e-4) << way;
    EXPECT_GT(rig.value("sledge.angle"), 0.1) << way;
  }
}

// A ball that turns has no other point in front than one that does not.
TEST(Passing, ATurningBulletStopsAtTheWall) {
  for (const char* way : kShotUnder) {
    for (const char* shape : {kBall, kCapsule}) {
      for (const double h : kShotSteps) {
        for (int k = 0; k < 20; ++k) {
          std::string text = shot(way, h, 0) + kWall + bullet(0.01, {-1.3 - 0.0917 * k, 0.2, 0.1}, {100, 0, 0}, shape);
          const bool round = shape == kBall;
          text.insert(text.rfind("shapes"),
                      std::string("angular_velocity = ") + (round ? "[3, -9, 6]" : "[3, 0, 0]") + "\n");
          Rig rig(model_from(text));
          rig.initialise();
          for (double t = 0; t < 0.06; t += h) {
            rig.step();
            ASSERT_LE(rig.report.penetration, 1e-12) << way << ", " << shape << ", h = " << h << ", from " << k;
          }
          EXPECT_NEAR(rig.vector("bullet.velocity").x(), 0, 1e-9);
        }
      }
    }
  }
}

TEST(Passing, ABulletThatPassesIsLeftAlone) {
  // Beside the wall, by a millimetre and by ten centimetres; past its edge askew.
  const Vec3 starts[] = {{-1.2, 0.61, 0}, {-1.2, 0.515, 0}, {-0.9, -0.35, 0.1}, {-1.0, 0.1, 0.75}};
  const Vec3 velocities[] = {{100, 0, 0}, {100, 0, 0}, {100, 100, 0}, {100, 30, -7}};
  for (const char* way : kShotUnder) {
    for (const char* shape : {kBall, kBox, kCapsule}) {
      for (const double h : kShotSteps) {
        for (int k = 0; k < 4; ++k) {
          const std::string text = shot(way, h, 0.5) + kWall + bullet(0.01, starts[k], velocities[k], shape);
          const Vec3 v = velocity_after(text, 0.05);
          EXPECT_LE((v - velocities[k]).norm(), 1e-13) << way << ", " << shape << ", h = " << h << ", " << k;
        }
      }
    }
  }
}

// The normal of a blow is that of where balls touch, not of where they were when the step began. Over two steps (the
// first way) the ball slides along the plane of the blow before it rebounds.
TEST(Passing, AFastBallIsThrownAlongTheNormalOfTheBlow) {
  for (const char* way : {kShotUnder[1], kShotUnder[2]}) {
    for (const double h : {1e-4, 1.0 / 60}) {
      for (const double offset : {0.0, 0.02, 0.05, 0.09}) {
        const std::string target =
            "[[body]]\nname = \"target\"\nfixed = true\nshapes = [{ material = \"m\", type = \"sphere\", radius = 0.1 "
            "}]\n";
        const std::string text =
            shot(way, h, 1) + target + bullet(0.01, {-1.1, offset, 0}, {100, 0, 0}, "type = \"sphere\", radius = 0.01");
        const double sine = offset / 0.11;
        const Vec3 n(-std::sqrt(1 - sine * sine), sine, 0);
        const Vec3 exact = Vec3(100, 0, 0) - 2 * 100 * n.x() * n;
        const Vec3 v = velocity_after(text, 0.06);
        EXPECT_LE((v - exact).norm(), 4) << way << ", h = " << h << ", offset " << offset;
      }
    }
  }
}

// A heavy ball that throws a light one further than its own reach, at something beyond it.
TEST(Passing, WhatIsThrownWithinAStepMeetsWhatIsBeyond) {
  for (const char* way : kShotUnder) {
    for (const double h : kShotSteps) {
      std::string text = shot(way, h, 0.8) + bullet(400, {-0.3, 0, 0}, {10, 0, 0}, "type = \"sphere\", radius = 0.1");
      for (int k = 0; k < 4; ++k) {
        text += "[[body]]\nname = \"b" + std::to_string(k) + "\"\nmass = 1\nposition = [" + number(-0.15 + 0.103 * k) +
                ", 0, 0]\nshapes = [{ material = \"m\", type = \"sphere\", radius = 0.05 }]\n";
      }
      Rig rig(model_from(text + kWall + "position = [0.6, 0, 0]\n"));
      rig.initialise();
      const double energy = rig.energy();
      for (int k = 0; k * h < 0.04; ++k) {
        rig.step();
        ASSERT_EQ(rig.whole("solver.status"), 0) << way << ", h = " << h << ", step " << k;
        ASSERT_LE(rig.report.penetration, 1e-4) << way << ", h = " << h << ", step " << k;
        ASSERT_LE(rig.energy(), energy * (1 + 1e-12));
      }
    }
  }
}

// What a step lists before it solves: too little costs another problem. A spring pulls the ball around the drum.
// Without what presses it would fly off at a tangent, as in every step.
TEST(Passing, KnowsWhatPressedInTheLastStep) {
  for (const char* scheme : {"\"stabilised\"", "\"spook\""}) {
    Rig rig(model_from(shot(scheme, 1e-3, 0) + R"(
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

TEST(Passing, RemembersNoReboundWhereNoneIsDue) {
  Rig rig(model_from(shot("\"stabilised\"", 1e-3, 0) + R"(
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
TEST(Passing, NoMissOfWhatTumblesBy) {
  for (int k = 0; k < 2000; ++k) {
    Rig rig(model_from(shot("\"stabilised\"", 1e-3, 0) + R"(
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

// 64 balls that touch their neighbours: 144 contacts, at rest and at the speed of a train.
TEST(Passing, WhatTravelsTogetherListsWhatItListsAtRest) {
  for (const char* way : {"\"stabilised\"", "\"spook\"", "\"euler\"", "\"trapezoidal\""}) {
    std::string text = shot(way, 1.0 / 60, 0);
    text.insert(text.find("scheme"), "max_contacts = 160\n");
    for (int k = 0; k < 64; ++k) {
      const int row = k / 4 % 4;
      const int layer = k / 16;
      text += "[[body]]\nname = \"ball_" + std::to_string(k) + "\"\nmass = 1\nposition = [" + number(0.25 * (k % 4)) +
              ", " + number(0.25 * row) + ", " + number(0.25 * layer) +
              "]\nvelocity = [100, 20, -30]\nshapes = [{ material = \"m\", type = \"sphere\", radius = 0.125 }]\n";
    }
    Rig rig(model_from(text));
    rig.initialise();
    for (int n = 0; n < 5; ++n) {
      rig.step();
      EXPECT_EQ(rig.whole("solver.status"), 0) << way << ", step " << n;
      EXPECT_EQ(rig.whole("solver.overflow"), 0) << way << ", step " << n;
      EXPECT_LE((rig.vector("ball_21.velocity") - Vec3(100, 20, -30)).norm(), 1e-10) << way;
    }
  }
}

}  // namespace
}  // namespace stickslip

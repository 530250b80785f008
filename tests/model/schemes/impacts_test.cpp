#include <algorithm>

#include "model/schemes/scheme.h"
#include "tests/model/build.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Impacts of the schemes that locate them (P97 section 3).
namespace stickslip {
namespace {

const char* const kWithImpacts[] = {"euler", "trapezoidal"};

Model under(const std::string& scheme, Model model) {
  model.step.scheme = scheme == "euler" ? Scheme::euler : Scheme::trapezoidal;
  return model;
}

// A heap of boxes and disks that touch each other and the floor, moving at random, one of them hung on a joint.
Model heap(unsigned seed, bool one_e) {
  Numbers numbers(seed);
  std::string text = "[model]\nname = \"heap\"\ndimension = 2\ngravity = [0, 0]\n[step]\nsize = 1e-9\n";
  for (int m = 0; m < 2; ++m) {
    text += "[[material]]\nname = \"m" + std::to_string(m) + "\"\nfriction = " + std::to_string(numbers.between(0, 1)) +
            "\nrestitution = " + std::to_string(one_e ? 0.7 : numbers.between(0, 1)) + "\n";
  }
  text += "[[body]]\nname = \"floor\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"m0\" }]\n";
  constexpr double kPlaces[5][2] = {{0, 0.5}, {1, 0.5}, {0.5, 1.5}, {2, 0.5}, {1.5, 1.5}};
  for (int b = 0; b < 5; ++b) {
    const std::string name = "b" + std::to_string(b);
    const bool disk = b == 1 || b == 3;
    text += "[[body]]\nname = \"" + name + "\"\nmass = " + std::to_string(numbers.between(0.2, 2)) + "\nposition = [" +
            std::to_string(kPlaces[b][0]) + ", " + std::to_string(kPlaces[b][1]) + "]\nvelocity = [" +
            std::to_string(numbers.between(-2, 2)) + ", " + std::to_string(numbers.between(-2, 0.5)) +
            "]\nangular_velocity = " + std::to_string(numbers.between(-3, 3)) +
            "\nshapes = [{ type = " + (disk ? "\"disk\", radius = 0.5" : "\"box\", size = [1, 1]") +
            ", material = \"m" + std::to_string(b % 2) + "\" }]\n";
  }
  text += "[[joint]]\nname = \"hook\"\ntype = \"hinge\"\nbodies = [\"world\", \"b4\"]\nanchor = [2.5, 2.5]\n";
  return model_from(text);
}

/// The impact alone, without the step after it.
struct Impact {
  std::vector<double> before;
  std::vector<double> after;
  double energy_ratio = 0;
};

double energy_of(const std::vector<double>& v, const Derived& derived) {
  double sum = 0;
  for (int b = 0; b < derived.mass.size(); ++b) {
    for (int k = 0; k < 3; ++k) {
      const std::size_t at = 6 * static_cast<std::size_t>(b) + static_cast<std::size_t>(k);
      sum += 0.5 * (derived.mass[b] * v[at] * v[at] + derived.inertia[3 * b + k] * v[at + 3] * v[at + 3]);
    }
  }
  return sum;
}

Impact collide(const Model& model) {
  const Layout layout(model);
  const std::vector<double> inputs(static_cast<std::size_t>(layout.inputs));
  std::vector<double> starts(static_cast<std::size_t>(layout.starts));
  std::vector<double> parameters(static_cast<std::size_t>(layout.parameters));
  default_starts(model, layout, starts);
  default_parameters(model, layout, parameters);
  State state(model, layout);
  Workspace work(model);
  const Error error = initialise(model, layout, starts, parameters, state, work);
  EXPECT_FALSE(error) << error.text;
  update_poses(model, state.motion, work.poses);
  const Span<double> v = state.motion.velocity;
  Impact impact;
  impact.before.assign(v.begin(), v.end());
  Pass pass;
  pass.h = model.step.size;
  Tally tally;
  survey(model, layout, inputs, pass, state, work);
  stickslip::impact(model, layout, pass, state, work, tally);
  EXPECT_EQ(tally.rung, 0);
  impact.after.assign(v.begin(), v.end());
  impact.energy_ratio = energy_of(impact.after, work.derived) / energy_of(impact.before, work.derived);
  return impact;
}

TEST(Impacts, OfOneCoefficientAreTheShortForm) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Model model = under("euler", heap(seed, true));
    const Impact lively = collide(model);
    for (Material& material : model.materials) material.restitution = 0;
    const Impact dead = collide(model);
    double change = 0;
    for (std::size_t k = 0; k < lively.after.size(); ++k) {
      EXPECT_NEAR(lively.after[k], 1.7 * dead.after[k] - 0.7 * dead.before[k], 1e-12) << "seed " << seed;
      change = std::max(change, std::fabs(lively.after[k] - lively.before[k]));
    }
    EXPECT_GT(change, 0.01);
  }
}

TEST(Impacts, OfOneCoefficientNeverGainEnergy) {
  for (int seed = 1; seed <= long_run(2000); ++seed) {
    ASSERT_LE(collide(under("euler", heap(static_cast<unsigned>(seed), true))).energy_ratio, 1 + 1e-12)
        << "seed " << seed;
  }
}

// Compression never gains energy (P97 theorem 2.3); Poisson's decompression can, where several contacts share an
// impact: what P97 section 3 warns of.
TEST(Impacts, ByPoissonAsPrintedGainEnergyInRareCases) {
  int gained = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    Model model = under("trapezoidal", heap(seed, true));
    model.step.trapezoidal.bounded_impacts = false;
    const Impact printed = collide(model);
    if (printed.energy_ratio > 1 + 1e-9) ++gained;
    model.step.trapezoidal.bounded_impacts = true;
    const Impact bounded = collide(model);
    ASSERT_LE(bounded.energy_ratio, 1 + 1e-13) << "seed " << seed;
    if (printed.energy_ratio < 1) {
      ASSERT_EQ(bounded.after, printed.after) << "seed " << seed << ": every bit stays";
    }
    for (Material& material : model.materials) material.restitution = 0;
    ASSERT_LE(collide(model).energy_ratio, 1 + 1e-12) << "seed " << seed;
  }
  EXPECT_GT(gained, 0);
  EXPECT_LT(gained, 20);
}

// Any coefficients up to 1, any friction, joints, several contacts at once.
TEST(Impacts, NeverGainEnergy) {
  for (const char* scheme : kWithImpacts) {
    for (int seed = 1; seed <= long_run(400); ++seed) {
      Model model = under(scheme, heap(static_cast<unsigned>(seed), false));
      if (seed % 2 == 0) {
        for (Material& material : model.materials) material.restitution = 1;
        for (Material& material : model.materials) material.friction *= seed % 4 == 0 ? 5 : 0;
      }
      ASSERT_LE(collide(model).energy_ratio, 1 + 1e-13) << scheme << ", seed " << seed;
    }
  }
}

// A rod that falls on its end at 45 degrees without spin sticks there. Poisson returns e of the normal impulse alone:
// T+/T- = 1 + (2.5 e^2 - 1.6)/2.56 (P97 section 3), more than 1 from e = 0.8 on. Bounded, it keeps all of T and no
// more.
TEST(Impacts, OfATiltedRodKeepItsEnergyAtMost) {
  Model model = resource("papers/tilted_rod");
  ASSERT_FALSE(model.step.trapezoidal.bounded_impacts);
  for (const double e : {0.5, 0.8, 0.9, 1.0}) {
    model.materials[0].restitution = e;
    for (const bool bounded : {false, true}) {
      model.step.trapezoidal.bounded_impacts = bounded;
      Rig rig(model);
      rig.initialise();
      const double before = rig.value("energy.kinetic");
      rig.steps(10);
      const double poisson = 1 + (2.5 * e * e - 1.6) / 2.56;
      EXPECT_NEAR(rig.value("energy.kinetic") / before, bounded ? std::min(1.0, poisson) : poisson, 1e-12) << e;
      EXPECT_GE(rig.value("energy.dissipated"), bounded ? -1e-15 : -0.2);
    }
  }
}

// |w|_M <= |M^-1 r|_M (P97 theorem 2.3), for what falls, slides, hangs and collides.
TEST(Impacts, EulerKeepsTheEnergyTheoremInEveryStep) {
  for (const char* name : {"bouncing_ball", "stack", "incline", "double_pendulum", "disks", "conical_pendulum"}) {
    Model model = under("euler", resource(name));
    model.step.euler.projection = false;
    model.step.size = std::string(name) == "disks" ? 0.02 : 0.005;
    Rig rig(model);
    rig.initialise();
    const Workspace& work = rig.simulation.workspace();
    const int steps = std::string(name) == "disks" ? 40 : 400;
    for (int k = 0; k < steps; ++k) {
      rig.step();
      double solved = 0;
      double free = 0;
      for (int b = 0; b < work.derived.mass.size(); ++b) {
        for (int i = 0; i < 3; ++i) {
          const double* r = &work.problem.momentum[6 * b];
          const double* w = &work.problem.solution.velocity[6 * b];
          solved += work.derived.mass[b] * w[i] * w[i] + work.derived.inertia[3 * b + i] * w[3 + i] * w[3 + i];
          free += work.derived.inverse_mass[b].linear[i] * r[i] * r[i] +
                  work.derived.inverse_mass[b].angular[4 * i] * r[3 + i] * r[3 + i];
        }
      }
      ASSERT_LE(solved, free * (1 + 1e-12)) << name << ", step " << k;
      // Unprojected, the conical pendulum's joint comes apart at this step.
      const bool drifts = rig.report.status == StepStatus::blown_up && std::string(name) == "conical_pendulum";
      ASSERT_TRUE(drifts || rig.report.status == StepStatus::solved || rig.report.status == StepStatus::events)
          << name << ", step " << k;
    }
  }
}

// A dropped ball bounces ever faster: impacts are found where the path of the scheme meets the floor, each gives back
// e, and below the threshold none does.
TEST(Impacts, OfADroppedBallEndInRest) {
  for (const char* scheme : kWithImpacts) {
    Model model = under(scheme, resource("bouncing_ball"));
    const double e = model.materials[0].restitution;
    Rig rig(model);
    rig.initialise();
    const double h = 5e-4;
    std::vector<double> apexes;
    double before = rig.value("ball.velocity[3]");
    for (int k = 0; k < 6000; ++k) {
      rig.step(h);
      const double v = rig.simulation.state().motion.velocity[8];
      if (before > 0 && v <= 0) apexes.push_back(rig.value("ball.position[3]") - 0.1);
      before = v;
      EXPECT_LT(rig.report.penetration, 1e-9);
      EXPECT_NE(rig.report.status, StepStatus::failed);
    }
    ASSERT_GT(apexes.size(), 3U) << scheme;
    for (std::size_t k = 1; k < 4; ++k) {
      EXPECT_NEAR(apexes[k] / apexes[k - 1], e * e, scheme == std::string("euler") ? 0.02 : 0.002) << scheme;
    }
    EXPECT_NEAR(rig.value("ball.position[3]"), 0.1, 1e-9) << scheme;
    EXPECT_NEAR(rig.value("ball.velocity[3]"), 0, 1e-9) << scheme;
    EXPECT_EQ(rig.report.lcps, 1) << scheme;
  }
}

// One problem, and at most two on fallback.
TEST(Impacts, OfTheDefaultSchemeTakeThreeProblemsAtMost) {
  EXPECT_EQ(max_lcps(resource("pendulum")), 3);
  EXPECT_EQ(max_lcps(resource("disks")), 54);
}

const char* const kWalls = R"(
[model]
name = "walls"
dimension = 2
gravity = [0, 0]
[[material]]
name = "rubber"
friction = 0
[[material]]
name = "hard"
friction = 0
restitution = 0.9
[[material]]
name = "soft"
friction = 0
restitution = 0.5
[[body]]
name = "left"
fixed = true
shapes = [{ type = "plane", normal = [1, 0], position = [-1, 0], material = "soft" }]
[[body]]
name = "right"
fixed = true
shapes = [{ type = "plane", normal = [-1, 0], position = [1, 0], material = "hard" }]
[[body]]
name = "ball"
mass = 0.3
velocity = [4.1, 0.37]
shapes = [{ type = "disk", radius = 0.1, material = "rubber" }]
)";

// A ball between two walls that give back 0.5 and 0.9 of its speed, in steps that hold up to six hits: on straight
// lines both schemes are exact.
TEST(Impacts, SeveralInOneStepAreEachLocated) {
  for (const char* scheme : kWithImpacts) {
    for (const double h : {0.01, 0.37, 2.5}) {
      Rig rig(under(scheme, model_from(kWalls)));
      rig.initialise();
      double x = 0;
      double v = 4.1;
      for (double t = h; t < 2.6; t += h) {
        int hits = 0;
        double left = h;
        for (double until = 0; (until = (v > 0 ? 0.9 - x : x + 0.9) / std::fabs(v)) < left; ++hits) {
          left -= until;
          x = v > 0 ? 0.9 : -0.9;
          v *= v > 0 ? -0.9 : -0.5;
        }
        x += v * left;
        rig.step(h);
        EXPECT_EQ(rig.report.status, StepStatus::solved);
        EXPECT_NEAR(rig.value("ball.position[1]"), x, 1e-12) << scheme << ", t = " << t;
        EXPECT_NEAR(rig.simulation.state().motion.velocity[12], v, 1e-12);
        EXPECT_NEAR(rig.value("ball.position[2]"), 0.37 * t, 1e-12);
        // A pass for each hit and one for the rest; an impact is one problem by the short form, two by Poisson.
        EXPECT_EQ(rig.whole("solver.lcps"), 1 + hits * (scheme == std::string("euler") ? 2 : 3));
      }
    }
  }
}

// A ball of 1 cm at 100 m/s crosses a wall of 2 cm in a sixtieth of a step and rebounds all the same; one that passes
// beside it does not notice.
TEST(Impacts, OfABulletWithAThinWallAreSeen) {
  for (const char* scheme : kWithImpacts) {
    for (const double beside : {0.0, 0.4, 0.6}) {
      Rig rig(under(scheme, model_from(R"(
[model]
name = "bullet"
gravity = [0, 0, 0]
[step]
size = 0.016666666666666666
[[material]]
name = "steel"
friction = 0.3
restitution = 0.5
[[body]]
name = "wall"
fixed = true
shapes = [{ type = "box", size = [0.02, 1, 1], material = "steel" }]
[[body]]
name = "bullet"
mass = 0.004
velocity = [100, 0, 0]
position = [-1, 0, )" + number(beside) +
                                       R"(]
shapes = [{ type = "sphere", radius = 0.005, material = "steel" }]
)")));
      rig.initialise();
      rig.step();
      const double until = (1 - 0.015) / 100;
      const double left = rig.simulation.model().step.size - until;
      const bool meets = beside < 0.5;
      EXPECT_NEAR(rig.value("bullet.position[1]"), -0.015 + (meets ? -50 : 100) * left, 1e-12) << scheme;
      EXPECT_NEAR(rig.value("bullet.velocity[1]"), meets ? -50 : 100, 1e-12) << scheme;
      EXPECT_EQ(rig.report.status, StepStatus::solved);
      EXPECT_EQ(rig.report.misses, 0);
    }
  }
}

// A heavy ball sends a light one off that lay still and was in reach of nothing; it comes back from a wall several
// times within the step.
TEST(Impacts, OfWhatAnImpactHasMadeFastAreLocatedInTheSameStep) {
  constexpr double kHeavy = 4, kLight = 0.25, kWall = 0.25, kRadius = 0.1, kSmall = 0.01;
  for (const char* scheme : kWithImpacts) {
    for (const double h : {1 / 60.0, 1 / 240.0}) {
      Rig rig(under(scheme, model_from(R"(
[model]
name = "chase"
dimension = 2
gravity = [0, 0]
[[material]]
name = "steel"
friction = 0
restitution = 1
[[body]]
name = "wall"
fixed = true
shapes = [{ type = "plane", normal = [-1, 0], position = [0.25, 0], material = "steel" }]
[[body]]
name = "heavy"
mass = 4
velocity = [10, 0]
shapes = [{ type = "disk", radius = 0.1, material = "steel" }]
[[body]]
name = "light"
mass = 0.25
position = [0.13, 0]
shapes = [{ type = "disk", radius = 0.01, material = "steel" }]
)")));
      rig.initialise();
      double x[2] = {0, 0.13};
      double v[2] = {10, 0};
      int hits = 0;
      for (int k = 0; k < std::lround(1 / 60.0 / h); ++k) {
        rig.step(h);
        for (double left = h; left > 0;) {
          const double closing = v[0] - v[1];
          const double meet = closing > 0 ? std::max(0.0, x[1] - x[0] - kRadius - kSmall) / closing : 1;
          const double wall = v[1] > 0 ? (kWall - kSmall - x[1]) / v[1] : 1;
          const double until = std::min({meet, wall, left});
          for (int i = 0; i < 2; ++i) x[i] += until * v[i];
          left -= until;
          if (until == wall) {
            v[1] = -v[1];
            ++hits;
          } else if (until == meet) {
            const double common = (kHeavy * v[0] + kLight * v[1]) / (kHeavy + kLight);
            for (double& speed : v) speed = 2 * common - speed;
            ++hits;
          }
        }
        EXPECT_NEAR(rig.value("heavy.position[1]"), x[0], 1e-11) << scheme;
        EXPECT_NEAR(rig.value("light.position[1]"), x[1], 1e-9) << scheme;
        EXPECT_NEAR(rig.value("heavy.velocity[1]"), v[0], 1e-10) << scheme;
        EXPECT_EQ(rig.report.status, StepStatus::solved);
      }
      EXPECT_GE(hits, 10);
    }
  }
}

// Two balls that reach the floor at the same instant, and a third that reaches it later in the same step.
TEST(Impacts, AtTheSameInstantAreResolvedTogether) {
  for (const char* scheme : kWithImpacts) {
    std::string text = R"(
[model]
name = "three"
gravity = [0, 0, 0]
[[material]]
name = "floor"
friction = 0.3
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", material = "floor" }]
)";
    constexpr const char* kBalls[3][3] = {{"a", "0.3", "0.2"}, {"b", "0.3", "0.8"}, {"c", "0.35", "0.5"}};
    for (int k = 0; k < 3; ++k) {
      const std::string name = kBalls[k][0];
      text += "[[material]]\nname = \"of_" + name + "\"\nfriction = 0.3\nrestitution = " + kBalls[k][2] + "\n";
      text += "[[body]]\nname = \"" + name + "\"\nmass = 1\nvelocity = [0, 0, -2]\nposition = [" + std::to_string(k) +
              ", 0, " + kBalls[k][1] + "]\nshapes = [{ type = \"sphere\", radius = 0.1, material = \"of_" + name +
              "\" }]\n";
    }
    Rig rig(under(scheme, model_from(text)));
    rig.initialise();
    rig.step(0.2);
    EXPECT_EQ(rig.report.status, StepStatus::solved);
    EXPECT_NEAR(rig.value("a.position[3]"), 0.1 + 0.1 * 0.4, 1e-12) << scheme;
    EXPECT_NEAR(rig.value("b.position[3]"), 0.1 + 0.1 * 1.6, 1e-12) << scheme;
    EXPECT_NEAR(rig.value("c.position[3]"), 0.1 + 0.075 * 1.0, 1e-12) << scheme;
    // Two instants, each with both phases (a and b differ in e; c alone is short under euler), and three passes.
    EXPECT_EQ(rig.report.lcps, scheme == std::string("euler") ? 6 : 7);
  }
}

// More hits in one step than the cap: the rest of it is inelastic, and the status says so.
TEST(Impacts, BeyondTheCapEndInelasticallyAndAreReported) {
  for (const char* scheme : kWithImpacts) {
    for (const int events : {1, 2, 3}) {
      Model model = under(scheme, model_from(kWalls));
      model.step.euler.max_events = model.step.trapezoidal.max_events = events;
      Rig rig(model);
      rig.initialise();
      rig.step(2.5);
      EXPECT_EQ(rig.whole("solver.status"), code_of(StepStatus::events).number) << scheme << ", " << events;
      EXPECT_LE(rig.report.lcps, max_lcps(model));
      EXPECT_LT(rig.report.penetration, 1e-12);
      EXPECT_NEAR(std::fabs(rig.value("ball.position[1]")), 0.9, 1e-12);
      EXPECT_NEAR(rig.simulation.state().motion.velocity[12], 0, 1e-12) << scheme << ", " << events;
      EXPECT_NEAR(rig.value("ball.position[2]"), 0.37 * 2.5, 1e-12);
      EXPECT_EQ(rig.step(0.1).status, StepStatus::solved);
      EXPECT_EQ(rig.report.lcps, 1);
    }
  }
}

// What is left of a step after the last event, if it is round-off of times, is no piece of it: pieces of pieces would
// go on until a division by their length overflows.
TEST(Impacts, AtTheEndOfAStepLeaveNoPieceOfIt) {
  for (const char* scheme : kWithImpacts) {
    Rig rig(under(scheme, model_from(kWalls)));
    rig.initialise();
    rig.step(0.9 / 4.1 * (1 + 1e-15));
    EXPECT_EQ(rig.report.lcps, 1) << scheme;
    EXPECT_NEAR(rig.value("ball.position[1]"), 0.9, 1e-12) << scheme;
    rig.step(0.1);
    EXPECT_EQ(rig.report.status, StepStatus::solved);
    EXPECT_NEAR(rig.value("ball.position[1]"), 0.9 - 0.1 * 0.9 * 4.1, 1e-12) << scheme;
  }
}

// Infinitely many bounces within one step, with no threshold to end them: a rebound that would be over before the step
// is, ends at rest.
TEST(Impacts, OfAZenoSequenceWithinAStepComeToRest) {
  for (const char* scheme : kWithImpacts) {
    for (const double h : {0.02, 0.2, 3.0}) {
      Model model = under(scheme, resource("bouncing_ball"));
      model.step.euler.threshold_speed = model.step.trapezoidal.threshold_speed = 0;
      Rig rig(model);
      rig.initialise();
      for (double t = 0; t < 3; t += h) {
        rig.step(h);
        EXPECT_EQ(rig.report.status, StepStatus::solved) << scheme << ", h = " << h << ", t = " << t;
        EXPECT_LT(rig.report.penetration, 1e-9);
      }
      EXPECT_NEAR(rig.value("ball.position[3]"), 0.1, 1e-9) << scheme << ", h = " << h;
      EXPECT_NEAR(rig.value("energy.kinetic"), 0, 1e-20) << scheme << ", h = " << h;
    }
  }
}

// However many things happen, the work of a step stays below its cap.
TEST(Impacts, NeverTakeMoreProblemsThanTheCap) {
  for (const char* scheme : kWithImpacts) {
    for (const int events : {1, 2, 5}) {
      Model model = under(scheme, resource("disks"));
      model.step.euler.max_events = model.step.trapezoidal.max_events = events;
      for (Material& material : model.materials) material.restitution = 0.9;
      Rig rig(model);
      rig.initialise();
      const int cap = max_lcps(model);
      EXPECT_EQ(cap, 3 * (4 * events + 14));
      int most = 0;
      for (int k = 0; k < 25; ++k) most = std::max(most, rig.step(0.03).lcps);
      EXPECT_LE(most, cap) << scheme << ", " << events;
      EXPECT_GT(most, events);
    }
  }
}

}  // namespace
}  // namespace stickslip

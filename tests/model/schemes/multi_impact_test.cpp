#include <algorithm>
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Many impacts at once and one after the other, under the schemes that locate them: energy never rises, nothing
/// overlaps, momentum stays where nothing outside acts.
namespace stickslip {
namespace {

struct Multi {
  std::string name;
  std::string text;
  double end = 0.5;     // s
  bool closed = false;  // nothing outside acts along x
};

std::string multi_head(int dimension, bool gravity, double friction, double e) {
  const std::string pull = dimension == 2 ? "[0, -9.81]" : "[0, 0, -9.81]";
  const std::string none = dimension == 2 ? "[0, 0]" : "[0, 0, 0]";
  return "[model]\nname = \"multi\"\ndimension = " + std::to_string(dimension) +
         "\ngravity = " + (gravity ? pull : none) + "\n[step]\nmax_contacts = 400\n" +
         (gravity
              ? floor_of(friction, e)
              : "[[material]]\nname = \"m\"\nfriction = " + number(friction) + "\nrestitution = " + number(e) + "\n");
}

std::string disk(const std::string& name, double mass, double x, double y, double vx, double radius) {
  return "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) + "\nposition = [" + number(x) + ", " + number(y) +
         "]\nvelocity = [" + number(vx) + ", 0]\nshapes = [{ type = \"disk\", radius = " + number(radius) +
         ", material = \"m\" }]\n";
}

std::string planar_box(const std::string& name, double mass, double x, double y, double angle, const std::string& v,
                       double w, double width, double height) {
  return "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) + "\nposition = [" + number(x) + ", " + number(y) +
         "]\nrotation = " + number(angle) + "\nvelocity = " + v + "\nangular_velocity = " + number(w) +
         "\nshapes = [{ type = \"box\", size = [" + number(width) + ", " + number(height) + "], material = \"m\" }]\n";
}

Multi break_of_fifteen(double e, double friction) {
  Multi scene{"break, e = " + number(e) + ", mu = " + number(friction), multi_head(2, false, friction, e), 0.3, true};
  const double r = 0.03;
  for (int row = 0, n = 0; row < 5; ++row) {
    for (int k = 0; k <= row; ++k) {
      scene.text +=
          disk("b" + std::to_string(n++), 0.2, row * r * (root(3.0) + 1e-4), (2 * k - row) * r * 1.0001, 0, r);
    }
  }
  scene.text += disk("cue", 0.2, -0.3, 0.001, 5, r);
  return scene;
}

Multi cradle(double gap, double e, double heavy) {
  Multi scene{"cradle, gaps of " + number(gap) + ", e = " + number(e) + ", first mass " + number(heavy),
              multi_head(2, false, 0, e), 0.3, true};
  for (int k = 0; k < 5; ++k) {
    const std::string name = "b" + std::to_string(k);
    scene.text += disk(name, k == 0 ? heavy : 1, k * (0.1 + gap), 0, k == 0 ? 2 : 0, 0.05);
  }
  return scene;
}

Multi dominoes(int count) {
  Multi scene{std::to_string(count) + " dominoes", multi_head(2, true, 0.4, 0.1), 0.6};
  for (int k = 0; k < count; ++k) {
    scene.text += planar_box("d" + std::to_string(k), 0.1, 0.05 * k, 0.05, 0, "[0, 0]", k == 0 ? -4 : 0, 0.01, 0.1);
  }
  return scene;
}

Multi thrown_box(double mass) {
  Multi scene{"a box of " + number(mass) + " kg thrown into a stack", multi_head(2, true, 0.5, 0.3), 0.6};
  for (int k = 0; k < 4; ++k) {
    scene.text += planar_box("s" + std::to_string(k), 1, 0, 0.1 + 0.2 * k, 0, "[0, 0]", 0, 0.2, 0.2);
  }
  scene.text += planar_box("thrown", mass, -1, 0.45, 0.3, "[6, 1]", 4, 0.15, 0.25);
  return scene;
}

Multi corner() {
  return {"a box on its corner in space",
          multi_head(3, true, 0.6, 0.7) +
              "[[body]]\nname = \"box\"\nmass = 1\nposition = [0, 0, 0.5]\nrotation = { rpy = [0.6, 0.5, 0.2] }\n"
              "velocity = [1, 0.5, -2]\nangular_velocity = [4, -3, 2]\n"
              "shapes = [{ type = \"box\", size = [0.3, 0.2, 0.25], material = \"m\" }]\n",
          0.8};
}

std::vector<Multi> multis() {
  std::vector<Multi> all = {
      break_of_fifteen(1, 0), break_of_fifteen(0.9, 0.2), dominoes(12), thrown_box(1), thrown_box(400), corner()};
  for (const double gap : {1e-6, 1e-4, 5e-3}) all.push_back(cradle(gap, 1, 1));
  all.push_back(cradle(1e-4, 0.5, 1));
  all.push_back(cradle(5e-4, 0.8, 400));
  return all;
}

double momentum_x(const Rig& rig) {
  double sum = 0;
  const Model& model = rig.simulation.model();
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    sum += body_at(model, b).mass * rig.simulation.state().motion.velocity[6 * b];
  }
  return sum;
}

void run_multi(const Multi& scene, Scheme scheme, double h) {
  Model model = model_from(scene.text);
  model.step.scheme = scheme;
  Rig rig(model);
  rig.initialise();
  double energy = rig.energy();
  double dissipated = 0;
  const double momentum = momentum_x(rig);
  const double size = std::fabs(rig.value("energy.kinetic")) + std::fabs(rig.value("energy.potential"));
  double deepest = 0;
  for (int k = 0; k < static_cast<int>(scene.end / h); ++k) {
    rig.step(h);
    ASSERT_LE(rig.energy(), energy + 1e-11 * size) << "step " << k;
    ASSERT_GE(rig.value("energy.dissipated"), dissipated - 1e-11 * size) << "step " << k;
    ASSERT_TRUE(rig.report.status == StepStatus::solved || rig.report.status == StepStatus::events)
        << "step " << k << ": " << code_of(rig.report.status).says;
    energy = rig.energy();
    dissipated = rig.value("energy.dissipated");
    deepest = std::max(deepest, rig.report.penetration);
    EXPECT_EQ(rig.report.misses, 0) << "step " << k;
    EXPECT_LE(rig.report.lcps, max_lcps(model));
  }
  EXPECT_LT(deepest, 1e-4);
  if (scene.closed) {
    EXPECT_NEAR(momentum_x(rig), momentum, 1e-12 * std::fabs(momentum));
  }
}

TEST(MultiImpacts, NeverGainEnergyNorOverlapNorLoseMomentum) {
  for (const Multi& scene : multis()) {
    for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
      for (const double h : {1 / 60.0, 0.002}) {
        SCOPED_TRACE(scene.name + ", scheme " + std::to_string(static_cast<int>(scheme)) + ", h = " + number(h));
        run_multi(scene, scheme, h);
      }
    }
  }
}

// Over the first impacts of each scene.
TEST(MultiImpacts, NeverGainEnergyNorOverlapNorLoseMomentumAtSmallSteps) {
  for (Multi scene : multis()) {
    scene.end = 0.15;
    for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
      SCOPED_TRACE(scene.name + ", scheme " + std::to_string(static_cast<int>(scheme)) + ", h = 1e-4");
      run_multi(scene, scheme, 1e-4);
    }
  }
}

TEST(MultiImpacts, OfFiftyDominoesNeverGainEnergyWhereTheyAreLocated) {
  for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
    for (const double h : {1 / 60.0, 0.002}) {
      SCOPED_TRACE("scheme " + std::to_string(static_cast<int>(scheme)) + ", h = " + number(h));
      run_multi(dominoes(50), scheme, h);
    }
  }
}

// Boxes that land a millimetre deep on each other, each turned a little.
Multi landing(double e, const std::vector<double>& masses) {
  Multi scene{"landing, e = " + number(e), multi_head(2, true, 0.5, e), 0.5};
  double height = 0;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    height += 0.001;
    const int turn = static_cast<int>(k % 3) - 1;
    scene.text += planar_box("b" + std::to_string(k), masses[k], k % 2 == 0 ? 0.02 : -0.02, height + 0.15, 3e-4 * turn,
                             "[0, 0]", 0, 0.3, 0.3);
    height += 0.3;
  }
  return scene;
}

// They are hit from both sides in turn, ever sooner, and each corner that stops lets others slide.
TEST(MultiImpacts, OfStacksThatLandAreSolved) {
  const std::vector<double> alike = {1, 1.3, 1.2, 0.7, 0.67, 0.73};
  const std::vector<double> squeezed = {200, 0.01, 8};
  for (const double e : {0.0, 0.2, 0.5, 0.8}) {
    for (const std::vector<double>& masses : {alike, squeezed}) {
      for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
        for (const double h : {0.01, 0.001}) {
          const Multi scene = landing(e, masses);
          SCOPED_TRACE(scene.name + ", " + std::to_string(masses.size()) + " boxes, scheme " +
                       std::to_string(static_cast<int>(scheme)) + ", h = " + number(h));
          Model model = model_from(scene.text);
          model.step.scheme = scheme;
          Rig rig(model);
          rig.initialise();
          for (int k = 0; k < static_cast<int>(scene.end / h); ++k) {
            ASSERT_EQ(rig.step(h).status, StepStatus::solved) << "step " << k;
          }
          EXPECT_LT(rig.value("energy.kinetic"), 1e-5);
          EXPECT_LT(rig.report.penetration, 1e-9);
        }
      }
    }
  }
}

// A disk that goes to and fro without loss as no step resolves it, beside one that meets a wall later in the step: that
// the first one comes to rest is reported, and the other one still rebounds.
TEST(MultiImpacts, ThatGoOnWithoutLossEndAndAreReported) {
  for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
    std::string text = multi_head(2, false, 0, 1);
    for (const int side : {-1, 1}) {
      text += "[[body]]\nname = \"" + std::string(side < 0 ? "left" : "right") + "\"\nfixed = true\nposition = [" +
              number(0.601 * side) + ", 0]\nshapes = [{ type = \"box\", size = [1, 1], material = \"m\" }]\n";
    }
    text += disk("quick", 1, 0, 0, 10, 0.1) + disk("other", 1, 1.6, 0, -5, 0.1);
    Model model = model_from(text);
    model.step.scheme = scheme;
    Rig rig(model);
    rig.initialise();
    EXPECT_EQ(rig.step(0.2).status, StepStatus::events);
    EXPECT_NEAR(rig.value("quick.velocity[1]"), 0, 1e-9);
    EXPECT_NEAR(rig.value("other.velocity[1]"), 5, 1e-9);
  }
}

// Without loss the last ball takes all of the first one's speed, however closely they hang.
TEST(MultiImpacts, OfASpacedCradlePassThroughIt) {
  for (const double gap : {1e-6, 1e-4, 5e-3}) {
    for (const Scheme scheme : {Scheme::euler, Scheme::trapezoidal}) {
      Model model = model_from(cradle(gap, 1, 1).text);
      model.step.scheme = scheme;
      Rig rig(model);
      rig.initialise();
      for (int k = 0; k < 6; ++k) rig.step(1 / 60.0);
      for (int b = 0; b < 5; ++b) {
        EXPECT_NEAR(rig.value("b" + std::to_string(b) + ".velocity[1]"), b == 4 ? 2 : 0, 1e-12) << gap;
      }
    }
  }
}

}  // namespace
}  // namespace stickslip

// A blow-up has a status of its own and names what blew up; nothing healthy is taken for one.
#include "model/step/blow_up.h"

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

// A whip: links ever lighter, thrown from the horizontal, their tips at many times the speed of their roots.
Model whip(Scheme scheme, double h) {
  std::string text = "[model]\nname = \"whip\"\n[step]\nsize = " + number(h) + "\n";
  std::string parent = "world";
  double mass = 1;
  for (int k = 0; k < 8; ++k, mass *= 0.8) {
    const std::string name = "l" + std::to_string(k);
    text += "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) + "\ninertia = [" + number(1e-4 * mass) + ", " +
            number(0.0009 * mass) + ", " + number(0.0009 * mass) + "]\nposition = [" + number(0.1 * k + 0.05) +
            ", 0, 0]\n[[joint]]\nname = \"j" + std::to_string(k) + "\"\ntype = \"hinge\"\nbodies = [\"" + parent +
            "\", \"" + name + "\"]\nanchor = [" + number(0.1 * k) + ", 0, 0]\naxis = [0, 1, 0]\n";
    parent = name;
  }
  Model model = model_from(text);
  model.step.scheme = scheme;
  return model;
}

TEST(BlowUp, IsNoneInAWhip) {
  for (const Scheme scheme : kSchemes) {
    for (const double h : {1.0 / 60, 0.002}) {
      Rig rig(whip(scheme, h));
      rig.initialise();
      for (int k = 0; k < 3 / h; ++k) {
        rig.step();
        ASSERT_EQ(rig.report.blow_up.of, BlowUp::Of::nothing)
            << static_cast<int>(scheme) << ", h = " << h << ", step " << k << ", " << rig.report.joint_error;
      }
    }
  }
}

TEST(BlowUp, IsNoneInWhatResourcesShow) {
  for (const char* name :
       {"stack", "gripper", "chain", "double_pendulum", "bouncing_ball", "spring_mass", "conical_pendulum", "incline",
        "free_body", "disks", "papers/elastic_ball", "papers/swing", "papers/soft_chain", "papers/carts",
        "papers/painleve_rod", "papers/oscillator", "papers/tilted_rod", "papers/swing_penalty"}) {
    Rig rig(resource(name));
    rig.initialise();
    for (int k = 0; k < long_run(500); ++k) {
      rig.step();
      ASSERT_EQ(rig.report.blow_up.of, BlowUp::Of::nothing) << name << ", step " << k;
    }
  }
}

// A ton on light links, and nothing taken of the stiffness that its load gives them.
TEST(BlowUp, OfACableThatFliesApartNamesAJoint) {
  std::string text = "[model]\nname = \"cable\"\n[step]\nsize = 0.001\ngeometric_stiffness = false\n";
  std::string parent = "world";
  for (int k = 0; k <= 20; ++k) {
    const std::string name = "l" + std::to_string(k);
    const double mass = k == 20 ? 1000 : 0.1;
    text += "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) + "\ninertia = [" + number(1e-3 * mass) + ", " +
            number(1e-3 * mass) + ", " + number(1e-4 * mass) + "]\nposition = [" + number(1e-3 * (k + 0.5)) + ", 0, " +
            number(-0.1 * k - 0.05) + "]\n[[joint]]\nname = \"j" + std::to_string(k) +
            "\"\ntype = \"ball\"\nbodies = [\"" + parent + "\", \"" + name + "\"]\nanchor = [" + number(1e-3 * k) +
            ", 0, " + number(-0.1 * k) + "]\n";
    parent = name;
  }
  Rig rig(model_from(text));
  rig.initialise();
  for (int k = 0; k < 5000 && rig.report.status < StepStatus::blown_up; ++k) rig.step();
  ASSERT_EQ(rig.report.status, StepStatus::blown_up);
  EXPECT_EQ(rig.whole("solver.status"), 9);
  EXPECT_EQ(rig.report.blow_up.of, BlowUp::Of::joint);
  EXPECT_GE(rig.report.blow_up.first, 0);
}

// 20 g between ropes that hold 100 kg: its steps are far too long for it, and a rope is metres longer than it may be.
TEST(BlowUp, OfARopeThatIsFarTooLongNamesIt) {
  Rig rig(model_from(
      head_of(Scheme::stabilised, "", 1.0 / 60) +
      "[[body]]\nname = \"a\"\nmass = 137\ninertia = [0.327, 0.365, 0.215]\nposition = [-0.425, 0.215, "
      "-0.061]\nvelocity = [-0.79, 2.89, 2.87]\nangular_velocity = [0, 2.33, -3.75]\n"
      "[[body]]\nname = \"b\"\nmass = 7.6\ninertia = [0.0876, 0.0497, 0.0591]\nposition = [-0.733, -0.091, "
      "-0.261]\nvelocity = [1.08, 0.09, 0.3]\nangular_velocity = [2.16, 0.6, 2.29]\n"
      "[[body]]\nname = \"c\"\nmass = 0.02\ninertia = [0.000106, 0.0000583, 0.0000578]\nposition = [-0.747, -0.381, "
      "-0.662]\nvelocity = [1.6, -2.49, 2.89]\nangular_velocity = [0.08, -1.33, 0.44]\n"
      "[[body]]\nname = \"d\"\nmass = 89.5\ninertia = [1.085, 1.11, 1.083]\nposition = [-0.921, -0.08, "
      "-0.852]\nvelocity = [-2.08, 0.56, -0.6]\nangular_velocity = [-0.15, -3.98, 1.5]\n"
      "[[joint]]\nname = \"wa\"\ntype = \"distance\"\nbodies = [\"world\", \"a\"]\nanchors = [[0, 0, 0], [-0.425, "
      "0.215, -0.061]]\nmax = 0.545\n"
      "[[joint]]\nname = \"ab\"\ntype = \"distance\"\nbodies = [\"a\", \"b\"]\nanchors = [[-0.425, 0.215, -0.061], "
      "[-0.65, -0.054, -0.307]]\nmax = 0.4285\n"
      "[[joint]]\nname = \"bc\"\ntype = \"distance\"\nbodies = [\"b\", \"c\"]\nanchors = [[-0.733, -0.091, -0.261], "
      "[-0.711, -0.336, -0.625]]\nmax = 0.4443\n"
      "[[joint]]\nname = \"cd\"\ntype = \"distance\"\nbodies = [\"c\", \"d\"]\nanchors = [[-0.747, -0.381, -0.662], "
      "[-0.921, -0.08, -0.852]]\nmax = 0.4651\n"));
  rig.initialise();
  double most = 0;
  for (int k = 0; k < 57; ++k) {
    rig.step();
    const double error = rig.value("solver.jointError");
    most = std::max(most, error);
    if (error <= 1) continue;
    ASSERT_EQ(rig.whole("solver.status"), 9) << "step " << k;
    ASSERT_EQ(rig.report.blow_up.of, BlowUp::Of::joint) << "step " << k;
    EXPECT_GT(rig.report.blow_up.size, 0.5 * error) << "step " << k;
  }
  EXPECT_GT(most, 1);
}

// A ball far inside of the floor, as after a contact that was lost.
TEST(BlowUp, OfShapesInEachOtherNamesTheirBodies) {
  Model model = model_from(
      "[model]\nname = \"t\"\n[step]\nscheme = { name = \"stabilised\", push_out_speed = 0.01 }\n" + floor_of(0.5) +
      "[[body]]\nname = \"ball\"\nmass = 1\nposition = [0, 0, 0.1]\nshapes = [{ type = \"sphere\", "
      "radius = 0.1, material = \"m\" }]\n");
  Rig rig(model);
  rig.initialise();
  EXPECT_EQ(rig.step().status, StepStatus::solved);
  rig.set("ball.start.position", Vec3(0, 0, -0.05));
  rig.initialise();
  EXPECT_EQ(rig.step().status, StepStatus::blown_up);
  EXPECT_EQ(rig.report.blow_up.of, BlowUp::Of::overlap);
  EXPECT_EQ(rig.report.blow_up.first + rig.report.blow_up.second, 1);
  EXPECT_NEAR(rig.report.blow_up.size, 0.15, 1e-3);
}

// Two bodies on a stiff spring with levers, far stretched: they turn by more than a whole turn in a step of 1/60 s.
Model violent_pair(Scheme scheme, double h, double rest) {
  return model_from(head_of(scheme, "gravity = [0, 0, 0]", h) + R"(
[[body]]
name = "light"
mass = 2
inertia = [0.2, 0.2, 0.02]
[[body]]
name = "heavy"
mass = 100
inertia = [10, 10, 1]
position = [2, 0, 0]
[[spring]]
name = "spring"
bodies = ["light", "heavy"]
anchors = [[0, 0.3, 0.2], [1.5, 0, 0]]
stiffness = 1e5
rest_length = )" + number(rest) +
                    "\n");
}

// What there is at the start is all in the spring. Motion of more than twice that came from nothing for the most part.
TEST(BlowUp, IsTheNameOfEnergyFromNothing) {
  int named = 0;
  for (const Scheme scheme : kSchemes) {
    for (const double h : {1e-3, 1e-2, 1.0 / 60}) {
      for (const double rest : {0.0, 0.01, 1.0}) {
        Rig rig(violent_pair(scheme, h, rest));
        rig.initialise();
        const double start = rig.energy();
        for (int k = 0; k < 1000 && rig.report.status != StepStatus::failed; ++k) {
          rig.step();
          const BlowUp& found = rig.report.blow_up;
          if (rig.value("energy.kinetic") > 2 * start) {
            ASSERT_EQ(found.of, BlowUp::Of::energy) << name_of(scheme) << ", h " << h << ", rest " << rest;
          }
          if (found.of != BlowUp::Of::energy) continue;
          ++named;
          EXPECT_EQ(found.first, 0);
          EXPECT_EQ(rig.report.status, StepStatus::blown_up);
          EXPECT_GT(found.size, 0.5 * rig.value("energy.kinetic"));
          break;
        }
      }
    }
  }
  EXPECT_GT(named, 0);
}

// A rod at rest that a motor spins up, a ball that falls and one that is thrown up by what it overlaps: all their
// energy is accounted for.
TEST(BlowUp, IsNoneWhereEnergyIsGiven) {
  for (const Scheme scheme : kSchemes) {
    Rig rig(model_from(head_of(scheme, "", 0.002) + floor_of(0.5, 1) + R"(
[[body]]
name = "rod"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [5, 0, 3]
[[joint]]
name = "motor"
type = "hinge"
bodies = ["world", "rod"]
anchor = [5, 0, 3]
axis = [0, 0, 1]
[[body]]
name = "falling"
mass = 1
position = [0, 0, 3]
shapes = [{ type = "sphere", radius = 0.1, material = "m" }]
[[body]]
name = "deep"
mass = 1
position = [0, 5, 0.0995]
shapes = [{ type = "sphere", radius = 0.1, material = "m" }]
[interface]
inputs = ["motor.torque"]
)"));
    rig.initialise();
    *rig.at("motor.torque") = 3;
    for (int k = 0; k < 1000; ++k) {
      rig.step();
      ASSERT_EQ(rig.report.blow_up.of, BlowUp::Of::nothing) << name_of(scheme) << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace stickslip

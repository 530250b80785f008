#include "fmu/linearize/linearize.h"

#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

using Eigen::Index;
using linearize::Pole;
using linearize::StepMap;

StepMap map_of(Rig& rig) {
  fmu::Values values;
  values.inputs = rig.inputs;
  values.parameters = rig.parameters;
  const Model& model = rig.simulation.model();
  return linearize::linearize(model, describe(model), rig.simulation.state(), values, model.step.size);
}

StepMap map_at_start(const Model& model) {
  Rig rig(model);
  rig.initialise();
  return map_of(rig);
}

Index place_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  EXPECT_NE(found, names.end()) << name;
  return found - names.begin();
}

class Linearize : public testing::TestWithParam<Scheme> {
 protected:
  /// Of a frequency: that of the scheme, of order one or two.
  static constexpr double kStep = 1e-4;
  double error() const { return GetParam() == Scheme::trapezoidal ? 1e-6 : 1e-2; }
};

INSTANTIATE_TEST_SUITE_P(Schemes, Linearize, testing::ValuesIn(kSchemes), name_of_tested);

std::string rod(const std::string& more) {
  return "[[body]]\nname = \"rod\"\nmass = 2\ninertia = [0.3, 0.3, 0.3]\nposition = [0, 0, -0.5]\n" + more;
}

// A hanging rod swings with w^2 = m g l / (I + m l^2); upright it falls with the same.
TEST_P(Linearize, FindsThePolesOfAPendulum) {
  const double w = std::sqrt(2 * 9.81 * 0.5 / (0.3 + 2 * 0.25));
  const std::string hinge =
      "[[joint]]\nname = \"pivot\"\ntype = \"hinge\"\nbodies = [\"world\", \"rod\"]\nanchor = [0, 0, 0]\naxis = [0, 1, "
      "0]\n";
  for (const double down : {-9.81, 9.81}) {
    const StepMap map =
        map_at_start(model_from(head_of(GetParam(), "gravity = [0, 0, " + number(down) + "]", kStep) + rod(hinge)));
    EXPECT_EQ(map.states, (std::vector<std::string>{"pivot.angle", "pivot.velocity"}));
    EXPECT_TRUE(map.kinks.empty());
    const std::vector<Pole> poles = poles_of(map);
    ASSERT_EQ(poles.size(), 2U);
    for (const Pole& pole : poles) EXPECT_NEAR(2 * std::acos(-1.0) * pole.frequency, w, error() * w);
    if (down > 0) {
      EXPECT_NEAR(std::abs(poles[0].damping), 1, 1e-6);
      EXPECT_NEAR(poles[0].damping + poles[1].damping, 0, 1e-6);
    } else {
      EXPECT_NEAR(poles[0].damping, 0, 1e-3);
    }
    const Index torque = place_of(map.inputs, "pivot.torque");
    EXPECT_NEAR(map.B(1, torque), kStep / (0.3 + 2 * 0.25), 1e-9);
    // Outputs are those of the state itself, and the forces of the step that begins there.
    const Index angle = place_of(map.outputs, "pivot.angle");
    EXPECT_NEAR(map.C(angle, 0), 1, 1e-9);
    EXPECT_EQ(map.D(angle, torque), 0);
    EXPECT_NEAR(map.y(place_of(map.outputs, "pivot.reaction.force[3]")), -2 * down, 1e-4);
  }
}

// A cart with a pole on it falls with w^2 = m g l (M + m) / ((I + m l^2)(M + m) - m^2 l^2).
TEST_P(Linearize, FindsHowACartsPoleFalls) {
  const Model model = model_from(head_of(GetParam(), "gravity = [0, 0, 9.81]", kStep) + rod(R"([[body]]
name = "cart"
mass = 5
inertia = [1, 1, 1]
[[joint]]
name = "rail"
type = "slider"
bodies = ["world", "cart"]
anchor = [0, 0, 0]
axis = [1, 0, 0]
[[joint]]
name = "pole"
type = "hinge"
bodies = ["cart", "rod"]
anchor = [0, 0, 0]
axis = [0, 1, 0]
)"));
  const StepMap map = map_at_start(model);
  EXPECT_EQ(map.states, (std::vector<std::string>{"rail.position", "pole.angle", "rail.velocity", "pole.velocity"}));
  const double w = std::sqrt(9.81 * 7 / (0.8 * 7 - 1));
  EXPECT_NEAR(2 * std::acos(-1.0) * poles_of(map).back().frequency, w, error() * w);
}

// The next step's state is the one that the map says, closed loops and free bodies included.
TEST_P(Linearize, SaysWhereTheNextStepEnds) {
  for (const char* name : {"four_bar", "quarter_car", "six_axis_arm", "double_pendulum"}) {
    Model model = resource(name);
    model.step.scheme = GetParam();
    Rig rig(model);
    rig.initialise();
    rig.steps(20);
    const StepMap map = map_of(rig);
    rig.step();
    EXPECT_LT((map_of(rig).x - map.next).norm(), 1e-9 * (1 + map.next.norm())) << name;
  }
}

// What the matrices say of small changes is what a machine does that has another speed and another input.
TEST_P(Linearize, SaysWhatSmallChangesDo) {
  for (const char* name : {"double_pendulum", "quarter_car", "singular/equal_four_bar"}) {
    // What joints are off by, where the scheme leaves that, is no part of x.
    const bool closes = GetParam() == Scheme::euler || GetParam() == Scheme::trapezoidal;
    if (!closes && name == std::string("singular/equal_four_bar")) continue;
    Model model = resource(name);
    model.step.scheme = GetParam();
    for (Joint& joint : model.joints) joint.coordinates[0].drive = {};
    Rig rig(model);
    rig.initialise();
    rig.steps(20);
    const StepMap map = map_of(rig);
    rig.step();
    const Eigen::VectorXd next = map_of(rig).x;

    model.joints[0].has_start_rate = true;
    model.joints[0].coordinates[0].start_velocity += 1e-4;
    Rig changed(model);
    changed.initialise();
    changed.steps(20);
    const Eigen::VectorXd change = map_of(changed).x - map.x;
    const double push = 0.01;
    changed.set(map.inputs[0], push);
    changed.step();
    const Eigen::VectorXd moved = map_of(changed).x - next;
    EXPECT_GT(change.norm(), 1e-5) << name;
    EXPECT_LT((moved - map.A * change - push * map.B.col(0)).norm(), 1e-3 * change.norm()) << name;
  }
}

// On one side of a stop a coordinate goes on, on the other it does not.
TEST(Linearize, TellsKinks) {
  const Model model = model_from(head_of(Scheme::stabilised, "gravity = [0, 0, 0]", 0.001) +
                                 rod("[[joint]]\nname = \"rail\"\ntype = \"slider\"\nbodies = [\"world\", \"rod\"]\n"
                                     "anchor = [0, 0, 0]\naxis = [1, 0, 0]\nlimits = [0, 1]\n"));
  const StepMap map = map_at_start(model);
  EXPECT_EQ(map.kinks, (std::vector<std::string>{"rail.position", "rail.velocity", "rail.force"}));
}

// A wheel that rolls has three places more than ways to go: across, and by turning about the upright.
TEST(Linearize, KnowsWhatRolls) {
  const Model model =
      model_from(head_of(Scheme::stabilised, "gravity = [0, 0, -9.81]", 0.001) +
                 "[[body]]\nname = \"wheel\"\nmass = 2\ninertia = [0.1, 0.2, 0.1]\nposition = [0, 0, "
                 "0.3]\n[[joint]]\nname = \"road\"\ntype = \"rolling\"\nbodies = [\"world\", "
                 "\"wheel\"]\nanchor = [0, 0, 0.3]\nnormal = [0, 0, 1]\naxis = [0, 1, 0]\nradius = 0.3\n");
  const StepMap map = map_at_start(model);
  EXPECT_EQ(map.states.size(), 5U + 3U);
}

}  // namespace
}  // namespace stickslip

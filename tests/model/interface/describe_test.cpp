#include "model/interface/describe.h"

#include <algorithm>
#include <set>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

std::set<std::string> names(const std::vector<Variable>& variables, Causality causality) {
  std::set<std::string> found;
  for (const Variable& v : variables) {
    if (v.causality == causality) found.insert(v.name);
  }
  return found;
}

const char* const kPendulum = R"(
[model]
name = "pendulum"
[[material]]
name = "steel"
friction = 0.3
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", material = "steel" }]
[[body]]
name = "ball"
mass = 1
position = [0, 0, 2]
shapes = [{ type = "sphere", radius = 0.1, material = "steel" }]
[[body]]
name = "rod"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 5]
[[joint]]
name = "pivot"
type = "hinge"
bodies = ["world", "rod"]
anchor = [0, 0, 6]
axis = [0, 1, 0]
[[frame]]
name = "tip"
body = "rod"
[[spring]]
name = "coil"
bodies = ["world", "rod"]
anchors = [[0, 0, 9], [0, 0, 5]]
stiffness = 1
[[contact]]
name = "ground"
bodies = ["ball", "floor"]
)";

TEST(Describe, ListsWhatTheSpecificationNames) {
  const std::vector<Variable> all = describe(model_from(kPendulum));
  EXPECT_EQ(names(all, Causality::input), std::set<std::string>{"pivot.torque"});
  const std::set<std::string> outputs = names(all, Causality::output);
  for (const char* name : {"ball.position[1]",
                           "ball.position[3]",
                           "ball.velocity[2]",
                           "ball.orientation[4]",
                           "ball.angularVelocity[3]",
                           "pivot.angle",
                           "pivot.velocity",
                           "pivot.acceleration",
                           "pivot.reaction.force[3]",
                           "pivot.reaction.torque[1]",
                           "tip.position[1]",
                           "tip.velocity[1]",
                           "tip.acceleration[1]",
                           "tip.orientation[1]",
                           "tip.angularVelocity[1]",
                           "ground.force[1]",
                           "ground.torque[3]",
                           "ground.normalForce",
                           "ground.frictionForce",
                           "ground.gap",
                           "ground.slip",
                           "ground.count",
                           "ground.active",
                           "ground.sticking",
                           "coil.force",
                           "coil.length",
                           "solver.status",
                           "solver.lcps",
                           "solver.iterations",
                           "solver.residual",
                           "solver.fallbacks",
                           "energy.kinetic",
                           "energy.potential",
                           "energy.dissipated"}) {
    EXPECT_EQ(outputs.count(name), 1U) << name;
  }
  const std::set<std::string> parameters = names(all, Causality::parameter);
  for (const char* name :
       {"ball.mass", "ball.start.position[1]", "ball.start.velocity[3]", "ball.start.orientation[1]",
        "ball.start.angularVelocity[2]", "pivot.damping", "pivot.start.angle", "pivot.start.velocity", "coil.stiffness",
        "coil.damping", "coil.restLength", "steel.friction", "steel.restitution", "gravity[3]"}) {
    EXPECT_EQ(parameters.count(name), 1U) << name;
  }
  EXPECT_EQ(parameters.count("rod.start.position[1]"), 0U) << "the joint places the rod";
}

TEST(Describe, NeverGivesANameTwiceNorALeafThatIsAPrefix) {
  for (const char* file : {"gripper", "double_pendulum", "chain", "spring_mass", "conical_pendulum"}) {
    const std::vector<Variable> all = candidate_variables(resource(file));
    std::set<std::string> seen;
    for (const Variable& v : all) EXPECT_TRUE(seen.insert(v.name).second) << v.name;
    for (const std::string& name : seen) {
      const auto next = seen.upper_bound(name + ".");
      EXPECT_FALSE(next != seen.end() && next->compare(0, name.size() + 1, name + ".") == 0) << name;
    }
  }
}

TEST(Describe, ComparesForcesWithTheWeightOfWhatMoves) {
  for (const Variable& v : describe(model_from(kPendulum))) {
    const bool output = v.causality == Causality::output;
    const double weight = output && v.quantity == Quantity::force ? 2 * 9.81 : 0;
    const double impulse = output && v.quantity == Quantity::impulse ? 2 * 9.81 * 1e-3 : 0;
    EXPECT_NEAR(v.nominal, weight + impulse, 1e-12) << v.name;
  }
}

TEST(Describe, FollowsTheSelectionAndMakesInputsOfTunables) {
  const std::string section =
      "[interface]\ninputs = [\"pivot.torque\", \"ball.force\", "
      "\"steel.friction\"]\n"
      "outputs = [\"pivot.*\", \"ball.position\"]\nparameters = "
      "[\"rod.mass\"]\n";
  const std::vector<Variable> all = describe(model_from(std::string(kPendulum) + section));
  EXPECT_EQ(names(all, Causality::input), (std::set<std::string>{"pivot.torque", "ball.force[1]", "ball.force[2]",
                                                                 "ball.force[3]", "steel.friction"}));
  EXPECT_EQ(names(all, Causality::parameter), std::set<std::string>{"rod.mass"});
  const std::set<std::string> outputs = names(all, Causality::output);
  EXPECT_EQ(outputs.count("ball.position[2]"), 1U);
  EXPECT_EQ(outputs.count("pivot.reaction.force[1]"), 1U);
  EXPECT_EQ(outputs.count("ball.velocity[1]"), 0U);
}

TEST(InitialOutputs, AreConsistentWithTheState) {
  Rig rig(model_from(kPendulum));
  rig.initialise();
  EXPECT_EQ(rig.value("ground.gap"), 1.0) << "capped at the range";
  EXPECT_NEAR(rig.value("coil.length"), 4, 1e-15);
  EXPECT_NEAR(rig.value("pivot.reaction.force[3]"), 9.81, 1e-10);
  EXPECT_NEAR(rig.value("energy.potential"), 9.81 * 7, 1e-12);
  EXPECT_EQ(rig.value("ball.position[3]"), 2);
  EXPECT_EQ(rig.value("ball.velocity[3]"), 0) << "the trial step leaves no trace";
  EXPECT_EQ(rig.whole("solver.lcps"), 1);
}

TEST(InitialOutputs, CanBeReadAgainAndAgain) {
  Rig once(resource("gripper"));
  once.initialise();
  Rig twice(resource("gripper"));
  twice.initialise();
  twice.initialise();
  EXPECT_EQ(once.real, twice.real);
  once.steps(20);
  twice.steps(20);
  EXPECT_EQ(once.real, twice.real);
}

TEST(Tunables, TakeEffectAtTheNextStep) {
  Rig rig(resource("free_body"));
  rig.initialise();
  rig.set("gravity[3]", -2.0);
  rig.step(0.5);
  EXPECT_NEAR(rig.value("body.velocity[3]"), -1, 1e-15);
  rig.set("body.mass", 4.0);
  rig.step(0.5);
  EXPECT_NEAR(rig.value("energy.potential"), 4 * 2 * rig.value("body.position[3]"), 1e-12);
}

}  // namespace
}  // namespace stickslip

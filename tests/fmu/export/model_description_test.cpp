#include "fmu/export/model_description.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fmu/host/model_description.h"
#include "fmu/lint/lint.h"
#include "tests/fmu/export/schema.h"

namespace stickslip::fmu {
namespace {

Variable make(const char* name, Causality causality, Variability variability, Slot slot) {
  Variable v;
  v.name = name;
  v.description = "A <b> & \"c\" of 'd'";
  v.causality = causality;
  v.variability = variability;
  v.slot = slot;
  return v;
}

Description everything() {
  Description d;
  d.name = "two-finger gripper";
  d.description = "Fingers & a box";
  d.step = 0.001;
  d.stop = 5;
  Variable force = make("finger.force", Causality::input, Variability::continuous, {Store::input, 0});
  force.quantity = Quantity::force;
  Variable enable = make("enable", Causality::input, Variability::discrete, {Store::input, 1});
  enable.type = ValueType::boolean;
  enable.start = 1;
  Variable mass = make("box.mass", Causality::parameter, Variability::tunable, {Store::parameter, 0});
  mass.quantity = Quantity::mass;
  mass.start = 0.1;
  mass.has_min = true;
  mass.min = 1e-9;
  Variable cycles = make("cycles", Causality::parameter, Variability::fixed, {Store::parameter, 1});
  cycles.type = ValueType::integer;
  cycles.start = 3;
  cycles.has_max = true;
  cycles.max = 7;
  Variable start = make("elbow.start.angle", Causality::parameter, Variability::fixed, {Store::start, 0});
  start.quantity = Quantity::angle;
  start.start = 1.0 / 3;
  Variable angle = make("elbow.angle", Causality::output, Variability::continuous, {Store::output, 0});
  angle.quantity = Quantity::angle;
  angle.initial_dependency = InitialDependency::starts;
  angle.initial_starts = {4};
  Variable constant = make("box.position[1]", Causality::output, Variability::continuous, {Store::output, 1});
  constant.quantity = Quantity::length;
  constant.initial_dependency = InitialDependency::starts;
  Variable reaction = make("elbow.reaction.torque[3]", Causality::output, Variability::continuous, {Store::output, 2});
  reaction.quantity = Quantity::torque;
  reaction.nominal = 19.62;
  Variable status = make("solver.status", Causality::output, Variability::discrete, {Store::integer_output, 0});
  status.type = ValueType::integer;
  Variable active = make("contact.active", Causality::output, Variability::discrete, {Store::boolean_output, 0});
  active.type = ValueType::boolean;
  d.variables = {force, enable, mass, cycles, start, angle, constant, reaction, status, active};
  for (int q = 1; q <= static_cast<int>(Quantity::time); ++q) {
    Variable v = make("", Causality::output, Variability::continuous, {Store::output, 2 + q});
    v.name = "quantity.number" + std::to_string(q);
    v.quantity = static_cast<Quantity>(q);
    d.variables.push_back(v);
  }
  return d;
}

host::ModelDescription parsed(const Description& d, bool flat = false) {
  return host::parse_model_description(model_description_xml(d, flat), "modelDescription.xml");
}

TEST(ModelDescriptionXml, HasNoFindingOfTheLinter) {
  for (const bool flat : {false, true}) {
    for (const auto& finding : host::lint_description(model_description_xml(everything(), flat), "x")) {
      ADD_FAILURE() << to_string(finding);
    }
  }
}

TEST(ModelDescriptionXml, IsValidAgainstTheSchema) {
  if (const std::string reason = why_no_schema_check(); !reason.empty()) GTEST_SKIP() << reason;
  for (const bool flat : {false, true}) {
    const std::string file = ::testing::TempDir() + "stickslip_modelDescription.xml";
    std::ofstream(file) << model_description_xml(everything(), flat);
    expect_valid_against_schema(file);
  }
}

TEST(ModelDescriptionXml, SaysWhatTheBinaryCan) {
  const Description d = everything();
  const auto xml = parsed(d);
  EXPECT_EQ(xml.fmi_version, "2.0");
  EXPECT_EQ(xml.model_name, d.name);
  EXPECT_EQ(xml.guid, guid_of(d));
  EXPECT_TRUE(xml.structured_names);
  EXPECT_FALSE(xml.model_exchange.has_value());
  ASSERT_TRUE(xml.co_simulation.has_value());
  const host::Interface& cs = *xml.co_simulation;
  EXPECT_EQ(cs.identifier, "two_finger_gripper");
  EXPECT_TRUE(cs.variable_step && cs.can_get_and_set_state && cs.can_serialize_state);
  EXPECT_TRUE(cs.cannot_use_memory_functions);
  EXPECT_FALSE(cs.needs_execution_tool || cs.only_one_instance_per_process || cs.provides_directional_derivative);
  EXPECT_TRUE(cs.interpolates_inputs);
  EXPECT_FALSE(cs.runs_asynchronously);
  EXPECT_EQ(cs.max_output_derivative_order, 1U);
  ASSERT_TRUE(xml.experiment.has_value());
  EXPECT_EQ(xml.experiment->start, 0);
  EXPECT_EQ(xml.experiment->stop, 5);
  EXPECT_EQ(xml.experiment->step, 0.001);
  EXPECT_EQ(xml.log_categories.size(), std::size_t{kCategoryCount} + 1);
}

TEST(ModelDescriptionXml, GivesEveryVariableItsAttributes) {
  const Description d = everything();
  const auto xml = parsed(d);
  ASSERT_EQ(xml.variables.size(), d.variables.size());
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    const host::ScalarVariable& v = xml.variables[i];
    EXPECT_EQ(v.name, d.variables[i].name);
    EXPECT_EQ(v.description, d.variables[i].description);
    EXPECT_EQ(v.reference, i);
    EXPECT_EQ(v.has_start, d.variables[i].causality != Causality::output);
    if (v.has_start) {
      EXPECT_EQ(v.start, d.variables[i].start);  // the same bits
    }
    EXPECT_EQ(v.initial.has_value(), d.variables[i].causality != Causality::input);
    EXPECT_EQ(v.attributes.min.has_value(), d.variables[i].has_min);
    EXPECT_EQ(v.attributes.max.has_value(), d.variables[i].has_max);
    EXPECT_EQ(v.attributes.nominal.value_or(0), d.variables[i].nominal);
  }
  const host::ScalarVariable* angle = xml.find("elbow.start.angle");
  ASSERT_NE(angle, nullptr);
  EXPECT_EQ(angle->attributes.unit, "rad");
  EXPECT_EQ(angle->attributes.display_unit, "deg");
  const host::Unit* radian = xml.find_unit("rad");
  ASSERT_NE(radian, nullptr);
  ASSERT_EQ(radian->display_units.size(), 1U);
  EXPECT_DOUBLE_EQ(radian->display_units[0].factor, 180 / 3.14159265358979323846);
}

// Exponents of kg, m, s, rad by hand, so that the table is not compared with itself.
TEST(ModelDescriptionXml, DefinesUnitsByTheirBase) {
  const auto xml = parsed(everything());
  const struct {
    const char* unit;
    int kg, m, s, rad;
  } expected[] = {{"m", 0, 1, 0, 0},           {"rad", 0, 0, 0, 1},       {"m/s", 0, 1, -1, 0},
                  {"rad/s", 0, 0, -1, 1},      {"m/s2", 0, 1, -2, 0},     {"rad/s2", 0, 0, -2, 1},
                  {"N", 1, 1, -2, 0},          {"N.m", 1, 2, -2, 0},      {"kg", 1, 0, 0, 0},
                  {"N/m", 1, 0, -2, 0},        {"N.m/rad", 1, 2, -2, -1}, {"N.s/m", 1, 0, -1, 0},
                  {"N.m.s/rad", 1, 2, -1, -1}, {"J", 1, 2, -2, 0},        {"s", 0, 0, 1, 0},
                  {"kg.m2", 1, 2, 0, 0},       {"N.s", 1, 1, -1, 0}};
  EXPECT_EQ(xml.units.size(), std::size(expected));
  for (const auto& e : expected) {
    const host::Unit* unit = xml.find_unit(e.unit);
    ASSERT_NE(unit, nullptr) << e.unit;
    ASSERT_TRUE(unit->base.has_value());
    EXPECT_EQ(unit->base->kg, e.kg) << e.unit;
    EXPECT_EQ(unit->base->m, e.m) << e.unit;
    EXPECT_EQ(unit->base->s, e.s) << e.unit;
    EXPECT_EQ(unit->base->rad, e.rad) << e.unit;
    EXPECT_EQ(unit->base->factor, 1) << e.unit;
  }
}

TEST(ModelDescriptionXml, ListsOutputsWithoutDependenciesAndTheirInitialOnes) {
  const Description d = everything();
  const auto xml = parsed(d);
  const std::size_t count = d.variables.size() - 5;
  ASSERT_EQ(xml.outputs.size(), count);
  ASSERT_EQ(xml.initial_unknowns.size(), count);
  EXPECT_TRUE(xml.derivatives.empty());
  for (std::size_t k = 0; k < count; ++k) {
    EXPECT_EQ(xml.outputs[k].index, k + 6);
    EXPECT_EQ(xml.initial_unknowns[k].index, k + 6);
    ASSERT_TRUE(xml.outputs[k].dependencies.has_value());
    EXPECT_TRUE(xml.outputs[k].dependencies->empty());
  }
  EXPECT_EQ(xml.initial_unknowns[0].dependencies, std::vector<std::uint32_t>{5});
  EXPECT_EQ(xml.initial_unknowns[1].dependencies, std::vector<std::uint32_t>{});
  EXPECT_FALSE(xml.initial_unknowns[2].dependencies.has_value());
}

TEST(ModelDescriptionXml, FlattensNamesAndChangesTheGuid) {
  const auto structured = parsed(everything());
  const auto flat = parsed(everything(), true);
  EXPECT_FALSE(flat.structured_names);
  EXPECT_NE(flat.find("elbow_reaction_torque_3"), nullptr);
  EXPECT_NE(flat.find("elbow_start_angle"), nullptr);
  EXPECT_NE(flat.guid, structured.guid);
}

TEST(ModelDescriptionXml, OfAnythingOtherHasAnotherGuid) {
  const std::string guid = guid_of(everything());
  EXPECT_EQ(guid, guid_of(everything()));
  const auto differs = [&guid](void (*change)(Description&)) {
    Description d = everything();
    change(d);
    return guid_of(d) != guid;
  };
  EXPECT_TRUE(differs([](Description& d) { d.name = "other"; }));
  EXPECT_TRUE(differs([](Description& d) { d.step = 0.002; }));
  EXPECT_TRUE(differs([](Description& d) { d.content.low ^= 1; }));
  EXPECT_TRUE(differs([](Description& d) { d.state_bytes += 8; }));
  EXPECT_TRUE(differs([](Description& d) { d.variables.pop_back(); }));
  EXPECT_TRUE(differs([](Description& d) { d.variables[2].start = 0.2; }));
  EXPECT_TRUE(differs([](Description& d) { d.variables[2].min = 0; }));
  EXPECT_TRUE(differs([](Description& d) { std::swap(d.variables[5].slot, d.variables[6].slot); }));
}

struct Fault {
  const char* expected;
  void (*make)(Description&);
  bool flat = false;
};

class Faults : public ::testing::TestWithParam<Fault> {};

TEST_P(Faults, AreFound) {
  Description d = everything();
  EXPECT_TRUE(faults_of(d, GetParam().flat).empty());
  GetParam().make(d);
  const auto faults = faults_of(d, GetParam().flat);
  ASSERT_FALSE(faults.empty());
  EXPECT_NE(faults.front().find(GetParam().expected), std::string::npos) << faults.front();
}

INSTANTIATE_TEST_SUITE_P(
    OfDescriptions, Faults,
    ::testing::Values(
        Fault{"no name", [](Description& d) { d.name.clear(); }}, Fault{"step", [](Description& d) { d.step = -1; }},
        Fault{"stop", [](Description& d) { d.stop = 0; }},
        Fault{"there is no variable", [](Description& d) { d.variables.clear(); }},
        Fault{"two variables", [](Description& d) { d.variables[1].name = d.variables[0].name; }},
        Fault{"variable name", [](Description& d) { d.variables[0].name = "body-1.v min"; }},
        Fault{"beginning of", [](Description& d) { d.variables[0].name = "elbow"; }},
        Fault{"beginning of", [](Description& d) { d.variables[0].name = "box.position"; }},
        Fault{"would both be", [](Description& d) { d.variables[0].name = "elbow_angle"; }, true},
        Fault{"outside", [](Description& d) { d.variables[2].start = 0; }},
        Fault{"finite", [](Description& d) { d.variables[2].start = 1.0 / 0.0; }},
        Fault{"greater than max", [](Description& d) { d.variables[3].has_min = true, d.variables[3].min = 8; }},
        Fault{"integer", [](Description& d) { d.variables[3].start = 0.5; }},
        Fault{"fixed or tunable", [](Description& d) { d.variables[2].variability = Variability::continuous; }},
        Fault{"only a parameter", [](Description& d) { d.variables[0].variability = Variability::tunable; }},
        Fault{"initial dependencies", [](Description& d) { d.variables[5].initial_starts = {5}; }},
        Fault{"initial dependencies",
              [](Description& d) {
                d.variables[5].initial_starts = {4, 4};
              }},
        Fault{"initial dependencies", [](Description& d) { d.variables[5].initial_starts = {-1}; }}));

}  // namespace
}  // namespace stickslip::fmu

#include "fmu/host/model_description.h"

#include <gtest/gtest.h>

#include "tests/fmu/archive/message_of.h"
#include "tests/fmu/host/sample/sample.h"

namespace stickslip::host {
namespace {

std::string xml_error(const std::string& xml) {
  return message_of([&] { parse_model_description(xml, "m.xml"); });
}

TEST(ModelDescription, ReadsEverythingOfTheSample) {
  const ModelDescription d = parse_model_description(sample_description(), "m.xml");
  EXPECT_EQ(d.model_name, "sample");
  EXPECT_EQ(d.guid, "{sample-1}");
  EXPECT_EQ(d.generation_tool, "by hand");
  EXPECT_TRUE(d.structured_names);
  ASSERT_TRUE(d.co_simulation.has_value());
  EXPECT_FALSE(d.model_exchange.has_value());
  EXPECT_EQ(d.co_simulation->identifier, "sample");
  EXPECT_TRUE(d.co_simulation->variable_step);
  EXPECT_TRUE(d.co_simulation->can_serialize_state);
  EXPECT_FALSE(d.co_simulation->needs_execution_tool);
  ASSERT_EQ(d.units.size(), 2U);
  EXPECT_EQ(d.units[1].base->s, -1);
  EXPECT_EQ(d.units[0].display_units.at(0).factor, 1000);
  EXPECT_EQ(d.find_type("Mode")->items.at(1).value, 2);
  EXPECT_EQ(d.log_categories.at(0).name, "steps");
  EXPECT_EQ(d.experiment->step, 0.125);
  EXPECT_FALSE(d.experiment->tolerance.has_value());
  ASSERT_EQ(d.variables.size(), 10U);
  EXPECT_EQ(d.outputs.size(), 3U);
  EXPECT_EQ(d.initial_unknowns.at(0).dependencies, std::vector<std::uint32_t>{3});
  EXPECT_EQ(d.initial_unknowns.at(0).kinds, std::vector<std::string>{"constant"});
  EXPECT_TRUE(d.initial_unknowns.at(1).dependencies->empty());
  EXPECT_FALSE(d.initial_unknowns.at(2).dependencies.has_value());
}

TEST(ModelDescription, ReadsVariablesWithTheirDefaultsAndLines) {
  const ModelDescription d = parse_model_description(sample_description(), "m.xml");
  const ScalarVariable& u = *d.find("cart.u");
  EXPECT_EQ(u.causality, Causality::input);
  EXPECT_EQ(u.variability, Variability::continuous);
  EXPECT_EQ(u.start, 1.0);
  EXPECT_EQ(u.attributes.max, 100.0);
  EXPECT_EQ(u.line, 17);
  const ScalarVariable& steps = *d.find("steps");
  EXPECT_EQ(steps.attributes.type, Type::integer);
  EXPECT_FALSE(steps.has_start);
  EXPECT_EQ(d.find("title")->start_text, "a title");
  EXPECT_EQ(d.find("nothing"), nullptr);
}

TEST(ModelDescription, FillsInWhatTheDeclaredTypeSays) {
  const ModelDescription d = parse_model_description(sample_description(), "m.xml");
  const Attributes y = effective_attributes(d, *d.find("cart.y"));
  EXPECT_EQ(y.unit, "m");
  EXPECT_EQ(y.display_unit, "mm");
  EXPECT_EQ(y.quantity, "Length");
}

TEST(ModelDescription, DeducesInitial) {
  const ModelDescription d = parse_model_description(sample_description(), "m.xml");
  EXPECT_EQ(initial_of(*d.find("cart.y")), Initial::calculated);
  EXPECT_EQ(initial_of(*d.find("cart.gain")), Initial::exact);
  EXPECT_FALSE(initial_of(*d.find("cart.u")).has_value());
}

TEST(ModelDescription, NamesLineAndValueOfWhatItCannotRead) {
  const std::string good = sample_description();
  EXPECT_EQ(xml_error(with(good, "max=\"100\"", "max=\"1,5\"")), "m.xml:17: max=\"1,5\" is not a number");
  EXPECT_EQ(xml_error(with(good, "valueReference=\"3\"", "valueReference=\"-3\"")),
            "m.xml:20: valueReference=\"-3\" is not an unsigned integer");
  EXPECT_EQ(xml_error(with(good, "name=\"cart.u\"", "")), "m.xml:17: <ScalarVariable> needs the attribute name");
  EXPECT_EQ(xml_error(with(good, "<Integer/>", "")),
            "m.xml:21: <ScalarVariable name=\"steps\"> has no Real, Integer, Boolean, String or Enumeration");
  EXPECT_EQ(xml_error(with(good, "index=\"8\"/>", "index=\"8\" dependencies=\"1 x\"/>")),
            "m.xml:37: dependencies: \"x\" is not an index");
}

TEST(ModelDescription, RefusesOtherVersionsAndOtherFiles) {
  const std::string good = sample_description();
  EXPECT_EQ(xml_error(with(good, "fmiVersion=\"2.0\"", "fmiVersion=\"3.0\"")),
            "m.xml: fmiVersion is \"3.0\", this importer reads \"2.0\"");
  EXPECT_EQ(xml_error("<fmiModelDescription fmiVersion=\"3.0\" instantiationToken=\"1\"/>"),
            "m.xml: fmiVersion is \"3.0\", this importer reads \"2.0\"");
  EXPECT_EQ(xml_error("<a/>"), "m.xml:1: root element is <a>, not <fmiModelDescription>");
  EXPECT_EQ(xml_error(""), "m.xml:1: not well-formed XML: there is no element");
  EXPECT_EQ(xml_error(with(good, "</ModelStructure>", "</Model>")),
            "m.xml:39: not well-formed XML: </Model> closes <ModelStructure>");
}

TEST(ModelDescription, ExpandsNoEntities) {
  const std::string bomb = with(with(sample_description(), "<fmiModelDescription",
                                     "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n"
                                     "<fmiModelDescription"),
                                "modelName=\"sample\"", "modelName=\"&b;\"");
  EXPECT_EQ(parse_model_description(bomb, "m.xml").model_name, "&b;");
}

}  // namespace
}  // namespace stickslip::host

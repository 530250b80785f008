#include "fmu/export/package.h"

#include <gtest/gtest.h>

#include "fmu/archive/error.h"
#include "fmu/export/model_description.h"
#include "fmu/host/fmu.h"
#include "fmu/lint/lint.h"

namespace stickslip::fmu {
namespace {

Description small() {
  Description d;
  d.name = "2 boxes";
  Variable v;
  v.name = "x";
  d.variables.push_back(v);
  return d;
}

TEST(Package, HoldsDescriptionBinaryAndResources) {
  const Description d = small();
  const host::ZipArchive archive(
      "x.fmu", pack({d, {{"linux64", "binary"}}, {{"model.toml", "text"}, {"model.bin", "blob"}}, false}));
  std::vector<std::string> names;
  for (const host::ZipEntry& entry : archive.entries()) names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<std::string>{"modelDescription.xml", "binaries/linux64/_2_boxes.so",
                                             "resources/model.toml", "resources/model.bin", "documentation/index.html",
                                             "licenses/license.txt", "licenses/stickslip.txt"}));
  EXPECT_EQ(archive.read(archive.entries()[0]), model_description_xml(d, false));
  EXPECT_EQ(archive.read(archive.entries()[1]), "binary");
  EXPECT_EQ(archive.read(archive.entries()[3]), "blob");
  EXPECT_TRUE(archive.problems().empty());
}

std::string text_of(const std::string& fmu, const char* name) {
  const host::ZipArchive archive("x.fmu", fmu);
  const host::ZipEntry* entry = archive.find(name);
  return entry == nullptr ? "none" : archive.read(*entry);
}

TEST(Package, SaysWhoTheModelIsBy) {
  const Description d = small();
  Package package{d, {{"linux64", "binary"}}, {}, false};
  package.about = {"A & B", "1.2", "(c) 2026 A", "CC BY 4.0"};
  const std::string fmu = pack(package);
  const host::ModelDescription read =
      host::parse_model_description(text_of(fmu, "modelDescription.xml"), "modelDescription.xml");
  EXPECT_EQ(read.author, "A & B");
  EXPECT_EQ(read.version, "1.2");
  EXPECT_EQ(read.copyright, "(c) 2026 A");
  EXPECT_EQ(read.license, "CC BY 4.0");
  EXPECT_NE(text_of(fmu, "licenses/license.txt").find("Licence of the model: CC BY 4.0"), std::string::npos);
  EXPECT_NE(text_of(fmu, "licenses/stickslip.txt").find("Redistribution and use"), std::string::npos);
  EXPECT_NE(text_of(fmu, "documentation/index.html").find("<td>author</td><td>A &amp; B</td>"), std::string::npos);
}

TEST(Package, DocumentsEveryVariable) {
  Description d = small();
  d.variables[0].description = "a < b";
  Variable gain;
  gain.name = "gain";
  gain.causality = Causality::parameter;
  gain.variability = Variability::tunable;
  gain.quantity = Quantity::mass;
  gain.start = 2;
  gain.has_min = true;
  d.variables.push_back(gain);
  Package package{d, {{"linux64", "binary"}}, {}, false};
  package.model_text = "[model]\nname = \"<x>\"\n";
  const std::string page = text_of(pack(package), "documentation/index.html");
  EXPECT_NE(page.find("<td><code>x</code></td><td>output</td><td></td><td></td><td></td><td>a &lt; b</td>"),
            std::string::npos);
  EXPECT_NE(page.find("<td><code>gain</code></td><td>tunable parameter</td><td>kg</td><td>2</td><td>from 0</td>"),
            std::string::npos);
  EXPECT_NE(page.find("name = \"&lt;x&gt;\""), std::string::npos);
}

TEST(Package, MakesATerminalOfEachOwner) {
  Description d = small();
  d.variables.clear();
  for (const char* name : {"a.position[1]", "a.b.angle", "c.x"}) {
    Variable v;
    v.name = name;
    d.variables.push_back(v);
  }
  Package package{d, {{"linux64", "binary"}}, {}, true};
  package.terminals = {{"a", "body"}, {"a.b", "joint"}, {"nothing", "body"}};
  const std::string text = text_of(pack(package), "terminalsAndIcons/terminalsAndIcons.xml");
  EXPECT_NE(text.find("<Terminal name=\"a\" matchingRule=\"none\" terminalKind=\"stickslip.body\">\n      "
                      "<TerminalMemberVariable variableName=\"a_position_1\" memberName=\"position[1]\" "
                      "variableKind=\"signal\"/>\n    </Terminal>"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("variableName=\"a_b_angle\" memberName=\"angle\""), std::string::npos);
  EXPECT_EQ(text.find("nothing"), std::string::npos);
  EXPECT_EQ(text.find("c_x"), std::string::npos);
  package.terminals.clear();
  EXPECT_EQ(text_of(pack(package), "terminalsAndIcons/terminalsAndIcons.xml"), "none");
}

TEST(Package, HasTheSameBytesEveryTime) {
  const Description d = small();
  EXPECT_EQ(pack({d, {{"linux64", "binary"}}, {}, false}), pack({d, {{"linux64", "binary"}}, {}, false}));
  EXPECT_NE(pack({d, {{"linux64", "binary"}}, {}, false}), pack({d, {{"linux64", "binary"}}, {}, true}));
}

TEST(Package, RefusesEverythingThatIsWrongAtOnce) {
  Description d = small();
  d.variables.push_back(d.variables[0]);
  d.step = -1;
  try {
    pack({d, {{"linux64", "binary"}}, {}, false});
    FAIL();
  } catch (const host::Error& e) {
    EXPECT_NE(std::string(e.what()).find("two variables are named \"x\""), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("the step"), std::string::npos);
  }
}

// The component that the build packed as it packs a user's.
TEST(ComponentFmu, IsFoundGoodByTheLinter) {
  for (const auto& finding : host::lint(STICKSLIP_PI_FMU).findings) ADD_FAILURE() << to_string(finding);
}

TEST(ComponentFmu, RunsInTheImporter) {
  const host::Fmu fmu(STICKSLIP_PI_FMU);
  EXPECT_EQ(fmu.description().model_name, "pi_controller");
  EXPECT_EQ(fmu.description().find("gain")->attributes.unit, "N/m");
  EXPECT_EQ(fmu.description().find("gain")->start, 200);
  host::Instance instance = fmu.instantiate();
  const fmi2ValueReference reference = fmu.description().find("reference")->reference;
  const fmi2ValueReference force = fmu.description().find("force")->reference;
  const double wanted = 0.1;
  double value = 0;
  const host::Functions& f = instance.functions();
  ASSERT_EQ(f.SetReal(instance.component(), &reference, 1, &wanted), fmi2OK);
  ASSERT_EQ(f.EnterInitializationMode(instance.component()), fmi2OK);
  ASSERT_EQ(f.GetReal(instance.component(), &force, 1, &value), fmi2OK);
  EXPECT_DOUBLE_EQ(value, 20);
}

}  // namespace
}  // namespace stickslip::fmu

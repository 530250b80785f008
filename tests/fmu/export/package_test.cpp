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
  const host::ZipArchive archive("x.fmu", pack({d, "binary", {{"model.toml", "text"}, {"model.bin", "blob"}}, false}));
  std::vector<std::string> names;
  for (const host::ZipEntry& entry : archive.entries()) names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<std::string>{"modelDescription.xml", "binaries/linux64/_2_boxes.so",
                                             "resources/model.toml", "resources/model.bin"}));
  EXPECT_EQ(archive.read(archive.entries()[0]), model_description_xml(d, false));
  EXPECT_EQ(archive.read(archive.entries()[1]), "binary");
  EXPECT_EQ(archive.read(archive.entries()[3]), "blob");
  EXPECT_TRUE(archive.problems().empty());
}

TEST(Package, HasTheSameBytesEveryTime) {
  const Description d = small();
  EXPECT_EQ(pack({d, "binary", {}, false}), pack({d, "binary", {}, false}));
  EXPECT_NE(pack({d, "binary", {}, false}), pack({d, "binary", {}, true}));
}

TEST(Package, RefusesEverythingThatIsWrongAtOnce) {
  Description d = small();
  d.variables.push_back(d.variables[0]);
  d.step = -1;
  try {
    pack({d, "binary", {}, false});
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

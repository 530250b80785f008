// What at least one importer stumbles over, mistake by mistake: each is made in the sample FMU, and the linter names
// it. Beside them what looks like a mistake and is none.
#include <gtest/gtest.h>

#include <ostream>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/lint/lint.h"
#include "tests/fmu/host/sample/sample.h"

namespace stickslip::host {
namespace {

/// All functions of FMI 2.0 for co-simulation: FMPy binds every one of them, used or not.
constexpr const char* kFunctions[] = {"fmi2GetTypesPlatform",
                                      "fmi2GetVersion",
                                      "fmi2SetDebugLogging",
                                      "fmi2Instantiate",
                                      "fmi2FreeInstance",
                                      "fmi2SetupExperiment",
                                      "fmi2EnterInitializationMode",
                                      "fmi2ExitInitializationMode",
                                      "fmi2Terminate",
                                      "fmi2Reset",
                                      "fmi2GetReal",
                                      "fmi2GetInteger",
                                      "fmi2GetBoolean",
                                      "fmi2GetString",
                                      "fmi2SetReal",
                                      "fmi2SetInteger",
                                      "fmi2SetBoolean",
                                      "fmi2SetString",
                                      "fmi2GetFMUstate",
                                      "fmi2SetFMUstate",
                                      "fmi2FreeFMUstate",
                                      "fmi2SerializedFMUstateSize",
                                      "fmi2SerializeFMUstate",
                                      "fmi2DeSerializeFMUstate",
                                      "fmi2GetDirectionalDerivative",
                                      "fmi2SetRealInputDerivatives",
                                      "fmi2GetRealOutputDerivatives",
                                      "fmi2DoStep",
                                      "fmi2CancelStep",
                                      "fmi2GetStatus",
                                      "fmi2GetRealStatus",
                                      "fmi2GetIntegerStatus",
                                      "fmi2GetBooleanStatus",
                                      "fmi2GetStringStatus"};

std::string found_in(const std::vector<ZipMember>& members) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "x.fmu";
  write_file(file, write_zip(members));
  std::string text;
  for (const Finding& finding : lint(file).findings) text += to_string(finding) + "\n";
  return text;
}

class MissingFunction : public testing::TestWithParam<const char*> {};

TEST_P(MissingFunction, IsNamed) {
  const std::string function = GetParam();
  std::vector<ZipMember> members = sample_members();
  std::string& bytes = members[1].bytes;
  for (std::size_t at = bytes.find(function); at != std::string::npos; at = bytes.find(function, at + 1))
    if (bytes[at + function.size()] == '\0') bytes[at + function.size() - 1] = '_';
  const std::string text = found_in(members);
  EXPECT_NE(text.find(function), std::string::npos) << text;
  EXPECT_NE(text.find("error: "), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(OfTheStandard, MissingFunction, testing::ValuesIn(kFunctions),
                         [](const auto& function) { return std::string(function.param); });

/// Changes of the description that are none of its mistakes.
struct Sound {
  const char* name;
  const char* from;
  const char* to;
};

void PrintTo(const Sound& sound, std::ostream* out) {
  *out << sound.name;
}

class SoundDescription : public testing::TestWithParam<Sound> {};

TEST_P(SoundDescription, RaisesNoAlarm) {
  const Sound& sound = GetParam();
  std::string text;
  for (const Finding& finding : lint_description(with(sample_description(), sound.from, sound.to), "m"))
    text += to_string(finding) + "\n";
  EXPECT_EQ(text, "");
}

const Sound kSound[] = {
    {"NamesOfArrays", "name=\"offset\"", "name=\"body[1].r[3]\""},
    {"NamesOfDerivatives", "name=\"offset\"", "name=\"der(cart.y,2)\""},
    {"NamesInQuotes", "name=\"offset\"", "name=\"'any - thing'\""},
    {"FlatNames", "variableNamingConvention=\"structured\"", "variableNamingConvention=\"flat\""},
    {"AnAliasOfAnOutput", "<ScalarVariable name=\"title\"",
     "<ScalarVariable name=\"copy\" valueReference=\"3\" causality=\"local\"><Real declaredType=\"Length\"/>"
     "</ScalarVariable>\n    <ScalarVariable name=\"title\""},
    {"DependenciesOfAllInitially", "<Unknown index=\"8\"/>", "<Unknown index=\"8\" dependencies=\"7\"/>"},
    {"AStartOnItsBound", "min=\"-100\" max=\"100\" start=\"1\"", "min=\"1\" max=\"1\" start=\"1\""},
    {"ADate", "generationTool", "generationDateAndTime=\"2026-01-31T12:00:00Z\" generationTool"},
    {"CommentsAndInstructions", "<ModelStructure>", "<?look here?><!-- <ModelStructure> --><ModelStructure>"},
    {"VendorAnnotations", "  <ModelVariables>",
     "  <VendorAnnotations><Tool name=\"t\"><any thing=\"1\"/></Tool></VendorAnnotations>\n  <ModelVariables>"},
    {"AUnitOfItsOwn", "<Unit name=\"m/s\">", "<Unit name=\"furlong\"/><Unit name=\"m/s\">"},
};

INSTANTIATE_TEST_SUITE_P(As, SoundDescription, testing::ValuesIn(kSound),
                         [](const auto& sound) { return std::string(sound.param.name); });

}  // namespace
}  // namespace stickslip::host

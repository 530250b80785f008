#include "fmu/lint/lint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/host/fmu.h"
#include "tests/fmu/host/sample/sample.h"

namespace stickslip::host {
namespace {

std::string all_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += to_string(finding) + "\n";
  return text.empty() ? "nothing found\n" : text;
}

TEST(Lint, FindsNothingInTheSample) {
  EXPECT_EQ(all_of(lint_description(sample_description(), "m")), "nothing found\n");
}

/// One deliberate mistake in the sample's description, and what must be said about it.
struct Broken {
  const char* name;
  const char* from;
  const char* to;
  const char* finding;  // part of one finding
};

void PrintTo(const Broken& broken, std::ostream* out) {
  *out << broken.name;
}

class LintDescription : public testing::TestWithParam<Broken> {};

TEST_P(LintDescription, NamesTheMistake) {
  const Broken& broken = GetParam();
  const std::vector<Finding> findings = lint_description(with(sample_description(), broken.from, broken.to), "m");
  const std::string text = all_of(findings);
  EXPECT_NE(text.find(broken.finding), std::string::npos) << "wanted: " << broken.finding << "\ngot: " << text;
  // One mistake, at most two consequences.
  EXPECT_LE(findings.size(), 3U) << text;
  for (const Finding& finding : findings) EXPECT_FALSE(finding.remedy.empty()) << to_string(finding);
}

constexpr const char* kY = R"(name="cart.y" valueReference="3" causality="output"><Real declaredType="Length"/>)";
constexpr const char* kGain = R"(causality="parameter" variability="tunable"><Real start="2"/>)";
constexpr const char* kUnknownY = R"(<Unknown index="4" dependencies="3" dependenciesKind="constant"/>)";

const Broken kXml[] = {
    {"NotClosed", "</ModelVariables>", "", "m: error: 40: not well-formed XML"},
    {"WrongRoot", "<fmiModelDescription fmi", "<fmiModel fmi", "not well-formed"},
    {"Ampersand", "An integrator with", "An integrator & with", "m:2: error: an & that starts no entity"},
    {"UnknownEntity", "An integrator with", "An integrator &foo; with", "an & that starts no entity"},
    {"DocType", "<fmiModelDescription fmi", "<!DOCTYPE x>\n<fmiModelDescription fmi", "document type declaration"},
    {"NotUtf8", "An integrator", "An int\xe9grator", "m:2: error: is not UTF-8"},
    {"OtherEncoding", "encoding=\"UTF-8\"", "encoding=\"ISO-8859-1\"", "m:1: error: the encoding is not UTF-8"},
    {"ControlCharacter", "An integrator", "An \x01 integrator", "contains a control character"},
    {"DuplicateAttribute", "modelName=\"sample\"", "modelName=\"sample\" modelName=\"b\"",
     "the attribute modelName twice"},
};

const Broken kSchema[] = {
    {"FmiVersion", "fmiVersion=\"2.0\"", "fmiVersion=\"2.0.1\"", "fmiVersion=\"2.0.1\" is not valid; write 2.0"},
    {"UnknownAttribute", "causality=\"input\"><Real unit", "causalty=\"input\"><Real unit",
     "has the unknown attribute causalty; is causality meant?"},
    {"SpelledAsInEnglish",
     "canGetAndSetFMUstate=", "canRunAsynchronously=\"true\" canGetAndSetFMUstate=", "is canRunAsynchronuously meant?"},
    {"UnknownElement", "<LogCategories>", "<LogCategory/><LogCategories>", "is <LogCategories> meant?"},
    {"ElementOrder", "<ModelVariables>", "<DefaultExperiment/><ModelVariables>", "has too many <DefaultExperiment>"},
    {"ElementsExchanged", "  <LogCategories>",
     "  <UnitDefinitions><Unit name=\"s\"/></UnitDefinitions>\n  <LogCategories>", "<UnitDefinitions>"},
    {"MissingAttribute", "guid=\"{sample-1}\"", "", "lacks the attribute guid"},
    {"BadNumber", "min=\"-100\"", "min=\"-1e2x\"", "min=\"-1e2x\" is not valid; write a number"},
    {"BadBoolean", "canSerializeFMUstate=\"true\"", "canSerializeFMUstate=\"yes\"", "write true or false"},
    {"BadCausality", "causality=\"input\"><Real unit", "causality=\"in\"><Real unit", "causality=\"in\" is not valid"},
    {"BadIdentifier", "modelIdentifier=\"sample\"", "modelIdentifier=\"my-model\"", "write an identifier of C"},
    {"BadDate", "generationTool=\"by hand\"", "generationDateAndTime=\"yesterday\"", "write a date such as"},
    {"EmptyList", "<Category name=\"steps\" description=\"One message per step\"/>", "",
     "<LogCategories> lacks its element Category"},
    {"NoType", "<Integer/>", "", "lacks its element Real, Integer"},
    {"LooseText", "<ModelStructure>", "<ModelStructure>hello", "contains loose text \"hello\""},
    {"NoInterface", "<CoSimulation ", "<Cosimulation ", "is <CoSimulation> meant?"},
    {"EnumerationWithoutType", "<Enumeration declaredType=\"Mode\" start=\"1\"/>", "<Enumeration start=\"1\"/>",
     "lacks the attribute declaredType"},
};

const Broken kHeader[] = {
    {"NeedsTool",
     "canGetAndSetFMUstate=", "needsExecutionTool=\"true\" canGetAndSetFMUstate=", "needsExecutionTool is true"},
    {"SerialisesWhatItCannotGet", "canGetAndSetFMUstate=\"true\" ", "",
     "canSerializeFMUstate without canGetAndSetFMUstate"},
    {"EmptyGuid", "guid=\"{sample-1}\"", "guid=\"\"", "guid is empty"},
    {"NoExperiment", "<DefaultExperiment startTime=\"0\" stopTime=\"1\" stepSize=\"0.125\"/>", "",
     "no DefaultExperiment"},
    {"StopsBeforeItStarts", "stopTime=\"1\"", "stopTime=\"-1\"", "stopTime -1 is not after startTime"},
    {"StepOfZero", "stepSize=\"0.125\"", "stepSize=\"0\"", "stepSize 0 is not positive"},
    {"CategoryTwice", "<Category name=\"steps\"", "<Category name=\"steps\"/><Category name=\"steps\"",
     "log category \"steps\" occurs twice"},
    {"UnitTwice", "<Unit name=\"m/s\">", "<Unit name=\"m\"/><Unit name=\"m/s\">", "unit \"m\" is defined twice"},
    {"DisplayUnitTwice", "<DisplayUnit ", "<DisplayUnit name=\"mm\"/><DisplayUnit ",
     "display unit \"mm\" occurs twice"},
    {"FactorZero", "factor=\"1000\"", "factor=\"0\"", "display unit \"mm\" makes no conversion"},
    {"TypeTwice", "<SimpleType name=\"Mode\">",
     "<SimpleType name=\"Length\"><Real unit=\"m\"/></SimpleType><SimpleType name=\"Mode\">",
     "type \"Length\" is defined twice"},
    {"TypeNamedAsAVariable", "<SimpleType name=\"Mode\">",
     "<SimpleType name=\"steps\"><Integer/></SimpleType><SimpleType name=\"Mode\">", "has the name of a variable"},
    {"ItemTwice", "value=\"2\"", "value=\"1\"", "value 1 occurs twice"},
};

const Broken kVariables[] = {
    {"NameTwice", "name=\"offset\"", "name=\"steps\"", "\"steps\": the name occurs twice"},
    {"NameBreaksGrammar", "name=\"cart.u\"", "name=\"cart-1.u min\"", "has a '-' at character 5"},
    {"LeafAndPrefix", "name=\"offset\"", "name=\"cart\"", "\"cart\" is a variable of its own"},
    {"InputWithoutStart", "max=\"100\" start=\"1\"", "max=\"100\"", "\"cart.u\": has no start, but is an input"},
    {"ParameterWithoutStart", kGain, R"(causality="parameter" variability="tunable"><Real/>)",
     "has no start, but is exact"},
    {"CalculatedWithStart", kY,
     R"(name="cart.y" valueReference="3" causality="output"><Real declaredType="Length" start="0"/>)",
     "has a start, but is calculated"},
    {"InputWithInitial", "valueReference=\"0\" causality=\"input\"><Real",
     "valueReference=\"0\" causality=\"input\" initial=\"exact\"><Real", "causality input takes no initial"},
    {"ParameterThatIsCalculated", kGain, R"(causality="parameter" variability="tunable" initial="calculated"><Real/>)",
     "initial cannot be calculated"},
    {"ContinuousInteger", "variability=\"discrete\" initial=\"calculated\"", "initial=\"calculated\"",
     "Integer cannot be continuous, which is the default; write variability=\"discrete\""},
    {"ContinuousBoolean", "valueReference=\"1\" causality=\"output\" variability=\"discrete\"><Boolean/>",
     "valueReference=\"1\" causality=\"output\"><Boolean/>", "Boolean cannot be continuous"},
    {"ContinuousParameter", kGain, R"(causality="parameter"><Real start="2"/>)", "parameter cannot be continuous"},
    {"UndefinedUnit", "unit=\"m/s\" min", "unit=\"km/h\" min", "unit \"km/h\" is not defined"},
    {"UndefinedDisplayUnit", "displayUnit=\"mm\"", "displayUnit=\"inch\"",
     "display unit \"inch\" is not defined for unit \"m\""},
    {"DisplayUnitWithoutUnit", kGain,
     R"(causality="parameter" variability="tunable"><Real displayUnit="mm" start="2"/>)",
     "has a displayUnit but no unit"},
    {"UndefinedType", kY, R"(name="cart.y" valueReference="3" causality="output"><Real declaredType="Lenght"/>)",
     "declaredType \"Lenght\" is not defined; is \"Length\" meant?"},
    {"TypeOfAnotherKind", "<Integer start=\"0\"/>", "<Integer declaredType=\"Length\" start=\"0\"/>",
     "declaredType \"Length\" is Real"},
    {"StartBelowMin", "start=\"1\"/></ScalarVariable>\n    <ScalarVariable name=\"cart.gain\"",
     "start=\"-100.5\"/></ScalarVariable>\n    <ScalarVariable name=\"cart.gain\"", "start -100.5 is below min -100"},
    {"StartAboveMax", "start=\"1\"/></ScalarVariable>\n    <ScalarVariable name=\"cart.gain\"",
     "start=\"100.5\"/></ScalarVariable>\n    <ScalarVariable name=\"cart.gain\"", "start 100.5 is above max 100"},
    {"MinAboveMax", "min=\"-100\" max=\"100\"", "min=\"100\" max=\"-100\"", "min 100 is above max -100"},
    {"StartNoItem", "declaredType=\"Mode\" start=\"1\"", "declaredType=\"Mode\" start=\"3\"",
     "start 3 is no item of \"Mode\""},
    {"NominalZero", kGain, R"(causality="parameter" variability="tunable"><Real nominal="0" start="2"/>)",
     "nominal 0 is not positive"},
    {"DerivativeOfNothing", "<Real declaredType=\"Length\"/>", "<Real declaredType=\"Length\" derivative=\"99\"/>",
     "derivative=\"99\" is no index"},
    {"TwoStartsOfOneReference", "name=\"cart.gain\" valueReference=\"1\"", "name=\"cart.gain\" valueReference=\"2\"",
     "\"cart.gain\" and \"cart.start\" share value reference 2 and both have a start"},
    {"AliasesWithOtherUnits", "name=\"cart.y\" valueReference=\"3\"", "name=\"cart.y\" valueReference=\"1\"",
     "\"cart.gain\" and \"cart.y\" share value reference 1, but not the unit"},
};

const Broken kStructure[] = {
    {"OutputMissing", "<Unknown index=\"4\" dependencies=\"\"/>", "", "Outputs: \"cart.y\" is missing"},
    {"OutputTwice", "<Unknown index=\"4\" dependencies=\"\"/>",
     "<Unknown index=\"4\" dependencies=\"\"/><Unknown index=\"4\" dependencies=\"\"/>", "\"cart.y\" is listed twice"},
    {"NotAnOutput", "<Unknown index=\"4\" dependencies=\"\"/>",
     "<Unknown index=\"4\" dependencies=\"\"/><Unknown index=\"1\" dependencies=\"\"/>",
     "Outputs: \"cart.u\" does not belong there"},
    {"IndexZero", "<Unknown index=\"4\" dependencies=\"\"/>",
     "<Unknown index=\"4\" dependencies=\"\"/><Unknown index=\"0\" dependencies=\"\"/>", "index 0 is no variable"},
    {"IndexTooLarge", kUnknownY, "<Unknown index=\"4\"/><Unknown index=\"11\"/>", "index 11 is no variable"},
    {"DependencyZero", "<Unknown index=\"4\" dependencies=\"\"/>", "<Unknown index=\"4\" dependencies=\"0\"/>",
     "contain 0, which is no variable; indices count from 1; a dependency on nothing is dependencies=\"\""},
    {"DependencyNoKnown", "<Unknown index=\"4\" dependencies=\"\"/>", "<Unknown index=\"4\" dependencies=\"2\"/>",
     "contain \"cart.gain\", which is no known there"},
    {"DependenciesUnordered", kUnknownY, "<Unknown index=\"4\" dependencies=\"3 2\"/>", "are not in ascending order"},
    {"KindsOfAnotherLength", "dependenciesKind=\"constant\"", "dependenciesKind=\"constant constant\"",
     "has 2 words for 1 dependencies"},
    {"KindUnknown", "dependenciesKind=\"constant\"", "dependenciesKind=\"linear\"", "\"linear\" is unknown"},
    {"KindNotInitially", "dependenciesKind=\"constant\"", "dependenciesKind=\"tunable\"",
     "\"tunable\" is not allowed initially"},
    {"KindsAlone", kUnknownY, "<Unknown index=\"4\" dependenciesKind=\"constant\"/>", "stands without dependencies"},
    {"DependenciesOmitted", "<Unknown index=\"4\" dependencies=\"\"/>", "<Unknown index=\"4\"/>",
     "says nothing of its dependencies"},
    {"InitialUnknownMissing", kUnknownY, "", "InitialUnknowns: \"cart.y\" is missing"},
    {"InitialUnknownTooMany", kUnknownY, "<Unknown index=\"2\"/><Unknown index=\"4\"/>",
     "InitialUnknowns: \"cart.gain\" does not belong there"},
    {"InitialUnknownsUnordered", "<Unknown index=\"8\"/>", "<Unknown index=\"8\"/><Unknown index=\"7\"/>",
     "is not ordered by index"},
};

const auto broken_name = [](const testing::TestParamInfo<Broken>& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Xml, LintDescription, testing::ValuesIn(kXml), broken_name);
INSTANTIATE_TEST_SUITE_P(Schema, LintDescription, testing::ValuesIn(kSchema), broken_name);
INSTANTIATE_TEST_SUITE_P(Header, LintDescription, testing::ValuesIn(kHeader), broken_name);
INSTANTIATE_TEST_SUITE_P(Variables, LintDescription, testing::ValuesIn(kVariables), broken_name);
INSTANTIATE_TEST_SUITE_P(Structure, LintDescription, testing::ValuesIn(kStructure), broken_name);

class LintFmu : public testing::Test {
 protected:
  std::string check_bytes(const std::string& bytes) const {
    const std::filesystem::path file = folder_.path() / "x.fmu";
    write_file(file, bytes);
    std::string text = all_of(lint(file).findings);
    const std::string label = file.string();
    for (std::size_t at = text.find(label); at != std::string::npos; at = text.find(label, at))
      text.replace(at, label.size(), "x");
    return text;
  }
  std::string check(const std::vector<ZipMember>& members) const { return check_bytes(write_zip(members)); }

 private:
  TemporaryFolder folder_;
};

TEST_F(LintFmu, FindsNothingInTheSample) {
  EXPECT_EQ(check(sample_members()), "nothing found\n");
}

TEST_F(LintFmu, FindsWhatIsMissingFromTheArchive) {
  std::vector<ZipMember> members = sample_members();
  members[0].name = "sample/modelDescription.xml";
  EXPECT_NE(check(members).find(
                "modelDescription.xml is not at the root but at \"sample/modelDescription.xml\"; pack the content"),
            std::string::npos);
  members[0].name = "description.xml";
  EXPECT_NE(check(members).find("x: error: there is no modelDescription.xml"), std::string::npos);
}

TEST_F(LintFmu, FindsALibraryThatIsNotNamedAfterTheModel) {
  std::vector<ZipMember> members = sample_members();
  members[1].name = "binaries/linux64/libsample.so";
  EXPECT_NE(check(members).find(
                "there is no binaries/linux64/sample.so; the library is named after modelIdentifier \"sample\""),
            std::string::npos);
  members.erase(members.begin() + 1);
  EXPECT_NE(check(members).find("neither a binary for a known platform nor a list of source files"), std::string::npos);
}

TEST_F(LintFmu, FindsListedSourcesThatAreMissing) {
  const std::string listed = with(with(sample_description(), "canNotUseMemoryManagementFunctions=\"true\"/>",
                                       "canNotUseMemoryManagementFunctions=\"true\"><SourceFiles><File "
                                       "name=\"a.c\"/><File name=\"b.c\"/></SourceFiles></CoSimulation>"),
                                  "modelName", "author=\"us\" modelName");
  std::vector<ZipMember> members = sample_members(listed);
  members.push_back({"sources/a.c", "int a;"});
  EXPECT_EQ(check(members),
            "x: error: source file sources/b.c is listed but missing; add it or take it off SourceFiles\n");
  members = sample_members();
  members.push_back({"sources/a.c", "int a;"});
  EXPECT_NE(check(members).find("SourceFiles lists none"), std::string::npos);
  members.push_back({"sources/buildDescription.xml",
                     "<fmiBuildDescription><BuildConfiguration><SourceFileSet><SourceFile "
                     "name=\"c.c\"/></SourceFileSet></BuildConfiguration></fmiBuildDescription>"});
  EXPECT_NE(check(members).find("buildDescription.xml lists \"c.c\", which is missing"), std::string::npos);
}

TEST_F(LintFmu, FindsNamesThatImportersStumbleOver) {
  std::vector<ZipMember> members = sample_members();
  members.push_back({"resources/HELLO.txt", ""});
  members.push_back({"notes.txt", ""});
  members.push_back({"resources/d\xc3\xa9j\xc3\xa0", ""});
  const std::string text = check(members);
  EXPECT_NE(text.find("differs from another only in upper and lower case"), std::string::npos) << text;
  EXPECT_NE(text.find("\"notes.txt\" is no file that FMI 2.0 puts at the root"), std::string::npos) << text;
  EXPECT_NE(text.find("not ASCII"), std::string::npos) << text;
  std::string bytes = write_zip(sample_members());
  for (std::size_t at = bytes.find("resources/h"); at != std::string::npos; at = bytes.find("resources/h"))
    bytes[at + 9] = '\\';
  EXPECT_NE(check_bytes(bytes).find("contains a backslash"), std::string::npos);
}

TEST_F(LintFmu, KnowsPlatformsByTheirOldAndTheirNewNames) {
  std::vector<ZipMember> members = sample_members();
  members.push_back({"binaries/aarch64-linux/sample.so", "x"});
  members.push_back({"binaries/x86_64-windows/sample.dll", "x"});
  EXPECT_EQ(check(members), "nothing found\n");
  members.push_back({"binaries/atari/sample.prg", "x"});
  EXPECT_NE(check(members).find("warning: binaries/atari/ is no platform that importers know"), std::string::npos);
  members = sample_members();
  members[1].name = "binaries/aarch64-linux/sample.so";
  EXPECT_EQ(check(members),
            "x: warning: there is no binary for this machine, binaries/linux64/sample.so; what it does cannot be tried "
            "here\n");
}

TEST_F(LintFmu, ReadsTerminals) {
  const auto with_terminals = [this](const char* text) {
    std::vector<ZipMember> members = sample_members();
    members.push_back({"terminalsAndIcons/terminalsAndIcons.xml", text});
    return check(members);
  };
  EXPECT_EQ(with_terminals("<fmiTerminalsAndIcons fmiVersion=\"3.0\"><Terminals><Terminal name=\"cart\" "
                           "matchingRule=\"none\"><TerminalMemberVariable variableName=\"cart.u\" "
                           "variableKind=\"signal\"/></Terminal></Terminals></fmiTerminalsAndIcons>"),
            "nothing found\n");
  EXPECT_NE(with_terminals("<fmiTerminalsAndIcons fmiVersion=\"3.0\"><Terminals>").find("not well-formed"),
            std::string::npos);
  EXPECT_NE(with_terminals("<icons/>").find("the root element is <icons>"), std::string::npos);
  EXPECT_NE(with_terminals("<fmiTerminalsAndIcons fmiVersion=\"3.0\"><Terminals><Terminal name=\"a\" "
                           "matchingRule=\"none\"><TerminalMemberVariable variableName=\"cart.w\" "
                           "variableKind=\"signal\"/></Terminal></Terminals></fmiTerminalsAndIcons>")
                .find("names the variable \"cart.w\", which does not exist"),
            std::string::npos);
}

TEST(Lint, TakesADateWithBlanksAroundIt) {
  const std::string dated = with(sample_description(), "generationTool",
                                 "generationDateAndTime=\"2020-01-31T12:00:00Z \" "
                                 "generationTool");
  EXPECT_EQ(all_of(lint_description(dated, "m")), "nothing found\n");
}

TEST(Lint, FindsASecondCoSimulationAndAMissingStepSize) {
  const std::string twice = with(sample_description(), "  <UnitDefinitions>",
                                 "  <CoSimulation modelIdentifier=\"sample\"/>\n  <UnitDefinitions>");
  EXPECT_NE(all_of(lint_description(twice, "m")).find("<fmiModelDescription> has <CoSimulation> twice"),
            std::string::npos);
  EXPECT_NE(all_of(lint_description(with(sample_description(), " stepSize=\"0.125\"", ""), "m"))
                .find("warning: DefaultExperiment has no stepSize"),
            std::string::npos);
}

TEST_F(LintFmu, FindsDamagedArchives) {
  EXPECT_EQ(check_bytes("PK"), "x: error: not a zip archive: only 2 bytes; pack the FMU again\n");
  std::string bytes = write_zip(sample_members());
  bytes[bytes.find("modelDescription.xml") + 60] = 'X';
  EXPECT_NE(check_bytes(bytes).find("entry \"modelDescription.xml\": "), std::string::npos);
}

TEST_F(LintFmu, TriesTheBinaryAgainstItsDescription) {
  const std::string good = sample_description();
  EXPECT_NE(check(sample_members(with(good, "{sample-1}", "{sample-2}")))
                .find("fmi2Instantiate refused; wrong GUID {sample-2}"),
            std::string::npos);
  EXPECT_NE(check(sample_members(with(good, kGain, R"(causality="parameter" variability="tunable"><Real start="3"/>)")))
                .find("\"cart.gain\" starts from 2 in the binary, from 3 in the description"),
            std::string::npos);
  EXPECT_NE(
      check(sample_members(with(good, "name=\"cart.y\" valueReference=\"3\"", "name=\"cart.y\" valueReference=\"77\"")))
          .find("getting \"cart.y\" answers Error"),
      std::string::npos);
}

/// What the sample claims when it is asked to claim everything that it can do.
std::string claiming() {
  return with(sample_description(), "canGetAndSetFMUstate=\"true\"",
              "canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"1\" canGetAndSetFMUstate=\"true\"");
}

TEST_F(LintFmu, FindsNothingInASampleThatKeepsWhatItClaims) {
  EXPECT_EQ(check(sample_members(claiming())), "nothing found\n");
}

/// A mistake of the binary, and what is said of it.
struct Fault {
  const char* name;
  const char* finding;  // part of one finding
  int most;             // findings: the mistake and what follows from it
};

void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.name;
}

class LintBinary : public LintFmu, public testing::WithParamInterface<Fault> {};

TEST_P(LintBinary, SaysWhatItDoesWrong) {
  const std::string text = check(sample_with(GetParam().name, claiming()));
  EXPECT_NE(text.find(GetParam().finding), std::string::npos) << text;
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), GetParam().most) << text;
}

const Fault kFaults[] = {
    {"crashes", "error: the binary crashes in fmi2DoStep at t = 0 (trying a run): Aborted", 1},
    {"crashes_late", "error: the binary crashes in fmi2DoStep at t = 0.625 (trying a run): Aborted", 1},
    {"crashes_when_loaded", "error: the binary crashes in loading: Aborted", 1},
    {"crashes_in_states", "error: the binary crashes in fmi2GetFMUstate (trying state): Aborted", 1},
    {"crashes_in_the_end", "error: the binary crashes in fmi2FreeInstance (trying a run): Aborted", 1},
    {"exits", "error: the binary ends the process in fmi2DoStep at t = 0 (trying a run)", 1},
    {"exits_when_loaded", "error: the binary ends the process in loading", 1},
    {"forgets_state", "error: a restored state goes on differently after some steps: \"cart.y\" differs", 4},
    {"serialises_half", "error: a serialised state goes on differently after some steps: \"cart.u\" differs", 2},
    {"resets_nothing", "error: fmi2Reset does not bring back the beginning: \"steps\" differs", 1},
    {"talks", "warning: it logs although logging is off: step to 0.125, cart.y is #1", 1},
    {"prints", "warning: it prints: step to 0.125", 1},
    {"rounds_up", "error: fmi2DoStep changes how the process rounds", 1},
    {"makes_nan", "error: output \"cart.y\" is nan at t = 0.5", 1},
    {"counts_reads", "error: reading values changes what comes: \"cart.y\" differs", 1},
#ifndef __SANITIZE_ADDRESS__  // which has an allocator of its own, and nobody to ask how much is taken
    {"leaks", "warning: each step keeps some 1008 bytes more", 2},
    {"leaks_instances", "warning: each instance leaves some", 1},
#endif
    {"keeps_memory", "warning: 1 blocks from allocateMemory are not given back by fmi2FreeInstance", 2},
    {"refuses_inputs", "error: setting \"cart.u\" to its start while it runs answers Error", 2},
    {"drops_inputs", "error: input \"cart.u\" reads 1 after it was set to 1.001", 1},
    {"wants_whole_steps", "error: fmi2DoStep at t = 0.125 answers Error", 1},
    {"ignores_sizes", "error: two half steps bring \"cart.y\" and all else as far as two whole ones", 1},
    {"refuses_slopes", "error: fmi2SetRealInputDerivatives answers Error", 1},
    {"ignores_slopes", "error: canInterpolateInputs is claimed, but the inputs' derivatives change nothing", 1},
    {"refuses_derivatives", "error: fmi2GetRealOutputDerivatives of \"cart.y\" answers Error", 1},
    {"has_no_derivatives", "error: maxOutputDerivativeOrder is claimed, but all derivatives are 0", 1},
    {"shares", "error: a second instance changes what the first one does: \"cart.y\" differs", 6},
    {"ends_early", "nothing found", 1},
};

INSTANTIATE_TEST_SUITE_P(With, LintBinary, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(Lint, SaysOnceThatAnFmuIsOfAnotherVersion) {
  const std::vector<Finding> findings =
      lint_description("<fmiModelDescription fmiVersion=\"3.0\" instantiationToken=\"1\"/>", "m.xml");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(to_string(findings[0]),
            "m.xml:1: error: the FMU is of FMI version \"3.0\"; what is known here is FMI 2.0; check it with a tool "
            "for that version");
}

TEST(Lint, FindsAFileThatCannotBeRead) {
  const std::vector<Finding> findings = lint("/nonexistent/a.fmu").findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(to_string(findings[0]),
            "/nonexistent/a.fmu: error: cannot be read: No such file or directory; check the path");
}

TEST_F(LintFmu, ReportsALibraryThatIsNone) {
  std::vector<ZipMember> members = sample_members();
  members[1].bytes = "not a library";
  EXPECT_NE(check(members).find("cannot be loaded"), std::string::npos);
}

}  // namespace
}  // namespace stickslip::host

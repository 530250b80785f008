#include "fmu/host/fmu.h"
#include "fmu/archive/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "fmu/archive/files.h"
#include "tests/fmu/archive/message_of.h"
#include "tests/fmu/host/sample/sample.h"

namespace stickslip::host {
namespace {

class FmuImport : public testing::Test {
 protected:
  TemporaryFolder folder_;
  std::filesystem::path write(const std::vector<ZipMember>& members) const {
    write_file(folder_.path() / "x.fmu", write_zip(members));
    return folder_.path() / "x.fmu";
  }
  std::string import_error(const std::vector<ZipMember>& members) const {
    const std::filesystem::path file = write(members);
    const std::string message = message_of([&] { const Fmu fmu(file); });
    return message.substr(std::min(message.size(), file.string().size()));
  }
};

void initialise(Instance& instance) {
  ASSERT_EQ(instance.setup_experiment(0, 1.0), fmi2OK);
  ASSERT_EQ(instance.enter_initialization_mode(), fmi2OK);
  ASSERT_EQ(instance.exit_initialization_mode(), fmi2OK);
}

double real(Instance& instance, fmi2ValueReference reference) {
  double value = 0;
  EXPECT_EQ(instance.get_real(std::array{reference}, std::span(&value, 1)), fmi2OK);
  return value;
}

TEST_F(FmuImport, RunsTheSample) {
  const Fmu fmu(write_sample(folder_.path()));
  Instance instance = fmu.instantiate();
  initialise(instance);
  for (int i = 0; i < 4; ++i) ASSERT_EQ(instance.do_step(i * 0.125, 0.125), fmi2OK);
  EXPECT_EQ(real(instance, 3), 0.5 + 2 * 1 * 0.5);
  fmi2Integer steps = 0;
  EXPECT_EQ(instance.get_integer(std::array{0U}, std::span(&steps, 1)), fmi2OK);
  EXPECT_EQ(steps, 4);
  EXPECT_EQ(instance.terminate(), fmi2OK);
}

TEST_F(FmuImport, PassesEveryTypeThrough) {
  const Fmu fmu(write_sample(folder_.path()));
  Instance instance = fmu.instantiate();
  EXPECT_EQ(instance.set_real(std::array{0U, 1U}, std::array{3.0, 4.0}), fmi2OK);
  EXPECT_EQ(instance.set_integer(std::array{1U}, std::array{7}), fmi2OK);
  EXPECT_EQ(instance.set_boolean(std::array{0U}, std::array{1}), fmi2OK);
  EXPECT_EQ(instance.set_string(std::array{0U}, std::array<fmi2String, 1>{"other"}), fmi2OK);
  initialise(instance);
  EXPECT_EQ(instance.do_step(0, 0.5), fmi2OK);
  EXPECT_EQ(real(instance, 3), 0.5 - 3 * 4 * 0.5);
  std::array<fmi2String, 1> title{};
  EXPECT_EQ(instance.get_string(std::array{0U}, title), fmi2OK);
  EXPECT_STREQ(title[0], "other");
  fmi2Boolean inverted = 0;
  EXPECT_EQ(instance.get_boolean(std::array{1U}, std::span(&inverted, 1)), fmi2OK);
  EXPECT_EQ(inverted, fmi2True);
}

TEST_F(FmuImport, RestoresAndSerialisesStates) {
  const Fmu fmu(write_sample(folder_.path()));
  Instance instance = fmu.instantiate();
  initialise(instance);
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(instance.get_state(state), fmi2OK);
  std::vector<fmi2Byte> bytes;
  ASSERT_EQ(instance.serialize_state(state, bytes), fmi2OK);
  ASSERT_EQ(instance.do_step(0, 1), fmi2OK);
  EXPECT_EQ(real(instance, 3), 2.5);
  ASSERT_EQ(instance.set_state(state), fmi2OK);
  EXPECT_EQ(real(instance, 3), 0.5);
  ASSERT_EQ(instance.free_state(state), fmi2OK);
  ASSERT_EQ(instance.do_step(0, 1), fmi2OK);
  ASSERT_EQ(instance.deserialize_state(bytes, state), fmi2OK);
  ASSERT_EQ(instance.set_state(state), fmi2OK);
  EXPECT_EQ(real(instance, 3), 0.5);
  ASSERT_EQ(instance.free_state(state), fmi2OK);
}

TEST_F(FmuImport, CollectsMessagesWithNamesForReferences) {
  const Fmu fmu(write_sample(folder_.path()));
  Instance instance = fmu.instantiate({.name = "one", .logging = true});
  initialise(instance);
  ASSERT_EQ(instance.do_step(0, 0.25), fmi2OK);
  ASSERT_EQ(instance.messages().size(), 1U);
  const LogMessage& message = instance.messages()[0];
  EXPECT_EQ(message.text, "step to 0.25, cart.y is #1");
  EXPECT_EQ(message.instance, "one");
  EXPECT_EQ(message.category, "steps");
  ASSERT_EQ(instance.set_debug_logging(false, {}), fmi2OK);
  instance.clear_messages();
  ASSERT_EQ(instance.do_step(0.25, 0.25), fmi2OK);
  EXPECT_TRUE(instance.messages().empty());
}

TEST_F(FmuImport, InstancesOutliveTheFmuAndItsFolderGoes) {
  std::filesystem::path unpacked;
  {
    std::optional<Instance> instance;
    {
      const Fmu fmu(write_sample(folder_.path()));
      unpacked = fmu.resource_uri().substr(std::string("file://").size());
      EXPECT_EQ(read_file(unpacked / "hello.txt"), "hello\n");
      instance.emplace(fmu.instantiate());
    }
    EXPECT_TRUE(std::filesystem::exists(unpacked));
    EXPECT_EQ(instance->do_step(0, 1), fmi2OK);
  }
  EXPECT_FALSE(std::filesystem::exists(unpacked.parent_path()));
}

TEST_F(FmuImport, TwoImportsOfOneFileKeepApartEvenWithGlobalSymbols) {
  const std::filesystem::path file = write_sample(folder_.path());
  const Fmu first(file, {.scope = SymbolScope::global});
  const Fmu second(file, {.scope = SymbolScope::global});
  EXPECT_NE(first.resource_uri(), second.resource_uri());
  EXPECT_NE(first.functions().DoStep, second.functions().DoStep);
}

TEST_F(FmuImport, SaysWhyTheBinaryRefused) {
  const Fmu fmu(write_sample(folder_.path()));
  const std::string message = message_of([&] { fmu.instantiate({.guid = "{other}"}); });
  EXPECT_NE(message.find("fmi2Instantiate refused; wrong GUID {other}"), std::string::npos) << message;
}

TEST_F(FmuImport, RefusesWhatIsNotAnFmuForThisMachine) {
  std::vector<ZipMember> members = sample_members();
  EXPECT_EQ(import_error({{"readme", "x"}}), ": has no modelDescription.xml at its root; not an FMU");
  members[1].name = "binaries/win64/sample.dll";
  EXPECT_EQ(import_error(members),
            ": has no binaries/linux64/sample.so; it was not built for this platform or modelIdentifier is wrong");
  members = sample_members();
  members[1].bytes = "not a library";
  EXPECT_EQ(import_error(members).rfind(": binaries/linux64/sample.so: cannot be loaded: ", 0), 0U)
      << import_error(members);
  members = sample_members(with(sample_description(), "<CoSimulation ", "<ModelExchange "));
  EXPECT_EQ(import_error(members), ": is a Model Exchange FMU; this importer runs co-simulation FMUs");
}

TEST(FileUri, EscapesWhatIsNotPlain) {
  EXPECT_EQ(file_uri("/tmp/a b/%\xc3\xa9"), "file:///tmp/a%20b/%25%C3%A9");
}

}  // namespace
}  // namespace stickslip::host

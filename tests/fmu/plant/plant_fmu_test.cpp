// The exported plant through the FMI interface: its state is complete, its bits are its own.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "fmu/export/model/model_fmu.h"
#include "fmu/host/apart.h"
#include "fmu/host/slave.h"
#include "fmu/load/load.h"

namespace stickslip::fmu {
namespace {

namespace fs = std::filesystem;

using host::Fmu;
using host::Selection;
using host::Slave;

constexpr int kSteps = 1000;

/// A model of resources/ as an FMU, driven by inputs that never repeat.
class Driven {
 public:
  Driven(const Fmu& fmu, double step, const std::string& name = "driven")
      : slave_(fmu, name),
        outputs_(slave_.description(), host::Causality::output),
        inputs_(slave_.description(), host::Causality::input),
        step_(step) {}

  void start() { slave_.initialise(0); }

  void run(int steps) {
    std::vector<double> values(inputs_.size());
    for (int k = 0; k < steps; ++k, ++count_) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<double>((count_ * 7 + static_cast<long>(i) * 13) % 11) - 4;
      }
      slave_.write(inputs_, values);
      ASSERT_TRUE(slave_.step(static_cast<double>(count_) * step_, step_));
    }
  }

  std::vector<double> read() {
    std::vector<double> values(outputs_.size());
    slave_.read(outputs_, values);
    return values;
  }

  long count() const { return count_; }
  void count(long value) { count_ = value; }
  Slave& slave() { return slave_; }

  std::vector<fmi2Byte> serialised() {
    fmi2FMUstate state = nullptr;
    std::vector<fmi2Byte> bytes;
    EXPECT_EQ(slave_.instance().get_state(state), fmi2OK);
    EXPECT_EQ(slave_.instance().serialize_state(state, bytes), fmi2OK);
    EXPECT_EQ(slave_.instance().free_state(state), fmi2OK);
    return bytes;
  }

  void restore(const std::vector<fmi2Byte>& bytes) {
    fmi2FMUstate state = nullptr;
    ASSERT_EQ(slave_.instance().deserialize_state(bytes, state), fmi2OK);
    ASSERT_EQ(slave_.instance().set_state(state), fmi2OK);
    ASSERT_EQ(slave_.instance().free_state(state), fmi2OK);
  }

 private:
  Slave slave_;
  Selection outputs_;
  Selection inputs_;
  double step_;
  long count_ = 0;
};

struct Exported {
  fs::path file;
  double step = 0;
};

Exported export_model(const std::string& stem) {
  const load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/" + stem + ".toml");
  const std::string bytes = pack_model(loaded.model.value(), loaded.text, false);
  Exported exported{fs::path(::testing::TempDir()) / ("plant_" + stem + "_" + std::to_string(::getpid()) + ".fmu"),
                    loaded.model->step.size};
  std::ofstream(exported.file, std::ios::binary) << bytes;
  return exported;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

class PlantFmu : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { exported_ = export_model(GetParam()); }
  void TearDown() override { fs::remove(exported_.file); }
  Exported exported_;
};

TEST_P(PlantFmu, ContinuesWithTheSameBitsAfterSetState) {
  const Fmu fmu(exported_.file);
  Driven driven(fmu, exported_.step);
  driven.start();
  driven.run(300);
  const auto state = driven.serialised();
  driven.run(kSteps);
  const std::vector<double> first = driven.read();
  driven.restore(state);
  driven.count(300);
  driven.run(kSteps);
  EXPECT_TRUE(same_bits(driven.read(), first));
}

TEST_P(PlantFmu, ContinuesWithTheSameBitsInAnotherProcess) {
  int to_child[2];
  int from_child[2];
  ASSERT_EQ(::pipe(to_child), 0);
  ASSERT_EQ(::pipe(from_child), 0);
  const fs::path state_file = exported_.file.string() + ".state";
  const pid_t child = ::fork();
  if (child == 0) {
    char go = 0;
    if (::read(to_child[0], &go, 1) != 1) ::_exit(1);
    std::ifstream in(state_file, std::ios::binary);
    const std::vector<fmi2Byte> state((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const Fmu fmu(exported_.file);
    Driven driven(fmu, exported_.step);
    driven.restore(state);
    driven.count(300);
    driven.run(kSteps);
    const std::vector<double> values = driven.read();
    const auto bytes = static_cast<ssize_t>(values.size() * sizeof(double));
    ::_exit(::write(from_child[1], values.data(), static_cast<std::size_t>(bytes)) == bytes ? 0 : 1);
  }
  const Fmu fmu(exported_.file);
  Driven driven(fmu, exported_.step);
  driven.start();
  driven.run(300);
  const auto state = driven.serialised();
  std::ofstream(state_file, std::ios::binary).write(state.data(), static_cast<std::streamsize>(state.size()));
  ASSERT_EQ(::write(to_child[1], "g", 1), 1);
  driven.run(kSteps);
  std::vector<double> theirs(driven.read().size());
  char* to = reinterpret_cast<char*>(theirs.data());
  for (std::size_t left = theirs.size() * sizeof(double); left > 0;) {
    const ssize_t got = ::read(from_child[0], to, left);
    ASSERT_GT(got, 0);
    to += got;
    left -= static_cast<std::size_t>(got);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(same_bits(driven.read(), theirs));
  for (const int end : {to_child[0], to_child[1], from_child[0], from_child[1]}) ::close(end);
  fs::remove(state_file);
}

TEST_P(PlantFmu, IsAsNewAfterReset) {
  const Fmu fmu(exported_.file);
  Driven used(fmu, exported_.step);
  used.start();
  used.run(137);
  used.slave().reset();
  used.count(0);
  Driven fresh(fmu, exported_.step);
  used.start();
  fresh.start();
  EXPECT_TRUE(same_bits(used.read(), fresh.read()));
  EXPECT_EQ(used.serialised(), fresh.serialised());
  used.run(kSteps);
  fresh.run(kSteps);
  EXPECT_TRUE(same_bits(used.read(), fresh.read()));
  EXPECT_EQ(used.serialised(), fresh.serialised());
}

TEST_P(PlantFmu, InterleavedInstancesDoNotSeeEachOther) {
  const Fmu fmu(exported_.file);
  Driven alone(fmu, exported_.step, "alone");
  alone.start();
  alone.run(400);
  Driven first(fmu, exported_.step, "first");
  Driven second(fmu, exported_.step, "second");
  first.start();
  second.start();
  second.run(200);  // ahead, so that both are never in the same state
  for (int k = 0; k < 200; ++k) {
    first.run(1);
    second.run(1);
  }
  EXPECT_TRUE(same_bits(second.read(), alone.read()));
  first.run(200);
  EXPECT_TRUE(same_bits(first.read(), alone.read()));
}

TEST_P(PlantFmu, ReadsTheSameHoweverOftenItIsRead) {
  const Fmu fmu(exported_.file);
  Driven patient(fmu, exported_.step);
  Driven curious(fmu, exported_.step);
  patient.start();
  curious.slave().start_initialisation(0);
  for (int k = 0; k < 3; ++k) curious.read();
  curious.slave().finish_initialisation();
  for (int k = 0; k < 3; ++k) curious.read();
  EXPECT_TRUE(same_bits(patient.read(), curious.read()));
  patient.run(50);
  for (int k = 0; k < 50; ++k) {
    curious.run(1);
    curious.read();
  }
  EXPECT_TRUE(same_bits(patient.read(), curious.read()));
}

INSTANTIATE_TEST_SUITE_P(Models, PlantFmu, ::testing::Values("gripper", "double_pendulum", "bouncing_ball", "stack"));

TEST(PlantFmus, KeepApartInOneProcessEvenWithGlobalSymbols) {
  const Exported gripper = export_model("gripper");
  const Exported pendulum = export_model("double_pendulum");
  const auto results = [&](host::SymbolScope scope) {
    host::ImportOptions options;
    options.scope = scope;
    const Fmu first_fmu(gripper.file, options);
    const Fmu second_fmu(pendulum.file, options);
    Driven first(first_fmu, gripper.step);
    Driven second(second_fmu, pendulum.step);
    first.start();
    second.start();
    for (int k = 0; k < 100; ++k) {
      first.run(1);
      second.run(1);
    }
    std::vector<double> values = first.read();
    const std::vector<double> others = second.read();
    values.insert(values.end(), others.begin(), others.end());
    return values;
  };
  const auto alone = [](const Exported& exported) {
    const Fmu fmu(exported.file);
    Driven driven(fmu, exported.step);
    driven.start();
    driven.run(100);
    return driven.read();
  };
  std::vector<double> expected = alone(gripper);
  const std::vector<double> others = alone(pendulum);
  expected.insert(expected.end(), others.begin(), others.end());
  EXPECT_TRUE(same_bits(results(host::SymbolScope::local), expected));
  EXPECT_TRUE(same_bits(results(host::SymbolScope::global), expected));
  fs::remove(gripper.file);
  fs::remove(pendulum.file);
}

/// What the end of initialisation says when cube_2 of the stack begins at a height; empty when it is fine.
std::string said_with_cube_at(const Fmu& fmu, double z) {
  Slave slave(fmu, "start", {.logging = true});
  slave.set("cube_2.start.position[3]", z);
  try {
    slave.initialise(0);
  } catch (const host::Error& error) {
    return error.what();
  }
  std::string text;
  for (const host::LogMessage& message : slave.instance().messages())
    if (message.text.find("deep") != std::string::npos) text += message.text;
  return text;
}

TEST(PlantFmus, JudgeTheirStartAsTheModelFileIsJudged) {
  const Exported stack = export_model("stack");
  {
    const Fmu fmu(stack.file);
    EXPECT_EQ(said_with_cube_at(fmu, 0.75), "");
    EXPECT_EQ(said_with_cube_at(fmu, 0.749),
              "shape 1 of body \"cube_2\" starts 0.001 m deep in shape 1 of body \"cube_1\"");
    const std::string deep = said_with_cube_at(fmu, 0.7);
    EXPECT_NE(deep.find("shape 1 of body \"cube_2\" starts 0.05 m deep in shape 1 of body \"cube_1\"; set start values "
                        "that keep them apart"),
              std::string::npos)
        << deep;
    // The instance can be given others and go on.
    Slave slave(fmu, "start", {.logging = true});
    slave.set("cube_2.start.position[3]", 0.7);
    slave.start_initialisation(0);
    EXPECT_EQ(slave.instance().exit_initialization_mode(), fmi2Error);
    slave.set("cube_2.start.position[3]", 0.75);
    EXPECT_EQ(slave.instance().exit_initialization_mode(), fmi2OK);
  }
  fs::remove(stack.file);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// What ends a row of instances in a process that may take so many bytes more than it has.
std::string made_within(const Fmu& fmu, std::size_t more) {
  std::string outcome = "nothing";
  const host::Fate fate = host::apart(
      {},
      [&](host::Inside& inside) {
        std::ifstream pages("/proc/self/statm");
        std::size_t now = 0;
        pages >> now;
        const rlim_t most = now * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more;
        const rlimit limit{most, most};
        setrlimit(RLIMIT_AS, &limit);
        try {
          std::vector<std::unique_ptr<Slave>> slaves;
          for (int i = 0; i < 1000; ++i) {
            slaves.push_back(std::make_unique<Slave>(fmu, "one of many", host::InstanceOptions{.logging = true}));
            slaves.back()->initialise(0);
          }
        } catch (const host::Error& error) {
          inside.send(error.what());
        }
      },
      [&](std::string_view text) { outcome = text; });
  return fate.end == host::Fate::End::finished ? outcome : fate.text();
}

TEST(PlantFmus, SayWhenThereIsNotEnoughMemory) {
  const Exported stack = export_model("stack");
  {
    const Fmu fmu(stack.file);
    constexpr std::size_t kMegabyte = std::size_t{1} << 20U;
    for (std::size_t more = 4; more <= 64; more += 6) {
      const std::string outcome = made_within(fmu, more * kMegabyte);
      EXPECT_NE(outcome.find("there is not enough memory: an instance may take"), std::string::npos)
          << more << " MB: " << outcome;
    }
  }
  fs::remove(stack.file);
}
#endif

}  // namespace
}  // namespace stickslip::fmu

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "fmu/shell/snapshot.h"
#include "tests/fmu/shell/fmu_fixture.h"

namespace stickslip::fmu::testing {
namespace {

void disturb(Fmu& fmu, int seed) {
  fmu.set(kForce, seed % 7 - 3.0);
  fmu.set(kGain, 1 + seed % 3);
}

TEST(State, ContinuesWithTheSameBits) {
  Fmu fmu;
  fmu.start();
  disturb(fmu, 5);
  fmu.run(100);
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi2GetFMUstate(fmu, &state), fmi2OK);
  fmu.run(1000);
  const auto first = fmu.bytes();
  disturb(fmu, 2);
  fmu.run(10);
  ASSERT_EQ(fmi2SetFMUstate(fmu, state), fmi2OK);
  fmu.run(1000);
  EXPECT_EQ(fmu.bytes(), first);
  EXPECT_EQ(fmi2FreeFMUstate(fmu, &state), fmi2OK);
  EXPECT_EQ(state, nullptr);
}

TEST(State, IsOverwrittenWhenGivenAgain) {
  Fmu fmu;
  fmu.start();
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi2GetFMUstate(fmu, &state), fmi2OK);
  fmi2FMUstate same = state;
  fmu.run(3);
  ASSERT_EQ(fmi2GetFMUstate(fmu, &same), fmi2OK);
  EXPECT_EQ(same, state);
  fmu.run(3);
  ASSERT_EQ(fmi2SetFMUstate(fmu, state), fmi2OK);
  EXPECT_EQ(fmu.get_integer(kSteps), 3);
  fmi2FreeFMUstate(fmu, &state);
}

TEST(State, CanBeTakenAndGivenInEveryPhase) {
  Fmu fmu;
  fmu.set(kStartX, 4);
  const auto instantiated = fmu.bytes();
  fmi2EnterInitializationMode(fmu);
  const auto initialising = fmu.bytes();
  EXPECT_EQ(fmu.get(kX), 4);
  const auto evaluated = fmu.bytes();
  fmi2ExitInitializationMode(fmu);
  fmu.run(2);
  const auto running = fmu.bytes();
  for (const auto* bytes : {&running, &instantiated, &evaluated, &initialising, &running}) {
    Fmu other;
    fmi2FMUstate state = nullptr;
    ASSERT_EQ(fmi2DeSerializeFMUstate(other, bytes->data(), bytes->size(), &state), fmi2OK);
    ASSERT_EQ(fmi2SetFMUstate(other, state), fmi2OK);
    EXPECT_EQ(other.bytes(), *bytes);
    fmi2FreeFMUstate(other, &state);
    if (bytes == &instantiated) fmi2EnterInitializationMode(other);
    if (bytes != &running) {
      EXPECT_EQ(fmi2ExitInitializationMode(other), fmi2OK);
      other.run(2);
    }
    EXPECT_EQ(other.bytes(), running);
  }
}

std::vector<fmi2Byte> read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_all(const std::string& path, const std::vector<fmi2Byte>& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Runs itself again, in a child that knows from the environment where the state is.
TEST(State, ContinuesInANewProcess) {
  constexpr const char* kPath = "STICKSLIP_STATE_TEST";
  if (const char* path = std::getenv(kPath)) {
    const auto bytes = read_all(path);
    Fmu fmu;
    fmi2FMUstate state = nullptr;
    ASSERT_EQ(fmi2DeSerializeFMUstate(fmu, bytes.data(), bytes.size(), &state), fmi2OK);
    ASSERT_EQ(fmi2SetFMUstate(fmu, state), fmi2OK);
    fmi2FreeFMUstate(fmu, &state);
    fmu.run(1000);
    write_all(path, fmu.bytes());
    return;
  }
  Fmu fmu;
  fmu.start();
  disturb(fmu, 5);
  fmu.run(100);
  const std::string path = ::testing::TempDir() + "stickslip_state_" + std::to_string(getpid());
  write_all(path, fmu.bytes());
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command =
      std::string(kPath) + "='" + path + "' '" + self + "' --gtest_filter=State.ContinuesInANewProcess > /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0);
  fmu.run(1000);
  EXPECT_EQ(read_all(path), fmu.bytes());
  std::filesystem::remove(path);
}

TEST(State, RefusesAnyChangedByte) {
  Fmu fmu;
  fmu.start();
  fmu.run(4);
  const auto good = fmu.bytes();
  std::mt19937 random(1);
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad[i] = static_cast<fmi2Byte>(bad[i] ^ (1 << random() % 8));
    fmi2FMUstate state = nullptr;
    EXPECT_EQ(fmi2DeSerializeFMUstate(fmu, bad.data(), bad.size(), &state), fmi2Error) << "byte " << i;
    EXPECT_EQ(state, nullptr);
    EXPECT_NE(fmu.messages.last().text.find("refused"), std::string::npos);
  }
  EXPECT_EQ(fmu.bytes(), good);
}

TEST(State, RefusesWrongSizesNullsAndForeignBlocks) {
  Fmu fmu;
  fmu.start();
  auto good = fmu.bytes();
  fmi2FMUstate state = nullptr;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, sizeof(SnapshotHeader), good.size() - 1}) {
    EXPECT_EQ(fmi2DeSerializeFMUstate(fmu, good.data(), size, &state), fmi2Error);
  }
  EXPECT_EQ(fmi2DeSerializeFMUstate(fmu, nullptr, good.size(), &state), fmi2Error);
  EXPECT_EQ(fmi2DeSerializeFMUstate(fmu, good.data(), good.size(), nullptr), fmi2Error);
  EXPECT_EQ(fmi2SetFMUstate(fmu, nullptr), fmi2Error);
  EXPECT_EQ(fmi2GetFMUstate(fmu, nullptr), fmi2Error);
  alignas(64) char foreign[sizeof(SnapshotHeader)] = "something else";
  state = foreign;
  size_t size = 0;
  EXPECT_EQ(fmi2SetFMUstate(fmu, state), fmi2Error);
  EXPECT_EQ(fmi2GetFMUstate(fmu, &state), fmi2Error);
  EXPECT_EQ(fmi2FreeFMUstate(fmu, &state), fmi2Error);
  EXPECT_EQ(fmi2SerializedFMUstateSize(fmu, state, &size), fmi2Error);
  state = nullptr;
  EXPECT_EQ(fmi2FreeFMUstate(fmu, &state), fmi2OK);
  ASSERT_EQ(fmi2GetFMUstate(fmu, &state), fmi2OK);
  EXPECT_EQ(fmi2SerializeFMUstate(fmu, state, good.data(), good.size() - 1), fmi2Error);
  EXPECT_EQ(fmi2SerializeFMUstate(fmu, state, nullptr, good.size()), fmi2Error);
  EXPECT_EQ(fmi2SerializedFMUstateSize(fmu, state, nullptr), fmi2Error);
  fmi2FreeFMUstate(fmu, &state);
}

TEST(State, OfAnotherFmuIsRefused) {
  const Description here = make_fake()->description();
  const SnapshotLayout layout(here, guid_of(here));
  const SnapshotLayout other(here, "{other}");
  const SnapshotBlock block(other.allocate());
  EXPECT_STREQ(layout.refusal(*block), "it belongs to another FMU");
}

TEST(State, ThatTheComponentRefusesLeavesEverythingAsItWas) {
  Fmu fmu;
  fmu.start();
  fmu.run(4);
  const auto good = fmu.bytes();
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi2GetFMUstate(fmu, &state), fmi2OK);
  const Description d = make_fake()->description();
  const SnapshotLayout layout(d, guid_of(d));
  const long negative = -1;  // the fake's last state word counts steps
  std::memcpy(layout.state(static_cast<SnapshotHeader*>(state)) + 16, &negative, sizeof negative);
  EXPECT_EQ(fmi2SetFMUstate(fmu, state), fmi2Error);
  EXPECT_EQ(fmu.bytes(), good);
  fmi2FreeFMUstate(fmu, &state);
}

TEST(Instances, InterleavedEqualTheSameAlone) {
  std::vector<fmi2Byte> alone[2];
  for (int k = 0; k < 2; ++k) {
    Fmu fmu;
    fmu.start();
    for (int i = 0; i < 20; ++i) {
      disturb(fmu, i + 3 * k);
      fmu.run(1);
    }
    alone[k] = fmu.bytes();
  }
  Fmu a;
  Fmu b;
  a.start();
  b.start();
  for (int i = 0; i < 20; ++i) {
    disturb(a, i);
    disturb(b, i + 3);
    b.run(1);
    a.run(1);
  }
  EXPECT_EQ(a.bytes(), alone[0]);
  EXPECT_EQ(b.bytes(), alone[1]);
}

}  // namespace
}  // namespace stickslip::fmu::testing

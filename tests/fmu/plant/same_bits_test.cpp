// The component linked into this program, without shell, zip, XML and shared library, against its FMU.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "fmu/archive/files.h"
#include "fmu/export/model/model_fmu.h"
#include "fmu/host/slave.h"
#include "fmu/load/load.h"
#include "fmu/plant/plant.h"
#include "fmu/shell/value_store.h"
#include "model/core/codec.h"

namespace stickslip::fmu {
namespace {

namespace fs = std::filesystem;

constexpr int kCompared = 500;
double drive(int step, std::size_t input) {
  return (step * 37 + static_cast<int>(input) * 101) % 9 - 4;
}

std::vector<double> of_the_fmu(const fs::path& file, double h) {
  const host::Fmu fmu(file);
  host::Slave slave(fmu, "driven");
  const host::Selection inputs(fmu.description(), host::Causality::input);
  const host::Selection outputs(fmu.description(), host::Causality::output);
  std::vector<double> given(inputs.size());
  std::vector<double> seen(outputs.size());
  std::vector<double> history;
  const auto record = [&] {
    slave.read(outputs, seen);
    history.insert(history.end(), seen.begin(), seen.end());
  };
  slave.initialise(0);
  record();
  for (int step = 0; step < kCompared; ++step) {
    for (std::size_t k = 0; k < given.size(); ++k) given[k] = drive(step, k);
    slave.write(inputs, given);
    EXPECT_TRUE(slave.step(step * h, h));
    record();
  }
  return history;
}

std::vector<double> of_the_model(const Model& model) {
  std::string error;
  const auto plant = make_plant(encode(model), error);
  const Description& description = plant->description();
  const ValueLayout layout(description);
  std::vector<double> memory(layout.size / sizeof(double) + 1);
  const Values values = layout.at(reinterpret_cast<std::byte*>(memory.data()));
  std::vector<double> history;
  const auto record = [&] {
    for (const Variable& v : description.variables) {
      if (v.causality == Causality::output) history.push_back(read(values, v.slot));
    }
  };
  set_to_start(description, values);
  EXPECT_TRUE(plant->initialise(0, values, Log()));
  record();
  for (int step = 0; step < kCompared; ++step) {
    std::size_t k = 0;
    for (const Variable& v : description.variables) {
      if (v.causality == Causality::input) write(values, v.slot, drive(step, k++));
    }
    EXPECT_TRUE(plant->step(step * description.step, description.step, values, Log()));
    record();
  }
  return history;
}

class SameBits : public ::testing::TestWithParam<std::string> {};

TEST_P(SameBits, ComeFromTheModelAndItsFmu) {
  const load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/" + GetParam() + ".toml");
  ASSERT_TRUE(loaded.model.has_value());
  const fs::path file = fs::path(::testing::TempDir()) / ("bits_" + std::to_string(::getpid()) + GetParam() + ".fmu");
  host::write_file(file, pack_model(*loaded.model, loaded.text, false));
  const auto fmu = of_the_fmu(file, loaded.model->step.size);
  EXPECT_GT(fmu.size(), std::size_t{kCompared});
  EXPECT_TRUE(fmu == of_the_model(*loaded.model));
  fs::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Of, SameBits,
                         ::testing::Values("gripper", "stack", "double_pendulum", "bouncing_ball", "chain"),
                         [](const ::testing::TestParamInfo<std::string>& stem) { return stem.param; });

/// What the outputs are after each of some communication steps.
std::vector<std::vector<double>> outputs_of(const std::string& text, int steps, double length) {
  const load::Loaded loaded = load::load_text(text, "bouncer.toml");
  if (!loaded.model) return {};
  const fs::path file = fs::path(::testing::TempDir()) / ("bouncer_" + std::to_string(::getpid()) + ".fmu");
  host::write_file(file, pack_model(*loaded.model, loaded.text, false));
  const host::Fmu fmu(file);
  host::Slave slave(fmu, "bouncer");
  const host::Selection outputs(fmu.description(), host::Causality::output);
  std::vector<std::vector<double>> seen(static_cast<std::size_t>(steps), std::vector<double>(outputs.size()));
  slave.initialise(0);
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(slave.step(k * length, length));
    slave.read(outputs, seen[static_cast<std::size_t>(k)]);
  }
  fs::remove(file);
  return seen;
}

// A box lands and leaves again within one communication step; max_contacts keeps one of its four corners.
TEST(CommunicationSteps, ShowTheWorstOfTheirSteps) {
  const std::string text = R"(
[model]
name = "bouncer"
gravity = [0, 0, 0]
[step]
size = 0.01
max_contacts = 1
[[material]]
name = "rubber"
friction = 0
restitution = 1
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", material = "rubber" }]
[[body]]
name = "box"
mass = 1
position = [0, 0, 0.55]
velocity = [0, 0, -1]
shapes = [{ type = "box", size = [1, 1, 1], material = "rubber" }]
[interface]
outputs = ["solver.status", "solver.lcps", "solver.overflow"]
)";
  EXPECT_EQ(outputs_of(text, 2, 0.5), (std::vector<std::vector<double>>{{4, 1, 3}, {0, 1, 0}}));
}

// Sweeps end early under a heavy load in every step (7); what leaves the floor has more contacts than there is room for
// in the first of them (4). The graver one is shown, not the larger number.
TEST(CommunicationSteps, ShowTheGravestStatus) {
  std::string text = R"(
[model]
name = "bouncer"
[step]
size = 0.01
solver = "pgs"
max_contacts = 28
[[material]]
name = "rubber"
friction = 0.4
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", material = "rubber" }]
[[body]]
name = "leaving"
mass = 1
position = [9, 0, 0.5]
velocity = [0, 0, 1]
shapes = [{ type = "box", size = [1, 1, 1], material = "rubber" }, { type = "box", size = [1, 1, 1], material = "rubber" }]
[interface]
outputs = ["solver.status"]
)";
  for (int k = 0; k < 6; ++k) {
    text += "[[body]]\nname = \"b" + std::to_string(k) + "\"\nmass = " + (k == 5 ? "10000" : "1");
    text += "\nposition = [0, 0, " + std::to_string(k) + ".5]\n";
    text += "shapes = [{ type = \"box\", size = [1, 1, 1], material = \"rubber\" }]\n";
  }
  EXPECT_EQ(outputs_of(text, 2, 0.05), (std::vector<std::vector<double>>{{4}, {7}}));
}

}  // namespace
}  // namespace stickslip::fmu

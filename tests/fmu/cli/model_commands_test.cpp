#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fmu/archive/zip.h"
#include "fmu/host/csv.h"
#include "tests/fmu/cli/program.h"

namespace stickslip::cli {
namespace {

std::string resource(const std::string& name) {
  return std::string(STICKSLIP_SOURCE_DIR) + "/resources/" + name + ".toml";
}

/// The line of a summary that starts with `title`.
std::string line_of(const std::string& text, const std::string& title) {
  const std::size_t begin = text.find(title);
  return begin == std::string::npos ? "no " + title : text.substr(begin, text.find('\n', begin) - begin);
}

class ModelCommands : public InAFolder {};

class EveryResource : public ModelCommands, public testing::WithParamInterface<std::string> {};

TEST_P(EveryResource, RunsToTheSameBitsAsAModelByThreadsAndAsAnFmu) {
  const std::string fmu = path("x.fmu");
  ASSERT_EQ(stickslip({"export", resource(GetParam()), "-o", fmu}).code, kSuccess);
  const auto run = [&](const std::string& file, const std::string& csv, const char* threads = "1") {
    const Answer answer = stickslip({"run", file, "--stop", "0.05", "--csv", path(csv), "--threads", threads});
    EXPECT_EQ(answer.code, kSuccess) << answer.err;
    return answer.out;
  };
  const std::string model = run(resource(GetParam()), "model.csv");
  const std::string exported = run(fmu, "fmu.csv");
  EXPECT_EQ(read("model.csv"), read("fmu.csv"));
  EXPECT_EQ(line_of(model, "state hash"), line_of(exported, "state hash"));
  const std::string by_threads = run(resource(GetParam()), "threads.csv", "3");
  EXPECT_EQ(read("model.csv"), read("threads.csv"));
  EXPECT_EQ(line_of(model, "state hash"), line_of(by_threads, "state hash"));
  EXPECT_GE(host::parse_csv(read("fmu.csv"), "fmu.csv").times.size(), 2U);
}

std::vector<std::string> all_resources() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(STICKSLIP_SOURCE_DIR) + "/resources"))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Resources, EveryResource, testing::ValuesIn(all_resources()),
                         [](const testing::TestParamInfo<std::string>& resource_info) { return resource_info.param; });

TEST_F(ModelCommands, AnFmuIsRunByOneThread) {
  const std::string fmu = path("x.fmu");
  ASSERT_EQ(stickslip({"export", resource("pendulum"), "-o", fmu}).code, kSuccess);
  const Answer answer = stickslip({"run", fmu, "--threads", "2"});
  EXPECT_EQ(answer.code, kFailure);
  EXPECT_EQ(answer.err, fmu + ": --threads is for model files; an FMU runs in one thread\n");
  EXPECT_EQ(stickslip({"view", fmu, "--picture", "--threads", "2", "-o", path("x.svg")}).code, kSuccess);
}

TEST_F(ModelCommands, CheckCountsBodiesFreedomAndVariables) {
  const Answer answer = stickslip({"check", resource("double_pendulum")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_NE(answer.out.find("degrees of freedom   2\n"), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("redundant            0 constraints"), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("memory               about 0."), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find(" multiplications a step in the solver\n"), std::string::npos) << answer.out;
}

TEST_F(ModelCommands, CheckCountsRedundantConstraints) {
  // Two hinges with one axis between the same two bodies: the second adds nothing.
  const std::string twice = write("twice.toml", R"(
[model]
name = "door"
[[body]]
name = "leaf"
mass = 1
inertia = [1, 1, 1]
position = [0.5, 0, 0]
[[joint]]
name = "upper"
type = "hinge"
bodies = ["world", "leaf"]
anchor = [0, 0, 1]
axis = [0, 0, 1]
[[joint]]
name = "lower"
type = "hinge"
bodies = ["world", "leaf"]
anchor = [0, 0, 0]
axis = [0, 0, 1]
)");
  const Answer answer = stickslip({"check", twice});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_NE(answer.out.find("degrees of freedom   1\n"), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("redundant            5 constraints of joints: upper, lower\n"), std::string::npos)
      << answer.out;
}

TEST_F(ModelCommands, ErrorsOfTheFileAreALineEachWithItsPlace) {
  const std::string bad = write("bad.toml", "[model]\nname = \"x\"\n[[body]]\nname = \"a\"\nmas = 1\n");
  for (const char* command : {"check", "run", "export"}) {
    const Answer answer = stickslip({command, bad});
    EXPECT_EQ(answer.code, kFailure);
    EXPECT_NE(answer.err.find(bad + ":5:1: "), std::string::npos) << answer.err;
  }
  EXPECT_EQ(stickslip({"export", path("x.fmu")}).err,
            path("x.fmu") + ": export takes a model file; its name ends in .toml\n");
}

TEST_F(ModelCommands, MistakesAreToldInTheUsersWords) {
  const std::string model = resource("pendulum");
  EXPECT_EQ(stickslip({"run", model, "--set", "pivot.damping=-1"}).err,
            model +
                ": pendulum: fmi2SetReal answers Discard; pivot.damping must be at least 0, got -1; "
                "nothing of the call was stored\n");
  const std::string input = write("in.csv", "time,pivot.start.angle\n0,1\n");
  EXPECT_EQ(stickslip({"run", model, "--input", input}).err,
            input +
                ":1: column \"pivot.start.angle\" is no input but fixed parameter; `stickslip info` lists them, "
                "[interface] inputs in a model file makes more\n");
  const std::string text = write("model.txt", "[model]\nname = \"x\"\n");
  for (const char* command : {"check", "run", "info", "export"}) {
    EXPECT_EQ(stickslip({command, text}).err,
              text + ": is no FMU, which is a zip archive; the name of a model file ends in .toml\n");
  }
  const std::string point = "mass = 1\nrotates = false\n";
  const std::string clash = write("clash.toml", "[model]\nname = \"clash\"\n[[body]]\nname = \"a\"\n" + point +
                                                    "[[body]]\nname = \"a_start\"\n" + point);
  EXPECT_EQ(stickslip({"export", clash, "-o", path("clash.fmu")}).code, kSuccess);
  const Answer flat = stickslip({"export", clash, "--flat", "-o", path("clash.fmu")});
  EXPECT_EQ(flat.err.rfind(clash + ": \"a.start.position[1]\" and \"a_start.position[1]\" would both be", 0), 0U)
      << flat.err;
  EXPECT_EQ(stickslip({"info", model}).err, model + ": is a model file; `stickslip check` tells what is in it\n");
  EXPECT_EQ(
      stickslip({"fly", model}).err,
      "stickslip: no command \"fly\"; there are check, import, export, info, run, view, plot, sweep, bench, linearize, "
      "lcp; see stickslip --help\n");
}

TEST_F(ModelCommands, LinearizeWritesMatricesWithNames) {
  const Answer printed = stickslip({"linearize", resource("spring_mass")});
  EXPECT_EQ(printed.code, kSuccess) << printed.err;
  EXPECT_NE(printed.out.find("\"states\": [\"rail.position\", \"rail.velocity\"],\n  \"inputs\": [\"rail.force\"]"),
            std::string::npos)
      << printed.out;
  EXPECT_NE(printed.out.find("\"step\": 0.001,\n"), std::string::npos);
  const Answer written = stickslip({"linearize", resource("spring_mass"), "--at", "0.5", "-o", path("a.json")});
  EXPECT_EQ(written.code, kSuccess) << written.err;
  EXPECT_EQ(written.out.find(path("a.json") + ": 2 states, 1 inputs, "), 0U) << written.out;
  EXPECT_NE(written.out.find("1.59"), std::string::npos) << written.out;  // Hz
  EXPECT_EQ(read("a.json").find("{\n  \"model\": \"spring_mass\",\n  \"time\": 0.5,\n"), 0U);
  // Of the FMU the same, to the bit.
  ASSERT_EQ(stickslip({"export", resource("spring_mass"), "-o", path("x.fmu")}).code, kSuccess);
  EXPECT_EQ(stickslip({"linearize", path("x.fmu")}).out, printed.out);
}

TEST_F(ModelCommands, LinearizeSaysWhatItCannot) {
  const std::string spring = resource("spring_mass");
  EXPECT_EQ(stickslip({"linearize", spring, "--at", "-1"}).err, "--at: runs start at 0\n");
  EXPECT_EQ(stickslip({"linearize", spring, "-o", spring}).code, kFailure);
  const std::string still = write("still.toml", "[model]\nname = \"m\"\n[[body]]\nname = \"a\"\nfixed = true\n");
  EXPECT_EQ(stickslip({"linearize", still}).err, still + ": nothing can move, there is no state\n");
}

TEST_F(ModelCommands, ListsOfAnOptionMayStandBeforeTheFile) {
  const std::string fmu = path("x.fmu");
  const Answer answer = stickslip({"export", "--platforms", "riscv64-linux,linux64", resource("pendulum"), "-o", fmu});
  EXPECT_EQ(answer.err.rfind("--platforms: no binary for riscv64-linux", 0), 0U) << answer.err;
}

TEST_F(ModelCommands, InfoPrintsTheModelTheFmuWasMadeFrom) {
  ASSERT_EQ(stickslip({"export", resource("pendulum"), "-o", path("p.fmu")}).code, kSuccess);
  EXPECT_NE(stickslip({"info", path("p.fmu")}).out.find("made from      resources/model.toml"), std::string::npos);
  EXPECT_EQ(stickslip({"info", path("p.fmu"), "--model"}).out, host::read_file(resource("pendulum")));
}

TEST_F(ModelCommands, TheRecordOfAnFmuIsItsModelWithItsParts) {
  ASSERT_EQ(stickslip({"export", resource("cart"), "-o", path("cart.fmu"), "--depfile", path("cart.fmu.d")}).code,
            kSuccess);
  EXPECT_EQ(read("cart.fmu.d"), path("cart.fmu") + ": " + resource("cart") + " " + resource("parts/wheel") + "\n");
  const host::ZipArchive archive(path("cart.fmu"));
  std::filesystem::create_directories(path("record/parts"));
  for (const char* name : {"model.toml", "parts/wheel.toml"}) {
    const host::ZipEntry* entry = archive.find(std::string("resources/") + name);
    ASSERT_NE(entry, nullptr) << name;
    write(std::string("record/") + name, archive.read(*entry));
  }
  ASSERT_EQ(stickslip({"export", path("record/model.toml"), "-o", path("again.fmu")}).code, kSuccess);
  EXPECT_EQ(read("again.fmu"), read("cart.fmu"));
  EXPECT_EQ(stickslip({"export", resource("cart"), "-o", path("x.fmu"), "--depfile", resource("parts/wheel")}).code,
            kFailure);
}

TEST_F(ModelCommands, ARobotIsImportedOrTakenAsItIs) {
  const std::string arm = std::string(STICKSLIP_SOURCE_DIR) + "/resources/robots/arm.urdf";
  const Answer imported = stickslip({"import", arm, "-o", path("arm.toml")});
  ASSERT_EQ(imported.code, kSuccess) << imported.err;
  EXPECT_EQ(read("arm.toml"), host::read_file(resource("robots/arm")));
  EXPECT_EQ(stickslip({"run", path("arm.toml"), "--stop", "0.01", "--csv", path("model.csv")}).code, kSuccess);
  EXPECT_EQ(stickslip({"run", arm, "--stop", "0.01", "--csv", path("robot.csv")}).code, kSuccess);
  ASSERT_EQ(stickslip({"export", arm, "-o", path("arm.fmu")}).code, kSuccess);
  EXPECT_EQ(stickslip({"run", path("arm.fmu"), "--stop", "0.01", "--csv", path("fmu.csv")}).code, kSuccess);
  EXPECT_EQ(read("robot.csv"), read("model.csv"));
  EXPECT_EQ(read("fmu.csv"), read("model.csv"));
  EXPECT_EQ(stickslip({"import", path("arm.toml")}).err,
            path("arm.toml") + ": import takes a URDF; its name ends in .urdf\n");
  const std::string bad = write("bad.urdf", "<robot>\n<link/>\n</robot>\n");
  for (const char* command : {"import", "check", "run", "export"}) {
    const Answer answer = stickslip({command, bad});
    EXPECT_EQ(answer.code, kFailure);
    EXPECT_NE(answer.err.find(bad + ":2: <link> has no name; give it one"), std::string::npos) << answer.err;
  }
  EXPECT_EQ(stickslip({"import", arm, "--package", "here"}).code, kWrongCall);
}

TEST_F(ModelCommands, FallingIsTheParabolaOfTheScheme) {
  // v_k = -g h k and x_k = x_0 - g h^2 k (k + 1) / 2 where velocities are updated first.
  const std::string ball = write("ball.toml", R"(
[model]
name = "ball"
gravity = [0, 0, -10]
[step]
size = 0.0078125
[[body]]
name = "ball"
mass = 2
inertia = [1, 1, 1]
position = [0, 0, 3]
[interface]
outputs = ["ball.position", "ball.velocity"]
)");
  ASSERT_EQ(stickslip({"run", ball, "--stop", "1", "--csv", path("out.csv")}).code, kSuccess);
  const host::CsvTable table = host::parse_csv(read("out.csv"), "out.csv");
  ASSERT_EQ(table.times.size(), 129U);
  const double k = 128;
  const double h = 0.0078125;
  EXPECT_NEAR(table.rows.back()[5], -10 * h * k, 1e-12);
  EXPECT_NEAR(table.rows.back()[2], 3 - 10 * h * h * k * (k + 1) / 2, 1e-12);
}

/// The work that `bench` tells is that of a run whose input is written out cycle by cycle.
TEST_F(ModelCommands, BenchRepeatsItsInputAndNamesTheStepWithTheMostWork) {
  const std::string cycle = STICKSLIP_SOURCE_DIR "/tests/benchmark/cycles/gripper.csv";
  const Answer bench = stickslip({"bench", resource("gripper"), "--input", cycle, "--steps", "4000"});
  ASSERT_EQ(bench.code, kSuccess) << bench.err;
  const host::CsvTable once = host::parse_csv(host::read_file(cycle), cycle);
  std::string twice = "time,lift.force,close_left.force,close_right.force\n";
  for (const double begin : {0.0, once.times.back()})
    for (std::size_t i = 0; i + 1 < once.times.size(); ++i)
      twice += std::to_string(begin + once.times[i]) + "," + std::to_string(once.rows[i][0]) + "," +
               std::to_string(once.rows[i][1]) + "," + std::to_string(once.rows[i][2]) + "\n";
  const Answer run = stickslip(
      {"run", resource("gripper"), "--input", write("twice.csv", twice), "--stop", "5", "--csv", path("out.csv")});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  const host::CsvTable out = host::parse_csv(read("out.csv"), "out.csv");
  const auto column = std::find(out.columns.begin(), out.columns.end(), "solver.iterations") - out.columns.begin();
  std::size_t most = 1001;  // after the steps that warm up
  for (std::size_t step = most; step < out.rows.size(); ++step)
    if (out.rows[step][static_cast<std::size_t>(column)] > out.rows[most][static_cast<std::size_t>(column)])
      most = step;
  EXPECT_GT(most, 3200U);  // the first cycle's own is among those that warm up
  EXPECT_NE(line_of(bench.out, "pivots").find(" (step " + std::to_string(most) + ", t = "), std::string::npos)
      << bench.out << most;
  EXPECT_NE(bench.out.find("allocations"), std::string::npos);
}

TEST_F(ModelCommands, BenchRefusesAnInputWithoutEnd) {
  const Answer answer =
      stickslip({"bench", resource("gripper"), "--input", write("in.csv", "time,lift.force\n0,1\n"), "--steps", "10"});
  EXPECT_EQ(answer.code, kFailure);
  EXPECT_NE(answer.err.find("in.csv: ends before the first step does"), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace stickslip::cli

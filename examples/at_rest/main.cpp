// Things that must not move, measured: at_rest MODELS
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>

#include "examples/at_rest/mujoco.h"
#include "examples/papers/bench.h"
#include "examples/papers/report.h"

namespace {

using papers::Bench;
using papers::Report;

constexpr double kMicro = 1e6;

std::string micrometres(double speed) {
  return papers::exponential(kMicro * speed, 2) + " um/s";
}

std::array<double, 3> place(const Bench& bench, const std::string& body) {
  return {bench.value(body + ".position[1]"), bench.value(body + ".position[2]"), bench.value(body + ".position[3]")};
}

void run(Bench& bench, double seconds) {
  const double h = bench.simulation.model().step.size;
  for (long k = std::lround(seconds / h); k > 0; --k) bench.step(h);
}

/// Mean speed of a body over so many seconds, m/s.
double creep(Bench& bench, const std::string& body, double seconds) {
  const std::array<double, 3> from = place(bench, body);
  run(bench, seconds);
  const std::array<double, 3> to = place(bench, body);
  return std::hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) / seconds;
}

void hold_capsule(const std::string& models, double stiffness, Report& report) {
  stickslip::Model model = papers::load_model(models + "/scenes/held_capsule.toml");
  for (stickslip::Joint& joint : model.joints) joint.coordinates[0].drive.stiffness = stiffness;
  Bench bench(model);
  const std::string load = std::to_string(std::lround(2e-3 * stiffness)) + " N";
  report.at_most("capsule, pads press with " + load + ", um/s", "MuJoCo 50 to 155", 0,
                 kMicro * creep(bench, "capsule", 10));
  bench.set("capsule.force[3]", -1.2 * 2 * 0.7 * 2e-3 * stiffness);  // more than friction can hold
  bench.set("capsule.force[2]", 1);
  run(bench, 0.004);
  bench.set("capsule.force[3]", 0);
  bench.set("capsule.force[2]", 0);
  run(bench, 1);
  report.tell("  after a blow that moved it by, um", "",
              papers::exponential(-kMicro * bench.value("capsule.position[3]"), 2));
  report.at_most("  it creeps, um/s", "", 1e-6, kMicro * creep(bench, "capsule", 5));
}

void hold_in_mujoco(Report& report) {
  if (!at_rest::have_mujoco()) {
    report.tell("capsule in MuJoCo", "", "not found when built");
    std::fprintf(stderr, "MuJoCo was not found when this was built; apt-get install libmujoco-dev, then again\n");
    return;
  }
  report.tell("MuJoCo " + at_rest::mujoco_version() + ", elliptic, impratio 10", "155 um/s",
              micrometres(at_rest::mujoco_creep("cone=\"elliptic\" impratio=\"10\"")));
  report.tell("  and noslip_iterations 10", "1.4 um/s",
              micrometres(at_rest::mujoco_creep("cone=\"elliptic\" impratio=\"10\" noslip_iterations=\"10\"")));
}

void park(const std::string& models, double slope, Report& report) {
  stickslip::Model model = papers::load_model(models + "/scenes/parked_robot.toml");
  model.gravity = {9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)};
  Bench bench(model);
  const std::string where = slope > 0 ? "robot, parked on a slope of 10 deg" : "robot, parked on level ground";
  report.at_most(where + ", um/s", "", 0, kMicro * creep(bench, "chassis", 10));
  const std::array<const char*, 4> motors = {"motor_fl", "motor_fr", "motor_rl", "motor_rr"};
  for (const char* motor : motors) bench.set(std::string(motor) + ".drive.velocity", 3);
  run(bench, 1);
  for (const char* motor : motors) bench.set(std::string(motor) + ".drive.velocity", 0);
  run(bench, 1);
  report.at_most("  after it has driven and braked, um/s", "", 1e-6, kMicro * creep(bench, "chassis", 5));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: at_rest MODELS\n");
    return 2;
  }
  try {
    const std::string models = argv[1];
    Report report("Held by friction", "others");
    hold_capsule(models, 6000, report);
    hold_capsule(models, 30000, report);
    hold_in_mujoco(report);
    park(models, 0, report);
    park(models, std::acos(-1.0) / 18, report);
    return report.finish();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "at_rest: %s\n", error.what());
    return 1;
  }
}

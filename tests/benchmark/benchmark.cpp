// Time of one doStep for the scenes of resources/, with what the step achieved beside it: the worst residual and the
// hash of the final state, so that nobody gets fast by getting wrong. Usage: benchmark [MODEL.toml...]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "fmu/load/load.h"
#include "fmu/plant/plant.h"
#include "model/core/hash.h"

namespace {

using stickslip::Model;
using stickslip::fmu::Plant;
using Clock = std::chrono::steady_clock;

constexpr int kSteps = 2000;
const std::vector<std::string> kScenes = {"gripper", "pendulum", "resting_box", "stack"};

// The component's blocks as the shell would hold them.
struct Blocks {
  explicit Blocks(const stickslip::fmu::Blocks& from)
      : inputs(from.inputs),
        parameters(from.parameters),
        starts(from.starts),
        outputs(static_cast<std::size_t>(from.outputs)),
        integers(static_cast<std::size_t>(from.integer_outputs)),
        booleans(static_cast<std::size_t>(from.boolean_outputs)) {}

  stickslip::fmu::Values values() { return {inputs, parameters, starts, outputs, integers, booleans}; }

  std::vector<double> inputs, parameters, starts, outputs;
  std::vector<int> integers, booleans;
};

struct Run {
  std::vector<double> nanoseconds;  // per step
  double residual = 0;              // the worst
  int pivots = 0;
  std::uint64_t hash = 0;
};

Run run(const Model& model) {
  Plant plant(model, {});
  Blocks blocks(plant.description().blocks);
  const stickslip::fmu::Log silent;
  const int residual = plant.simulation().layout().solver_output;
  Run result;
  if (!plant.initialise(0, blocks.values(), silent)) return result;
  for (int k = 0; k < kSteps; ++k) {
    const auto start = Clock::now();
    const bool good = plant.step(k * model.step.size, model.step.size, blocks.values(), silent);
    result.nanoseconds.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count());
    if (!good) return {};
    result.residual = std::max(result.residual, blocks.outputs[static_cast<std::size_t>(residual)]);
    result.pivots += blocks.integers[2];
  }
  std::vector<std::byte> state(plant.description().state_bytes);
  plant.save(state.data());
  stickslip::Hash hash;
  hash.add_bytes(reinterpret_cast<const unsigned char*>(state.data()), state.size());
  result.hash = hash.value();
  return result;
}

void print(const std::string& file) {
  const stickslip::load::Loaded loaded = stickslip::load::load_file(file);
  if (!loaded.model) {
    for (const auto& diagnostic : loaded.diagnostics) std::fprintf(stderr, "%s\n", to_string(diagnostic).c_str());
    return;
  }
  Run result = run(*loaded.model);
  if (result.nanoseconds.empty()) {
    std::printf("%-14s failed\n", loaded.model->name.c_str());
    return;
  }
  std::sort(result.nanoseconds.begin(), result.nanoseconds.end());
  const std::size_t n = result.nanoseconds.size();
  std::printf("%-14s %10.0f %10.0f %10.0f %8.2f %12.2e   %016llx\n", loaded.model->name.c_str(),
              result.nanoseconds[n / 2], result.nanoseconds[n * 99 / 100], result.nanoseconds.back(),
              static_cast<double>(result.pivots) / kSteps, result.residual,
              static_cast<unsigned long long>(result.hash));
}

}  // namespace

int main(int argc, char** argv) {
  std::printf("%-14s %10s %10s %10s %8s %12s   %s\n", "scene", "p50 ns", "p99 ns", "max ns", "pivots", "residual",
              "state hash");
  if (argc > 1) {
    for (int k = 1; k < argc; ++k) print(argv[k]);
    return 0;
  }
  for (const std::string& scene : kScenes) print(std::string(STICKSLIP_SOURCE_DIR) + "/resources/" + scene + ".toml");
  return 0;
}

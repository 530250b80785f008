// What the FMI shell costs beside the engine, in CPU time: a step, a value, a state, an instance. Prints a table.
//   build/release/tests/shell_benchmark [ROUNDS]
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/export/model/model_fmu.h"
#include "fmu/host/slave.h"
#include "fmu/load/load.h"
#include "model/core/codec.h"
#include "model/interface/simulation.h"
#include "model/step/initialise.h"

namespace stickslip {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds that `action` takes, the least of some rounds of `count`.
template <class Action>
double least(int count, Action action) {
  constexpr int kRounds = 7;
  double best = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const double begin = cpu_seconds();
    for (int i = 0; i < count; ++i) action();
    best = std::min(best, (cpu_seconds() - begin) / count);
  }
  return best;
}

/// A scene of free bodies that touch nothing: the shell's share is largest where the engine has least to do.
std::string bodies(int count) {
  std::string text = "[model]\nname = \"bodies\"\ndimension = 3\ngravity = [0, 0, 0]\n[step]\nsize = 0.001\n";
  for (int i = 0; i < count; ++i)
    text += "[[body]]\nname = \"b" + std::to_string(i) + "\"\nmass = 1\ninertia = [1, 1, 1]\nposition = [" +
            std::to_string(i) + ", 0, 0]\n";
  return text;
}

/// Boxes that lie on a floor side by side, each with four contact points.
std::string boxes(int count) {
  std::string text =
      "[model]\nname = \"boxes\"\n[step]\nsize = 0.001\n[[body]]\nname = \"floor\"\nfixed = true\nshapes = [{ type = "
      "\"plane\" }]\n";
  for (int i = 0; i < count; ++i)
    text += "[[body]]\nname = \"b" + std::to_string(i) + "\"\nmass = 1\nposition = [" + std::to_string(i) +
            ", 0, 0.25]\nshapes = [{ type = \"box\", size = [0.5, 0.5, 0.5] }]\n";
  return text;
}

struct Times {
  std::vector<double> engine, shell;  // s a step, of each piece of the run
};

/// The same steps by both, piece by piece in turns, so that both meet the same machine. Keeps the least of each piece.
void run_in_turns(const host::Fmu& fmu, const Model& model, int pieces, Times& least) {
  constexpr int kSteps = 20;
  host::Slave slave(fmu, "one");
  slave.initialise(0);
  const Layout layout(model);
  Simulation simulation(model);
  std::vector<double> starts(static_cast<std::size_t>(layout.starts)), inputs(static_cast<std::size_t>(layout.inputs));
  std::vector<double> parameters(static_cast<std::size_t>(layout.parameters));
  std::vector<double> outputs(static_cast<std::size_t>(layout.outputs));
  std::vector<int> integers(static_cast<std::size_t>(layout.integer_outputs));
  std::vector<int> booleans(static_cast<std::size_t>(layout.boolean_outputs));
  default_starts(model, layout, starts);
  default_parameters(model, layout, parameters);
  default_inputs(model, layout, inputs);
  const Outputs out{outputs, integers, booleans};
  if (const Error error = simulation.initialise(starts, parameters, inputs, out)) std::abort();
  const double h = model.step.size;
  least.engine.resize(static_cast<std::size_t>(pieces), 1e9);
  least.shell.resize(static_cast<std::size_t>(pieces), 1e9);
  for (int piece = 0; piece < pieces; ++piece) {
    const auto at = static_cast<std::size_t>(piece);
    const double begin = cpu_seconds();
    for (int k = 0; k < kSteps; ++k) simulation.step(h, parameters, inputs, out);
    const double between = cpu_seconds();
    for (int k = piece * kSteps; k < (piece + 1) * kSteps; ++k)
      if (!slave.step(k * h, h)) std::abort();
    least.engine[at] = std::min(least.engine[at], (between - begin) / kSteps);
    least.shell[at] = std::min(least.shell[at], (cpu_seconds() - between) / kSteps);
  }
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

void measure_step(const host::Fmu& fmu, const Model& model, int rounds) {
  constexpr int kPieces = 50;
  Times least;
  for (int round = 0; round < rounds; ++round) run_in_turns(fmu, model, kPieces, least);
  std::vector<double> over;
  for (std::size_t k = 0; k < least.engine.size(); ++k) over.push_back(least.shell[k] - least.engine[k]);
  const double engine = median(least.engine);
  std::printf("  step               engine %9.3f us, fmi2DoStep %+.0f ns (%.1f %%), medians of %d pieces of 20 steps\n",
              1e6 * engine, 1e9 * median(over), 100 * median(over) / engine, kPieces);
}

void measure_values(const host::Fmu& fmu) {
  host::Slave slave(fmu, "one");
  slave.initialise(0);
  std::vector<fmi2ValueReference> outputs, tunables;
  for (const host::ScalarVariable& v : fmu.description().variables) {
    if (v.attributes.type != host::Type::real) continue;
    if (v.causality == host::Causality::output) outputs.push_back(v.reference);
    if (v.variability == host::Variability::tunable) tunables.push_back(v.reference);
  }
  std::vector<double> values(outputs.size()), tuned(tunables.size());
  if (slave.instance().get_real(tunables, tuned) != fmi2OK) std::abort();
  const double get = least(2000, [&] {
    if (slave.instance().get_real(outputs, values) != fmi2OK) std::abort();
  });
  const double set = least(2000, [&] {
    if (slave.instance().set_real(tunables, tuned) != fmi2OK) std::abort();
  });
  std::printf("  get                %6.2f ns a value (%zu at once), set %6.2f ns (%zu)\n",
              1e9 * get / static_cast<double>(outputs.size()), outputs.size(),
              1e9 * set / static_cast<double>(tunables.size()), tunables.size());
}

void measure_state(const host::Fmu& fmu) {
  host::Slave slave(fmu, "one");
  slave.initialise(0);
  fmi2FMUstate state = nullptr;
  if (slave.instance().get_state(state) != fmi2OK) std::abort();
  std::vector<fmi2Byte> bytes;
  if (slave.instance().serialize_state(state, bytes) != fmi2OK) std::abort();
  const double get = least(2000, [&] { std::ignore = slave.instance().get_state(state); });
  const double set = least(2000, [&] { std::ignore = slave.instance().set_state(state); });
  std::ignore = slave.instance().free_state(state);
  std::printf("  state              %zu bytes, get %.2f us, set %.2f us\n", bytes.size(), 1e6 * get, 1e6 * set);
}

/// What of this process is in memory.
double resident_bytes() {
  long pages = 0;
  long resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%ld %ld", &pages, &resident) != 2) std::abort();
  std::fclose(file);
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Many live ones, each after some steps: what they have asked for, and what of it they have touched.
void measure_instances(const host::Fmu& fmu, int count) {
  const double once = least(1, [&] { host::Slave(fmu, "one").initialise(0); });
  malloc_trim(0);
  const double h = fmu.description().experiment->step.value();
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  const double resident_before = resident_bytes();
  std::vector<std::unique_ptr<host::Slave>> slaves;
  for (int i = 0; i < count; ++i) {
    slaves.push_back(std::make_unique<host::Slave>(fmu, "one"));
    slaves.back()->initialise(0);
    for (int k = 0; k < 10; ++k)
      if (!slaves.back()->step(k * h, h)) std::abort();
  }
  const std::size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
  std::printf(
      "  instance           made and initialised in %.2f ms; %d at once, after 10 steps: %.1f kB each, in memory %.1f "
      "kB\n",
      1e3 * once, count, static_cast<double>(after - before) / 1e3 / count,
      (resident_bytes() - resident_before) / 1e3 / count);
}

void measure(const std::string& title, const load::Loaded& loaded, int rounds, int instances = 20) {
  if (!loaded.model) std::abort();
  const host::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "x.fmu";
  const double begin = cpu_seconds();
  host::write_file(file, fmu::pack_model(*loaded.model, loaded.text, false));
  const double exported = cpu_seconds() - begin;
  const host::Fmu fmu(file);
  std::printf("%s: %zu variables, exported in %.2f s\n", title.c_str(), fmu.description().variables.size(), exported);
  measure_step(fmu, *loaded.model, rounds);
  measure_values(fmu);
  measure_state(fmu);
  measure_instances(fmu, instances);
}

}  // namespace
}  // namespace stickslip

int main(int argc, char** argv) {
  using namespace stickslip;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 30;
  for (const int count : {1, 10, 50})
    measure(std::to_string(count) + " free bodies", load::load_text(bodies(count), "bodies.toml"), rounds);
  for (const char* name : {"gripper", "stack", "chain", "six_axis_arm"})
    measure(name, load::load_file(std::string(STICKSLIP_SOURCE_DIR "/resources/") + name + ".toml"), rounds);
  measure("10 boxes on a floor", load::load_text(boxes(10), "boxes.toml"), rounds, 1000);
  return 0;
}

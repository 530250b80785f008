// Writes what the comparison of bits runs: every model of resources/ as it is, and all but the largest under every
// scheme, solver and cone that go together. `bits_models FOLDER` makes FOLDER/<name>/model.bin and FOLDER/list, a line
// a run: name, GUID, step, steps, references of the Real inputs. `bits_models FOLDER STEPS`: every model as it is, that
// long; the largest fewer steps, for an emulator takes twenty-five times as long; `bits_models FOLDER STEPS all`: these
// too.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "fmu/archive/files.h"
#include "fmu/load/load.h"
#include "fmu/plant/plant.h"
#include "model/collision/pairs.h"
#include "model/core/codec.h"

namespace {

namespace fs = std::filesystem;
using namespace stickslip;

constexpr int kSteps = 200;
constexpr int kVariantSteps = 40;
constexpr std::size_t kLarge = 20;  // bodies; what has more runs a tenth of the steps, and no variants

void add(const Model& model, const std::string& name, int steps, const fs::path& folder, std::string& list) {
  const std::vector<std::uint8_t> bytes = encode(model);
  std::string error;
  const auto plant = fmu::make_plant(bytes, error);
  if (plant == nullptr) return;  // a scheme and a solver that do not go together
  fs::create_directories(folder / name);
  host::write_file(folder / name / "model.bin", std::string(bytes.begin(), bytes.end()));
  char step[32];
  std::snprintf(step, sizeof step, "%.17g", model.step.size);
  list += name + " " + fmu::guid_of(plant->description()) + " " + step + " " + std::to_string(steps);
  int reference = 0;
  for (const Variable& variable : plant->description().variables) {
    const bool driven = variable.causality == Causality::input && variable.type == ValueType::real;
    if (driven) list += " " + std::to_string(reference);
    ++reference;
  }
  list += "\n";
}

void add_variants(Model model, const std::string& name, const fs::path& folder, std::string& list) {
  for (int scheme = 0; scheme < 4; ++scheme) {
    for (int solver = 0; solver < 6; ++solver) {
      for (const int edges : {8, 4, 0}) {
        if ((model.planar || count_pairs(model).pairs == 0) && edges != 8) continue;
        model.step.scheme = static_cast<Scheme>(scheme);
        model.step.solver = static_cast<Solver>(solver);
        model.step.round_cone = edges == 0;
        model.step.cone_edges = std::max(edges, 4);
        add(model, name + "_" + std::to_string(scheme) + std::to_string(solver) + std::to_string(edges), kVariantSteps,
            folder, list);
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) return 2;
  const fs::path folder = argv[1];
  const int long_steps = argc > 2 ? std::atoi(argv[2]) : 0;
  const bool all = argc > 3 && std::string(argv[3]) == "all";
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(STICKSLIP_SOURCE_DIR "/resources")) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::string list;
  for (const fs::path& file : files) {
    const load::Loaded loaded = load::load_file(file.string());
    if (!loaded.model) continue;  // a study or a fragment
    const std::size_t bodies = loaded.model->bodies.size();
    const bool large = bodies > kLarge;
    if (long_steps > 0) {
      const double share =
          large && !all ? static_cast<double>(kLarge * kLarge) / static_cast<double>(bodies * bodies) : 1.0;
      add(*loaded.model, file.stem().string(), static_cast<int>(long_steps * share), folder, list);
      continue;
    }
    add(*loaded.model, file.stem().string(), large ? kSteps / 10 : kSteps, folder, list);
    if (!large) add_variants(*loaded.model, file.stem().string(), folder, list);
  }
  host::write_file(folder / "list", list);
  return 0;
}

#include "tests/benchmark/motion/record.h"

#include <algorithm>
#include <chrono>

#include "fmu/load/load.h"
#include "model/interface/describe.h"
#include "model/math/size.h"
#include "model/step/initialise.h"

namespace stickslip::motion {
namespace {

// Where the integer outputs of the solver stand: status, lcps, iterations, fallbacks, misses, overflow.
constexpr int kProblems = 1;

void put(const Vec3& v, double* to) {
  for (int k = 0; k < 3; ++k) to[k] = v[k];
}

// solver.energyGain counted from the solver's first output; -1 where there is none. The same for every model.
int place_of_energy_gain(const Model& model, const Layout& layout) {
  static const int place = [&] {
    for (const Variable& v : candidate_variables(model)) {
      if (v.name == "solver.energyGain") return v.slot.index - layout.solver_output;
    }
    return -1;
  }();
  return place < 0 ? -1 : layout.solver_output + place;
}

}  // namespace

std::unique_ptr<Run> Run::start(const Scene& scene, double h, std::string& why) {
  const load::Loaded loaded = load::load_text(to_toml(scene), "scene.toml");
  for (const load::Diagnostic& d : loaded.diagnostics) {
    if (d.severity == load::Severity::error) why += load::to_string(d) + "\n";
  }
  if (!loaded.model) return nullptr;
  Model model = *loaded.model;
  model.step.size = h;
  std::unique_ptr<Run> run(new Run(scene, model, h));
  run->feed();
  const Error error = run->simulation_.initialise(run->starts_, run->parameters_, run->inputs_,
                                                  {run->real_, run->integer_, run->boolean_});
  if (error) {
    why = error.text;
    return nullptr;
  }
  run->keep();
  return run;
}

Run::Run(const Scene& scene, const Model& model, double h)
    : scene_(scene),
      h_(h),
      simulation_(model),
      starts_(size(simulation_.layout().starts)),
      parameters_(size(simulation_.layout().parameters)),
      inputs_(size(simulation_.layout().inputs)),
      real_(size(simulation_.layout().outputs)),
      integer_(size(simulation_.layout().integer_outputs)),
      boolean_(size(simulation_.layout().boolean_outputs)),
      record_(simulation_.layout()) {
  record_.h = h;
  record_.energy_gain = place_of_energy_gain(model, simulation_.layout());
  default_starts(model, simulation_.layout(), starts_);
  default_parameters(model, simulation_.layout(), parameters_);
}

void Run::feed() {
  default_inputs(simulation_.model(), simulation_.layout(), inputs_);
  switch_motors();
  for (const Drive& drive : scene_.drives) {
    const double value = drive.at(taken_ * h_);
    const Layout& layout = simulation_.layout();
    if (drive.kind == Drive::joint) {
      inputs_[size(layout.joint_input(drive.on, 0))] += value;
    } else {
      double* to = &inputs_[size(layout.body_input(drive.on) + (drive.kind == Drive::torque ? 3 : 0))];
      put(Vec3(to[0], to[1], to[2]) + value * drive.direction, to);
    }
  }
}

void Run::switch_motors() {
  for (std::size_t j = 0; j < scene_.links.size(); ++j) {
    for (std::size_t way = 0; way < scene_.links[j].ways.size(); ++way) {
      const Motor& m = scene_.links[j].ways[way].motor;
      if (m.switches == 0) continue;
      double* to = &inputs_[size(simulation_.layout().drive_input(static_cast<int>(j), static_cast<int>(way)))];
      const DriveMode mode = m.at(taken_ + 1);
      to[0] = static_cast<double>(mode);
      to[Layout::kDriveVelocity] = mode == DriveMode::velocity ? m.target : 0;
      to[Layout::kDrivePosition] = mode == DriveMode::position ? m.target : 0;
    }
  }
}

void Run::keep() {
  record_.real.insert(record_.real.end(), real_.begin(), real_.end());
  record_.integer.insert(record_.integer.end(), integer_.begin(), integer_.end());
}

void Run::step() {
  feed();
  const auto start = std::chrono::steady_clock::now();
  simulation_.step(h_, parameters_, inputs_, {real_, integer_, boolean_});
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record_.seconds += taken;
  record_.longest = std::max(record_.longest, taken);
  record_.problems += static_cast<std::uint64_t>(integer_[kProblems]);
  ++taken_;
  ++record_.steps;
  keep();
}

void Run::continue_from(const Run& other) {
  simulation_.state().copy_from(other.simulation_.state());
  taken_ = other.taken_;
}

}  // namespace stickslip::motion

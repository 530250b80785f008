#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "fmu/load/load.h"
#include "fmu/shell/version.h"
#include "model/interface/simulation.h"
#include "model/math/size.h"
#include "model/step/initialise.h"
#include "tests/benchmark/peers/engine.h"
#include "tests/benchmark/peers/engines/to_toml.h"

namespace stickslip::peers {
namespace {

[[noreturn]] void give_up(const std::string& text) {
  std::fprintf(stderr, "peers: %s\n", text.c_str());
  std::exit(1);
}

Model load_model(const Scene& scene, const std::string& options) {
  const load::Loaded loaded = load::load_text(to_toml(scene, options), scene.name);
  if (!loaded.model) give_up(to_string(loaded.diagnostics.front()));
  return *loaded.model;
}

/// As any C++ program uses the engine: a model file, a Simulation, its inputs and its outputs.
class OurWorld final : public World {
 public:
  OurWorld(const Scene& scene, const std::string& options)
      : simulation_(load_model(scene, options)),
        h_(scene.h),
        parameters_(size(simulation_.layout().parameters)),
        inputs_(size(simulation_.layout().inputs)),
        real_(size(simulation_.layout().outputs)),
        integer_(size(simulation_.layout().integer_outputs)),
        boolean_(size(simulation_.layout().boolean_outputs)) {
    std::vector<double> starts(size(simulation_.layout().starts));
    default_starts(simulation_.model(), simulation_.layout(), starts);
    default_parameters(simulation_.model(), simulation_.layout(), parameters_);
    const Error error = simulation_.initialise(starts, parameters_, inputs_, outputs());
    if (error) give_up(error.text);
  }

  void drive(const std::vector<double>& torques) override {
    for (std::size_t j = 0; j < torques.size(); ++j) {
      inputs_[size(simulation_.layout().joint_input(static_cast<int>(j), 0))] = torques[j];
    }
  }

  void step() override {
    const StepReport report = simulation_.step(h_, parameters_, inputs_, outputs());
    worst_ = graver(worst_, report.status);
    if (report.status != StepStatus::solved) ++not_as_posed_;
    residual_ = std::max(residual_, report.residual);
    lcps_ += report.lcps;
    ++steps_;
  }

  void read(BodyStates& states) override {
    const bool planar = simulation_.model().planar;
    for (std::size_t b = 0; b < states.size(); ++b) {
      const double* out = &real_[size(simulation_.layout().body_output(static_cast<int>(b)))];
      states[b].position = get3(out);
      states[b].velocity = get3(out + 3);
      states[b].rotation = get_quaternion(out + 6);
      states[b].angular_velocity = get3(out + 10);
      if (planar) states[b].rotation = {std::cos(out[13] / 2), 0, 0, std::sin(out[13] / 2)};
    }
  }

  double normal_force(int) override { return real_[size(simulation_.layout().sensor_output(0) + 6)]; }

  std::string remark() override {
    char text[160];
    std::snprintf(text, sizeof text, "%.2f problems a step, %d steps not as posed (worst: %s), residual %.1e",
                  static_cast<double>(lcps_) / steps_, not_as_posed_, code_of(worst_).says, residual_);
    return text;
  }

 private:
  Outputs outputs() { return {real_, integer_, boolean_}; }

  Simulation simulation_;
  double h_;
  std::vector<double> parameters_, inputs_, real_;
  std::vector<int> integer_, boolean_;
  StepStatus worst_ = StepStatus::solved;
  int not_as_posed_ = 0;
  int lcps_ = 0;
  int steps_ = 0;
  double residual_ = 0;
};

std::unique_ptr<World> as_given(const Scene& scene) {
  return std::make_unique<OurWorld>(scene, "");
}
std::unique_ptr<World> with_round_cones(const Scene& scene) {
  return std::make_unique<OurWorld>(scene, scene.planar ? "" : "cone = \"round\"\n");
}

constexpr char kCapped[] = "solver = { name = \"auto\", factorisations = 15, tolerance = 1e-5 }";
constexpr char kSplit[] = "solver = { name = \"split\", sweeps = 15, tolerance = 1e-3 }";
std::unique_ptr<World> capped(const Scene& scene) {
  return std::make_unique<OurWorld>(scene, std::string(kCapped) + "\n");
}
std::unique_ptr<World> split(const Scene& scene) {
  return std::make_unique<OurWorld>(scene, std::string(kSplit) + "\n");
}

}  // namespace

std::vector<Engine> our_engines() {
  const std::string version = fmu::kEngineVersion;
  return {{"ours", version, "as a model file without options has it", as_given},
          {"ours-round", version, "cone = \"round\"", with_round_cones},
          {"ours-15", version, kCapped, capped},
          {"ours-split", version, kSplit, split}};
}

}  // namespace stickslip::peers

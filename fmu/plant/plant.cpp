#include "fmu/plant/plant.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "model/core/codec.h"
#include "model/interface/describe.h"
#include "model/math/size.h"
#include "model/step/initialise.h"
#include "model/step/start_overlap.h"
#include "model/workspace/workspace.h"

namespace stickslip::fmu {
namespace {

constexpr double kDeepPenetration = 1e-3;  // m, worth a message

std::size_t padded(std::size_t bytes) {
  return (bytes + kStateAlignment - 1) / kStateAlignment * kStateAlignment;
}

Outputs outputs_of(const Values& values) {
  return {values.outputs, values.integer_outputs, values.boolean_outputs};
}

Blocks blocks_of(const Model& model, const Layout& layout) {
  Blocks blocks;
  blocks.inputs.resize(size(layout.inputs));
  blocks.parameters.resize(size(layout.parameters));
  blocks.starts.resize(size(layout.starts));
  blocks.outputs = layout.outputs;
  blocks.integer_outputs = layout.integer_outputs;
  blocks.boolean_outputs = layout.boolean_outputs;
  default_inputs(model, layout, blocks.inputs);
  default_parameters(model, layout, blocks.parameters);
  default_starts(model, layout, blocks.starts);
  return blocks;
}

const char* name_of(const Model& model, int body) {
  return body < 0 ? "world" : body_at(model, body).name.c_str();
}

void report_blow_up(const Log& log, double t, const Model& model, const BlowUp& blow_up) {
  if (blow_up.of == BlowUp::Of::joint) {
    log.write(Category::solver,
              "step ending at t = %.9g s: blown up: joint \"%s\" is apart or beyond its limits by %.3g m or rad", t,
              joint_at(model, blow_up.first).name.c_str(), blow_up.size);
  }
  if (blow_up.of == BlowUp::Of::overlap) {
    log.write(Category::solver, "step ending at t = %.9g s: blown up: \"%s\" and \"%s\" are %.3g m in each other", t,
              name_of(model, blow_up.first), name_of(model, blow_up.second), blow_up.size);
  }
  if (blow_up.of == BlowUp::Of::energy) {
    log.write(Category::solver,
              "step ending at t = %.9g s: blown up: %.3g J of the motion came from nothing, \"%s\" has most of it", t,
              blow_up.size, name_of(model, blow_up.first));
  }
}

void report_to(const Log& log, double t, const StepReport& report) {
  if (!log.wants(Category::solver)) return;
  if (report.rung > 0) {
    log.write(Category::solver, "step ending at t = %.9g s: solved by rung %d of the fallback ladder, residual %.3g", t,
              report.rung, report.residual);
  }
  if (report.status == StepStatus::rough || report.status == StepStatus::events) {
    log.write(Category::solver, "step ending at t = %.9g s: %s, residual %.3g", t, code_of(report.status).says,
              report.residual);
  }
  if (report.overflow > 0) {
    log.write(Category::solver, "step ending at t = %.9g s: %d contact points beyond max_contacts were dropped", t,
              report.overflow);
  }
  if (report.misses > 0) {
    log.write(Category::solver, "step ending at t = %.9g s: %d pairs of shapes met without a contact in the step", t,
              report.misses);
  }
  if (report.penetration > kDeepPenetration) {
    log.write(Category::solver, "step ending at t = %.9g s: shapes overlap by %.3g m", t, report.penetration);
  }
}

// What the solver has said of the steps of a communication step so far: nothing bad in one of them is lost to the next.
struct Worst {
  int whole[Layout::kSolverIntegers];
  double real[Layout::kSolverOutput];

  Worst(const Layout& layout, const Values& values) {
    std::copy_n(values.integer_outputs.begin(), Layout::kSolverIntegers, whole);
    std::copy_n(&values.outputs[layout.solver_output], Layout::kSolverOutput, real);
  }

  void keep(const Layout& layout, const Values& values) const {
    int& status = values.integer_outputs[0];
    status = code_of(graver(status_with(whole[0]), status_with(status))).number;
    for (int k = 1; k < Layout::kSolverIntegers; ++k) {
      values.integer_outputs[k] = std::max(values.integer_outputs[k], whole[k]);
    }
    for (int k = 0; k < Layout::kEnergyGain; ++k) {
      double& now = values.outputs[layout.solver_output + k];
      now = std::max(now, real[k]);
    }
    values.outputs[layout.solver_output + Layout::kEnergyGain] += real[Layout::kEnergyGain];
  }
};

// An instance allocates all that it will ever need when it is made, and nothing of that can fail in a way that it could
// answer. So what it takes is asked for once, and given back, before. A block of memory in the image is sized by what a
// run has needed: there is no heap to ask, and this is more than is touched.
#if defined(STICKSLIP_MEMORY_BYTES)
bool has_memory_for(const Model&, int, std::string&) {
  return true;
}
#else
bool has_memory_for(const Model& model, int workers, std::string& error) {
  constexpr double kLeast = 2e6;    // bytes; what else there is beside the workspace,
  constexpr double kPerPart = 3e4;  // and of it for each body and joint
  const double parts = static_cast<double>(model.bodies.size() + model.joints.size() + model.sensors.size());
  const double wanted = workspace_bytes(model, workers) * 1.25 + kPerPart * parts + kLeast;
  void* trial = wanted < 1e15 ? std::malloc(static_cast<std::size_t>(wanted)) : nullptr;
  if (trial == nullptr) {
    char text[120];
    std::snprintf(text, sizeof text, "there is not enough memory: an instance may take %.3g MB", 1e-6 * wanted);
    error = text;
    return false;
  }
  std::free(trial);
  return true;
}
#endif

}  // namespace

Plant::Plant(const Model& model, const Digest& content, const Jobs& jobs)
    : simulation_(model, jobs), peaks_(model.sensors.size()) {
  description_.name = model.name;
  description_.description = model.description;
  description_.step = model.step.size;
  description_.stop = model.stop;
  description_.variables = describe(model);
  description_.blocks = blocks_of(model, simulation_.layout());
  description_.state_bytes = padded(simulation_.state().memory.size());
  description_.content = content;
}

bool Plant::initialise(double /*start_time*/, const Values& values, const Log& log) {
  const Error error = simulation_.initialise(values.starts, values.parameters, values.inputs, outputs_of(values));
  if (error) log.write(Category::error, "the initial state cannot be made: %s", error.text.c_str());
  return !error;
}

// As the loader judges the model file: there it was fine, so start parameters have done it.
bool Plant::check_start(const Log& log) {
  const Model& model = simulation_.model();
  bool good = true;
  for_each_start_overlap(
      model, simulation_.poses(), simulation_.near(), [&](const ShapePair& pair, const StartOverlap& found) {
        good = good && !found.mistake;
        log.write(found.mistake ? Category::error : Category::solver, "%s starts %.3g m deep in %s%s",
                  shape_label(model, pair.second).c_str(), found.depth, shape_label(model, pair.first).c_str(),
                  found.mistake ? "; set start values that keep them apart" : "");
      });
  return good;
}

bool Plant::step(double t, double h, const Values& values, const Log& log) {
  const Worst worst(simulation_.layout(), values);
  const auto peak = [&](std::size_t sensor) -> double& {
    return values.outputs[simulation_.layout().sensor_output(static_cast<int>(sensor)) + Layout::kSensorPeak];
  };
  for (std::size_t s = 0; s < peaks_.size(); ++s) peaks_[s] = values.continues ? peak(s) : 0;
  const StepReport report = simulation_.step(h, values.parameters, values.inputs, outputs_of(values));
  if (values.continues) worst.keep(simulation_.layout(), values);
  for (std::size_t s = 0; s < peaks_.size(); ++s) peak(s) = std::max(peak(s), peaks_[s]);
  if (report.status == StepStatus::failed || !simulation_.state().valid()) {
    log.write(Category::error, "the step from t = %.9g s has no finite result; inputs or parameters are too large", t);
    return false;
  }
  report_to(log, t + h, report);
  report_blow_up(log, t + h, simulation_.model(), report.blow_up);
  return true;
}

void Plant::save(std::byte* state) const {
  const Memory& memory = simulation_.state().memory;
  std::memcpy(state, memory.data(), memory.size());
  std::memset(state + memory.size(), 0, description_.state_bytes - memory.size());
}

bool Plant::restore(const std::byte* state) {
  Memory& memory = simulation_.state().memory;
  std::memcpy(memory.data(), state, memory.size());
  return simulation_.state().valid();
}

std::unique_ptr<Plant> make_plant(const std::vector<std::uint8_t>& bytes, std::string& error, const Jobs& jobs) {
  Model model;
  Error refused;
  if (!decode(Span<const std::uint8_t>(bytes), model, refused)) {
    error = refused.text;
    return nullptr;
  }
  if (!has_memory_for(model, jobs.workers, error)) return nullptr;
  Hasher hasher;
  hasher.add(bytes.data(), bytes.size());
  return std::unique_ptr<Plant>(new Plant(model, hasher.digest(), jobs));
}

}  // namespace stickslip::fmu

#include <cstdio>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/input_table.h"
#include "fmu/cli/interruption.h"
#include "fmu/cli/model_of_fmu.h"
#include "fmu/cli/outputs.h"
#include "fmu/cli/progress.h"
#include "fmu/cli/schedule.h"
#include "fmu/cli/start_values.h"
#include "fmu/linearize/linearize.h"
#include "fmu/view/recording.h"
#include "fmu/view/restored.h"

namespace stickslip::cli {

namespace {

/// The state of a run at its end, as bytes.
std::vector<std::uint8_t> state_after(const LinearizeOptions& options, const host::Fmu& fmu, const Schedule& schedule) {
  const RunInputs& run = options.run;
  host::Slave slave(fmu, fmu.description().model_name, {.logging = true});
  for (const std::string& assignment : run.set) set_start(slave, assignment);
  InputTable inputs;
  if (!run.input.empty()) inputs = InputTable(run.input, interpolation_of(run.input_interpolation), slave);
  slave.start_initialisation(schedule.start(), schedule.stop());
  inputs.apply(schedule.start(), 0, 0, slave);
  slave.finish_initialisation();
  const Interruption interruption;
  Progress progress(run.file);
  for (long k = 0; k < schedule.steps(); ++k) {
    if (interruption.asked()) throw host::Error("interrupted at t = " + host::short_double(schedule.time(k)));
    inputs.apply(schedule.time(k), schedule.size(k), schedule.tolerance(), slave);
    if (!slave.step(schedule.time(k), schedule.size(k))) throw host::Error("the model ended the simulation");
    slave.instance().clear_messages();
    progress.show(static_cast<double>(k + 1) / static_cast<double>(schedule.steps()));
  }
  inputs.apply(schedule.stop(), 0, schedule.tolerance(), slave);
  return view::snapshot_of(slave);
}

linearize::StepMap map_of(const ModelFile& file, const std::vector<std::uint8_t>& snapshot, double step) {
  fmu::Plant& plant = *file.plant;
  view::Restored restored(plant);
  if (!restored.take(snapshot, plant)) throw host::Error("the state of the run cannot be taken over");
  return linearize::linearize(plant.simulation().model(), plant.description().variables, plant.simulation().state(),
                              restored.values(), step);
}

std::string names_as_json(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return "[" + text + "]";
}

std::string row_as_json(const Eigen::RowVectorXd& row) {
  std::string text;
  for (const double value : row) text += (text.empty() ? "" : ", ") + host::format_double(value);
  return "[" + text + "]";
}

std::string as_json(const Eigen::MatrixXd& matrix) {
  std::string text;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    text += std::string(text.empty() ? "" : ",") + "\n    " + row_as_json(matrix.row(i));
  return "[" + text + "]";
}

std::string json(const std::string& model, double time, const linearize::StepMap& map) {
  std::string text = "{\n  \"model\": \"" + model + "\",\n  \"time\": " + host::format_double(time) +
                     ",\n  \"step\": " + host::format_double(map.step);
  const auto add = [&text](const char* key, const std::string& value) {
    text += std::string(",\n  \"") + key + "\": " + value;
  };
  add("states", names_as_json(map.states));
  add("inputs", names_as_json(map.inputs));
  add("outputs", names_as_json(map.outputs));
  add("kinks", names_as_json(map.kinks));
  add("x", row_as_json(map.x));
  add("u", row_as_json(map.u));
  add("y", row_as_json(map.y));
  add("next", row_as_json(map.next));
  add("A", as_json(map.A));
  add("B", as_json(map.B));
  add("C", as_json(map.C));
  add("D", as_json(map.D));
  return text + "\n}\n";
}

void print_poles(const std::string& output, const linearize::StepMap& map) {
  std::printf("%s: %zu states, %zu inputs, %zu outputs\n", output.c_str(), map.states.size(), map.inputs.size(),
              map.outputs.size());
  std::printf("%12s  %12s  %14s  %10s\n", "pole z", "imaginary", "frequency/Hz", "damping");
  int gone = 0;
  for (const linearize::Pole& pole : linearize::poles_of(map)) {
    if (!pole.gone)
      std::printf("%12.9f  %12.9f  %14.6g  %10.4g\n", pole.real, pole.imaginary, pole.frequency, pole.damping);
    gone += pole.gone ? 1 : 0;
  }
  if (gone > 0) std::printf("%d more at 0: what is gone after one step\n", gone);
}

}  // namespace

int linearize(const LinearizeOptions& options) {
  const std::string& path = options.run.file;
  if (options.run.stop.value_or(0) < 0) throw host::Error("--at: runs start at 0");
  refuse_overwriting("-o", options.output, {path, options.run.input});
  const ModelFile file = model_of(path, options.run.robot);
  const host::Fmu fmu = linked_fmu(file);
  try {
    const Schedule schedule(fmu.description(), options.run.stop.value_or(0), {});
    const linearize::StepMap map = map_of(file, state_after(options, fmu, schedule), file.model.step.size);
    if (map.states.empty()) throw host::Error("nothing can move, there is no state");
    for (const std::string& name : map.kinks) {
      std::fprintf(stderr,
                   "%s: warning: the step answers more and less of %s differently (a contact, a stop or dry "
                   "friction changes there); its column is the mean of both\n",
                   path.c_str(), name.c_str());
    }
    const std::string text = json(file.model.name, schedule.stop(), map);
    if (options.output.empty()) {
      std::fputs(text.c_str(), stdout);
    } else {
      host::write_file(options.output, text);
      print_poles(options.output, map);
    }
  } catch (const host::Error& error) {
    const std::string text = error.what();
    for (const std::string& of : {path, options.run.input, options.output})
      if (!of.empty() && text.compare(0, of.size(), of) == 0) throw;
    throw host::Error(path + ": " + text);
  }
  return kSuccess;
}

}  // namespace stickslip::cli

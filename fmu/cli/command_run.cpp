#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <thread>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/dump_lcp.h"
#include "fmu/cli/input_table.h"
#include "fmu/cli/interruption.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/outputs.h"
#include "fmu/cli/progress.h"
#include "fmu/cli/schedule.h"
#include "fmu/cli/summary.h"

namespace stickslip::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSameTime = 1e-6;  // of a step

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Parameters, inputs and whatever else has a start that may be set before initialisation.
void set_start(host::Slave& slave, const std::string& assignment) {
  const std::size_t sign = assignment.find('=');
  const std::string name = assignment.substr(0, sign);
  const host::ScalarVariable& v = slave.variable(name);
  const bool settable = v.has_start && v.variability != host::Variability::constant;
  if (!settable)
    throw host::Error("--set " + assignment + ": \"" + name + "\" is " + host::name_of(v.variability) + " " +
                      host::name_of(v.causality) + " without a start; only parameters, inputs and starts can be set");
  slave.set_text(name, assignment.substr(sign + 1));
}

/// The CSV file, standard output, or nowhere.
class Rows {
 public:
  Rows(const RunOptions& options, const host::Selection& outputs)
      : name_(options.csv == "-" ? "standard output" : options.csv), every_(options.every) {
    if (name_.empty()) return;
    if (options.csv != "-") file_.open(name_, std::ios::binary);
    out_ = options.csv == "-" ? &std::cout : static_cast<std::ostream*>(&file_);
    std::vector<std::string> columns;
    for (const host::ScalarVariable* variable : outputs.variables()) columns.push_back(variable->name);
    *out_ << host::csv_header(columns);
    check();
  }

  /// Row k of the run.
  void add(long k, double time, const std::vector<double>& values) {
    if (out_ == nullptr) return;
    held_.clear();
    last_ = time;
    if (k % every_ != 0) {
      held_ = host::csv_row(time, values);
      return;
    }
    *out_ << host::csv_row(time, values);
    check();
  }

  /// The last row is written whatever its number.
  void finish() {
    if (out_ == nullptr) return;
    *out_ << held_ << std::flush;
    check();
  }

  /// The same for a run that went wrong; what the file has of it, as the end of a message.
  std::string cut_short() {
    if (out_ == nullptr || !(*out_ << held_ << std::flush)) return {};
    return "; " + name_ + " ends with the row of t = " + host::short_double(last_);
  }

 private:
  void check() const {
    if (!*out_) throw host::Error(name_ + ": cannot be written: " + host::reason_of_errno());
  }

  std::string name_;
  long every_;
  double last_ = 0;
  std::string held_;
  std::ofstream file_;
  std::ostream* out_ = nullptr;
};

void print_log(const RunOptions& options, host::Slave& slave) {
  if (options.log)
    for (const host::LogMessage& message : slave.instance().messages())
      std::fprintf(stderr, "[%s] %s: %s\n", message.category.c_str(), host::name_of(message.status),
                   message.text.c_str());
  slave.instance().clear_messages();
}

/// The state as bytes, as another process would be given it.
std::vector<std::uint8_t> snapshot_of(host::Slave& slave) {
  host::Instance& instance = slave.instance();
  std::vector<fmi2Byte> bytes;
  fmi2FMUstate state = nullptr;
  const bool good = instance.get_state(state) == fmi2OK && instance.serialize_state(state, bytes) == fmi2OK;
  if (state != nullptr && instance.free_state(state) != fmi2OK) state = nullptr;
  if (!good) throw host::Error("--dump-lcp: the state cannot be read");
  return {bytes.begin(), bytes.end()};
}

/// What is done before step k, for the one that --dump-lcp names.
using BeforeStep = std::function<void(long k, double H, host::Slave& slave)>;

/// What a run is made of.
struct Run {
  const RunOptions& options;
  const Schedule& schedule;
  const host::Selection& outputs;
  const BeforeStep& before_step;
  host::Slave& slave;
  InputTable& inputs;
  Summary& summary;
  const Interruption& interruption;
};

/// Not past an interruption.
void sleep_until(Clock::time_point end, const Interruption& interruption) {
  constexpr std::chrono::milliseconds kNap(100);
  while (Clock::now() < end && !interruption.asked()) std::this_thread::sleep_until(std::min(end, Clock::now() + kNap));
}

/// Inputs, step, outputs, row; until the schedule or the FMU ends. Returns the number of steps done.
long run_steps(const Run& run, Rows& rows) {
  const Schedule& schedule = run.schedule;
  Progress progress(run.options.file);
  std::vector<double> values(run.outputs.size());
  run.slave.read(run.outputs, values);
  rows.add(0, schedule.start(), values);
  const Clock::time_point begin = Clock::now();
  long k = 0;
  for (; k < schedule.steps(); ++k) {
    if (run.interruption.asked()) throw host::Error("interrupted at t = " + host::short_double(schedule.time(k)));
    run.inputs.apply(schedule.time(k), kSameTime * schedule.step(), run.slave);
    run.before_step(k, schedule.size(k), run.slave);
    const Clock::time_point step_begin = Clock::now();
    if (!run.slave.step(schedule.time(k), schedule.size(k))) break;
    const double taken = seconds_since(step_begin);
    run.slave.read(run.outputs, values);
    run.summary.add(taken, values);
    rows.add(k + 1, schedule.time(k + 1), values);
    print_log(run.options, run.slave);
    progress.show(static_cast<double>(k + 1) / static_cast<double>(schedule.steps()));
    const std::chrono::duration<double> passed(schedule.time(k + 1) - schedule.start());
    if (run.options.realtime)
      sleep_until(begin + std::chrono::duration_cast<Clock::duration>(passed), run.interruption);
  }
  rows.finish();
  return k;
}

/// Returns the time reached.
double run_and_write(const Run& run) {
  Rows rows(run.options, run.outputs);
  long steps = 0;
  try {
    steps = run_steps(run, rows);
  } catch (const host::Error& error) {
    throw host::Error(error.what() + rows.cut_short());
  }
  if (steps < run.schedule.steps())
    std::fprintf(stderr, "%s: the FMU ended the simulation\n", run.options.file.c_str());
  return run.schedule.time(steps);
}

void run_fmu(const RunOptions& options, const host::Fmu& fmu, const BeforeStep& before_step) {
  const Schedule schedule(fmu.description(), options.stop, options.step);
  if (options.dump_lcp.first > schedule.steps())
    throw host::Error("--dump-lcp: there is no step " + std::to_string(options.dump_lcp.first) + ", the run has " +
                      std::to_string(schedule.steps()));
  // What the FMU logs is also the reason that an error gives.
  host::Slave slave(fmu, fmu.description().model_name, {.logging = true});
  for (const std::string& assignment : options.set) set_start(slave, assignment);
  const host::Selection outputs(fmu.description(), host::Causality::output);
  InputTable inputs = options.input.empty() ? InputTable() : InputTable(options.input, slave);
  slave.start_initialisation(schedule.start(), schedule.stop());
  inputs.apply(schedule.start(), 0, slave);
  slave.finish_initialisation();
  print_log(options, slave);
  Summary summary(outputs);
  const Clock::time_point begin = Clock::now();
  const Interruption interruption;
  const double end = run_and_write({options, schedule, outputs, before_step, slave, inputs, summary, interruption});
  const double wall = seconds_since(begin);
  const std::string text = options.file + ": " + summary.text(end - schedule.start(), wall, slave.state_hash());
  slave.terminate();
  std::fputs(text.c_str(), options.csv == "-" ? stderr : stdout);
}

}  // namespace

int run(const RunOptions& options) {
  const long dump_step = options.dump_lcp.first;
  const std::string& dump_file = options.dump_lcp.second;
  refuse_overwriting("--csv", options.csv, {options.file, options.input});
  refuse_overwriting("--dump-lcp", dump_file, {options.file, options.input});
  std::optional<ModelFile> model;
  if (!is_fmu(options.file)) {
    model = load_model(options.file);
  } else if (dump_step > 0) {
    throw host::Error(options.file + ": --dump-lcp needs the model file; `stickslip info --model` prints it");
  }
  if (dump_step > 0 && !model->model.planar && model->model.step.round_cone)
    throw host::Error(options.file +
                      ": --dump-lcp: cone = \"round\" makes no linear complementarity problem; "
                      "dump with cone = 8");
  const host::Fmu fmu = model ? linked_fmu(*model) : host::Fmu(options.file);
  if (model && dump_step == 0) model->plant.reset();  // the instance that runs has a workspace of its own
  const auto before_step = [&](long k, double H, host::Slave& slave) {
    if (k + 1 == dump_step) cli::dump_lcp(*model, snapshot_of(slave), H, dump_file);
  };
  try {
    run_fmu(options, fmu, before_step);
  } catch (const host::Error& error) {
    const std::string text = error.what();
    for (const std::string& file : {options.file, options.input, dump_file, options.csv})
      if (!file.empty() && text.compare(0, file.size(), file) == 0) throw;
    throw host::Error(options.file + ": " + text);
  }
  return kSuccess;
}

}  // namespace stickslip::cli

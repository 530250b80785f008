#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/archive/text.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/dump_lcp.h"
#include "fmu/cli/input_table.h"
#include "fmu/cli/interruption.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/outputs.h"
#include "fmu/cli/progress.h"
#include "fmu/cli/rows.h"
#include "fmu/cli/schedule.h"
#include "fmu/cli/start_values.h"
#include "fmu/cli/summary.h"
#include "fmu/cli/threads.h"
#include "fmu/host/apart.h"
#include "fmu/host/csv.h"
#include "fmu/view/recording.h"

namespace stickslip::cli {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void print_log(const RunOptions& options, host::Slave& slave) {
  if (options.log)
    for (const host::LogMessage& message : slave.instance().messages())
      std::fprintf(stderr, "[%s] %s: %s\n", message.category.c_str(), host::name_of(message.status),
                   message.text.c_str());
  slave.instance().clear_messages();
}

/// What is done before step k, for the one that --dump-lcp names.
using BeforeStep = std::function<void(long k, double H, host::Slave& slave)>;

/// What comes out of a run, in order.
struct Sink {
  std::function<void(const std::string& header)> begin;
  std::function<void(long k, double time, const std::string& line)> row;
  std::function<void(const std::string& text)> summary;
};

/// What a run is made of.
struct Run {
  const RunOptions& options;
  const Schedule& schedule;
  const OutputReader& outputs;
  const BeforeStep& before_step;
  const Sink& sink;
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

/// The FMU has ended the run in step k: what it has done of the step counts. Returns the time reached.
double end_early(const Run& run, long k) {
  std::fprintf(stderr, "%s: the FMU ended the simulation\n", run.options.file.c_str());
  const double before = run.schedule.time(k);
  const double reached = run.slave.last_successful_time(before);
  if (!(reached > before && reached <= run.schedule.time(k + 1))) return before;
  std::vector<double> values;
  run.sink.row(k + 1, reached, run.outputs.read(run.slave, values));
  return reached;
}

/// Inputs, step, outputs, row; until the schedule or the FMU ends. Returns the time reached.
double run_steps(const Run& run) {
  const Schedule& schedule = run.schedule;
  Progress progress(run.options.file);
  std::vector<double> values;
  run.sink.row(0, schedule.start(), run.outputs.read(run.slave, values));
  const Clock::time_point begin = Clock::now();
  for (long k = 0; k < schedule.steps(); ++k) {
    if (run.interruption.asked()) throw host::Error("interrupted at t = " + host::short_double(schedule.time(k)));
    run.inputs.apply(schedule.time(k), schedule.size(k), schedule.tolerance(), run.slave);
    run.before_step(k, schedule.size(k), run.slave);
    const Clock::time_point step_begin = Clock::now();
    if (!run.slave.step(schedule.time(k), schedule.size(k))) return end_early(run, k);
    const double taken = seconds_since(step_begin);
    const std::string line = run.outputs.read(run.slave, values);
    run.summary.add(taken, values);
    run.sink.row(k + 1, schedule.time(k + 1), line);
    print_log(run.options, run.slave);
    progress.show(static_cast<double>(k + 1) / static_cast<double>(schedule.steps()));
    const std::chrono::duration<double> passed(schedule.time(k + 1) - schedule.start());
    if (run.options.realtime)
      sleep_until(begin + std::chrono::duration_cast<Clock::duration>(passed), run.interruption);
  }
  return schedule.stop();
}

void run_fmu(const RunOptions& options, const host::Fmu& fmu, const BeforeStep& before_step, const Sink& sink,
             const Interruption& interruption) {
  const Schedule schedule(fmu.description(), options.stop, options.step);
  if (options.dump_lcp.first > schedule.steps())
    throw host::Error("--dump-lcp: there is no step " + std::to_string(options.dump_lcp.first) + ", the run has " +
                      std::to_string(schedule.steps()));
  // What the FMU logs is also the reason that an error gives.
  host::Slave slave(fmu, fmu.description().model_name, {.logging = true});
  for (const std::string& assignment : options.set) set_start(slave, assignment);
  const OutputReader outputs(fmu.description());
  InputTable inputs;
  if (!options.input.empty()) inputs = InputTable(options.input, interpolation_of(options.input_interpolation), slave);
  slave.start_initialisation(schedule.start(), schedule.stop());
  inputs.apply(schedule.start(), 0, 0, slave);
  slave.finish_initialisation();
  print_log(options, slave);
  sink.begin(host::csv_header(outputs.names()));
  Summary summary(outputs.numbers());
  const Clock::time_point begin = Clock::now();
  const double end = run_steps({options, schedule, outputs, before_step, sink, slave, inputs, summary, interruption});
  const double wall = seconds_since(begin);
  // From here on nothing that the FMU does can take the result away.
  sink.summary(options.file + ": " + summary.text(end - schedule.start(), wall));
  if (const auto hash = slave.state_hash()) sink.summary(Summary::hash_line(*hash));
  slave.terminate();
  if (const char* call = slave.instance().rounding_changed_in())
    std::fprintf(stderr, "%s: %s changed the rounding mode of the process; it was put back\n", options.file.c_str(),
                 call);
}

/// A run of this process: the model is ours.
void run_model(const RunOptions& options, const host::Fmu& fmu, const BeforeStep& before_step) {
  const Interruption interruption;
  Rows rows(options.csv, options.every);
  std::string text;
  const Sink sink{[&](const std::string& header) { rows.begin(header); },
                  [&](long k, double time, const std::string& line) { rows.add(k, time, line); },
                  [&](const std::string& more) { text += more; }};
  try {
    run_fmu(options, fmu, before_step, sink, interruption);
  } catch (const host::Error& error) {
    throw host::Error(error.what() + rows.cut_short());
  }
  rows.finish();
  std::fputs(text.c_str(), options.csv == "-" ? stderr : stdout);
}

// How a child process sends what comes out of its run.
constexpr char kHeaderRecord = 'h';
constexpr char kRowRecord = 'r';
constexpr char kSummaryRecord = 's';

struct RowHead {
  char kind = kRowRecord;
  long k = 0;
  double time = 0;
};

Sink sink_of(const host::Inside& inside, bool rows_wanted) {
  const auto text = [&inside](char kind, const std::string& line) { inside.send(kind + line); };
  return {[text](const std::string& header) { text(kHeaderRecord, header); },
          [&inside, rows_wanted](long k, double time, const std::string& line) {
            const RowHead head{kRowRecord, k, time};
            std::string record(sizeof head, '\0');
            std::memcpy(record.data(), &head, sizeof head);
            inside.send(rows_wanted ? record += line : record);
          },
          [text](const std::string& line) { text(kSummaryRecord, line); }};
}

void take_record(std::string_view record, Rows& rows, std::string& summary) {
  RowHead head;
  switch (record[0]) {
    case kHeaderRecord:
      return rows.begin(record.substr(1));
    case kRowRecord:
      std::memcpy(&head, record.data(), sizeof head);
      return rows.add(head.k, head.time, record.substr(sizeof head));
    default:
      summary += record.substr(1);
  }
}

/// A run of foreign code: in a process of its own. What it prints goes to standard error.
void run_apart(const RunOptions& options) {
  const Interruption interruption;
  Rows rows(options.csv, options.every);
  const host::TemporaryFolder folder;
  std::string summary;
  const auto work = [&](host::Inside& inside) {
    const host::Fmu fmu(options.file, {.unpack_below = folder.path(), .where = &inside.where});
    run_fmu(
        options, fmu, [](long, double, host::Slave&) {}, sink_of(inside, rows.wanted()), interruption);
  };
  std::string wrong;
  try {
    const host::Fate fate = host::apart({}, work, [&](std::string_view record) { take_record(record, rows, summary); });
    if (fate.end != host::Fate::End::finished) wrong = "the FMU " + fate.text();
    if (fate.interrupted && !wrong.empty()) wrong = "interrupted; " + wrong;
  } catch (const host::Error& error) {
    wrong = error.what();
  }
  if (!wrong.empty() && summary.empty()) throw host::Error(wrong + rows.cut_short());
  rows.finish();
  std::fputs(summary.c_str(), options.csv == "-" ? stderr : stdout);
  if (!wrong.empty()) std::fprintf(stderr, "%s: after the run: %s\n", options.file.c_str(), wrong.c_str());
}

}  // namespace

namespace {

/// The run's table is kept where the user does not want it, until it is drawn.
int run_and_plot(RunOptions options) {
  if (options.csv == "-") throw host::Error("--plot draws what --csv writes to a file, not to standard output");
  const std::string plot = std::exchange(options.plot, {});
  refuse_overwriting("--plot", plot, {options.file, options.input, options.csv});
  const host::TemporaryFolder folder;
  if (options.csv.empty()) options.csv = (folder.path() / std::filesystem::path(options.file).stem()).string() + ".csv";
  const int code = run(options);
  return code == kSuccess ? cli::plot({options.csv, {}, plot}) : code;
}

}  // namespace

int run(const RunOptions& options) {
  if (!options.plot.empty()) return run_and_plot(options);
  const long dump_step = options.dump_lcp.first;
  const std::string& dump_file = options.dump_lcp.second;
  refuse_overwriting("--csv", options.csv, {options.file, options.input});
  refuse_overwriting("--dump-lcp", dump_file, {options.file, options.input});
  const Threads threads(options.threads);
  std::optional<ModelFile> model;
  if (!is_fmu(options.file)) {
    model = load_model(options.file, options.robot);
  } else if (dump_step > 0) {
    throw host::Error(options.file + ": --dump-lcp needs the model file; `stickslip info --model` prints it");
  } else if (options.threads > 1) {
    throw host::Error(options.file + ": --threads is for model files; an FMU runs in one thread");
  }
  if (dump_step > 0 && !model->model.planar && model->model.step.round_cone)
    throw host::Error(options.file +
                      ": --dump-lcp: cone = \"round\" makes no linear complementarity problem; "
                      "dump with cone = 8");
  const auto before_step = [&](long k, double H, host::Slave& slave) {
    if (k + 1 == dump_step) cli::dump_lcp(*model, view::snapshot_of(slave), H, dump_file);
  };
  try {
    if (!model) {
      run_apart(options);
    } else {
      const host::Fmu fmu = linked_fmu(*model);
      if (dump_step == 0) model->plant.reset();  // the instance that runs has a workspace of its own
      run_model(options, fmu, before_step);
    }
  } catch (const host::Error& error) {
    const std::string text = error.what();
    for (const std::string& file : {options.file, options.input, dump_file, options.csv})
      if (!file.empty() && text.compare(0, file.size(), file) == 0) throw;
    throw host::Error(options.file + ": " + text);
  }
  return kSuccess;
}

}  // namespace stickslip::cli

#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <type_traits>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/archive/text.h"
#include "fmu/cli/allocation_counter.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/input_table.h"
#include "fmu/cli/instruction_counter.h"
#include "fmu/cli/interruption.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/outputs.h"
#include "fmu/cli/progress.h"
#include "fmu/cli/start_values.h"
#include "fmu/host/apart.h"
#include "fmu/plot/chart.h"

namespace stickslip::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// How often a number occurred: 64 buckets for every doubling, so that memory does not grow with the steps.
class Histogram {
 public:
  void add(double value) {
    const double place = kFine * std::log2(std::max(value, 1.0));
    ++counts_[static_cast<std::size_t>(std::min(place, static_cast<double>(counts_.size() - 1)))];
    ++all_;
    if (value > most_) {
      most_ = value;
      most_at_ = all_ - 1;
    }
  }
  /// What a share of all did not exceed, to one percent.
  double share(double wanted) const {
    const auto rank = static_cast<std::uint64_t>(std::ceil(wanted * static_cast<double>(all_)));
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i)
      if ((below += counts_[i]) >= rank) return std::min(edge(i + 1), most_);
    return most_;
  }
  double most() const { return most_; }
  std::uint64_t most_at() const { return most_at_; }
  static double edge(std::size_t i) { return std::exp2(static_cast<double>(i) / kFine); }
  const auto& counts() const { return counts_; }

 private:
  static constexpr int kDoublings = 44;
  static constexpr int kFine = 64;
  std::array<std::uint64_t, kDoublings * kFine> counts_{};
  std::uint64_t all_ = 0;
  double most_ = 0;
  std::uint64_t most_at_ = 0;
};

/// How often each number of pivots or problems occurred in a step.
class Counts {
 public:
  void add(double value) {
    const auto number = static_cast<std::size_t>(std::max(value, 0.0));
    ++counts_[std::min(number, counts_.size() - 1)];
    ++all_;
    if (number > most_) {
      most_ = number;
      most_at_ = all_ - 1;
    }
  }
  std::size_t median() const {
    std::size_t i = 0;
    for (std::uint64_t below = counts_[0]; 2 * below < all_; below += counts_[i]) ++i;
    return i;
  }
  std::size_t most() const { return most_; }
  std::uint64_t most_at() const { return most_at_; }

 private:
  std::array<std::uint64_t, 4096> counts_{};
  std::uint64_t all_ = 0;
  std::size_t most_ = 0;
  std::uint64_t most_at_ = 0;
};

/// Locked memory and a fixed priority, for as long as this lives; says what the system did not grant.
class Realtime {
 public:
  explicit Realtime(int priority) {
    if (mlockall(MCL_CURRENT | MCL_FUTURE) == 0) {
      said_ = "memory locked";
    } else {
      said_ = "memory not locked: " + host::reason_of_errno();
    }
    sched_param wanted{};
    wanted.sched_priority = priority;
    said_ += sched_setscheduler(0, SCHED_FIFO, &wanted) == 0
                 ? ", SCHED_FIFO " + std::to_string(priority) + throttle()
                 : ", not under SCHED_FIFO: " + host::reason_of_errno() + " (it needs root or CAP_SYS_NICE)";
  }
  ~Realtime() {
    sched_param normal{};
    sched_setscheduler(0, SCHED_OTHER, &normal);
    munlockall();
  }
  Realtime(const Realtime&) = delete;
  Realtime& operator=(const Realtime&) = delete;
  const std::string& said() const { return said_; }

 private:
  /// Linux stops real-time tasks for 5 % of every second unless it is told not to: tens of milliseconds in a histogram.
  static std::string throttle() {
    std::ifstream in("/proc/sys/kernel/sched_rt_runtime_us");
    long share = -1;
    if (!(in >> share) || share < 0) return {};
    return ", throttled by the kernel (sysctl kernel.sched_rt_runtime_us=-1 ends that)";
  }

  std::string said_;
};

/// What an FMU of ours tells of the work of a step, the same on every machine.
struct WorkOutput {
  const char* title;
  const char* name;
  const char* flat_name;
};
constexpr std::array<WorkOutput, 2> kWork{
    {{"problems", "solver.lcps", "solver_lcps"}, {"pivots", "solver.iterations", "solver_iterations"}}};

/// Plain data: a child process sends it as bytes.
struct Measured {
  Histogram nanoseconds;
  Histogram instructions;
  bool counted = false;
  char no_counter[120] = {};
  long faults = 0;
  long allocations = -1;  // -1: not counted
  std::array<Counts, kWork.size()> work{};
  std::array<bool, kWork.size()> has_work{};  // whether the FMU tells it
  double step_size = 0;
};
static_assert(std::is_trivially_copyable_v<Measured>);

long page_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt + usage.ru_majflt;
}

constexpr long kWarmUp = 1000;      // steps before the first that counts
constexpr long kLookAround = 4096;  // steps between looks at the clock on the wall and at Ctrl-C

/// Reads what the FMU tells of its work.
class Work {
 public:
  Work(const host::ModelDescription& description, Measured& measured) : measured_(measured) {
    std::vector<const host::ScalarVariable*> found;
    for (std::size_t i = 0; i < kWork.size(); ++i) {
      const host::ScalarVariable* variable = description.find(kWork[i].name);
      if (variable == nullptr) variable = description.find(kWork[i].flat_name);
      measured.has_work[i] = variable != nullptr;
      if (variable != nullptr) found.push_back(variable);
    }
    selection_ = host::Selection(std::move(found));
  }

  void read(host::Slave& slave) { slave.read(selection_, values_); }
  void count() {
    for (std::size_t i = 0, k = 0; i < kWork.size(); ++i)
      if (measured_.has_work[i]) measured_.work[i].add(values_[k++]);
  }

 private:
  Measured& measured_;
  host::Selection selection_;
  std::array<double, kWork.size()> values_{};
};

/// A recorded input over and over.
class Cycle {
 public:
  Cycle(const std::string& file, host::Slave& slave, double step) : slave_(slave), step_(step) {
    if (file.empty()) return;
    table_ = InputTable(file, Interpolation::hold, slave);
    steps_ = std::lround(table_.end() / step);
    if (steps_ < 1)
      throw host::Error(file + ": ends before the first step does; its last row says when it begins anew");
  }

  /// What holds in the next step.
  void apply() {
    if (steps_ == 0) return;
    if (at_ == steps_) at_ = 0;
    if (at_ == 0) table_.rewind();
    table_.apply(static_cast<double>(at_++) * step_, step_, kTolerance * step_, slave_);
  }

 private:
  static constexpr double kTolerance = 1e-6;  // of a step
  host::Slave& slave_;
  double step_;
  InputTable table_;
  long steps_ = 0;
  long at_ = 0;
};

void measure(const BenchOptions& options, const host::Fmu& fmu, Measured& measured) {
  const host::DefaultExperiment experiment = fmu.description().experiment.value_or(host::DefaultExperiment{});
  const double h = experiment.step.value_or(0.001);
  host::Slave slave(fmu, fmu.description().model_name);
  for (const std::string& assignment : options.set) set_start(slave, assignment);
  Cycle inputs(options.input, slave, h);
  slave.initialise(0);
  InstructionCounter counter;
  measured.counted = counter.works();
  std::snprintf(measured.no_counter, sizeof measured.no_counter, "%s", counter.reason().c_str());
  Work work(fmu.description(), measured);
  measured.step_size = h;
  const Interruption interruption;
  Progress progress(options.file);
  long faults_before = page_faults();
  const bool counts_allocations = AllocationCounter::works();
  long allocations = 0;
  for (long k = -kWarmUp; k < options.steps; ++k) {
    if (k % kLookAround == 0) {
      if (interruption.asked()) throw host::Error("interrupted");
      const long before = page_faults();
      progress.show(static_cast<double>(std::max(k, 0L)) / static_cast<double>(options.steps));
      faults_before += page_faults() - before;
    }
    if (k == 0) faults_before = page_faults();
    const double t = static_cast<double>(k + kWarmUp) * h;
    inputs.apply();
    const AllocationCounter heap;
    const std::uint64_t count = counter.read();
    const Clock::time_point begin = Clock::now();
    const bool goes_on = slave.step(t, h);
    const Clock::time_point end = Clock::now();
    const std::uint64_t after = counter.read();
    if (!goes_on) throw host::Error("the FMU ends the simulation at t = " + host::short_double(t));
    const long allocated = AllocationCounter::count();
    work.read(slave);
    if (k < 0) continue;
    work.count();
    allocations += allocated;
    measured.nanoseconds.add(std::chrono::duration<double, std::nano>(end - begin).count());
    if (measured.counted) measured.instructions.add(static_cast<double>(after - count));
  }
  measured.faults = page_faults() - faults_before;
  if (counts_allocations) measured.allocations = allocations;
}

/// "step 12, t = 1.012 s": as `run` counts them.
std::string moment_of(std::uint64_t measured_step, const Measured& measured) {
  const std::uint64_t step = measured_step + kWarmUp + 1;
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "step %llu, t = %.9g s", static_cast<unsigned long long>(step),
                static_cast<double>(step) * measured.step_size);
  return text.data();
}

void print(const Histogram& histogram, const Measured& measured, const char* title, double unit, const char* name) {
  std::printf("%-14s", title);
  for (const auto& [label, share] :
       {std::pair("p50", 0.5), std::pair("p90", 0.9), std::pair("p99", 0.99), std::pair("p99.9", 0.999),
        std::pair("p99.99", 0.9999), std::pair("p99.999", 0.99999)})
    std::printf("  %s %.4g", label, histogram.share(share) / unit);
  std::printf("  max %.4g %s (%s), max/p50 %.3g\n", histogram.most() / unit, name,
              moment_of(histogram.most_at(), measured).c_str(), histogram.most() / histogram.share(0.5));
}

void print_work(const Measured& measured) {
  for (std::size_t i = 0; i < kWork.size(); ++i) {
    const Counts& counts = measured.work[i];
    if (measured.has_work[i])
      std::printf("%-14s  p50 %zu  max %zu (%s)\n", kWork[i].title, counts.median(), counts.most(),
                  moment_of(counts.most_at(), measured).c_str());
  }
}

/// The buckets from the first to the last that has something.
template <class Counts>
std::pair<std::size_t, std::size_t> used(const Counts& counts) {
  std::size_t first = 0;
  while (first + 1 < counts.size() && counts[first] == 0) ++first;
  std::size_t last = counts.size() - 1;
  while (last > first && counts[last] == 0) --last;
  return {first, last};
}

void write_csv(const std::string& file, const Measured& measured) {
  std::string text = "\"what\",\"from\",\"to\",\"steps\"\n";
  for (const auto& [name, histogram] :
       {std::pair("nanoseconds", &measured.nanoseconds), std::pair("instructions", &measured.instructions)}) {
    const auto& counts = histogram->counts();
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0)
        text += std::string("\"") + name + "\"," + host::short_double(Histogram::edge(i)) + "," +
                host::short_double(Histogram::edge(i + 1)) + "," + std::to_string(counts[i]) + "\n";
  }
  host::write_file(file, text);
}

void write_plot(const std::string& file, const std::string& title, const Measured& measured) {
  const auto& counts = measured.nanoseconds.counts();
  const auto [first, last] = used(counts);
  constexpr std::size_t kTogether = 4;  // buckets a bar
  std::vector<double> edges{Histogram::edge(first) / 1000};
  std::vector<double> heights;
  for (std::size_t i = first; i <= last; i += kTogether) {
    double sum = 0;
    for (std::size_t k = i; k < std::min(i + kTogether, counts.size()); ++k) sum += static_cast<double>(counts[k]);
    heights.push_back(sum);
    edges.push_back(Histogram::edge(i + kTogether) / 1000);
  }
  host::write_file(file, plot::histogram(title, "time of a doStep in microseconds; steps", edges, heights));
}

/// Under the conditions that the options ask for; returns what they came to.
std::string measure_under(const BenchOptions& options, const host::Fmu& fmu, Measured& measured) {
  if (!options.realtime) {
    measure(options, fmu, measured);
    return "no real-time priority (--realtime)";
  }
  const Realtime realtime(*options.realtime);
  measure(options, fmu, measured);
  return realtime.said();
}

/// Foreign code in a process of its own, which sends what it has measured and then the conditions and the title.
std::string measure_apart(const BenchOptions& options, Measured& measured, std::string& title) {
  const host::TemporaryFolder folder;
  const auto work = [&](host::Inside& inside) {
    const host::Fmu fmu(options.file, {.unpack_below = folder.path(), .where = &inside.where});
    Measured mine;
    const std::string conditions = measure_under(options, fmu, mine);
    inside.send({reinterpret_cast<const char*>(&mine), sizeof mine});
    inside.send(conditions);
    inside.send(fmu.description().model_name);
  };
  std::vector<std::string> records;
  const host::Fate fate = host::apart({}, work, [&](std::string_view record) { records.emplace_back(record); });
  if (records.size() < 3) throw host::Error(options.file + ": the FMU " + fate.text());
  std::memcpy(&measured, records[0].data(), sizeof measured);
  title = records[2];
  return records[1];
}

}  // namespace

int bench(const BenchOptions& options) {
  refuse_overwriting("--csv", options.csv, {options.file, options.input});
  refuse_overwriting("--plot", options.plot, {options.file, options.input});
  Measured measured;
  std::string title, conditions;
  if (is_fmu(options.file)) {
    conditions = measure_apart(options, measured, title);
  } else {
    const host::Fmu fmu = linked_fmu(load_model(options.file));
    title = fmu.description().model_name;
    conditions = measure_under(options, fmu, measured);
  }
  std::printf("%s: %ld steps, %s\n", options.file.c_str(), options.steps, conditions.c_str());
  print(measured.nanoseconds, measured, "time", 1000, "us");
  if (measured.counted) {
    print(measured.instructions, measured, "instructions", 1, "in user space");
  } else {
    std::printf("instructions    not counted: %s\n", measured.no_counter);
  }
  print_work(measured);
  std::printf("page faults     %ld\n", measured.faults);
  if (measured.allocations >= 0) {
    std::printf("allocations     %ld\n", measured.allocations);
  } else {
    std::printf("allocations     not counted: this heap is not the C library's own\n");
  }
  if (!options.csv.empty()) write_csv(options.csv, measured);
  if (!options.plot.empty()) write_plot(options.plot, title, measured);
  return kSuccess;
}

}  // namespace stickslip::cli

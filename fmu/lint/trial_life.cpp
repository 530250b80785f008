// The stages that ask nothing of an FMU but to run.
#include <malloc.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/lint/passes.h"
#include "fmu/lint/trial.h"

namespace stickslip::host {

namespace {

constexpr int kMostSteps = 1000;
constexpr std::chrono::seconds kPatience(5);

}  // namespace

void Trial::try_life() {
  check_functions();
  check_guid();
  const long before = Instance::borrowed_blocks();
  {
    Instance instance = instantiate();
    run_life(instance);
    check_manners(instance);
  }
  const long kept = Instance::borrowed_blocks() - before;
  if (kept != 0)
    report_(Severity::warning,
            kept > 0 ? std::to_string(kept) + " blocks from allocateMemory are not given back by fmi2FreeInstance"
                     : std::to_string(-kept) + " blocks more are given to freeMemory than came from allocateMemory",
            "call freeMemory once for each block");
}

void Trial::run_life(Instance& instance) {
  Values values;
  if (!good("fmi2SetupExperiment", instance.setup_experiment(start_)) ||
      !good("fmi2EnterInitializationMode", instance.enter_initialization_mode()))
    return;
  if (!read(instance, values)) return;
  check_starts(values);
  if (!good("fmi2ExitInitializationMode", instance.exit_initialization_mode()) || !read(instance, values)) return;
  check_finite(values, start_);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  const double whole = std::floor((stop_ - start_) / step_ * (1 + 1e-9));
  const int count = static_cast<int>(std::clamp(whole, 1.0, static_cast<double>(kMostSteps)));
  for (int k = 0; k < count && std::chrono::steady_clock::now() < end; ++k) {
    const double time = start_ + k * step_;
    if (!step(instance, time, step_)) break;
    alive_ = true;
    ++steps_made_;
    if (!read(instance, values)) return;
    check_finite(values, time + step_);
    if (k == 0 && !set_starts(instance, true)) return;
  }
  alive_ = alive_ || ended_;
  if (alive_) good("fmi2Terminate", instance.terminate());
}

void Trial::check_functions() {
  if (!fmu_.missing().empty()) {
    std::string names;
    for (const std::string& name : fmu_.missing()) names += (names.empty() ? "" : ", ") + name;
    report_(Severity::error, "the binary lacks " + names,
            "FMPy binds every function, used or not; let it answer an error");
  }
  where_.call = "fmi2GetTypesPlatform";
  auto* types_platform = fmu_.functions().GetTypesPlatform;
  const char* platform = types_platform != nullptr ? types_platform() : fmi2TypesPlatform;
  if (platform == nullptr || std::strcmp(platform, fmi2TypesPlatform) != 0)
    report_(Severity::error, std::string("fmi2GetTypesPlatform answers ") + (platform != nullptr ? platform : "null"),
            "the standard's header defines \"default\"");
}

void Trial::check_guid() {
  where_.set_about("trying a wrong GUID");
  try {
    fmu_.instantiate({.guid = description().guid + "-other"});
    report_(Severity::warning, "fmi2Instantiate accepts any GUID",
            "compare it: only that tells a description that was swapped or edited");
  } catch (const Error&) {
    // As it should be.
  }
  where_.set_about("trying a run");
}

void Trial::check_starts(const Values& values) const {
  const std::vector<ScalarVariable>& variables = description().variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const ScalarVariable& v = variables[i];
    const bool exact = v.causality == Causality::input || initial_of(v) == Initial::exact;
    if (!exact || !v.has_start) continue;
    const Type type = v.attributes.type;
    const bool same = type == Type::string ? values.strings[i] == v.start_text
                      : type == Type::real ? std::bit_cast<double>(values.bits[i]) == v.start
                                           : static_cast<int>(values.bits[i]) == static_cast<int>(v.start);
    if (same) continue;
    const std::string got = type == Type::string ? values.strings[i]
                            : type == Type::real ? short_double(std::bit_cast<double>(values.bits[i]))
                                                 : std::to_string(static_cast<int>(values.bits[i]));
    report_(Severity::warning,
            in_quotes(v.name) + " starts from " + got + " in the binary, from " + v.start_text + " in the description",
            "make both say the same");
  }
}

void Trial::check_finite(const Values& values, double time) {
  const std::vector<ScalarVariable>& variables = description().variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const ScalarVariable& v = variables[i];
    if (v.attributes.type != Type::real || v.causality != Causality::output || said_not_finite_[i]) continue;
    const auto value = std::bit_cast<double>(values.bits[i]);
    if (std::isfinite(value)) continue;
    said_not_finite_[i] = true;
    report_(std::isnan(value) ? Severity::error : Severity::warning,
            "output " + in_quotes(v.name) + " is " + short_double(value) + " at t = " + short_double(time),
            "answer an error when there is no result");
  }
}

void Trial::check_manners(const Instance& instance) const {
  if (!instance.messages().empty())
    report_(Severity::warning, "it logs although logging is off: " + instance.messages().front().text,
            "keep quiet unless logging is on");
  if (const char* call = instance.rounding_changed_in())
    report_(Severity::error, std::string(call) + " changes how the process rounds",
            "put the floating-point control word back before returning");
}

/// Reading is no part of a simulation: a run that is read all the time and one that is read at its end are the same.
void Trial::try_reading() {
  constexpr int kSteps = 20;
  std::array<Values, 3> ends;  // read all the time, read at the end, read all the time once more
  for (std::size_t i = 0; i < ends.size(); ++i) {
    Instance instance = instantiate();
    double time = start_;
    if (!initialise(instance)) return;
    Values ignored;
    for (int k = 0; k < kSteps && !ended_; ++k) {
      if (i != 1 && (!read(instance, ignored) || !read(instance, ignored))) return;
      if (!advance(instance, time, 1) && !ended_) return;
    }
    ended_ = false;
    if (!read(instance, ends.at(i))) return;
  }
  const bool repeatable = ends[0].bits == ends[2].bits && ends[0].strings == ends[2].strings;
  if (!repeatable)
    compare(ends[0], ends[2], "two equal runs end differently", "make it a function of its inputs and its state");
  else
    compare(ends[1], ends[0], "reading values changes what comes", "a get leaves the state alone");
}

/// What is set to a parameter or an input is there when it is read.
void Trial::try_inputs() {
  constexpr double kNudge = 1e-3;
  Instance instance = instantiate();
  if (!set_starts(instance, false)) return;
  if (!good("fmi2SetupExperiment", instance.setup_experiment(start_)) ||
      !good("fmi2EnterInitializationMode", instance.enter_initialization_mode()))
    return;
  for (const ScalarVariable* v : reals(Causality::input)) {
    const Attributes a = effective_attributes(description(), *v);
    if (!v->has_start || !std::isfinite(v->start)) continue;
    const double up = v->start + kNudge * std::max(1.0, std::fabs(v->start));
    const double down = v->start - kNudge * std::max(1.0, std::fabs(v->start));
    const double value = !a.max || up <= *a.max ? up : down;
    if (a.min && value < *a.min) continue;
    const std::array reference{v->reference};
    std::array<double, 1> got{};
    if (!good(("setting " + in_quotes(v->name)).c_str(), instance.set_real(reference, std::array{value}))) return;
    if (!good(("getting " + in_quotes(v->name)).c_str(), instance.get_real(reference, got))) return;
    if (got[0] != value)
      report_(Severity::error,
              "input " + in_quotes(v->name) + " reads " + short_double(got[0]) + " after it was set to " +
                  short_double(value),
              "an input keeps what it is given");
    if (!good(("setting " + in_quotes(v->name)).c_str(), instance.set_real(reference, std::array{v->start}))) return;
  }
}

void Trial::try_reset() {
  Values first;
  Values again;
  double time = start_;
  Instance instance = instantiate();
  if (!initialise(instance) || !read(instance, first)) return;
  if (!advance(instance, time, 3) && !ended_) return;
  if (!good("fmi2Reset", instance.reset())) return;
  if (!initialise(instance) || !read(instance, again)) return;
  compare(first, again, "fmi2Reset does not bring back the beginning", "reset everything that fmi2Instantiate sets");
}

void Trial::try_second_instance() {
  constexpr int kSteps = 3;
  Values alone;
  Values beside;
  for (Values* end : {&alone, &beside}) {
    double time = start_;
    double other_time = start_;
    Instance instance = instantiate();
    if (!initialise(instance)) return;
    if (end == &beside) {
      Instance other = fmu_.instantiate({.name = "other"});
      if (!initialise(other)) return;
      for (int k = 0; k < kSteps && !ended_; ++k)
        if ((!advance(other, other_time, 2) || !advance(instance, time, 1)) && !ended_) return;
    } else if (!advance(instance, time, kSteps) && !ended_) {
      return;
    }
    if (ended_ || !read(instance, *end)) return;
  }
  compare(alone, beside, "a second instance changes what the first one does",
          "keep nothing outside of an instance, or say canBeInstantiatedOnlyOncePerProcess");
}

namespace {

#if defined(__GLIBC__)
long bytes_in_use() {
  malloc_trim(0);  // what waits in the allocator's own stores is not in use
  return static_cast<long>(mallinfo2().uordblks);
}
#else
long bytes_in_use() {
  return 0;
}
#endif

constexpr std::size_t kFilling = 8;     // these fill the allocator's own stores: glibc keeps 7 pieces of each size
constexpr std::size_t kStretches = 12;  // in all

/// Memory that grows by the same in every stretch is not given back at all; what an allocator keeps comes in irregular
/// bits. Returns bytes per stretch.
long growth(const std::array<long, kStretches>& used) {
  constexpr long kNoise = 256;
  long least = used[kFilling] - used[kFilling - 1];
  long most = least;
  for (std::size_t i = kFilling + 1; i < used.size(); ++i) {
    least = std::min(least, used.at(i) - used.at(i - 1));
    most = std::max(most, used.at(i) - used.at(i - 1));
  }
  return least > kNoise && most - least <= least / 4 ? least : 0;
}

}  // namespace

void Trial::try_memory() {
  constexpr int kSteps = 20;
  constexpr int kInstances = 8;
  std::array<long, kStretches> used{};
  double time = start_;
  {
    Instance instance = instantiate();
    if (!initialise(instance)) return;
    for (long& bytes : used) {
      if (!advance(instance, time, kSteps)) return;
      instance.clear_messages();
      bytes = bytes_in_use();
    }
  }
  if (growth(used) != 0)
    report_(Severity::warning, "each step keeps some " + std::to_string(growth(used) / kSteps) + " bytes more",
            "free what a step allocates, or better allocate nothing in it");
  for (long& bytes : used) {
    for (int i = 0; i < kInstances; ++i) {
      time = start_;
      Instance instance = instantiate();
      if (!initialise(instance) || !advance(instance, time, 1)) return;
    }
    bytes = bytes_in_use();
  }
  if (growth(used) != 0)
    report_(Severity::warning,
            "each instance leaves some " + std::to_string(growth(used) / kInstances) +
                " bytes behind after fmi2FreeInstance",
            "free there what fmi2Instantiate and the run have allocated");
}

}  // namespace stickslip::host

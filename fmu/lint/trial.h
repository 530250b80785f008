#pragma once

#include <functional>

#include "fmu/host/fmu.h"
#include "fmu/lint/lint.h"

namespace stickslip::host {

/// Tries what an FMU promises: life cycle, start values, a few steps, states, reset. `about_to` is told the name of
/// each call before it is made, so that the last one is known when the FMU takes the process down.
class Trial {
 public:
  using Report = std::function<void(Severity, const std::string& what, const std::string& remedy)>;
  using Progress = std::function<void(const std::string& call)>;

  Trial(const Fmu& fmu, Report report, Progress about_to);
  void run();

 private:
  struct Values;

  void check_functions() const;
  void check_guid() const;
  void check_starts(const Values& values) const;
  void check_log(const Instance& instance) const;
  bool initialise(Instance& instance);
  bool step(Instance& instance, double time);
  bool read(Instance& instance, Values& values);
  void try_states(Instance& instance);
  void try_serialisation(Instance& instance, fmi2FMUstate state, const Values& expected);
  void try_reset(Instance& instance, const Values& expected);
  bool good(const char* call, fmi2Status status) const;
  void compare(const Values& expected, const Values& got, const std::string& what, const std::string& remedy) const;
  template <class Action>
  bool call(const char* name, Action action) {
    about_to_(name);
    return good(name, action());
  }

  const Fmu& fmu_;
  Report report_;
  Progress about_to_;
  double start_ = 0;
  double step_ = 0;
};

}  // namespace stickslip::host

#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "fmu/host/fmu.h"
#include "fmu/lint/lint.h"

namespace stickslip::host {

/// Tries what an FMU promises, a stage at a time: life cycle, every flag that it claims, what it does to its process.
class Trial {
 public:
  using Report = std::function<void(Severity, const std::string& what, const std::string& remedy)>;

  struct Stage {
    const char* name;
    void (Trial::*run)();
  };
  /// Those that apply to this description. The first one stands for itself: unless it gets as far as a step, the others
  /// have nothing to say.
  static std::vector<Stage> stages(const Interface& interface);

  Trial(const Fmu& fmu, Whereabouts& where, Report report);
  void run(const Stage& stage);
  /// Whether the first stage has made a step.
  bool alive() const { return alive_; }
  int steps() const { return steps_made_; }

 private:
  /// Every variable's value in the order of the description, numbers as their bits.
  struct Values {
    std::vector<std::uint64_t> bits;
    std::vector<std::string> strings;
  };

  // One file each.
  void try_life();
  void try_reading();
  void try_inputs();
  void try_state();
  void try_serialisation();
  void try_reset();
  void try_second_instance();
  void try_step_sizes();
  void try_input_derivatives();
  void try_output_derivatives();
  void try_directional_derivatives();
  void try_memory();

  void check_functions();
  void check_guid();
  void check_starts(const Values& values) const;
  void check_finite(const Values& values, double time);
  void check_manners(const Instance& instance) const;
  void run_life(Instance& instance);
  bool restored_goes_on_alike(Instance& instance, fmi2FMUstate state, double time, const Values& expected,
                              const std::string& what, const std::string& remedy);

  Instance instantiate() { return fmu_.instantiate(); }
  bool set_starts(Instance& instance, bool tunable_only);
  bool initialise(Instance& instance);
  bool step(Instance& instance, double time, double size);
  /// `count` steps of the default size from `time` on, which moves with them.
  bool advance(Instance& instance, double& time, int count);
  bool read(Instance& instance, Values& values);
  bool read_one(Instance& instance, const ScalarVariable& variable, Values& values);
  bool good(const char* call, fmi2Status status) const;
  void compare(const Values& expected, const Values& got, const std::string& what, const std::string& remedy) const;
  /// A run with the first Real input as given; the values at its end. False: it did not work out.
  bool run_with_slope(double value, double slope, bool tell, Values& values);
  std::vector<const ScalarVariable*> reals(Causality causality) const;
  const ModelDescription& description() const { return fmu_.description(); }

  const Fmu& fmu_;
  Whereabouts& where_;
  Report report_;
  double start_ = 0;
  double step_ = 0;
  double stop_ = 0;
  bool alive_ = false;
  bool ended_ = false;  // the FMU has asked for the end of the simulation
  int steps_made_ = 0;
  std::vector<bool> said_not_finite_;
};

}  // namespace stickslip::host

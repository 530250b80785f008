#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fmu/host/fmu.h"

namespace stickslip::host {

/// Some variables of an FMU, to be read or written together as doubles: Integers and Enumerations as whole numbers,
/// Booleans as 0 and 1. Strings have no place in it.
class Selection {
 public:
  Selection() = default;
  explicit Selection(std::vector<const ScalarVariable*> variables);
  /// All of one causality, in the order of the description, Strings left out.
  Selection(const ModelDescription& description, Causality causality);

  const std::vector<const ScalarVariable*>& variables() const { return variables_; }
  std::size_t size() const { return variables_.size(); }

 private:
  friend class Slave;
  struct Group {
    std::vector<fmi2ValueReference> references;
    std::vector<std::size_t> places;  // in `variables`
  };
  std::vector<const ScalarVariable*> variables_;
  Group real_, integer_, boolean_;
};

/// An instance with variables by name and failures as `Error`s that carry what the FMU has logged. A master is a loop
/// over a few of these.
class Slave {
 public:
  Slave(const Fmu& fmu, const std::string& name, const InstanceOptions& options = {});

  Instance& instance() { return instance_; }
  const ModelDescription& description() const { return instance_.description(); }
  /// Throws with the nearest name when there is no such variable.
  const ScalarVariable& variable(std::string_view name) const;

  void set(std::string_view name, double value);
  /// Takes "3.5", "true", an item of an enumeration or, for a String, any text.
  void set_text(std::string_view name, std::string_view text);
  double get(std::string_view name);
  void read(const Selection& selection, std::span<double> values);
  void write(const Selection& selection, std::span<const double> values);
  /// Of String variables.
  std::vector<std::string> read_strings(std::span<const fmi2ValueReference> references);
  /// Tells the first derivatives of the Reals of `selection`, which must hold nothing else, from now to the next step.
  void write_derivatives(const Selection& selection, std::span<const double> values);

  /// Everything up to Initialization Mode; then inputs may be set and outputs read; then finish_initialisation.
  void start_initialisation(double start, std::optional<double> stop = {});
  void finish_initialisation();
  void initialise(double start, std::optional<double> stop = {});
  /// False: nothing failed, but the FMU wants the simulation to end and has not made the step.
  [[nodiscard]] bool step(double time, double step);
  /// After a step that was not made: up to where the FMU has come, `otherwise` where it does not say.
  double last_successful_time(double otherwise);
  void terminate();
  void reset();

  /// FNV-1a with 64 bits over the serialised state; nothing when the FMU cannot serialise.
  std::optional<std::uint64_t> state_hash();

 private:
  void check(const char* call, fmi2Status status);
  fmi2Status wait_for_step();
  void write_one(const ScalarVariable& variable, double value);

  Instance instance_;
  std::vector<double> reals_;
  std::vector<fmi2Integer> integers_;
};

}  // namespace stickslip::host

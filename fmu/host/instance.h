#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fmu/host/apart.h"
#include "fmu/host/binary.h"
#include "fmu/host/model_description.h"

namespace stickslip::host {

struct LogMessage {
  std::string instance;
  fmi2Status status = fmi2OK;
  std::string category;
  std::string text;  // formatted, value references replaced by names
};

const char* name_of(fmi2Status status);

/// How an instance is made; tests use the optional fields to hand over what other importers do.
struct InstanceOptions {
  std::string name = "instance";
  bool logging = false;
  bool visible = false;
  fmi2Type type = fmi2CoSimulation;
  std::optional<std::string> guid = {};          // default: the one of the model description
  std::optional<std::string> resource_uri = {};  // default: where the FMU was unpacked
  bool null_resource_uri = false;
  Whereabouts* where = nullptr;  // is told of every call
};

/// One instance of an FMU. Every call is the standard's call and returns its status; a function that the binary lacks
/// throws `Error`. What owns the functions, a loaded binary say, stays as long as an instance lives.
class Instance {
 public:
  using References = std::span<const fmi2ValueReference>;

  Instance(std::shared_ptr<const Functions> functions, std::shared_ptr<const ModelDescription> description,
           const std::string& resource_uri, const InstanceOptions& options);
  ~Instance();
  Instance(Instance&& other) noexcept;
  Instance& operator=(Instance&&) = delete;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  const std::string& name() const;
  const ModelDescription& description() const;
  fmi2Component component() const { return component_; }
  const Functions& functions() const { return *functions_; }

  /// What the FMU has logged since the last `clear_messages`; the oldest 10 000.
  const std::vector<LogMessage>& messages() const;
  void clear_messages();
  /// The first call that came back with another rounding mode than it was given; it was put back. Null: none did.
  const char* rounding_changed_in() const;
  /// Blocks of memory that FMUs have from us and have not given back.
  static long borrowed_blocks();

  [[nodiscard]] fmi2Status set_debug_logging(bool on, const std::vector<std::string>& categories);
  [[nodiscard]] fmi2Status setup_experiment(double start, std::optional<double> stop = {},
                                            std::optional<double> tolerance = {});
  [[nodiscard]] fmi2Status enter_initialization_mode();
  [[nodiscard]] fmi2Status exit_initialization_mode();
  [[nodiscard]] fmi2Status terminate();
  [[nodiscard]] fmi2Status reset();

  [[nodiscard]] fmi2Status get_real(References references, std::span<fmi2Real> values);
  [[nodiscard]] fmi2Status get_integer(References references, std::span<fmi2Integer> values);
  [[nodiscard]] fmi2Status get_boolean(References references, std::span<fmi2Boolean> values);
  [[nodiscard]] fmi2Status get_string(References references, std::span<fmi2String> values);
  [[nodiscard]] fmi2Status set_real(References references, std::span<const fmi2Real> values);
  [[nodiscard]] fmi2Status set_integer(References references, std::span<const fmi2Integer> values);
  [[nodiscard]] fmi2Status set_boolean(References references, std::span<const fmi2Boolean> values);
  [[nodiscard]] fmi2Status set_string(References references, std::span<const fmi2String> values);

  /// `state` may hold an earlier snapshot, which is then overwritten; null makes a new one. Free it in the end.
  [[nodiscard]] fmi2Status get_state(fmi2FMUstate& state);
  [[nodiscard]] fmi2Status set_state(fmi2FMUstate state);
  [[nodiscard]] fmi2Status free_state(fmi2FMUstate& state);
  [[nodiscard]] fmi2Status serialize_state(fmi2FMUstate state, std::vector<fmi2Byte>& bytes);
  [[nodiscard]] fmi2Status deserialize_state(std::span<const fmi2Byte> bytes, fmi2FMUstate& state);

  [[nodiscard]] fmi2Status get_directional_derivative(References unknowns, References knowns,
                                                      std::span<const fmi2Real> seed, std::span<fmi2Real> sensitivity);
  [[nodiscard]] fmi2Status set_real_input_derivatives(References references, std::span<const fmi2Integer> orders,
                                                      std::span<const fmi2Real> values);
  [[nodiscard]] fmi2Status get_real_output_derivatives(References references, std::span<const fmi2Integer> orders,
                                                       std::span<fmi2Real> values);

  [[nodiscard]] fmi2Status do_step(double time, double step, bool no_earlier_state = true);
  [[nodiscard]] fmi2Status cancel_step();
  [[nodiscard]] fmi2Status get_status(fmi2StatusKind kind, fmi2Status& value);
  [[nodiscard]] fmi2Status get_real_status(fmi2StatusKind kind, fmi2Real& value);
  [[nodiscard]] fmi2Status get_integer_status(fmi2StatusKind kind, fmi2Integer& value);
  [[nodiscard]] fmi2Status get_boolean_status(fmi2StatusKind kind, fmi2Boolean& value);
  [[nodiscard]] fmi2Status get_string_status(fmi2StatusKind kind, fmi2String& value);

 private:
  struct Environment;
  template <class Function, class... Arguments>
  auto call(const char* name, Function* function, Arguments... arguments) const;

  std::shared_ptr<const Functions> functions_;
  std::unique_ptr<Environment> environment_;  // the FMU keeps pointers into it
  fmi2Component component_ = nullptr;
};

}  // namespace stickslip::host

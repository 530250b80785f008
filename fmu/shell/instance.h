#pragma once

#include <memory>
#include <string>

#include "fmu/api/fmi2.h"
#include "fmu/shell/component.h"
#include "fmu/shell/lifecycle.h"
#include "fmu/shell/snapshot.h"

namespace stickslip::fmu {

/// The importer as an instance knows it: where its messages go.
struct Importer {
  std::string instance_name;
  fmi2CallbackFunctions callbacks{};

  /// Hands a message on as FMI wants it: as argument of "%s", with every # doubled. `user` is an Importer.
  static void deliver(void* user, Category category, const char* text);
};

/// Value references with their count, as FMI passes them.
struct References {
  const fmi2ValueReference* data;
  std::size_t count;
};

/// One instance of the FMU: everything that fmi2Component points to. The functions do what their fmi2 namesakes do;
/// the C wall has checked the phase before.
class Instance {
 public:
  /// Null, with the reason in the importer's log, when arguments or resources are no good.
  static Instance* create(const char* name, fmi2Type type, const char* guid, const char* resource_uri,
                          const fmi2CallbackFunctions* callbacks, bool logging);

  /// True when the call may be made now; otherwise says why not.
  bool allows(Call call) const;

  fmi2Status set_debug_logging(bool on, std::size_t count, const fmi2String categories[]);
  fmi2Status setup_experiment(double start, bool has_stop, double stop);
  fmi2Status enter_initialization_mode();
  fmi2Status exit_initialization_mode();
  fmi2Status terminate();
  fmi2Status reset();

  fmi2Status get(ValueType type, References references, double* values);
  fmi2Status get(ValueType type, References references, int* values);
  fmi2Status set(ValueType type, References references, const double* values);
  fmi2Status set(ValueType type, References references, const int* values);
  fmi2Status set_input_derivatives(References references, const int* orders, const double* values);
  fmi2Status get_output_derivatives(References references, const int* orders, double* values);
  /// For types no variable has: legal only when nothing is asked for.
  fmi2Status none(References references, const char* what) const;

  fmi2Status get_state(fmi2FMUstate* state);
  fmi2Status set_state(fmi2FMUstate state);
  fmi2Status free_state(fmi2FMUstate* state) const;
  fmi2Status serialized_size(fmi2FMUstate state, std::size_t* size) const;
  fmi2Status serialize(fmi2FMUstate state, fmi2Byte* bytes, std::size_t count) const;
  fmi2Status deserialize(const fmi2Byte* bytes, std::size_t count, fmi2FMUstate* state) const;

  fmi2Status do_step(double t, double H);

  fmi2Status last_successful_time(fmi2StatusKind kind, double* time) const;
  fmi2Status terminated(fmi2StatusKind kind, int* flag) const;
  /// Everything else that can be asked about a step: only pending steps have it.
  fmi2Status no_status(fmi2StatusKind kind) const;

 private:
  Instance(std::unique_ptr<Importer> importer, Log log, std::unique_ptr<Component> component, const std::string& guid);

  [[gnu::format(printf, 2, 3)]] fmi2Status error(const char* format, ...) const;
  [[gnu::format(printf, 2, 3)]] fmi2Status discard(const char* format, ...) const;

  void place_values();
  const StoredValues& values() const { return values_; }
  const Variable* variable(fmi2ValueReference reference, ValueType type) const;
  bool make_consistent();
  bool outputs_are_finite() const;
  bool readable(ValueType type, References references, const void* values);
  bool settable(ValueType type, References references, const void* values) const;
  fmi2Status refuse(const Variable& target, double value) const;
  template <class T>
  fmi2Status get_as(ValueType type, References references, T* values);
  template <class T>
  fmi2Status set_as(ValueType type, References references, const T* values);
  bool has_first_derivative(const char* call, References references, const int* orders, const void* values,
                            Causality causality) const;
  void move_inputs(double passed, const StoredValues& here) const;
  void end_slopes(const StoredValues& here) const;
  const SnapshotHeader* checked(fmi2FMUstate state) const;
  void copy_values(const SnapshotHeader* from, SnapshotHeader* to) const;
  void copy_live_to(SnapshotHeader* block);
  /// Remembers values and state, and puts them back.
  void keep();
  void go_back();
  /// The same of what a step may write.
  void keep_for_step();
  void go_back_from_step();
  /// Brings the last outputs to the place in live_ where snapshots have them.
  void gather();
  bool take(const SnapshotHeader& block);
  Clock clock() const;

  std::unique_ptr<Importer> importer_;  // at an address that stays: the log points to it
  Log log_;
  std::unique_ptr<Component> component_;
  const std::vector<Variable>& variables_;
  SnapshotLayout layout_;
  // Phase, clock and values live here; the state lives in the component and is copied behind them for a snapshot.
  SnapshotBlock live_;
  SnapshotBlock before_;  // the values that a failed step or a refused state goes back to
  StoredValues values_;   // in live_
  StoredValues kept_;     // in before_
  // The outputs before the component's last step, and the room for those before its next one. They stand in live_ and
  // before_ and change places after every step, which costs less than a copy.
  double* last_outputs_;
  double* spare_outputs_;
};

}  // namespace stickslip::fmu

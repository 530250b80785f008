#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "fmu/shell/digest.h"
#include "fmu/shell/log.h"
#include "model/interface/variable.h"
#include "model/math/span.h"

namespace stickslip::fmu {

/// What the blocks of Values hold besides variables: a component may have numbers that its interface does not show.
/// A block is as long as said here or as the variables reach, whichever is more.
struct Blocks {
  std::vector<double> inputs;  // what stands there at first; variables write their start values over it
  std::vector<double> parameters;
  std::vector<double> starts;
  int outputs = 0;  // how many there are
  int integer_outputs = 0;
  int boolean_outputs = 0;
};

/// What the outside may know of a component. Constant once the component exists; the exporter writes
/// modelDescription.xml from it, the shell answers every get and set by it.
struct Description {
  std::string name;         // of the model; the FMU's modelIdentifier is made from it
  std::string description;  // one sentence
  double step = 0;          // h, the step the component is made for; 0: any step will do
  double stop = 1;          // of the default experiment, which starts at 0
  /// The position in this list is the value reference. `start` and limits must agree; outputs have no start.
  std::vector<Variable> variables;
  Blocks blocks;                // leave it empty when every number is a variable
  std::size_t state_bytes = 0;  // what save() writes, always the same number
  Digest content;               // of what else decides the behaviour: the canonical model, a version
};

/// The numbers behind the variables, one flat block per Store. They belong to the shell and are part of every snapshot.
/// Integer and boolean inputs, parameters and starts stand in the blocks of doubles as whole numbers, 0 and 1.
/// Outputs still hold the values from before the step when step() is called.
struct Values {
  Span<double> inputs;
  Span<double> parameters;
  Span<double> starts;
  Span<double> outputs;
  Span<int> integer_outputs;
  Span<int> boolean_outputs;
  bool continues = false;  // the last step belongs to the same communication step as the one to come
};

/// One thing that can be simulated: the plant, or a controller (see controller.h for the short way to write one).
///
/// The shell owns life cycle, checks, time, values and snapshots; the component owns what happens in a step. Inputs,
/// parameters and starts are read and outputs are written, nothing else; they are valid numbers within their limits
/// when they arrive. Parameters may change between two steps: what is derived from them is rebuilt in the next one.
/// No call may throw; none but the constructor may allocate, lock, read files or start threads. A message says why
/// something failed: log.write(Category::error, ...).
///
/// Order of calls: any number of initialise, then any number of step, save, restore, keep and go_back. restore, after a
/// keep, also comes first, in a component that was never initialised. initialise may come again at any time (reset).
class Component {
 public:
  Component() = default;
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;
  virtual ~Component() = default;

  virtual const Description& description() const = 0;

  /// Makes the initial state from starts, parameters and inputs, whatever was before, and writes all outputs consistent
  /// with it. Called as often as starts have changed and somebody asks for an output; equal values give equal bits.
  /// False: there is no such state (say, a loop that cannot be closed); the values can still be changed.
  virtual bool initialise(double start_time, const Values& values, const Log& log) = 0;

  /// At the end of initialisation, after initialise(): false when nobody can mean this initial state. Says why, and
  /// warns of what is merely odd.
  virtual bool check_start(const Log& /*log*/) { return true; }

  /// Goes from t to t + h with constant inputs and writes all outputs at the end. h is exactly description().step
  /// unless the importer asked for a fraction; physics should count steps, t is as the importer adds it up. False: the
  /// step failed; the shell puts back the state and the outputs from before.
  virtual bool step(double t, double h, const Values& values, const Log& log) = 0;

  /// Writes everything that influences the steps to come, and is not in Values, as description().state_bytes bytes at
  /// an address aligned to kStateAlignment. Position independent; equal states are equal bytes, so unused ones are
  /// zero.
  virtual void save(std::byte* state) const = 0;

  /// Takes what save() wrote, in this instance or in another process. The values have been put back already.
  /// False: the bytes cannot be a state; the shell then goes back to what was before.
  virtual bool restore(const std::byte* state) = 0;

  /// Remembers the state as it is, before a step or a restore that may fail.
  virtual void keep() = 0;
  /// The state is again as it was at the last keep(). The values have been put back already.
  virtual void go_back() = 0;
};

inline constexpr std::size_t kStateAlignment = 64;

/// Defined once in every binary: the component this FMU is about. `resources` is the path of the FMU's resource folder
/// with a slash at its end, empty when unknown. Null with a sentence in `error` when it cannot be made.
std::unique_ptr<Component> make_component(const std::string& resources, std::string& error);

/// The FMU's GUID: a hash of content, names and properties of the variables, and the versions of engine and snapshot.
std::string guid_of(const Description& description);

}  // namespace stickslip::fmu

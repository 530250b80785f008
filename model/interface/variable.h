#pragma once

#include <string>
#include <vector>

namespace stickslip {

/// Where a variable's value lives: a flat block laid out by the model, and a place in it.
enum class Store : int { input, output, integer_output, boolean_output, parameter, start };

struct Slot {
  Store store = Store::output;
  int index = 0;
};

enum class Causality : int { parameter, input, output };
enum class Variability : int { fixed, tunable, discrete, continuous };
enum class ValueType : int { real, integer, boolean };

/// Physical quantity of a real variable; decides unit, display unit and declared type.
enum class Quantity : int {
  none,
  length,
  angle,
  velocity,
  angular_velocity,
  acceleration,
  angular_acceleration,
  force,
  torque,
  mass,
  inertia,
  stiffness,
  angular_stiffness,
  damping,
  angular_damping,
  energy,
  impulse,
  time,
  status  // of a step: an integer whose values have names
};

/// What an initial output depends on: nothing but the listed start parameters, or everything.
enum class InitialDependency : int { starts, all };

struct Variable {
  std::string name;
  std::string description;
  ValueType type = ValueType::real;
  Quantity quantity = Quantity::none;
  Causality causality = Causality::output;
  Variability variability = Variability::continuous;
  double start = 0;  // inputs and parameters only
  double min = 0;    // has_min / has_max say whether they count
  double max = 0;
  bool has_min = false;
  bool has_max = false;
  double nominal = 0;  // how large it is as a rule, to those who compare it with others; 0: nobody knows
  Slot slot;
  InitialDependency initial_dependency = InitialDependency::all;  // outputs only
  std::vector<int> initial_starts;  // with InitialDependency::starts: positions in the variable list
};

}  // namespace stickslip

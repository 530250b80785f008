#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "fmu/shell/component.h"
#include "model/core/state.h"

namespace stickslip::linearize {

/// A step of a machine about a state x and inputs u:
///
///   x[k+1] = next + A (x[k] - x) + B (u[k] - u)
///   y[k]   = y    + C (x[k] - x) + D (u[k] - u)
///
/// y are outputs as an FMU shows them right after initialisation in x: positions and velocities of x itself, forces and
/// accelerations of the step that begins there.
struct StepMap {
  double step = 0;
  std::vector<std::string> states, inputs, outputs;
  Eigen::VectorXd x, u, y, next;
  Eigen::MatrixXd A, B, C, D;
  /// States and inputs on the two sides of which the step answers differently: a contact opens or slides on one.
  std::vector<std::string> kinks;
};

/// By central differences. `state` has the step's end before, `values` its parameters and inputs. What else the engine
/// remembers of the last step stays as it is. Throws host::Error where the step has no finite answer.
StepMap linearize(const Model& model, const std::vector<Variable>& variables, const State& state,
                  const fmu::Values& values, double step);

/// Of A, the slowest first.
struct Pole {
  double real = 0;  // z
  double imaginary = 0;
  bool gone = false;     // after one step nothing is left, ...
  double frequency = 0;  // ... else Hz, of ln(z)/h
  double damping = 0;    // ratio; below 0: grows
};
std::vector<Pole> poles_of(const StepMap& map);

}  // namespace stickslip::linearize

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fmu/host/model_description.h"
#include "fmu/sweep/study.h"

namespace stickslip::sweep {

/// What is to be read of an FMU in every run of a study, and what is made of it.
class Outcome {
 public:
  /// Throws host::Error with every expression that does not fit the FMU, a line each.
  Outcome(const Study& study, const host::ModelDescription& description);

  /// Variables whose values `add` wants, in this order.
  const std::vector<const host::ScalarVariable*>& variables() const { return variables_; }

  void begin(std::span<const double> parameters);
  /// The first moment and the one after every step.
  void add(double time, std::span<const double> values);
  /// Of every result, in the order of the study.
  std::vector<double> end();

 private:
  struct Follower {
    Result::Take take;
    Expression expression;
    double value;
    double before = 0;  // mean and rms: the integrand at the moment before
    double sum = 0;
  };

  const Study& study_;
  std::vector<const host::ScalarVariable*> variables_;
  std::vector<Follower> followers_;
  std::vector<double> numbers_;  // parameters, results, time, variables
  bool started_ = false;
  double first_ = 0;
  double last_ = 0;
};

}  // namespace stickslip::sweep

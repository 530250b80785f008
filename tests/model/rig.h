#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "model/interface/describe.h"
#include "model/interface/simulation.h"
#include "model/math/size.h"
#include "model/step/initialise.h"

namespace stickslip {

/// The length of a long run: a tenth where every access is checked and slow.
constexpr int long_run(int steps) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return steps / 10;
#else
  return steps;
#endif
}

inline constexpr Scheme kSchemes[] = {Scheme::euler, Scheme::stabilised, Scheme::trapezoidal, Scheme::spook};

/// A model that runs, with its numbers by name.
class Rig {
 public:
  explicit Rig(const Model& model, const Jobs& jobs = {})
      : simulation(model, jobs),
        starts(size(simulation.layout().starts)),
        parameters(size(simulation.layout().parameters)),
        inputs(size(simulation.layout().inputs)),
        real(size(simulation.layout().outputs)),
        integer(size(simulation.layout().integer_outputs)),
        boolean(size(simulation.layout().boolean_outputs)) {
    default_inputs(model, simulation.layout(), inputs);
    default_starts(model, simulation.layout(), starts);
    default_parameters(model, simulation.layout(), parameters);
    for (const Variable& v : candidate_variables(model)) slots_[v.name] = v.slot;
  }

  Outputs outputs() { return {real, integer, boolean}; }
  void initialise() {
    const Error error = simulation.initialise(starts, parameters, inputs, outputs());
    ASSERT_FALSE(error) << error.text;
  }
  const StepReport& step(double h) {
    report = simulation.step(h, parameters, inputs, outputs());
    return report;
  }
  const StepReport& step() { return step(simulation.model().step.size); }
  void steps(int n) {
    for (int k = 0; k < n; ++k) step();
  }

  double energy() { return value("energy.kinetic") + value("energy.potential"); }

  /// Where a real number lives: fast access in long runs.
  double* at(const std::string& name) {
    const auto found = slots_.find(name);
    if (found == slots_.end()) {
      ADD_FAILURE() << "no variable " << name;
      return &nowhere_;
    }
    const std::size_t index = size(found->second.index);
    switch (found->second.store) {
      case Store::input:
        return &inputs[index];
      case Store::output:
        return &real[index];
      case Store::parameter:
        return &parameters[index];
      case Store::start:
        return &starts[index];
      default:
        ADD_FAILURE() << name << " is no real number";
        return &nowhere_;
    }
  }
  double value(const std::string& name) { return *at(name); }
  int whole(const std::string& name) {
    const Slot slot = slots_.at(name);
    return slot.store == Store::boolean_output ? boolean[size(slot.index)] : integer[size(slot.index)];
  }
  Vec3 vector(const std::string& name) {
    Vec3 v = Vec3::Zero();
    for (int k = 0; k < (simulation.model().planar ? 2 : 3); ++k)
      v[k] = value(name + "[" + std::to_string(k + 1) + "]");
    return v;
  }
  void set(const std::string& name, double value) { *at(name) = value; }
  void set(const std::string& name, const Vec3& v) {
    for (int k = 0; k < (simulation.model().planar ? 2 : 3); ++k) set(name + "[" + std::to_string(k + 1) + "]", v[k]);
  }

  /// Normal forces of the contact points of the last solve, in their order.
  std::vector<double> normal_forces(double h) const {
    const Workspace& work = simulation.workspace();
    std::vector<double> forces;
    for (int c = 0; c < work.problem.contact_count; ++c) {
      forces.push_back(work.problem.solution.impulse[work.problem.contacts[c].normal] / h);
    }
    return forces;
  }

  Simulation simulation;
  std::vector<double> starts, parameters, inputs, real;
  std::vector<int> integer, boolean;
  StepReport report;

 private:
  std::map<std::string, Slot> slots_;
  double nowhere_ = 0;
};

}  // namespace stickslip

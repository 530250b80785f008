#include "model/step/gear_starts.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/core/joint_kind.h"
#include "model/math/size.h"

namespace stickslip {
namespace {

// Of sum of weight times start, over starts that are not given, = rest.
struct Equation {
  std::vector<double> weights;  // 1 per slot (core/joint_kind.h)
  double rest = 0;
};

std::vector<Equation> equations_of(const Model& model, const Layout& layout, const Derived& derived,
                                   Span<const double> given, bool positions) {
  std::vector<Equation> equations;
  for (int g = 0; g < static_cast<int>(model.gears.size()); ++g) {
    const Gear& gear = gear_at(model, g);
    if (gear.backlash > 0) continue;
    Equation equation;
    equation.weights.resize(model.joints.size() * kMostCoordinates);
    if (positions) equation.rest = derived.gear_offset[g];
    int index = 0;
    for (const GearTerm& term : gear.terms) {
      const double ratio = derived.ratio(g, index++);
      const int start = layout.joint_start(term.joint) + term.coordinate + (positions ? 0 : Layout::kStartRates);
      if (is_given(model, layout, given, term.joint, term.coordinate, positions)) {
        equation.rest -= ratio * given[start];
      } else {
        equation.weights[size(coordinate_slot(term.joint, term.coordinate))] += ratio;
      }
    }
    equations.push_back(equation);
  }
  return equations;
}

// The slot of the largest weight, -1 where all are 0.
int largest(const Equation& equation) {
  int which = -1;
  double most = 0;
  for (std::size_t k = 0; k < equation.weights.size(); ++k) {
    if (std::fabs(equation.weights[k]) <= most) continue;
    most = std::fabs(equation.weights[k]);
    which = static_cast<int>(k);
  }
  return which;
}

// Takes what stands in `slot` out of an equation by means of another.
void eliminate(const Equation& by, std::size_t slot, Equation& from) {
  constexpr double kCancels = 1e-13;  // of what is subtracted
  const double factor = from.weights[slot] / by.weights[slot];
  for (std::size_t k = 0; k < by.weights.size(); ++k) {
    const double taken = factor * by.weights[k];
    const double before = std::fabs(from.weights[k]) + std::fabs(taken);
    from.weights[k] -= taken;
    if (k == slot || std::fabs(from.weights[k]) <= kCancels * before) from.weights[k] = 0;
  }
  from.rest -= factor * by.rest;
}

// Makes all starts that have an equation for themselves.
void follow(const Layout& layout, bool positions, std::vector<Equation>& equations, Span<double> starts) {
  constexpr double kMost = 1e30;  // of numbers in a model
  for (Equation& by : equations) {
    const int slot = largest(by);
    if (slot < 0) continue;
    for (Equation& from : equations) {
      if (&from != &by && from.weights[size(slot)] != 0) eliminate(by, size(slot), from);
    }
  }
  for (const Equation& equation : equations) {
    const int slot = largest(equation);
    if (slot < 0) continue;
    const auto zeros = std::count(equation.weights.begin(), equation.weights.end(), 0.0);
    const double value = equation.rest / equation.weights[size(slot)];
    if (size(static_cast<int>(zeros)) + 1 != equation.weights.size() || !(std::fabs(value) <= kMost)) continue;
    const int at = layout.joint_start(slot / kMostCoordinates) + slot % kMostCoordinates;
    starts[positions ? at : at + Layout::kStartRates] = value;
  }
}

}  // namespace

bool is_given(const Model& model, const Layout& layout, Span<const double> starts, int joint, int k, bool positions) {
  const double* start = &starts[layout.joint_start(joint)];
  if (positions) return joint_at(model, joint).has_start || start[k] != 0;
  return joint_at(model, joint).has_start_rate || start[Layout::kStartRates + k] != 0;
}

void follow_gears(const Model& model, const Layout& layout, const Derived& derived, Span<const double> given,
                  Span<double> starts) {
  for (const bool positions : {true, false}) {
    std::vector<Equation> equations = equations_of(model, layout, derived, given, positions);
    follow(layout, positions, equations, starts);
  }
}

}  // namespace stickslip

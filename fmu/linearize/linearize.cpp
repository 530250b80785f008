#include "fmu/linearize/linearize.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>

#include "fmu/archive/error.h"
#include "fmu/linearize/chart.h"
#include "model/interface/simulation.h"
#include "model/math/size.h"

namespace stickslip::linearize {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

std::size_t at(Index i) {
  return static_cast<std::size_t>(i);
}

constexpr double kStateShift = 1e-6;  // m, rad, and per second: its square is round-off, and a bit of it 1e-10
constexpr double kInputShift = 1e-3;  // N, N m: a step answers inputs by straight lines but for kinks
constexpr double kUneven = 0.01;      // difference of the two sides over the whole answer, beyond which ...
constexpr double kWider = 4;          // ... a shift by so much more tells why

constexpr double kGone = 1e-6;  // poles up to this are 0 but for round-off

struct Answer {
  VectorXd next;
  VectorXd outputs;
};

/// One step from states and with inputs next to the given ones.
class Stepper {
 public:
  Stepper(const Model& model, const std::vector<Variable>& variables, const State& state, const fmu::Values& values,
          double step)
      : model_(model),
        layout_(model),
        state_(model, layout_),
        before_(model, layout_),
        simulation_(model),
        chart_(model, state),
        look_(model),
        parameters_(values.parameters.begin(), values.parameters.end()),
        inputs_(values.inputs.begin(), values.inputs.end()),
        real_(size(layout_.outputs)),
        integer_(size(layout_.integer_outputs)),
        boolean_(size(layout_.boolean_outputs)),
        step_(step) {
    state_.copy_from(state);
    for (const Variable& v : variables) {
      if (v.type != ValueType::real) continue;
      if (v.causality == Causality::input) shifted_.push_back(v);
      if (v.causality == Causality::output && v.name.compare(0, 7, "solver.") != 0) seen_.push_back(v);
    }
    rate_ = chart_.rate_of(state);
  }

  Chart& chart() { return chart_; }
  const VectorXd& rate() const { return rate_; }
  const std::vector<Variable>& inputs() const { return shifted_; }
  const std::vector<Variable>& outputs() const { return seen_; }

  double& input(const Variable& v) {
    return v.slot.store == Store::parameter ? parameters_[size(v.slot.index)] : inputs_[size(v.slot.index)];
  }

  Answer from_here() { return step_from(here()); }
  Answer at(const VectorXd& moved, const VectorXd& rate) {
    State& from = here();
    chart_.move(moved, from);
    chart_.set_rate(rate, from);
    return step_from(from);
  }

 private:
  State& here() {
    State& from = simulation_.state();
    from.copy_from(state_);
    std::copy(parameters_.begin(), parameters_.end(), from.parameters.begin());
    return from;
  }

  Answer step_from(const State& from) {
    before_.copy_from(from);
    const Outputs outputs{real_, integer_, boolean_};
    if (simulation_.step(step_, parameters_, inputs_, outputs).status == StepStatus::failed)
      throw host::Error("the step has no finite answer");
    Answer answer;
    const VectorXd position = chart_.position_of(simulation_.state());
    const VectorXd after = chart_.rate_of(simulation_.state());
    answer.next.resize(position.size() + after.size());
    answer.next << position, after;
    update_derived(model_, layout_, before_.parameters, look_.derived);
    update_poses(model_, before_.motion, look_.poses);
    write_state_outputs(model_, layout_, before_, look_, outputs);
    answer.outputs.resize(static_cast<Index>(seen_.size()));
    for (std::size_t i = 0; i < seen_.size(); ++i)
      answer.outputs(static_cast<Index>(i)) = real_[size(seen_[i].slot.index)];
    return answer;
  }

  const Model& model_;
  Layout layout_;
  State state_;
  State before_;  // of the step at hand
  Simulation simulation_;
  Chart chart_;
  Workspace look_;
  std::vector<double> parameters_, inputs_, real_;
  std::vector<int> integer_, boolean_;
  double step_;
  VectorXd rate_;
  std::vector<Variable> shifted_, seen_;
};

double uneven(const VectorXd& more, const VectorXd& here, const VectorXd& less) {
  const double whole = (more - less).norm();
  return whole > 0 ? (more - 2 * here + less).norm() / whole : 0;
}

/// What `more` and `less` answer on the two sides of `here`: the mean slope, and whether they differ in it. A kink is
/// as uneven however wide one looks, where curves get more and round-off gets less.
class Sides {
 public:
  Sides(const Answer& here, double shift) : here_(here), shift_(shift) {}

  template <class At>
  bool look(const At& at, Eigen::Ref<VectorXd> next, Eigen::Ref<VectorXd> outputs) const {
    const Answer more = at(shift_);
    const Answer less = at(-shift_);
    next = (more.next - less.next) / (2 * shift_);
    outputs = (more.outputs - less.outputs) / (2 * shift_);
    const double states = uneven(more.next, here_.next, less.next);
    const double seen = uneven(more.outputs, here_.outputs, less.outputs);
    if (!(states > kUneven) && !(seen > kUneven)) return false;
    const Answer far_more = at(kWider * shift_);
    const Answer far_less = at(-kWider * shift_);
    return stays(states, uneven(far_more.next, here_.next, far_less.next)) ||
           stays(seen, uneven(far_more.outputs, here_.outputs, far_less.outputs));
  }

 private:
  static bool stays(double near, double far) {
    return near > kUneven && far > near / std::sqrt(kWider) && far < near * std::sqrt(kWider);
  }

  const Answer& here_;
  double shift_;
};

}  // namespace

StepMap linearize(const Model& model, const std::vector<Variable>& variables, const State& state,
                  const fmu::Values& values, double step) {
  Stepper stepper(model, variables, state, values, step);
  Chart& chart = stepper.chart();
  const Index places = static_cast<Index>(chart.positions().size());
  const Index rates = static_cast<Index>(chart.rates().size());
  const VectorXd still = VectorXd::Zero(places);
  StepMap map;
  map.step = step;
  for (const Measure& m : chart.positions()) map.states.push_back(chart.name_of_position(m));
  for (const Measure& m : chart.rates()) map.states.push_back(chart.name_of_rate(m));
  for (const Variable& v : stepper.inputs()) map.inputs.push_back(v.name);
  for (const Variable& v : stepper.outputs()) map.outputs.push_back(v.name);
  map.x.resize(places + rates);
  map.x << chart.position_of(state), stepper.rate();
  const Answer here = stepper.from_here();
  map.next = here.next;
  map.y = here.outputs;
  const Index states = places + rates;
  const Index inputs = static_cast<Index>(map.inputs.size());
  map.A.resize(states, states);
  map.B.resize(states, inputs);
  map.C.resize(map.y.size(), states);
  map.D.resize(map.y.size(), inputs);
  for (Index i = 0; i < states; ++i) {
    const auto shifted = [&](double by) {
      VectorXd moved = still;
      VectorXd rate = stepper.rate();
      (i < places ? moved(i) : rate(i - places)) += by;
      return stepper.at(moved, rate);
    };
    if (Sides(here, kStateShift).look(shifted, map.A.col(i), map.C.col(i))) map.kinks.push_back(map.states[at(i)]);
  }
  map.u.resize(inputs);
  for (Index i = 0; i < inputs; ++i) {
    double& input = stepper.input(stepper.inputs()[at(i)]);
    const double given = map.u(i) = input;
    const auto shifted = [&](double by) {
      input = given + by;
      Answer answer = stepper.from_here();
      input = given;
      return answer;
    };
    const double shift = kInputShift * std::max(1.0, std::abs(given));
    if (Sides(here, shift).look(shifted, map.B.col(i), map.D.col(i))) map.kinks.push_back(map.inputs[at(i)]);
  }
  return map;
}

std::vector<Pole> poles_of(const StepMap& map) {
  std::vector<Pole> poles;
  if (map.A.size() == 0) return poles;
  const Eigen::VectorXcd roots = map.A.eigenvalues();
  for (Index i = 0; i < roots.size(); ++i) {
    const std::complex<double> z = roots(i);
    Pole pole{z.real(), z.imag(), std::abs(z) <= kGone, 0, 0};
    if (!pole.gone) {
      const std::complex<double> s = std::log(z) / map.step;
      const double speed = std::abs(s);
      pole.frequency = speed / (2 * std::acos(-1.0));
      if (speed > 0) pole.damping = -s.real() / speed;
    }
    poles.push_back(pole);
  }
  std::stable_sort(poles.begin(), poles.end(), [](const Pole& a, const Pole& b) { return a.frequency < b.frequency; });
  return poles;
}

}  // namespace stickslip::linearize

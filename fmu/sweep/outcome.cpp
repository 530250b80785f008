#include "fmu/sweep/outcome.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fmu/archive/error.h"
#include "fmu/text/spelling.h"
#include "model/math/size.h"

namespace stickslip::sweep {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Places of names among the numbers of a study.
class Names {
 public:
  Names(const Study& study, const host::ModelDescription& description,
        std::vector<const host::ScalarVariable*>& variables)
      : study_(study), description_(description), variables_(variables) {}

  int place_of(const std::string& name, std::size_t result) {
    for (int i = 0; i < static_cast<int>(study_.parameters.size()); ++i)
      if (study_.parameters[size(i)].name == name) return i;
    const int results = static_cast<int>(study_.parameters.size());
    const bool at_end = study_.results[result].take == Result::Take::pass;
    for (int i = 0; i < static_cast<int>(study_.results.size()); ++i) {
      if (study_.results[size(i)].name != name) continue;
      if (!at_end || size(i) >= result)
        throw ExpressionError{"\"" + name + "\" is a result; only `pass` may use results, those above it", 0};
      return results + i;
    }
    const int time = results + static_cast<int>(study_.results.size());
    if (at_end)
      throw ExpressionError{"\"" + name + "\" is neither a parameter nor a result above; pass judges those", 0};
    if (name == "time") return time;
    return time + 1 + variable(name);
  }

 private:
  int variable(const std::string& name) {
    const host::ScalarVariable* found = description_.find(name);
    if (found == nullptr) {
      std::vector<std::string> names;
      for (const host::ScalarVariable& v : description_.variables) names.push_back(v.name);
      const std::string near = text::nearest(name, names);
      throw ExpressionError{"no variable \"" + name + "\"" + (near.empty() ? "" : ", is \"" + near + "\" meant?"), 0};
    }
    if (found->attributes.type == host::Type::string) throw ExpressionError{"\"" + name + "\" is a String", 0};
    const auto place = std::find(variables_.begin(), variables_.end(), found);
    if (place != variables_.end()) return static_cast<int>(place - variables_.begin());
    variables_.push_back(found);
    return static_cast<int>(variables_.size()) - 1;
  }

  const Study& study_;
  const host::ModelDescription& description_;
  std::vector<const host::ScalarVariable*>& variables_;
};

}  // namespace

Outcome::Outcome(const Study& study, const host::ModelDescription& description) : study_(study) {
  Names names(study, description, variables_);
  std::string errors;
  for (std::size_t i = 0; i < study.results.size(); ++i) {
    const Result& result = study.results[i];
    try {
      followers_.push_back(
          {result.take,
           Expression(result.expression.text, [&](const std::string& name) { return names.place_of(name, i); }),
           kNone});
    } catch (const ExpressionError& error) {
      errors += (errors.empty() ? "" : "\n") + result.expression.place + ": result \"" + result.name +
                "\", character " + std::to_string(error.column) + ": " + error.text;
    }
  }
  if (!errors.empty()) throw host::Error(errors);
  numbers_.resize(study.parameters.size() + study.results.size() + 1 + variables_.size());
}

void Outcome::begin(std::span<const double> parameters) {
  std::copy(parameters.begin(), parameters.end(), numbers_.begin());
  for (Follower& follower : followers_) {
    follower.value = kNone;
    follower.sum = 0;
  }
  started_ = false;
}

void Outcome::add(double time, std::span<const double> values) {
  const std::size_t at = study_.parameters.size() + study_.results.size();
  numbers_[at] = time;
  std::copy(values.begin(), values.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  const double span = started_ ? time - last_ : 0;
  for (Follower& f : followers_) {
    if (f.take == Result::Take::pass || (f.take == Result::Take::first && started_)) continue;
    const double x = f.expression.value(numbers_);
    const double y = f.take == Result::Take::rms ? x * x : x;
    switch (f.take) {
      case Result::Take::first:
      case Result::Take::last:
        f.value = x;
        break;
      case Result::Take::min:
        f.value = started_ ? std::min(f.value, x) : x;
        break;
      case Result::Take::max:
        f.value = started_ ? std::max(f.value, x) : x;
        break;
      case Result::Take::when:
        if (std::isnan(f.value) && x != 0) f.value = time;
        break;
      case Result::Take::mean:
      case Result::Take::rms:
        f.sum += started_ ? 0.5 * span * (f.before + y) : 0;
        f.before = y;
        break;
      case Result::Take::pass:
        break;
    }
  }
  if (!started_) first_ = time;
  last_ = time;
  started_ = true;
}

std::vector<double> Outcome::end() {
  std::vector<double> results;
  const double duration = last_ - first_;
  for (std::size_t i = 0; i < followers_.size(); ++i) {
    Follower& f = followers_[i];
    if (f.take == Result::Take::mean) f.value = duration > 0 ? f.sum / duration : f.before;
    if (f.take == Result::Take::rms) f.value = std::sqrt(duration > 0 ? f.sum / duration : f.before);
    if (f.take == Result::Take::pass) f.value = f.expression.value(numbers_) != 0 ? 1 : 0;
    numbers_[study_.parameters.size() + i] = f.value;
    results.push_back(f.value);
  }
  return results;
}

}  // namespace stickslip::sweep

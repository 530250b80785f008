#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fmu/sweep/expression.h"
#include "fmu/sweep/sampling.h"

namespace stickslip::sweep {

constexpr std::uint64_t kMostRuns = 100'000'000;

/// A text of the study file with its place, for messages: `study.toml:12:8`.
struct Placed {
  std::string text;
  std::string place;
};

struct Parameter {
  enum class Kind { values, uniform, normal, formula };
  std::string name;
  std::string place;
  Kind kind = Kind::values;
  bool applied = true;         // false: a number for formulas and results only
  std::vector<double> values;  // of the grid
  double low = 0, high = 0;    // uniform: ends; normal: mean and deviation
  int dimension = 0;           // of what is sampled
  Expression formula;          // over the parameters before it
};

/// What is kept of a run: of an expression over time, or at its end of parameters and results before it.
struct Result {
  enum class Take { first, last, min, max, mean, rms, when, pass };
  std::string name;
  Take take = Take::last;
  Placed expression;
};

/// Many runs of one model: every combination of the values, or their list, times a number of samples.
struct Study {
  std::string path;
  std::string text;
  std::string model;  // path, as seen from the working directory
  std::string input;  // the same; empty: none
  std::string model_place, input_place;
  std::optional<double> stop;
  std::optional<double> step;
  bool combine = true;  // false: the n-th run takes the n-th value of every parameter
  Sampling sampling = Sampling::latin;
  std::uint64_t samples = 1;
  std::uint64_t seed = 0;
  std::uint64_t runs = 0;
  std::vector<Parameter> parameters;
  std::vector<Result> results;

  /// Of run `index`, in the order of the parameters.
  std::vector<double> values_of(std::uint64_t index) const;
};

/// Throws host::Error with every mistake of the file, a line each: `study.toml:12:8: ...`.
Study read_study(const std::string& path);
Study parse_study(const std::string& text, const std::string& path);

}  // namespace stickslip::sweep

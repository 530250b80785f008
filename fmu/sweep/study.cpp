#include "fmu/sweep/study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/load/parts.h"
#include "fmu/load/reading.h"
#include "model/math/size.h"

namespace stickslip::sweep {

namespace {

using load::Log;
using load::Section;

constexpr int kMostSamples = 100'000'000;
constexpr int kMostCount = 1'000'000;
constexpr std::size_t kMostParameters = 1000;
constexpr std::uint64_t kLargestStudy = std::uint64_t{64} << 20U;

std::string place_text(const std::string& path, const load::Place& place) {
  return path + ":" + std::to_string(place.line) + ":" + std::to_string(place.col);
}

/// A file that the study names, seen from the working directory.
std::string beside(const std::string& study, const std::string& file) {
  const std::filesystem::path path(file);
  return path.is_absolute() ? file : (std::filesystem::path(study).parent_path() / path).string();
}

class Reader {
 public:
  Reader(const std::string& path, Log& log, Study& study) : path_(path), log_(log), study_(study) {}

  void read(const toml::table& file) {
    for (const auto& [key, value] : file)
      if (key != "study" && key != "parameter" && key != "result")
        log_.error(load::place_of(key), "unknown key " + load::in_quotes(key.str()) +
                                            load::suggestion(key.str(), {"study", "parameter", "result"}));
    if (const toml::table* head = load::table_at(file, "study", log_)) {
      read_head(*head);
    } else if (!file.contains("study")) {
      log_.error({}, "there is no [study], which names the model");
    }
    for (const toml::table* table : load::tables(file, "parameter", "the file", log_)) read_parameter(*table);
    for (const toml::table* table : load::tables(file, "result", "the file", log_)) read_result(*table);
    if (study_.results.empty() && !log_.failed())
      log_.error({}, "there is no [[result]]: nothing would be kept of a run");
    if (study_.parameters.size() > kMostParameters) log_.error({}, "there are more than 1000 parameters");
    if (!log_.failed()) count_runs();
  }

 private:
  template <class T>
  std::optional<T> one_of(Section& section, const char* key, const std::vector<std::pair<std::string, T>>& choices) {
    const auto text = section.string(key);
    if (!text) return std::nullopt;
    std::vector<std::string> known;
    for (const auto& [name, value] : choices) {
      if (name == *text) return value;
      known.push_back(name);
    }
    section.error(section.place(key),
                  std::string(key) + ": unknown " + load::in_quotes(*text) + load::suggestion(*text, known));
    return std::nullopt;
  }

  void read_head(const toml::table& table) {
    Section section(table, "study", false, log_);
    head_ = section.place();
    if (section.required("model", "the path of a model file or FMU, from here") != nullptr)
      study_.model = beside(path_, section.string("model").value_or(""));
    if (const auto input = section.string("input")) study_.input = beside(path_, *input);
    study_.model_place = place_text(path_, section.place("model"));
    study_.input_place = place_text(path_, section.place("input"));
    study_.stop = section.number("stop", load::kNotNegative);
    study_.step = section.number("step", load::kPositive);
    study_.seed = static_cast<std::uint64_t>(section.integer("seed", 0, 2147483647).value_or(0));
    study_.samples = static_cast<std::uint64_t>(section.integer("samples", 1, kMostSamples).value_or(1));
    has_samples_ = section.has("samples");
    study_.combine = one_of<bool>(section, "values", {{"grid", true}, {"list", false}}).value_or(true);
    study_.sampling =
        one_of<Sampling>(section, "sampling",
                         {{"latin", Sampling::latin}, {"sobol", Sampling::sobol}, {"random", Sampling::random}})
            .value_or(Sampling::latin);
    section.finish();
  }

  /// A name that no other parameter or result has; `time` is taken.
  std::string claim(Section& section) {
    if (section.required("name") == nullptr) return {};
    std::string name = section.string("name").value_or("");
    if (name.empty() || name == "time") section.error(section.place("name"), "\"" + name + "\" cannot be a name here");
    if (!names_.insert(name).second)
      section.error(section.place("name"), "there are two of the name " + load::in_quotes(name));
    return name;
  }

  void read_parameter(const toml::table& table) {
    Section section(table, load::label("parameter", table), false, log_);
    Parameter parameter;
    parameter.name = claim(section);
    parameter.place = place_text(path_, section.has("name") ? section.place("name") : section.place());
    parameter.applied = section.boolean("applied").value_or(true);
    int kinds = 0;
    for (const char* key : {"values", "range", "uniform", "normal", "formula"}) kinds += section.has(key) ? 1 : 0;
    if (kinds != 1)
      section.error(section.place(),
                    "needs one of values, range, uniform, normal and formula, has " + std::to_string(kinds));
    if (const auto values = section.numbers("values", load::kAny)) parameter.values = *values;
    if (section.has("values") && parameter.values.empty())
      section.error(section.place("values"), "values: there is none");
    read_range(section, parameter);
    read_distribution(section, parameter);
    if (const auto text = section.string("formula")) {
      parameter.kind = Parameter::Kind::formula;
      parameter.formula = formula(section, *text);
    }
    section.finish();
    study_.parameters.push_back(std::move(parameter));
  }

  void read_range(Section& section, Parameter& parameter) {
    const auto ends = section.numbers("range", load::kAny);
    const auto count = section.integer("count", 1, kMostCount);
    const bool log_scale = one_of<bool>(section, "scale", {{"linear", false}, {"log", true}}).value_or(false);
    if (!section.has("range")) {
      for (const char* key : {"count", "scale"})
        if (section.has(key)) section.error(section.place(key), std::string(key) + " belongs to a range");
      return;
    }
    if (section.required("count", "how many values there are in the range") == nullptr || !count || !ends) return;
    if (ends->size() != 2) return section.error(section.place("range"), "range: two numbers, from and to");
    const double from = ends->front();
    const double to = ends->back();
    if (log_scale && !(from > 0 && to > 0))
      return section.error(section.place("range"), "range: both ends must be > 0 on a log scale");
    for (int i = 0; i < *count; ++i) {
      const double share = *count == 1 ? 0 : static_cast<double>(i) / (*count - 1);
      parameter.values.push_back(i + 1 == *count && i > 0 ? to
                                 : log_scale              ? from * std::pow(to / from, share)
                                                          : from + share * (to - from));
    }
  }

  void read_distribution(Section& section, Parameter& parameter) {
    for (const char* key : {"uniform", "normal"}) {
      const bool normal = std::string_view(key) == "normal";
      const auto pair = section.numbers(key, load::kAny);
      if (!pair) continue;
      if (pair->size() != 2 || !(normal ? pair->back() >= 0 : pair->front() <= pair->back())) {
        section.error(section.place(key), std::string(key) + (normal ? ": mean and deviation, which is >= 0"
                                                                     : ": two numbers, the lower one first"));
        continue;
      }
      parameter.kind = normal ? Parameter::Kind::normal : Parameter::Kind::uniform;
      parameter.low = pair->front();
      parameter.high = pair->back();
      parameter.dimension = dimensions_++;
    }
  }

  Expression formula(Section& section, const std::string& text) {
    try {
      return Expression(text, [&](const std::string& name) {
        for (int i = 0; i < static_cast<int>(study_.parameters.size()); ++i)
          if (study_.parameters[size(i)].name == name) return i;
        std::vector<std::string> known;
        for (const Parameter& parameter : study_.parameters) known.push_back(parameter.name);
        throw ExpressionError{"\"" + name + "\" is no parameter above this one" + load::suggestion(name, known), 0};
      });
    } catch (const ExpressionError& error) {
      section.error(section.place("formula"), "formula, character " + std::to_string(error.column) + ": " + error.text);
      return {};
    }
  }

  void read_result(const toml::table& table) {
    using Take = Result::Take;
    static const std::vector<std::pair<const char*, Take>> kTakes{
        {"first", Take::first}, {"last", Take::last}, {"min", Take::min},   {"max", Take::max},
        {"mean", Take::mean},   {"rms", Take::rms},   {"when", Take::when}, {"pass", Take::pass}};
    Section section(table, load::label("result", table), false, log_);
    Result result;
    result.name = claim(section);
    int found = 0;
    for (const auto& [key, take] : kTakes) {
      const auto text = section.string(key);
      if (!section.has(key)) continue;
      ++found;
      result.take = take;
      result.expression = {text.value_or(""), place_text(path_, section.place(key))};
    }
    if (found != 1)
      section.error(section.place(),
                    "needs one of first, last, min, max, mean, rms, when and pass, has " + std::to_string(found));
    section.finish();
    study_.results.push_back(std::move(result));
  }

  void count_runs() {
    double runs = static_cast<double>(study_.samples);
    std::size_t listed = 0;
    for (const Parameter& parameter : study_.parameters) {
      if (parameter.kind != Parameter::Kind::values) continue;
      const std::size_t count = parameter.values.size();
      if (study_.combine) {
        runs *= static_cast<double>(count);
      } else if (listed != 0 && listed != count) {
        return log_.error(head_, "study: with values = \"list\" all parameters need as many values; there are " +
                                     std::to_string(listed) + " and " + std::to_string(count));
      }
      listed = count;
    }
    if (!study_.combine && listed > 0) runs *= static_cast<double>(listed);
    if (runs > static_cast<double>(kMostRuns))
      return log_.error(head_,
                        "study: " + load::about(runs) + " runs; at most 1e8 can be made, take fewer values or samples");
    if (dimensions_ > 0 && !has_samples_)
      return log_.error(head_, "study: uniform and normal parameters need `samples`, how many there are");
    if (dimensions_ == 0 && study_.samples > 1)
      return log_.error(head_, "study: samples = " + std::to_string(study_.samples) +
                                   " makes equal runs: no parameter is uniform or normal");
    if (study_.sampling == Sampling::sobol && dimensions_ > kMostSobol)
      return log_.error(head_, "study: sobol samples at most 16 parameters; take latin");
    study_.runs = static_cast<std::uint64_t>(runs);
  }

  const std::string& path_;
  Log& log_;
  Study& study_;
  load::Place head_;
  std::set<std::string> names_;
  int dimensions_ = 0;
  bool has_samples_ = false;
};

}  // namespace

std::vector<double> Study::values_of(std::uint64_t index) const {
  const std::uint64_t at = index % samples;
  std::uint64_t rest = index / samples;
  std::vector<double> values(parameters.size());
  // The last one changes fastest.
  for (std::size_t i = parameters.size(); i-- > 0;) {
    const Parameter& p = parameters[i];
    if (p.kind == Parameter::Kind::values) {
      values[i] = p.values[rest % p.values.size()];
      if (combine) rest /= p.values.size();
    } else if (p.kind == Parameter::Kind::uniform) {
      values[i] = p.low + (p.high - p.low) * sample(sampling, seed, at, samples, p.dimension);
    } else if (p.kind == Parameter::Kind::normal) {
      values[i] = p.low + p.high * normal_quantile(sample(sampling, seed, at, samples, p.dimension));
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].kind == Parameter::Kind::formula) values[i] = parameters[i].formula.value(values);
  return values;
}

Study parse_study(const std::string& text, const std::string& path) {
  Study study;
  study.path = path;
  study.text = text;
  Log log(path);
  if (const auto table = load::parse_toml(text, path, log)) Reader(path, log, study).read(*table);
  std::string errors;
  for (const load::Diagnostic& diagnostic : log.take())
    if (diagnostic.severity == load::Severity::error)
      errors += (errors.empty() ? "" : "\n") + load::to_string(diagnostic);
  if (!errors.empty()) throw host::Error(errors);
  return study;
}

Study read_study(const std::string& path) {
  return parse_study(host::read_file(path, kLargestStudy), path);
}

}  // namespace stickslip::sweep

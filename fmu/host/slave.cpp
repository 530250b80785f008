#include "fmu/host/slave.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/text/spelling.h"

namespace stickslip::host {

namespace {

constexpr double kLargest = 2147483647;  // of fmi2Integer, either way

InstanceOptions named(InstanceOptions options, const std::string& name) {
  options.name = name;
  return options;
}

std::vector<const ScalarVariable*> numbers_with(const ModelDescription& description, Causality causality) {
  std::vector<const ScalarVariable*> found;
  for (const ScalarVariable& variable : description.variables)
    if (variable.causality == causality && variable.attributes.type != Type::string) found.push_back(&variable);
  return found;
}

/// What an enumeration can be, for messages; empty for other types.
std::string choices_of(const ModelDescription& description, const ScalarVariable& variable) {
  const SimpleType* type = description.find_type(variable.declared_type);
  if (variable.attributes.type != Type::enumeration || type == nullptr) return {};
  std::string list;
  for (const EnumerationItem& item : type->items) list += (list.empty() ? "; it is one of " : ", ") + item.name;
  return list;
}

/// A number as the user writes it for this variable; nothing when it does not fit.
std::optional<double> number_for(const ModelDescription& description, const ScalarVariable& variable,
                                 std::string_view text) {
  if (variable.attributes.type == Type::real) return parse_double(text);
  if (variable.attributes.type == Type::boolean) {
    const auto truth = parse_boolean(text);
    return truth ? std::optional<double>(*truth ? 1 : 0) : std::nullopt;
  }
  const SimpleType* type = description.find_type(variable.declared_type);
  if (variable.attributes.type == Type::enumeration && type != nullptr)
    for (const EnumerationItem& item : type->items)
      if (item.name == text) return item.value;
  const auto number = parse_int(text);
  return number ? std::optional<double>(*number) : std::nullopt;
}

}  // namespace

Selection::Selection(std::vector<const ScalarVariable*> variables) : variables_(std::move(variables)) {
  for (std::size_t place = 0; place < variables_.size(); ++place) {
    const ScalarVariable& variable = *variables_[place];
    const Type type = variable.attributes.type;
    if (type == Type::string) throw Error("\"" + variable.name + "\" is a String and has no number");
    Group& group = type == Type::real ? real_ : type == Type::boolean ? boolean_ : integer_;
    group.references.push_back(variable.reference);
    group.places.push_back(place);
  }
}

Selection::Selection(const ModelDescription& description, Causality causality)
    : Selection(numbers_with(description, causality)) {}

Slave::Slave(const Fmu& fmu, const std::string& name, const InstanceOptions& options)
    : instance_(fmu.instantiate(named(options, name))) {}

const ScalarVariable& Slave::variable(std::string_view name) const {
  if (const ScalarVariable* found = description().find(name)) return *found;
  std::vector<std::string> names;
  std::string element;  // of what `name` is the whole of
  for (const ScalarVariable& variable : description().variables) {
    const std::string& other = variable.name;
    const bool whole = other.size() > name.size() && other.compare(0, name.size(), name) == 0 &&
                       (other[name.size()] == '[' || other[name.size()] == '.');
    if (whole && element.empty()) element = other;
    names.push_back(other);
  }
  const std::string near = element.empty() ? text::nearest(name, names) : element;
  throw Error(instance_.name() + ": no variable \"" + std::string(name) + "\"" +
              (near.empty() ? "; `stickslip info` lists them" : ", is \"" + near + "\" meant?"));
}

void Slave::check(const char* call, fmi2Status status) {
  if (status == fmi2OK || status == fmi2Warning) return;
  std::string text = instance_.name() + ": " + call + " answers " + name_of(status);
  for (const LogMessage& message : instance_.messages())
    if (message.status >= fmi2Warning) text += "; " + message.text;
  throw Error(text);
}

void Slave::set(std::string_view name, double value) {
  write_one(variable(name), value);
}

void Slave::set_text(std::string_view name, std::string_view text) {
  const ScalarVariable& v = variable(name);
  if (v.attributes.type == Type::string) {
    const std::string copy(text);
    check("fmi2SetString", instance_.set_string(std::array{v.reference}, std::array<fmi2String, 1>{copy.c_str()}));
    return;
  }
  const std::optional<double> value = number_for(description(), v, text);
  if (!value)
    throw Error(instance_.name() + ": \"" + std::string(text) + "\" is no " + name_of(v.attributes.type) + " for " +
                v.name + choices_of(description(), v));
  write_one(v, *value);
}

void Slave::write_one(const ScalarVariable& v, double value) {
  write(Selection({&v}), std::span<const double>(&value, 1));
}

double Slave::get(std::string_view name) {
  double value = 0;
  read(Selection({&variable(name)}), std::span<double>(&value, 1));
  return value;
}

void Slave::read(const Selection& selection, std::span<double> values) {
  if (const auto& group = selection.real_; !group.places.empty()) {
    reals_.resize(group.places.size());
    check("fmi2GetReal", instance_.get_real(group.references, reals_));
    for (std::size_t i = 0; i < reals_.size(); ++i) values[group.places[i]] = reals_[i];
  }
  for (const auto* group : {&selection.integer_, &selection.boolean_}) {
    if (group->places.empty()) continue;
    integers_.resize(group->places.size());
    if (group == &selection.integer_) {
      check("fmi2GetInteger", instance_.get_integer(group->references, integers_));
    } else {
      check("fmi2GetBoolean", instance_.get_boolean(group->references, integers_));
    }
    for (std::size_t i = 0; i < integers_.size(); ++i) values[group->places[i]] = integers_[i];
  }
}

void Slave::write(const Selection& selection, std::span<const double> values) {
  if (const auto& group = selection.real_; !group.places.empty()) {
    reals_.resize(group.places.size());
    for (std::size_t i = 0; i < reals_.size(); ++i) reals_[i] = values[group.places[i]];
    check("fmi2SetReal", instance_.set_real(group.references, reals_));
  }
  for (const auto* group : {&selection.integer_, &selection.boolean_}) {
    if (group->places.empty()) continue;
    integers_.resize(group->places.size());
    for (std::size_t i = 0; i < integers_.size(); ++i) {
      const double value = values[group->places[i]];
      const bool truth = group == &selection.boolean_;
      const bool fits = truth ? value == 0 || value == 1 : std::fabs(value) <= kLargest && value == std::floor(value);
      if (!fits)
        throw Error(instance_.name() + ": " + short_double(value) + " is no " +
                    (truth ? "Boolean (0 or 1)" : "Integer (a whole number of at most 2147483647)") + " for " +
                    selection.variables_[group->places[i]]->name);
      integers_[i] = static_cast<fmi2Integer>(value);
    }
    if (group == &selection.integer_) {
      check("fmi2SetInteger", instance_.set_integer(group->references, integers_));
    } else {
      check("fmi2SetBoolean", instance_.set_boolean(group->references, integers_));
    }
  }
}

void Slave::start_initialisation(double start, std::optional<double> stop) {
  check("fmi2SetupExperiment", instance_.setup_experiment(start, stop));
  check("fmi2EnterInitializationMode", instance_.enter_initialization_mode());
}

void Slave::finish_initialisation() {
  check("fmi2ExitInitializationMode", instance_.exit_initialization_mode());
}

void Slave::initialise(double start, std::optional<double> stop) {
  start_initialisation(start, stop);
  finish_initialisation();
}

std::vector<std::string> Slave::read_strings(std::span<const fmi2ValueReference> references) {
  std::vector<fmi2String> texts(references.size());
  if (!references.empty()) check("fmi2GetString", instance_.get_string(references, texts));
  std::vector<std::string> copies;
  for (const fmi2String text : texts) copies.emplace_back(text != nullptr ? text : "");
  return copies;
}

void Slave::write_derivatives(const Selection& selection, std::span<const double> values) {
  const std::vector<fmi2Integer> orders(values.size(), 1);
  if (!values.empty())
    check("fmi2SetRealInputDerivatives",
          instance_.set_real_input_derivatives(selection.real_.references, orders, values));
}

/// An FMU that computes in a thread of its own answers Pending and is asked again until it is done.
fmi2Status Slave::wait_for_step() {
  constexpr std::chrono::milliseconds kNap(1);
  for (;;) {
    fmi2Status status = fmi2Pending;
    if (instance_.get_status(fmi2DoStepStatus, status) != fmi2OK) return fmi2Error;
    if (status != fmi2Pending) return status;
    std::this_thread::sleep_for(kNap);
  }
}

double Slave::last_successful_time(double otherwise) {
  double time = 0;
  const bool known = instance_.get_real_status(fmi2LastSuccessfulTime, time) == fmi2OK && std::isfinite(time);
  return known ? time : otherwise;
}

bool Slave::step(double time, double step) {
  fmi2Status status = instance_.do_step(time, step);
  if (status == fmi2Pending) status = wait_for_step();
  if (status == fmi2OK) return true;
  fmi2Boolean ended = fmi2False;
  if (status == fmi2Discard && instance_.get_boolean_status(fmi2Terminated, ended) == fmi2OK && ended != fmi2False)
    return false;
  check(("fmi2DoStep at t = " + short_double(time)).c_str(), status);
  return true;
}

void Slave::terminate() {
  check("fmi2Terminate", instance_.terminate());
}
void Slave::reset() {
  check("fmi2Reset", instance_.reset());
}

std::optional<std::uint64_t> Slave::state_hash() {
  if (!description().co_simulation->can_serialize_state) return std::nullopt;
  fmi2FMUstate state = nullptr;
  std::vector<fmi2Byte> bytes;
  check("fmi2GetFMUstate", instance_.get_state(state));
  const fmi2Status status = instance_.serialize_state(state, bytes);
  check("fmi2FreeFMUstate", instance_.free_state(state));
  check("fmi2SerializeFMUstate", status);
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const fmi2Byte byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

}  // namespace stickslip::host

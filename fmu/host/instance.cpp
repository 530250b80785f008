#include "fmu/host/instance.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"

namespace stickslip::host {

namespace {

constexpr std::size_t kMessagesKept = 10'000;
constexpr std::size_t kLongestMessage = 8192;

/// The name behind #r7#, #i7#, #b7# or #s7#; empty where there is no such variable.
std::string name_behind(const ModelDescription& description, char letter, std::uint32_t reference) {
  const auto matches = [&](const ScalarVariable& v) {
    const Type type = v.attributes.type;
    switch (letter) {
      case 'r':
        return v.reference == reference && type == Type::real;
      case 'i':
        return v.reference == reference && (type == Type::integer || type == Type::enumeration);
      case 'b':
        return v.reference == reference && type == Type::boolean;
      default:
        return v.reference == reference && type == Type::string;
    }
  };
  const auto found = std::find_if(description.variables.begin(), description.variables.end(), matches);
  return found == description.variables.end() ? std::string() : found->name;
}

/// The standard's notation in messages: ## is one #, #r7# the name of a variable; anything else stays as it is.
std::string with_names(const ModelDescription& description, std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '#') {
      out += text[at];
      continue;
    }
    const std::size_t close = text.find('#', at + 1);
    std::string name;
    if (close == at + 1) {
      name = "#";
    } else if (close != std::string_view::npos && std::string_view("ribs").find(text[at + 1]) != std::string::npos) {
      if (const auto reference = parse_unsigned(text.substr(at + 2, close - at - 2)))
        name = name_behind(description, text[at + 1], *reference);
    }
    if (name.empty()) {
      out += '#';
    } else {
      out += name;
      at = close;
    }
  }
  return out;
}

template <class Function>
Function* present(Function* function, const char* name) {
  if (function == nullptr) throw Error(std::string("the FMU's binary lacks ") + name);
  return function;
}

template <class A, class B>
std::size_t same_size(const A& references, const B& values) {
  if (references.size() != values.size()) throw Error("as many values as value references are needed");
  return references.size();
}

}  // namespace

const char* name_of(fmi2Status status) {
  constexpr std::array names{"OK", "Warning", "Discard", "Error", "Fatal", "Pending"};
  const auto index = static_cast<std::size_t>(status);
  return index < names.size() ? names.at(index) : "unknown status";
}

struct Instance::Environment {
  std::string name;
  std::shared_ptr<const ModelDescription> description;
  std::vector<LogMessage> messages;
  fmi2CallbackFunctions callbacks{log, std::calloc, std::free, nullptr, this};

  static void log(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                  fmi2String format, ...) {
    auto* self = static_cast<Environment*>(environment);
    if (self == nullptr || format == nullptr || self->messages.size() >= kMessagesKept) return;
    std::array<char, kLongestMessage> text{};
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    self->messages.push_back({instance != nullptr ? instance : "", status, category != nullptr ? category : "",
                              with_names(*self->description, text.data())});
  }
};

Instance::Instance(std::shared_ptr<const Functions> functions, std::shared_ptr<const ModelDescription> description,
                   const std::string& resource_uri, const InstanceOptions& options)
    : functions_(std::move(functions)), environment_(std::make_unique<Environment>()) {
  environment_->name = options.name;
  environment_->description = std::move(description);
  const std::string guid = options.guid.value_or(environment_->description->guid);
  const std::string uri = options.resource_uri.value_or(resource_uri);
  auto* instantiate = present(functions_->Instantiate, "fmi2Instantiate");
  present(functions_->FreeInstance, "fmi2FreeInstance");
  component_ = instantiate(options.name.c_str(), options.type, guid.c_str(),
                           options.null_resource_uri ? nullptr : uri.c_str(), &environment_->callbacks,
                           options.visible ? fmi2True : fmi2False, options.logging ? fmi2True : fmi2False);
  if (component_ != nullptr) return;
  std::string what = "instance \"" + options.name + "\": fmi2Instantiate refused";
  for (const LogMessage& message : environment_->messages) what += "; " + message.text;
  throw Error(what);
}

Instance::~Instance() {
  if (component_ != nullptr) functions_->FreeInstance(component_);
}

Instance::Instance(Instance&& other) noexcept
    : functions_(std::move(other.functions_)),
      environment_(std::move(other.environment_)),
      component_(std::exchange(other.component_, nullptr)) {}

const std::string& Instance::name() const {
  return environment_->name;
}
const ModelDescription& Instance::description() const {
  return *environment_->description;
}
const std::vector<LogMessage>& Instance::messages() const {
  return environment_->messages;
}
void Instance::clear_messages() {
  environment_->messages.clear();
}

fmi2Status Instance::set_debug_logging(bool on, const std::vector<std::string>& categories) {
  std::vector<fmi2String> names;
  names.reserve(categories.size());
  for (const std::string& category : categories) names.push_back(category.c_str());
  return present(functions_->SetDebugLogging, "fmi2SetDebugLogging")(component_, on ? fmi2True : fmi2False,
                                                                     names.size(), names.data());
}

fmi2Status Instance::setup_experiment(double start, std::optional<double> stop, std::optional<double> tolerance) {
  return present(functions_->SetupExperiment, "fmi2SetupExperiment")(component_, tolerance ? fmi2True : fmi2False,
                                                                     tolerance.value_or(0), start,
                                                                     stop ? fmi2True : fmi2False, stop.value_or(0));
}

fmi2Status Instance::enter_initialization_mode() {
  return present(functions_->EnterInitializationMode, "fmi2EnterInitializationMode")(component_);
}

fmi2Status Instance::exit_initialization_mode() {
  return present(functions_->ExitInitializationMode, "fmi2ExitInitializationMode")(component_);
}

fmi2Status Instance::terminate() {
  return present(functions_->Terminate, "fmi2Terminate")(component_);
}

fmi2Status Instance::reset() {
  return present(functions_->Reset, "fmi2Reset")(component_);
}

fmi2Status Instance::get_real(References references, std::span<fmi2Real> values) {
  return present(functions_->GetReal, "fmi2GetReal")(component_, references.data(), same_size(references, values),
                                                     values.data());
}

fmi2Status Instance::get_integer(References references, std::span<fmi2Integer> values) {
  return present(functions_->GetInteger, "fmi2GetInteger")(component_, references.data(), same_size(references, values),
                                                           values.data());
}

fmi2Status Instance::get_boolean(References references, std::span<fmi2Boolean> values) {
  return present(functions_->GetBoolean, "fmi2GetBoolean")(component_, references.data(), same_size(references, values),
                                                           values.data());
}

fmi2Status Instance::get_string(References references, std::span<fmi2String> values) {
  return present(functions_->GetString, "fmi2GetString")(component_, references.data(), same_size(references, values),
                                                         values.data());
}

fmi2Status Instance::set_real(References references, std::span<const fmi2Real> values) {
  return present(functions_->SetReal, "fmi2SetReal")(component_, references.data(), same_size(references, values),
                                                     values.data());
}

fmi2Status Instance::set_integer(References references, std::span<const fmi2Integer> values) {
  return present(functions_->SetInteger, "fmi2SetInteger")(component_, references.data(), same_size(references, values),
                                                           values.data());
}

fmi2Status Instance::set_boolean(References references, std::span<const fmi2Boolean> values) {
  return present(functions_->SetBoolean, "fmi2SetBoolean")(component_, references.data(), same_size(references, values),
                                                           values.data());
}

fmi2Status Instance::set_string(References references, std::span<const fmi2String> values) {
  return present(functions_->SetString, "fmi2SetString")(component_, references.data(), same_size(references, values),
                                                         values.data());
}

fmi2Status Instance::get_state(fmi2FMUstate& state) {
  return present(functions_->GetFMUstate, "fmi2GetFMUstate")(component_, &state);
}

fmi2Status Instance::set_state(fmi2FMUstate state) {
  return present(functions_->SetFMUstate, "fmi2SetFMUstate")(component_, state);
}

fmi2Status Instance::free_state(fmi2FMUstate& state) {
  return present(functions_->FreeFMUstate, "fmi2FreeFMUstate")(component_, &state);
}

fmi2Status Instance::serialize_state(fmi2FMUstate state, std::vector<fmi2Byte>& bytes) {
  std::size_t size = 0;
  const fmi2Status status =
      present(functions_->SerializedFMUstateSize, "fmi2SerializedFMUstateSize")(component_, state, &size);
  if (status > fmi2Warning) return status;
  bytes.assign(size, 0);
  return present(functions_->SerializeFMUstate, "fmi2SerializeFMUstate")(component_, state, bytes.data(), size);
}

fmi2Status Instance::deserialize_state(std::span<const fmi2Byte> bytes, fmi2FMUstate& state) {
  return present(functions_->DeSerializeFMUstate, "fmi2DeSerializeFMUstate")(component_, bytes.data(), bytes.size(),
                                                                             &state);
}

fmi2Status Instance::get_directional_derivative(References unknowns, References knowns, std::span<const fmi2Real> seed,
                                                std::span<fmi2Real> sensitivity) {
  return present(functions_->GetDirectionalDerivative, "fmi2GetDirectionalDerivative")(
      component_, unknowns.data(), same_size(unknowns, sensitivity), knowns.data(), same_size(knowns, seed),
      seed.data(), sensitivity.data());
}

fmi2Status Instance::set_real_input_derivatives(References references, std::span<const fmi2Integer> orders,
                                                std::span<const fmi2Real> values) {
  same_size(references, orders);
  return present(functions_->SetRealInputDerivatives, "fmi2SetRealInputDerivatives")(
      component_, references.data(), same_size(references, values), orders.data(), values.data());
}

fmi2Status Instance::get_real_output_derivatives(References references, std::span<const fmi2Integer> orders,
                                                 std::span<fmi2Real> values) {
  same_size(references, orders);
  return present(functions_->GetRealOutputDerivatives, "fmi2GetRealOutputDerivatives")(
      component_, references.data(), same_size(references, values), orders.data(), values.data());
}

fmi2Status Instance::do_step(double time, double step, bool no_earlier_state) {
  return present(functions_->DoStep, "fmi2DoStep")(component_, time, step, no_earlier_state ? fmi2True : fmi2False);
}

fmi2Status Instance::cancel_step() {
  return present(functions_->CancelStep, "fmi2CancelStep")(component_);
}

fmi2Status Instance::get_status(fmi2StatusKind kind, fmi2Status& value) {
  return present(functions_->GetStatus, "fmi2GetStatus")(component_, kind, &value);
}

fmi2Status Instance::get_real_status(fmi2StatusKind kind, fmi2Real& value) {
  return present(functions_->GetRealStatus, "fmi2GetRealStatus")(component_, kind, &value);
}

fmi2Status Instance::get_integer_status(fmi2StatusKind kind, fmi2Integer& value) {
  return present(functions_->GetIntegerStatus, "fmi2GetIntegerStatus")(component_, kind, &value);
}

fmi2Status Instance::get_boolean_status(fmi2StatusKind kind, fmi2Boolean& value) {
  return present(functions_->GetBooleanStatus, "fmi2GetBooleanStatus")(component_, kind, &value);
}

fmi2Status Instance::get_string_status(fmi2StatusKind kind, fmi2String& value) {
  return present(functions_->GetStringStatus, "fmi2GetStringStatus")(component_, kind, &value);
}

}  // namespace stickslip::host

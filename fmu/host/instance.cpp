#include "fmu/host/instance.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

#include <algorithm>
#include <array>
#include <atomic>
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

/// How this thread rounds is the same afterwards; `changed_in` is told the first call that changed it.
class KeptRounding {
 public:
  KeptRounding(const char* call, const char*& changed_in) : call_(call), changed_in_(changed_in) {}
  ~KeptRounding() {
    if (now() == before_) return;
    if (changed_in_ == nullptr) changed_in_ = call_;
#if defined(__x86_64__)
    _mm_setcsr(before_);
#else
    std::fesetround(before_);
#endif
  }
  KeptRounding(const KeptRounding&) = delete;
  KeptRounding& operator=(const KeptRounding&) = delete;

 private:
#if defined(__x86_64__)
  static constexpr unsigned kFlags = 0x3f;  // what has happened, not how to compute
  static unsigned now() {
    return _mm_getcsr() & ~kFlags;
  }
  unsigned before_ = now();
#else
  static int now() {
    return std::fegetround();
  }
  int before_ = now();
#endif
  const char* call_;
  const char*& changed_in_;
};

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
  Whereabouts* where = nullptr;
  const char* rounding_changed_in = nullptr;
  fmi2CallbackFunctions callbacks{log, allocate, release, nullptr, this};

  // The standard's functions have no place for whose memory it is: one count for all.
  static std::atomic<long>& borrowed() {
    static std::atomic<long> blocks{0};
    return blocks;
  }
  static void* allocate(std::size_t count, std::size_t size) {
    void* memory = std::calloc(count, size);
    if (memory != nullptr) ++borrowed();
    return memory;
  }
  static void release(void* memory) {
    if (memory != nullptr) --borrowed();
    std::free(memory);
  }

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

template <class Function, class... Arguments>
auto Instance::call(const char* name, Function* function, Arguments... arguments) const {
  present(function, name);
  if (environment_->where != nullptr) environment_->where->call = name;
  const KeptRounding rounding(name, environment_->rounding_changed_in);
  return function(arguments...);
}

Instance::Instance(std::shared_ptr<const Functions> functions, std::shared_ptr<const ModelDescription> description,
                   const std::string& resource_uri, const InstanceOptions& options)
    : functions_(std::move(functions)), environment_(std::make_unique<Environment>()) {
  environment_->name = options.name;
  environment_->description = std::move(description);
  environment_->where = options.where;
  const std::string guid = options.guid.value_or(environment_->description->guid);
  const std::string uri = options.resource_uri.value_or(resource_uri);
  present(functions_->FreeInstance, "fmi2FreeInstance");
  component_ = call("fmi2Instantiate", functions_->Instantiate, options.name.c_str(), options.type, guid.c_str(),
                    options.null_resource_uri ? nullptr : uri.c_str(), &environment_->callbacks,
                    options.visible ? fmi2True : fmi2False, options.logging ? fmi2True : fmi2False);
  if (component_ != nullptr) return;
  std::string what = "instance \"" + options.name + "\": fmi2Instantiate refused";
  for (const LogMessage& message : environment_->messages) what += "; " + message.text;
  throw Error(what);
}

Instance::~Instance() {
  if (component_ != nullptr) call("fmi2FreeInstance", functions_->FreeInstance, component_);
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
const char* Instance::rounding_changed_in() const {
  return environment_->rounding_changed_in;
}
long Instance::borrowed_blocks() {
  return Environment::borrowed();
}

fmi2Status Instance::set_debug_logging(bool on, const std::vector<std::string>& categories) {
  std::vector<fmi2String> names;
  names.reserve(categories.size());
  for (const std::string& category : categories) names.push_back(category.c_str());
  return call("fmi2SetDebugLogging", functions_->SetDebugLogging, component_, on ? fmi2True : fmi2False, names.size(),
              names.data());
}

fmi2Status Instance::setup_experiment(double start, std::optional<double> stop, std::optional<double> tolerance) {
  return call("fmi2SetupExperiment", functions_->SetupExperiment, component_, tolerance ? fmi2True : fmi2False,
              tolerance.value_or(0), start, stop ? fmi2True : fmi2False, stop.value_or(0));
}

fmi2Status Instance::enter_initialization_mode() {
  return call("fmi2EnterInitializationMode", functions_->EnterInitializationMode, component_);
}

fmi2Status Instance::exit_initialization_mode() {
  return call("fmi2ExitInitializationMode", functions_->ExitInitializationMode, component_);
}

fmi2Status Instance::terminate() {
  return call("fmi2Terminate", functions_->Terminate, component_);
}

fmi2Status Instance::reset() {
  return call("fmi2Reset", functions_->Reset, component_);
}

fmi2Status Instance::get_real(References references, std::span<fmi2Real> values) {
  return call("fmi2GetReal", functions_->GetReal, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::get_integer(References references, std::span<fmi2Integer> values) {
  return call("fmi2GetInteger", functions_->GetInteger, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::get_boolean(References references, std::span<fmi2Boolean> values) {
  return call("fmi2GetBoolean", functions_->GetBoolean, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::get_string(References references, std::span<fmi2String> values) {
  return call("fmi2GetString", functions_->GetString, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::set_real(References references, std::span<const fmi2Real> values) {
  return call("fmi2SetReal", functions_->SetReal, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::set_integer(References references, std::span<const fmi2Integer> values) {
  return call("fmi2SetInteger", functions_->SetInteger, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::set_boolean(References references, std::span<const fmi2Boolean> values) {
  return call("fmi2SetBoolean", functions_->SetBoolean, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::set_string(References references, std::span<const fmi2String> values) {
  return call("fmi2SetString", functions_->SetString, component_, references.data(), same_size(references, values),
              values.data());
}

fmi2Status Instance::get_state(fmi2FMUstate& state) {
  return call("fmi2GetFMUstate", functions_->GetFMUstate, component_, &state);
}

fmi2Status Instance::set_state(fmi2FMUstate state) {
  return call("fmi2SetFMUstate", functions_->SetFMUstate, component_, state);
}

fmi2Status Instance::free_state(fmi2FMUstate& state) {
  return call("fmi2FreeFMUstate", functions_->FreeFMUstate, component_, &state);
}

fmi2Status Instance::serialize_state(fmi2FMUstate state, std::vector<fmi2Byte>& bytes) {
  std::size_t size = 0;
  const fmi2Status status =
      call("fmi2SerializedFMUstateSize", functions_->SerializedFMUstateSize, component_, state, &size);
  if (status > fmi2Warning) return status;
  bytes.assign(size, 0);
  return call("fmi2SerializeFMUstate", functions_->SerializeFMUstate, component_, state, bytes.data(), size);
}

fmi2Status Instance::deserialize_state(std::span<const fmi2Byte> bytes, fmi2FMUstate& state) {
  return call("fmi2DeSerializeFMUstate", functions_->DeSerializeFMUstate, component_, bytes.data(), bytes.size(),
              &state);
}

fmi2Status Instance::get_directional_derivative(References unknowns, References knowns, std::span<const fmi2Real> seed,
                                                std::span<fmi2Real> sensitivity) {
  return call("fmi2GetDirectionalDerivative", functions_->GetDirectionalDerivative, component_, unknowns.data(),
              same_size(unknowns, sensitivity), knowns.data(), same_size(knowns, seed), seed.data(),
              sensitivity.data());
}

fmi2Status Instance::set_real_input_derivatives(References references, std::span<const fmi2Integer> orders,
                                                std::span<const fmi2Real> values) {
  same_size(references, orders);
  return call("fmi2SetRealInputDerivatives", functions_->SetRealInputDerivatives, component_, references.data(),
              same_size(references, values), orders.data(), values.data());
}

fmi2Status Instance::get_real_output_derivatives(References references, std::span<const fmi2Integer> orders,
                                                 std::span<fmi2Real> values) {
  same_size(references, orders);
  return call("fmi2GetRealOutputDerivatives", functions_->GetRealOutputDerivatives, component_, references.data(),
              same_size(references, values), orders.data(), values.data());
}

fmi2Status Instance::do_step(double time, double step, bool no_earlier_state) {
  if (environment_->where != nullptr) environment_->where->time = time;
  return call("fmi2DoStep", functions_->DoStep, component_, time, step, no_earlier_state ? fmi2True : fmi2False);
}

fmi2Status Instance::cancel_step() {
  return call("fmi2CancelStep", functions_->CancelStep, component_);
}

fmi2Status Instance::get_status(fmi2StatusKind kind, fmi2Status& value) {
  return call("fmi2GetStatus", functions_->GetStatus, component_, kind, &value);
}

fmi2Status Instance::get_real_status(fmi2StatusKind kind, fmi2Real& value) {
  return call("fmi2GetRealStatus", functions_->GetRealStatus, component_, kind, &value);
}

fmi2Status Instance::get_integer_status(fmi2StatusKind kind, fmi2Integer& value) {
  return call("fmi2GetIntegerStatus", functions_->GetIntegerStatus, component_, kind, &value);
}

fmi2Status Instance::get_boolean_status(fmi2StatusKind kind, fmi2Boolean& value) {
  return call("fmi2GetBooleanStatus", functions_->GetBooleanStatus, component_, kind, &value);
}

fmi2Status Instance::get_string_status(fmi2StatusKind kind, fmi2String& value) {
  return call("fmi2GetStringStatus", functions_->GetStringStatus, component_, kind, &value);
}

}  // namespace stickslip::host

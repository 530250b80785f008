// The C wall: every exported function, each a line into a guard that checks the instance, puts the floating-point unit
// in order and asks the life cycle.
#include "fmu/api/fmi2.h"
#include "fmu/shell/floating_point.h"
#include "fmu/shell/instance.h"

namespace stickslip::fmu {
namespace {

template <class Body>
fmi2Status guarded(fmi2Component component, Call call, Body body) {
  if (component == nullptr) return fmi2Error;
  const DefaultFloatingPoint floating_point;
  auto& instance = *static_cast<Instance*>(component);
  return instance.allows(call) ? body(instance) : fmi2Error;
}

constexpr const char* kNoStrings = "the FMU has no String variables";
constexpr const char* kNoDirectionalDerivatives =
    "fmi2GetDirectionalDerivative: providesDirectionalDerivative is false";

}  // namespace
}  // namespace stickslip::fmu

using namespace stickslip::fmu;  // NOLINT(google-build-using-namespace): everything below is the wall
using stickslip::ValueType;

extern "C" {

const char* fmi2GetTypesPlatform() {
  return fmi2TypesPlatform;
}

const char* fmi2GetVersion() {
  return fmi2Version;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resource_uri,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean /*visible*/, fmi2Boolean logging) {
  const DefaultFloatingPoint floating_point;
  return Instance::create(name, type, guid, resource_uri, callbacks, logging != fmi2False);
}

void fmi2FreeInstance(fmi2Component c) {
  const DefaultFloatingPoint floating_point;
  delete static_cast<Instance*>(c);
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t count, const fmi2String categories[]) {
  return guarded(c, Call::set_debug_logging,
                 [=](Instance& i) { return i.set_debug_logging(on != fmi2False, count, categories); });
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean /*tolerance_defined*/, fmi2Real /*tolerance*/,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
  return guarded(c, Call::setup_experiment,
                 [=](Instance& i) { return i.setup_experiment(start, has_stop != fmi2False, stop); });
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  return guarded(c, Call::enter_initialization_mode, [](Instance& i) { return i.enter_initialization_mode(); });
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  return guarded(c, Call::exit_initialization_mode, [](Instance& i) { return i.exit_initialization_mode(); });
}

fmi2Status fmi2Terminate(fmi2Component c) {
  return guarded(c, Call::terminate, [](Instance& i) { return i.terminate(); });
}

fmi2Status fmi2Reset(fmi2Component c) {
  return guarded(c, Call::reset, [](Instance& i) { return i.reset(); });
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Real values[]) {
  return guarded(c, Call::get_real, [=](Instance& i) { return i.get(ValueType::real, {vr, count}, values); });
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Integer values[]) {
  return guarded(c, Call::get_integer, [=](Instance& i) { return i.get(ValueType::integer, {vr, count}, values); });
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2Boolean values[]) {
  return guarded(c, Call::get_boolean, [=](Instance& i) { return i.get(ValueType::boolean, {vr, count}, values); });
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t count, fmi2String /*values*/[]) {
  return guarded(c, Call::get_string, [=](Instance& i) { return i.none({vr, count}, kNoStrings); });
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Real values[]) {
  return guarded(c, Call::set_real, [=](Instance& i) { return i.set(ValueType::real, {vr, count}, values); });
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Integer values[]) {
  return guarded(c, Call::set_integer, [=](Instance& i) { return i.set(ValueType::integer, {vr, count}, values); });
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2Boolean values[]) {
  return guarded(c, Call::set_boolean, [=](Instance& i) { return i.set(ValueType::boolean, {vr, count}, values); });
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t count, const fmi2String /*values*/[]) {
  return guarded(c, Call::set_string, [=](Instance& i) { return i.none({vr, count}, kNoStrings); });
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return guarded(c, Call::get_state, [=](Instance& i) { return i.get_state(state); });
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return guarded(c, Call::set_state, [=](Instance& i) { return i.set_state(state); });
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  return guarded(c, Call::free_state, [=](Instance& i) { return i.free_state(state); });
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size) {
  return guarded(c, Call::serialized_size, [=](Instance& i) { return i.serialized_size(state, size); });
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  return guarded(c, Call::serialize, [=](Instance& i) { return i.serialize(state, bytes, size); });
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state) {
  return guarded(c, Call::deserialize, [=](Instance& i) { return i.deserialize(bytes, size, state); });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[], size_t unknown_count,
                                        const fmi2ValueReference /*knowns*/[], size_t /*known_count*/,
                                        const fmi2Real /*seed*/[], fmi2Real /*sensitivity*/[]) {
  return guarded(c, Call::get_directional_derivative, [=](Instance& i) {
    return i.none({unknowns, unknown_count}, kNoDirectionalDerivatives);
  });
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  return guarded(c, Call::set_input_derivatives, [=](Instance& i) {
    return i.set_input_derivatives({vr, count}, orders, values);
  });
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t count,
                                        const fmi2Integer orders[], fmi2Real values[]) {
  return guarded(c, Call::get_output_derivatives, [=](Instance& i) {
    return i.get_output_derivatives({vr, count}, orders, values);
  });
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real step, fmi2Boolean /*no_earlier_state*/) {
  return guarded(c, Call::do_step, [=](Instance& i) { return i.do_step(t, step); });
}

fmi2Status fmi2CancelStep(fmi2Component c) {
  return guarded(c, Call::cancel_step, [](Instance&) { return fmi2Error; });
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status* /*value*/) {
  return guarded(c, Call::get_status, [=](Instance& i) { return i.no_status(kind); });
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real* value) {
  return guarded(c, Call::get_real_status, [=](Instance& i) { return i.last_successful_time(kind, value); });
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer* /*value*/) {
  return guarded(c, Call::get_integer_status, [=](Instance& i) { return i.no_status(kind); });
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean* value) {
  return guarded(c, Call::get_boolean_status, [=](Instance& i) { return i.terminated(kind, value); });
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String* /*value*/) {
  return guarded(c, Call::get_string_status, [=](Instance& i) { return i.no_status(kind); });
}

}  // extern "C"

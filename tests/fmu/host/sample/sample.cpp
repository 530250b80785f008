// The binary of the sample FMU: the least that follows the standard, in one file. Compiled with SAMPLE_FAULT it makes
// the mistake of that name, which the linter has to notice.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "fmu/api/fmi2.h"

#ifndef SAMPLE_FAULT
#define SAMPLE_FAULT none
#endif

namespace {

enum class Fault { none, forgets_state, crashes, talks };
constexpr Fault kFault = Fault::SAMPLE_FAULT;

struct State {
  double real[4] = {1, 2, 0.5, 0};  // u, gain, start, y
  int integer[3] = {0, 0, 1};       // steps, offset, mode
  int boolean[2] = {0, 0};          // invert, inverted
  char title[36] = "a title";       // no padding behind it: states are compared as bytes
};

struct Sample {
  State state;
  std::string name;
  const fmi2CallbackFunctions* callbacks = nullptr;
  bool logging = false;
};

Sample& of(fmi2Component instance) {
  return *static_cast<Sample*>(instance);
}

template <class T, std::size_t n>
fmi2Status get(const T (&store)[n], const fmi2ValueReference references[], size_t count, T values[]) {
  for (size_t i = 0; i < count; ++i) {
    if (references[i] >= n) return fmi2Error;
    values[i] = store[references[i]];
  }
  return fmi2OK;
}

template <class T, std::size_t n>
fmi2Status set(T (&store)[n], const fmi2ValueReference references[], size_t count, const T values[]) {
  for (size_t i = 0; i < count; ++i) {
    if (references[i] >= n) return fmi2Error;
    store[references[i]] = values[i];
  }
  return fmi2OK;
}

}  // namespace

const char* fmi2GetTypesPlatform() {
  return fmi2TypesPlatform;
}
const char* fmi2GetVersion() {
  return fmi2Version;
}

fmi2Status fmi2SetDebugLogging(fmi2Component instance, fmi2Boolean on, size_t, const fmi2String[]) {
  of(instance).logging = on != 0;
  return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean, fmi2Boolean logging) {
  if (type != fmi2CoSimulation || std::strcmp(guid, "{sample-1}") != 0) {
    callbacks->logger(callbacks->componentEnvironment, name, fmi2Error, "error", "wrong GUID %s", guid);
    return nullptr;
  }
  return new Sample{{}, name, callbacks, logging != 0};
}

void fmi2FreeInstance(fmi2Component instance) {
  delete static_cast<Sample*>(instance);
}

fmi2Status fmi2SetupExperiment(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real, fmi2Boolean, fmi2Real) {
  return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component) {
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component instance) {
  of(instance).state.real[3] = of(instance).state.real[2];
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component) {
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component instance) {
  of(instance).state = State{};
  return fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component instance, const fmi2ValueReference references[], size_t count, fmi2Real values[]) {
  return get(of(instance).state.real, references, count, values);
}

fmi2Status fmi2GetInteger(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                          fmi2Integer values[]) {
  return get(of(instance).state.integer, references, count, values);
}

fmi2Status fmi2GetBoolean(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                          fmi2Boolean values[]) {
  return get(of(instance).state.boolean, references, count, values);
}

fmi2Status fmi2GetString(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                         fmi2String values[]) {
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != 0) return fmi2Error;
    values[i] = of(instance).state.title;
  }
  return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                       const fmi2Real values[]) {
  for (size_t i = 0; i < count; ++i)
    if (std::isnan(values[i])) return fmi2Discard;
  return set(of(instance).state.real, references, count, values);
}

fmi2Status fmi2SetInteger(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                          const fmi2Integer values[]) {
  return set(of(instance).state.integer, references, count, values);
}

fmi2Status fmi2SetBoolean(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                          const fmi2Boolean values[]) {
  return set(of(instance).state.boolean, references, count, values);
}

fmi2Status fmi2SetString(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                         const fmi2String values[]) {
  char(&title)[36] = of(instance).state.title;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != 0 || std::strlen(values[i]) >= sizeof title) return fmi2Error;
    std::memset(title, 0, sizeof title);
    std::memcpy(title, values[i], std::strlen(values[i]));
  }
  return fmi2OK;
}

fmi2Status fmi2GetFMUstate(fmi2Component instance, fmi2FMUstate* state) {
  if (*state == nullptr) *state = new State;
  *static_cast<State*>(*state) = of(instance).state;
  return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component instance, fmi2FMUstate state) {
  if (kFault == Fault::forgets_state) return fmi2OK;
  of(instance).state = *static_cast<State*>(state);
  return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate* state) {
  delete static_cast<State*>(*state);
  *state = nullptr;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component, fmi2FMUstate, size_t* size) {
  *size = sizeof(State);
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  if (size < sizeof(State)) return fmi2Error;
  std::memcpy(bytes, state, sizeof(State));
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state) {
  if (size != sizeof(State)) return fmi2Error;
  if (*state == nullptr) *state = new State;
  std::memcpy(*state, bytes, size);
  return fmi2OK;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component, const fmi2ValueReference[], size_t, const fmi2ValueReference[],
                                        size_t, const fmi2Real[], fmi2Real[]) {
  return fmi2Error;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[],
                                       const fmi2Real[]) {
  return fmi2Error;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[],
                                        fmi2Real[]) {
  return fmi2Error;
}

fmi2Status fmi2DoStep(fmi2Component instance, fmi2Real time, fmi2Real step, fmi2Boolean) {
  Sample& sample = of(instance);
  if (!(step > 0)) return fmi2Error;
  if (kFault == Fault::crashes) std::abort();
  State& s = sample.state;
  s.real[3] += (s.boolean[0] != 0 ? -1 : 1) * s.real[1] * s.real[0] * step;
  s.integer[0] += 1 + s.integer[1];
  s.boolean[1] = s.boolean[0];
  if (sample.logging || kFault == Fault::talks)
    sample.callbacks->logger(sample.callbacks->componentEnvironment, sample.name.c_str(), fmi2OK, "steps",
                             "step to %g, #r3# is ##%d", time + step, s.integer[0]);
  return fmi2OK;
}

fmi2Status fmi2CancelStep(fmi2Component) {
  return fmi2Error;
}
fmi2Status fmi2GetStatus(fmi2Component, const fmi2StatusKind, fmi2Status*) {
  return fmi2Discard;
}
fmi2Status fmi2GetRealStatus(fmi2Component, const fmi2StatusKind, fmi2Real*) {
  return fmi2Discard;
}
fmi2Status fmi2GetIntegerStatus(fmi2Component, const fmi2StatusKind, fmi2Integer*) {
  return fmi2Discard;
}
fmi2Status fmi2GetBooleanStatus(fmi2Component, const fmi2StatusKind, fmi2Boolean*) {
  return fmi2Discard;
}
fmi2Status fmi2GetStringStatus(fmi2Component, const fmi2StatusKind, fmi2String*) {
  return fmi2Discard;
}

// The binary of the sample FMU: the least that follows the standard, in one file. With the name of a mistake written
// over "none" in its bytes it makes that mistake, which the linter has to notice (see `sample_with` in sample.h).
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

#include "fmu/api/fmi2.h"

namespace {

volatile char fault[] = "SAMPLE_FAULT=none                        ";

/// Whether the mistake is this one. Nothing of it is known to the compiler.
bool has(const char* name) {
  const volatile char* at = fault + sizeof "SAMPLE_FAULT=" - 1;
  while (*name != '\0' && *at == *name) ++at, ++name;
  return *name == '\0' && *at == ' ';
}

const bool loaded = [] {
  if (has("exits_when_loaded")) std::exit(0);
  if (has("crashes_when_loaded")) std::abort();
  return true;
}();

double shared = 0;  // between instances, for that mistake

struct State {
  double real[4] = {1, 2, 0.5, 0};  // u, gain, start, y
  double slope = 0;                 // of u
  double time = 0;
  int integer[3] = {0, 0, 1};  // steps, offset, mode
  int boolean[2] = {0, 0};     // invert, inverted
  char title[36] = "a title";  // no padding behind it: states are compared as bytes
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
  if (has("keeps_memory")) callbacks->allocateMemory(1, 8);
  return new Sample{{}, name, callbacks, logging != 0};
}

void fmi2FreeInstance(fmi2Component instance) {
  if (has("crashes_in_the_end")) std::abort();
  if (has("leaks_instances")) return;
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
  if (!has("resets_nothing")) of(instance).state = State{};
  return fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component instance, const fmi2ValueReference references[], size_t count, fmi2Real values[]) {
  if (has("counts_reads")) of(instance).state.real[3] += 1;
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
  if (has("refuses_inputs")) return fmi2Error;
  if (has("drops_inputs")) return fmi2OK;
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
  if (has("crashes_in_states")) std::abort();
  if (*state == nullptr) *state = new State;
  *static_cast<State*>(*state) = of(instance).state;
  return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component instance, fmi2FMUstate state) {
  if (has("forgets_state")) return fmi2OK;
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
  if (has("serialises_half")) std::memset(bytes, 0, 40);
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

fmi2Status fmi2SetRealInputDerivatives(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  if (has("refuses_slopes")) return fmi2Error;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != 0 || orders[i] != 1) return fmi2Error;
    if (!has("ignores_slopes")) of(instance).state.slope = values[i];
  }
  return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component instance, const fmi2ValueReference references[], size_t count,
                                        const fmi2Integer orders[], fmi2Real values[]) {
  if (has("refuses_derivatives")) return fmi2Error;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != 3 || orders[i] != 1) return fmi2Error;
    values[i] = has("has_no_derivatives") ? 0 : of(instance).state.real[0] * of(instance).state.real[1];
  }
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component instance, fmi2Real time, fmi2Real step, fmi2Boolean) {
  Sample& sample = of(instance);
  if (!(step > 0)) return fmi2Error;
  State& s = sample.state;
  if (has("crashes") || (has("crashes_late") && s.integer[0] == 5)) std::abort();
  if (has("exits")) std::exit(0);
  if (has("exits_with_3")) std::exit(3);
  if (has("prints")) std::printf("step to %g\n", time + step);
  if (has("rounds_up")) std::fesetround(FE_UPWARD);
  if (has("leaks")) std::memset(std::malloc(1000), 1, 1000);
  if (has("wants_whole_steps") && step != 0.125) return fmi2Error;
  if (has("ignores_sizes")) step = 0.125;
  if (has("ends_early") && time + step > 0.55) {
    s.real[3] += s.real[1] * s.real[0] * (0.55 - time);
    s.time = 0.55;
    return fmi2Discard;
  }
  s.real[3] += (s.boolean[0] != 0 ? -1 : 1) * s.real[1] * (s.real[0] + 0.5 * s.slope * step) * step;
  if (has("makes_nan") && s.integer[0] == 3) s.real[3] = std::nan("");
  if (has("shares")) s.real[3] = shared += 1;
  s.time = time + step;
  s.integer[0] += 1 + s.integer[1];
  s.boolean[1] = s.boolean[0];
  if (sample.logging || has("talks"))
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
fmi2Status fmi2GetRealStatus(fmi2Component instance, const fmi2StatusKind, fmi2Real* value) {
  *value = of(instance).state.time;
  return fmi2OK;
}
fmi2Status fmi2GetIntegerStatus(fmi2Component, const fmi2StatusKind, fmi2Integer*) {
  return fmi2Discard;
}
fmi2Status fmi2GetBooleanStatus(fmi2Component instance, const fmi2StatusKind, fmi2Boolean* value) {
  *value = of(instance).state.time == 0.55 ? fmi2True : fmi2False;
  return fmi2OK;
}
fmi2Status fmi2GetStringStatus(fmi2Component, const fmi2StatusKind, fmi2String*) {
  return fmi2Discard;
}

#pragma once

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fmu/api/fmi2.h"

/// Runs of the list that bits_models writes, by whatever functions an FMU has. Nothing but the standard library: this
/// is compiled for other platforms too.
namespace bits {

constexpr long kDriven = 1000;  // steps

// clang-format off
#define BITS_FUNCTIONS(X)                                                                        \
  X(fmi2Instantiate) X(fmi2FreeInstance) X(fmi2SetupExperiment) X(fmi2EnterInitializationMode)   \
  X(fmi2ExitInitializationMode) X(fmi2SetReal) X(fmi2DoStep) X(fmi2GetFMUstate)                  \
  X(fmi2FreeFMUstate) X(fmi2SerializedFMUstateSize) X(fmi2SerializeFMUstate)
// clang-format on

struct Functions {
#define BITS_MEMBER(name) name##TYPE* name = nullptr;
  BITS_FUNCTIONS(BITS_MEMBER)
#undef BITS_MEMBER
};

struct Run {
  std::string name;
  std::string guid;
  double h = 0;
  long steps = 0;
  std::vector<fmi2ValueReference> inputs;
};

[[noreturn]] inline void fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(1);
}

inline std::vector<Run> runs_in(const std::string& folder) {
  std::ifstream list(folder + "/list");
  std::vector<Run> runs;
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    Run run;
    words >> run.name >> run.guid >> run.h >> run.steps;
    for (fmi2ValueReference reference = 0; words >> reference;) run.inputs.push_back(reference);
    runs.push_back(run);
  }
  if (runs.empty()) fail("no runs in " + folder);
  return runs;
}

inline void say(fmi2ComponentEnvironment, fmi2String, fmi2Status status, fmi2String, fmi2String format, ...) {
  if (status < fmi2Error) return;
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  std::fputc('\n', stderr);
  va_end(arguments);
}

/// Prints name and hash of the state after the last step; inputs change from step to step, and are zero after kDriven:
/// what was driven comes to rest, which has bits of its own, and large models cost less.
inline void print_hash(const Functions& f, const Run& run, const std::string& resources) {
  const fmi2CallbackFunctions callbacks = {say, std::calloc, std::free, nullptr, nullptr};
  void* fmu =
      f.fmi2Instantiate(run.name.c_str(), fmi2CoSimulation, run.guid.c_str(), resources.c_str(), &callbacks, 0, 1);
  if (fmu == nullptr) fail(run.name + " cannot be instantiated");
  f.fmi2SetupExperiment(fmu, 0, 0, 0, 0, 0);
  f.fmi2EnterInitializationMode(fmu);
  if (f.fmi2ExitInitializationMode(fmu) > fmi2Warning) std::printf("%s does not start; ", run.name.c_str());
  std::vector<double> values(run.inputs.size());
  for (long step = 0; step < run.steps; ++step) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto change = static_cast<double>((step * 37 + static_cast<long>(k) * 101) % 9 - 4);
      values[k] = step < kDriven ? 0.1 * change : 0.0;
    }
    if (f.fmi2SetReal(fmu, run.inputs.data(), run.inputs.size(), values.data()) != fmi2OK) {
      fail(run.name + " does not take its inputs");
    }
    if (f.fmi2DoStep(fmu, static_cast<double>(step) * run.h, run.h, 1) > fmi2Warning) {
      std::printf("%s ends at step %ld; ", run.name.c_str(), step);
      break;
    }
  }
  fmi2FMUstate state = nullptr;
  std::size_t size = 0;
  std::uint64_t hash = 0xcbf29ce484222325U;
  if (f.fmi2GetFMUstate(fmu, &state) == fmi2OK && f.fmi2SerializedFMUstateSize(fmu, state, &size) == fmi2OK) {
    std::vector<char> bytes(size);
    if (f.fmi2SerializeFMUstate(fmu, state, bytes.data(), size) != fmi2OK) fail("the state cannot be written");
    for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    f.fmi2FreeFMUstate(fmu, &state);
  }
  f.fmi2FreeInstance(fmu);
  std::printf("%s %016llx\n", run.name.c_str(), static_cast<unsigned long long>(hash));
}

}  // namespace bits

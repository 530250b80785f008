#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fmu/api/fmi2.h"

namespace stickslip::host {

/// Every function of FMI 2.0 co-simulation, in the standard's order. FMPy, for one, binds all of them, used or not.
// clang-format 14 shifts a few of these lines every time.
// clang-format off
#define STICKSLIP_FMI2_FUNCTIONS(X) \
  X(GetTypesPlatform) X(GetVersion) X(SetDebugLogging) X(Instantiate) X(FreeInstance) X(SetupExperiment) \
  X(EnterInitializationMode) X(ExitInitializationMode) X(Terminate) X(Reset) X(GetReal) X(GetInteger) X(GetBoolean) \
  X(GetString) X(SetReal) X(SetInteger) X(SetBoolean) X(SetString) X(GetFMUstate) X(SetFMUstate) X(FreeFMUstate) \
  X(SerializedFMUstateSize) X(SerializeFMUstate) X(DeSerializeFMUstate) X(GetDirectionalDerivative) \
  X(SetRealInputDerivatives) X(GetRealOutputDerivatives) X(DoStep) X(CancelStep) X(GetStatus) X(GetRealStatus) \
  X(GetIntegerStatus) X(GetBooleanStatus) X(GetStringStatus)
// clang-format on

template <class Function>
using Pointer = Function*;

/// The functions of one loaded binary; null where the binary lacks one.
struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): it declares a name
#define STICKSLIP_POINTER(name) Pointer<fmi2##name##TYPE> name = nullptr;
  STICKSLIP_FMI2_FUNCTIONS(STICKSLIP_POINTER)
#undef STICKSLIP_POINTER
};

enum class SymbolScope { local, global };

/// A shared library, open as long as this lives.
class Binary {
 public:
  explicit Binary(const std::filesystem::path& file, SymbolScope scope = SymbolScope::local);
  ~Binary();
  Binary(const Binary&) = delete;
  Binary& operator=(const Binary&) = delete;

  const Functions& functions() const { return functions_; }
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  void* handle_;
  Functions functions_;
  std::vector<std::string> missing_;
};

}  // namespace stickslip::host

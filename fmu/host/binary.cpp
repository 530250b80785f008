#include "fmu/host/binary.h"

#include <dlfcn.h>

#include "fmu/archive/error.h"

namespace stickslip::host {

Binary::Binary(const std::filesystem::path& file, SymbolScope scope)
    : handle_(dlopen(file.c_str(), RTLD_NOW | (scope == SymbolScope::global ? RTLD_GLOBAL : RTLD_LOCAL))) {
  if (handle_ == nullptr) {
    const char* reason = dlerror();  // NOLINT(concurrency-mt-unsafe)
    throw Error(std::string("cannot be loaded: ") + (reason != nullptr ? reason : "unknown reason"));
  }
#define STICKSLIP_BIND(name)                                                           \
  functions_.name = reinterpret_cast<fmi2##name##TYPE*>(dlsym(handle_, "fmi2" #name)); \
  if (functions_.name == nullptr) missing_.emplace_back("fmi2" #name);
  STICKSLIP_FMI2_FUNCTIONS(STICKSLIP_BIND)
#undef STICKSLIP_BIND
}

Binary::~Binary() {
  dlclose(handle_);
}

}  // namespace stickslip::host

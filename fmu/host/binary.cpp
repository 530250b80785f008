#include "fmu/host/binary.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "fmu/archive/error.h"

namespace stickslip::host {

namespace {

#if defined(_WIN32)
/// Libraries that it needs are looked for beside it. There is no other scope than local there.
void* load(const std::filesystem::path& file, SymbolScope /*scope*/) {
  return LoadLibraryExW(file.c_str(), nullptr, LOAD_WITH_ALTERED_SEARCH_PATH);
}

void* find(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}

void unload(void* library) {
  FreeLibrary(static_cast<HMODULE>(library));
}

std::string reason() {
  return "error " + std::to_string(GetLastError()) + " of Windows";
}
#else
void* load(const std::filesystem::path& file, SymbolScope scope) {
  return dlopen(file.c_str(), RTLD_NOW | (scope == SymbolScope::global ? RTLD_GLOBAL : RTLD_LOCAL));
}

void* find(void* library, const char* name) {
  return dlsym(library, name);
}

void unload(void* library) {
  dlclose(library);
}

std::string reason() {
  const char* text = dlerror();  // NOLINT(concurrency-mt-unsafe)
  return text != nullptr ? text : "unknown reason";
}
#endif

}  // namespace

Binary::Binary(const std::filesystem::path& file, SymbolScope scope) : handle_(load(file, scope)) {
  if (handle_ == nullptr) throw Error("cannot be loaded: " + reason());
#define STICKSLIP_BIND(name)                                                          \
  functions_.name = reinterpret_cast<fmi2##name##TYPE*>(find(handle_, "fmi2" #name)); \
  if (functions_.name == nullptr) missing_.emplace_back("fmi2" #name);
  STICKSLIP_FMI2_FUNCTIONS(STICKSLIP_BIND)
#undef STICKSLIP_BIND
}

Binary::~Binary() {
  unload(handle_);
}

}  // namespace stickslip::host

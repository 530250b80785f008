// Runs the models of a list by a binary of an FMU and prints the hash of each one's last state, for any platform:
//   runner LIBRARY FOLDER [FACTOR [STRIDE]]
// FACTOR times the steps of the list, every STRIDEth run.
#include "tests/interop/bits/run.h"
#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#endif

namespace {

#if defined(_WIN32)
HMODULE library = nullptr;
void load(const char* path) {
  library = LoadLibraryA(path);
}
void* look_up(const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(library, name));
}
#else
void* library = nullptr;
void load(const char* path) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
}
void* look_up(const char* name) {
  return dlsym(library, name);
}
#endif

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) bits::fail("usage: runner LIBRARY FOLDER [FACTOR [STRIDE]]");
  load(argv[1]);
  if (library == nullptr) bits::fail(std::string("cannot load ") + argv[1]);
  bits::Functions functions;
#define BITS_LOOK_UP(name)                                        \
  functions.name = reinterpret_cast<name##TYPE*>(look_up(#name)); \
  if (functions.name == nullptr) bits::fail("no " #name);
  BITS_FUNCTIONS(BITS_LOOK_UP)
  const double factor = argc > 3 ? std::atof(argv[3]) : 1;
  const std::size_t stride = argc > 4 ? static_cast<std::size_t>(std::atoi(argv[4])) : 1;
  const std::string folder = argv[2];
  const std::vector<bits::Run> runs = bits::runs_in(folder);
  for (std::size_t k = 0; k < runs.size(); k += stride) {
    bits::Run run = runs[k];
    run.steps = static_cast<long>(static_cast<double>(run.steps) * factor);
    bits::print_hash(functions, run, folder + "/" + run.name);
  }
  return 0;
}

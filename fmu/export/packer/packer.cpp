// The tool that packs one component as an FMU: linked with the component itself, so that it can ask it for its
// variables. The binary it packs is the shared library made of the same source.
#include <cstdio>
#include <exception>

#include "fmu/archive/files.h"
#include "fmu/export/package.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s component.so out.fmu\n", argv[0]);
    return 2;
  }
  try {
    std::string error;
    const auto component = stickslip::fmu::make_component("", error);
    if (component == nullptr) {
      std::fprintf(stderr, "%s: %s\n", argv[0], error.c_str());
      return 1;
    }
    const std::string binary = stickslip::host::read_file(argv[1]);
    stickslip::fmu::write_fmu(argv[2], {component->description(), {{"linux64", binary}}, {}, false});
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
    return 1;
  }
  return 0;
}

// Windows: instantiates the FMU that is unpacked in the working directory by every form of its resource location.
//   locations LIBRARY GUID
// Its result is how many of them were refused.
#include <windows.h>

#include "tests/interop/bits/run.h"

namespace {

std::string working_directory() {
  wchar_t wide[4096];
  char bytes[16384];
  GetCurrentDirectoryW(4096, wide);
  WideCharToMultiByte(CP_UTF8, 0, wide, -1, bytes, sizeof bytes, nullptr, nullptr);
  return bytes;
}

std::string with_slashes(std::string path) {
  for (char& c : path) {
    if (c == '\\') c = '/';
  }
  return path;
}

std::string encoded(const std::string& path) {
  std::string result;
  for (const char c : path) {
    char code[8];
    std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    result += c == ' ' || c < 0 ? code : std::string(1, c);
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string folder = working_directory() + "\\resources";
  const std::string slashed = with_slashes(folder);
  const HMODULE library = LoadLibraryA(argv[1]);
  if (library == nullptr) bits::fail("cannot load the library");
  bits::Functions f;
#define BITS_LOOK_UP(name) \
  f.name = reinterpret_cast<name##TYPE*>(reinterpret_cast<void*>(GetProcAddress(library, #name)));
  BITS_FUNCTIONS(BITS_LOOK_UP)
  const std::string forms[] = {"file:///" + encoded(slashed),
                               "file:///" + slashed,
                               "file:/" + encoded(slashed),
                               "file://" + encoded(slashed),
                               "file:////" + slashed,
                               "file://localhost/" + encoded(slashed),
                               folder,
                               folder + "\\",
                               slashed + "/",
                               "resources",
                               "file:///C:/nowhere"};
  const fmi2CallbackFunctions callbacks = {bits::say, std::calloc, std::free, nullptr, nullptr};
  int refused = 0;
  for (int k = 0; k < 12; ++k) {
    const char* form = k < 11 ? forms[k].c_str() : nullptr;  // none, or a wrong one: what is beside the library
    void* fmu = f.fmi2Instantiate("x", fmi2CoSimulation, argv[2], form, &callbacks, 0, 1);
    if (fmu == nullptr) std::printf("refused: %s\n", form != nullptr ? form : "null");
    if (fmu == nullptr) ++refused;
    if (fmu != nullptr) f.fmi2FreeInstance(fmu);
  }
  std::printf("%d forms refused\n", refused);
  return refused;
}

#include <vector>

#include "fmu/shell/system.h"

#if defined(_WIN32)

// Not by way of the system's own header, which defines words such as near and interface.
extern "C" {
__declspec(dllimport) int GetModuleHandleExW(unsigned long flags, const wchar_t* name, void** module);
__declspec(dllimport) unsigned long GetModuleFileNameW(void* module, wchar_t* path, unsigned long count);
__declspec(dllimport) int MultiByteToWideChar(unsigned page, unsigned long flags, const char* from, int from_count,
                                              wchar_t* to, int to_count);
__declspec(dllimport) int WideCharToMultiByte(unsigned page, unsigned long flags, const wchar_t* from, int from_count,
                                              char* to, int to_count, const char* unknown, int* used_unknown);
}

namespace stickslip::fmu {
namespace {

constexpr unsigned kUtf8 = 65001;
constexpr int kLongestPath = 32768;

// A path that is no UTF-8 is in the machine's own code page, which has the number 0.
std::vector<wchar_t> wide(const std::string& path) {
  constexpr unsigned long kRefuseInvalid = 8;
  for (const unsigned page : {kUtf8, 0U}) {
    const unsigned long flags = page == kUtf8 ? kRefuseInvalid : 0;
    const int count = MultiByteToWideChar(page, flags, path.c_str(), -1, nullptr, 0);
    if (count <= 0) continue;
    std::vector<wchar_t> result(static_cast<std::size_t>(count));
    if (MultiByteToWideChar(page, flags, path.c_str(), -1, result.data(), count) == count) return result;
  }
  return {L'\0'};
}

}  // namespace

std::string path_of_binary() {
  constexpr unsigned long kByAddressWithoutCounting = 6;
  void* module = nullptr;
  const auto* here = reinterpret_cast<const wchar_t*>(&path_of_binary);
  if (GetModuleHandleExW(kByAddressWithoutCounting, here, &module) == 0) return {};
  std::vector<wchar_t> path(kLongestPath);
  if (GetModuleFileNameW(module, path.data(), kLongestPath) == 0) return {};
  std::vector<char> bytes(4 * path.size());
  const int count = static_cast<int>(bytes.size());
  if (WideCharToMultiByte(kUtf8, 0, path.data(), -1, bytes.data(), count, nullptr, nullptr) == 0) return {};
  return bytes.data();
}

std::FILE* open_to_read(const std::string& path) {
  return _wfopen(wide(path).data(), L"rb");
}

}  // namespace stickslip::fmu

#endif

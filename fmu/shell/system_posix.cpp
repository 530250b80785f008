#if !defined(_WIN32)
#include <link.h>
#endif

#include <cstdint>

#include "fmu/shell/system.h"

#if !defined(_WIN32)

namespace stickslip::fmu {
namespace {

struct Search {
  std::uintptr_t address;
  std::string path;
};

// dladdr would do this in one call but needs GLIBC_2.34.
int match_object(dl_phdr_info* info, std::size_t /*size*/, void* user) {
  auto& search = *static_cast<Search*>(user);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && search.address >= begin && search.address < begin + segment.p_memsz) {
      search.path = info->dlpi_name;
      return 1;
    }
  }
  return 0;
}

}  // namespace

std::string path_of_binary() {
  Search search{reinterpret_cast<std::uintptr_t>(&match_object), {}};
  dl_iterate_phdr(&match_object, &search);
  return search.path;
}

std::FILE* open_to_read(const std::string& path) {
  return std::fopen(path.c_str(), "rb");
}

}  // namespace stickslip::fmu

#endif

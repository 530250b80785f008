#include "fmu/shell/resource_path.h"

#include <link.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace stickslip::fmu {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Malformed escapes stay as they are: a path may well contain a lone %.
std::string percent_decoded(const char* text) {
  std::string decoded;
  for (; *text != '\0'; ++text) {
    const int high = *text == '%' ? hex_digit(text[1]) : -1;
    const int low = high >= 0 ? hex_digit(text[2]) : -1;
    if (low >= 0 && high + low > 0) {
      decoded += static_cast<char>(high * 16 + low);
      text += 2;
    } else {
      decoded += *text;
    }
  }
  return decoded;
}

bool take(const char*& text, const char* prefix) {
  const std::size_t length = std::strlen(prefix);
  if (std::strncmp(text, prefix, length) != 0) return false;
  text += length;
  return true;
}

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

std::string path_of_uri(const char* uri) {
  if (uri == nullptr || *uri == '\0') return {};
  if (take(uri, "file:")) {
    if (take(uri, "//") && std::strncmp(uri, "localhost/", 10) == 0) uri += 9;
    while (uri[0] == '/' && uri[1] == '/') ++uri;
  } else if (std::strstr(uri, "://") != nullptr) {
    return {};
  }
  std::string path = percent_decoded(uri);
  if (!path.empty() && path.back() != '/') path += '/';
  return path;
}

std::string resources_beside_binary() {
  Search search{reinterpret_cast<std::uintptr_t>(&match_object), {}};
  dl_iterate_phdr(&match_object, &search);
  const std::size_t slash = search.path.rfind('/');
  if (slash == std::string::npos) return {};
  return search.path.substr(0, slash) + "/../../resources/";
}

bool read_file(const std::string& path, std::vector<unsigned char>& bytes, std::string& error) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    error = "cannot open " + path + ": " + std::strerror(errno);
    return false;
  }
  bytes.clear();
  unsigned char chunk[16384];
  for (std::size_t count = 0; (count = std::fread(chunk, 1, sizeof chunk, file)) > 0;) {
    bytes.insert(bytes.end(), chunk, chunk + count);
  }
  const bool good = std::ferror(file) == 0;
  std::fclose(file);
  if (!good) error = "cannot read " + path;
  return good;
}

}  // namespace stickslip::fmu

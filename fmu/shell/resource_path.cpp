#include "fmu/shell/resource_path.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "fmu/shell/system.h"

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

#if defined(_WIN32)
constexpr const char* kSlashes = "/\\";

bool is_drive(const char* text) {
  return ((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z')) && text[1] == ':';
}

// What stands behind "file:": /C:/x, ///C:/x and //C:/x have a drive; //server/x and ////server/x name another machine.
const char* past_scheme(const char* text) {
  const std::size_t slashes = std::strspn(text, kSlashes);
  if (is_drive(text + slashes)) return text + slashes;
  if (slashes == 2 && std::strncmp(text + 2, "localhost/", 10) == 0) return past_scheme(text + 11);
  return text + (slashes >= 4 ? slashes - 2 : slashes == 3 ? 2 : 0);
}
#else
constexpr const char* kSlashes = "/";

const char* past_scheme(const char* text) {
  if (take(text, "//") && std::strncmp(text, "localhost/", 10) == 0) text += 9;
  while (text[0] == '/' && text[1] == '/') ++text;
  return text;
}
#endif

}  // namespace

std::string path_of_uri(const char* uri) {
  if (uri == nullptr || *uri == '\0') return {};
  if (take(uri, "file:")) {
    uri = past_scheme(uri);
  } else if (std::strstr(uri, "://") != nullptr) {
    return {};
  }
  std::string path = percent_decoded(uri);
  if (!path.empty() && path.back() != '/') path += '/';
  return path;
}

std::string resources_beside_binary() {
  const std::string path = path_of_binary();
  const std::size_t slash = path.find_last_of(kSlashes);
  if (slash == std::string::npos) return {};
  return path.substr(0, slash) + "/../../resources/";
}

bool read_file(const std::string& path, std::vector<unsigned char>& bytes, std::string& error) {
  std::FILE* file = open_to_read(path);
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

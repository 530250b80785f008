#include "fmu/cli/outputs.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <poll.h>
#include <unistd.h>
#endif

#include <cstdio>
#include <filesystem>

#include "fmu/archive/error.h"

namespace stickslip::cli {

namespace {

/// Whether who was to read our output has gone away, as `head` does: no error.
bool is_unread() {
#if defined(_WIN32)
  return GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;
#else
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
#endif
}

}  // namespace

void refuse_overwriting(const std::string& option, const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code none;  // where one of them does not exist they are not the same
    if (!output.empty() && std::filesystem::is_regular_file(input, none) &&
        std::filesystem::equivalent(output, input, none))
      throw host::Error(input + ": " + option + " would write over the file that is read; give another name");
  }
}

bool flush_output() {
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::ferror(stdout) == 0) return true;
  if (!is_unread()) std::fprintf(stderr, "standard output: cannot be written to its end; is the disk full?\n");
  return false;
}

}  // namespace stickslip::cli

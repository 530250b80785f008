#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>

#include <clocale>
#include <cstdio>
#else
#include <csignal>
#endif

#include "fmu/cli/commands.h"

int main(int argc, char** argv) {
#if defined(_WIN32)
  std::setlocale(LC_CTYPE, "");  // names of files are in the system's code page
  _setmode(_fileno(stdout), _O_BINARY);
#else
  std::signal(SIGPIPE, SIG_IGN);  // who writes finds out, and cleans up
#endif
  return stickslip::cli::main(argc, argv);
}

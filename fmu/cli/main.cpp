#include <csignal>

#include "fmu/cli/commands.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // who writes finds out, and cleans up
  return stickslip::cli::main(argc, argv);
}

#include "fmu/cli/commands.h"

int main(int argc, char** argv) {
  return stickslip::cli::main(argc, argv);
}

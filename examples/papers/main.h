#pragma once

#include <cstdio>
#include <exception>
#include <string>

namespace papers {

/// The main function of an experiment's program: `compare OUT` reads what the runs left in OUT and prints the table.
template <class Compare>
int compare_main(int argc, char** argv, Compare compare) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s DIRECTORY-OF-THE-RUNS\n", argv[0]);
    return 2;
  }
  try {
    return compare(std::string(argv[1]) + "/");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
  }
}

}  // namespace papers

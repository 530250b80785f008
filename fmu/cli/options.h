#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the commands take, as the command line gives it.
namespace stickslip::cli {

struct CheckOptions {
  std::string file;
  bool run = true;  // FMUs: load the binary and try it
};

struct ExportOptions {
  std::string file;
  std::string output;  // empty: the model file's name with .fmu, in the working directory
  bool flat = false;
};

struct InfoOptions {
  std::string file;
  bool model = false;  // print the model file inside instead
};

struct LcpOptions {
  std::string file;
  std::string solver = "auto";
  bool round = false;  // cones instead of the file's polygons
  bool warm = false;   // solve again from the solution
};

struct RunOptions {
  std::string file;
  std::optional<double> stop;
  std::optional<double> step;
  std::vector<std::string> set;  // name=value
  std::string input;             // CSV, empty: none
  std::string input_interpolation = "hold";
  std::string csv;  // empty: none, "-": standard output
  int every = 1;
  bool realtime = false;
  bool log = false;
  std::pair<long, std::string> dump_lcp;  // number of the step, counted from 1, and file; 0: none
};

}  // namespace stickslip::cli

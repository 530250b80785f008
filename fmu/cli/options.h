#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the commands take, as the command line gives it.
namespace stickslip::cli {

/// How a URDF becomes a model.
struct RobotOptions {
  std::vector<std::string> packages;  // NAME=DIR
  std::string drive = "locked";
  bool fixed_base = false;
  bool weld = false;
  bool meshes = true;
  bool skip_missing = false;
  double fill_mass = 0;  // kg; 0: none
};

struct ImportOptions {
  std::string file;
  std::string output;  // empty: the URDF's name with .toml, in the working directory
  RobotOptions robot;
};

struct CheckOptions {
  std::string file;
  RobotOptions robot;
  bool run = true;  // FMUs: load the binary and try it
};

struct ExportOptions {
  std::string file;
  RobotOptions robot;
  std::string output;  // empty: the model file's name with .fmu, in the working directory
  bool flat = false;
  std::vector<std::string> platforms;  // empty: the usual ones
  bool sources = false;                // one source file for compilers of others
  std::string depfile;                 // where to write what the FMU depends on, in make's form; empty: nowhere
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

/// A run, for the commands that make one.
struct RunInputs {
  std::string file;
  RobotOptions robot;
  std::optional<double> stop;
  std::optional<double> step;
  std::vector<std::string> set;  // name=value
  std::string input;             // CSV, empty: none
  std::string input_interpolation = "hold";
  int threads = 1;
};

struct RunOptions : RunInputs {
  std::string csv;  // empty: none, "-": standard output
  int every = 1;
  std::string plot;  // SVG or HTML, empty: none
  bool realtime = false;
  bool log = false;
  std::pair<long, std::string> dump_lcp;  // number of the step, counted from 1, and file; 0: none
};

struct ViewOptions {
  RunInputs run;
  std::string output;  // empty: the file's name with .html or .png, in the working directory
  bool picture = false;
  std::optional<double> at;  // pictures: the time, default the start
  std::pair<int, int> size{960, 720};
  bool no_forces = false;
  double rate = 60;               // pages: moments per second
  std::vector<std::string> plot;  // names and patterns of what is plotted from the start
};

struct LinearizeOptions {
  RunInputs run;       // `stop` is the time at which
  std::string output;  // empty: standard output
};

struct SweepOptions {
  std::string file;
  int jobs = 0;       // 0: as many as there are cores
  std::string shard;  // "K/N", empty: all
  bool resume = false;
  bool merge = false;
  bool report = false;
};

struct PlotOptions {
  std::string file;
  std::vector<std::string> variables;
  std::string output;
};

struct BenchOptions {
  std::string file;
  long steps = 100'000;
  std::optional<int> realtime;
  std::vector<std::string> set;
  std::string input;  // empty: none
  std::string csv;    // empty: none
  std::string plot;   // empty: none
};

}  // namespace stickslip::cli

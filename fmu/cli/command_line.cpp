#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/outputs.h"
#include "fmu/shell/version.h"

namespace stickslip::cli {

namespace {

constexpr std::size_t kLongestLine = 10'000;

/// What the parser does not say: which word it took for no command. Empty where that is not what is wrong.
std::string unknown_command(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2 || argv[1][0] == '-') return {};
  const std::string word = argv[1];
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* /*any*/) { return true; })) {
    if (word == command->get_name()) return {};
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  return "no command \"" + word + "\"; there are " + known;
}

/// What the parser says in a language of its own: what an option takes, where it got something else.
std::string incomplete_option(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return {};
  const std::string text = error.what();
  const std::string name = text.substr(0, text.find(':'));
  for (const CLI::App* command : app.get_subcommands())
    if (const CLI::Option* option = command->get_option_no_throw(name))
      return name + " takes " + option->get_type_name();
  return {};
}

/// A line on standard error, whatever a file's own words in it contain.
void print_error(const std::string& text) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::fprintf(stderr, "%s\n", host::printable(std::string_view(text).substr(at, end - at), kLongestLine).c_str());
    at = end + 1;
  }
}

/// Runs the chosen command; set by the callback of its subcommand.
using Chosen = std::function<int()>;

const CLI::Validator kPositive(
    [](std::string& text) {
      const auto value = host::parse_double(text);
      return value && std::isfinite(*value) && *value > 0 ? std::string() : text + " is not a number above 0";
    },
    "");

const CLI::Validator kFinite(
    [](std::string& text) {
      const auto value = host::parse_double(text);
      return value && std::isfinite(*value) ? std::string() : text + " is not a finite number";
    },
    "");

constexpr int kMostSteps = 1'000'000'000;

const CLI::Validator kCount(
    [](std::string& text) {
      const auto value = host::parse_int(text);
      return value && *value >= 1 && *value <= kMostSteps ? std::string()
                                                          : text + " is not a whole number from 1 to 1000000000";
    },
    "");

constexpr int kMostThreads = 256;

const CLI::Validator kThreads(
    [](std::string& text) {
      const auto value = host::parse_int(text);
      return value && *value >= 1 && *value <= kMostThreads ? std::string()
                                                            : text + " is not a whole number from 1 to 256";
    },
    "");

const CLI::Validator kAssignment(
    [](std::string& text) {
      const std::size_t sign = text.find('=');
      return sign != std::string::npos && sign > 0 ? std::string() : text + " is not of the form name=value";
    },
    "");

/// What every command takes that makes a model of a URDF.
void add_robot_options(CLI::App& command, RobotOptions& options) {
  command.add_option("--package", options.packages, "URDF: where package://NAME/ is; may be repeated")
      ->type_name("NAME=DIR")
      ->check(kAssignment)
      ->allow_extra_args(false)
      ->take_all();
  command
      .add_option("--drive", options.drive,
                  "URDF: what the drives of joints with an effort do at first (default: locked)")
      ->type_name("locked|velocity|force|none")
      ->check(CLI::IsMember({"locked", "velocity", "force", "none"}));
  command.add_flag("--fixed-base", options.fixed_base, "URDF: the root does not move");
  command.add_flag("--weld", options.weld, "URDF: links that are fixed to each other are one body, which is faster");
  command.add_flag("!--no-meshes", options.meshes, "URDF: leave out shapes that are mesh files");
  command.add_flag("--skip-missing", options.skip_missing, "URDF: leave out mesh files that are not there");
  command
      .add_option("--fill-mass", options.fill_mass,
                  "URDF: kg, for moving links with neither mass nor shapes (default: such a robot is refused)")
      ->type_name("MASS")
      ->check(kPositive);
}

void add_import(CLI::App& app, ImportOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("import", "Make a model file of a URDF; every repair is said in a comment");
  command->add_option("file", options.file, "ROBOT.urdf")->required();
  command->add_option("-o,--output", options.output, "Where to (default: ROBOT.toml in the working directory)")
      ->type_name("MODEL.toml");
  add_robot_options(*command, options.robot);
  command->callback([&] { chosen = [&options] { return import_robot(options); }; });
}

void add_check(CLI::App& app, CheckOptions& options, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("check", "Validate a model file, or look for what is wrong with any FMI 2.0 FMU");
  command->add_option("file", options.file, "MODEL.toml or X.fmu")->required();
  command->add_flag("!--no-run", options.run,
                    "Do not load the binary of an FMU (it is tried in a process of its own otherwise)");
  add_robot_options(*command, options.robot);
  command->callback([&] { chosen = [&options] { return check(options); }; });
}

void add_export(CLI::App& app, ExportOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("export", "Write an FMU; needs no compiler");
  command->add_option("file", options.file, "MODEL.toml or ROBOT.urdf")->required();
  add_robot_options(*command, options.robot);
  command->add_option("-o,--output", options.output, "Where to (default: MODEL.fmu in the working directory)")
      ->type_name("X.fmu");
  command->add_flag("--flat", options.flat, "Variable names with _ in place of dots and brackets");
  command->add_flag("--sources", options.sources, "With all in one source file of C++17, for rigs that compile an FMU");
  command
      ->add_option("--platforms", options.platforms,
                   "Whose binaries it carries: linux64, win64, aarch64-linux (default: linux64,win64)")
      ->delimiter(',')
      ->type_name("NAME,...")
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--depfile", options.depfile, "Write which files X.fmu is made of, in the form of make")
      ->type_name("X.fmu.d");
  command->callback([&] { chosen = [&options] { return export_model(options); }; });
}

void add_info(CLI::App& app, InfoOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("info", "Name, capabilities, variables and platforms of an FMU");
  command->add_option("file", options.file, "X.fmu")->required();
  command->add_flag("--model", options.model, "Print the model file that the FMU was made from");
  command->callback([&] { chosen = [&options] { return info(options); }; });
}

/// What every command takes that makes a run, or a part of one.
void add_run_setting(CLI::App& command, const std::string& what, RunInputs& options) {
  command.add_option("file", options.file, what)->required();
  add_robot_options(command, options.robot);
  command.add_option("--set", options.set, "Start value of a parameter or an input; may be repeated")
      ->type_name("NAME=VALUE")
      ->check(kAssignment)
      ->allow_extra_args(false)
      ->take_all();
  command.add_option("--input", options.input, "CSV with a column per input or tunable parameter")->type_name("IN.csv");
  command
      .add_option("--input-interpolation", options.input_interpolation,
                  "Between two rows of it: hold the first (default), or linear, for continuous inputs")
      ->type_name("hold|linear")
      ->check(CLI::IsMember({"hold", "linear"}));
}

void add_run_inputs(CLI::App& command, const std::string& what, RunInputs& options) {
  add_run_setting(command, what, options);
  command.add_option("--stop", options.stop, "Time to stop at, s (default: of the model)")
      ->type_name("T")
      ->check(kFinite);
  command.add_option("--step", options.step, "Communication step, s (default: of the model); the last one ends at T")
      ->type_name("H")
      ->check(kPositive);
  command
      .add_option("--threads", options.threads,
                  "Models: solve what does not touch each other by so many threads (default: 1); the same bits")
      ->type_name("N")
      ->check(kThreads);
}

void add_run(CLI::App& app, RunOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("run", "Run a model, or any FMI 2.0 co-simulation FMU, and write its outputs");
  add_run_inputs(*command, "MODEL.toml, ROBOT.urdf or X.fmu", options);
  command
      ->add_option("--csv", options.csv,
                   "Write all outputs, one row before the first step and one after each; - is stdout")
      ->type_name("OUT.csv");
  command->add_option("--every", options.every, "Write every Nth row only (and the first and the last)")
      ->type_name("N")
      ->check(kCount);
  command->add_option("--plot", options.plot, "Draw the first outputs over time; `stickslip plot` draws others")
      ->type_name("OUT.svg");
  command->add_flag("--realtime", options.realtime, "Do not run ahead of the clock on the wall");
  command
      ->add_option("--dump-lcp", options.dump_lcp,
                   "Write the complementarity problem of the Nth step, as it is posed, for `stickslip lcp`")
      ->type_name("N FILE.lcp")
      ->check(CLI::Validator(kCount).application_index(0));
  command->add_flag("--log", options.log, "Print what the FMU logs, on standard error");
  command->callback([&] { chosen = [&options] { return run(options); }; });
}

void add_view(CLI::App& app, ViewOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "view", "Run a model and write it as one HTML page to look at: scene in 3D, contact forces, plots; or a picture");
  add_run_inputs(*command, "MODEL.toml, ROBOT.urdf or an FMU made by stickslip", options.run);
  command->add_option("-o,--output", options.output, "Where to: .html, .png or .svg (default: FILE.html here)")
      ->type_name("OUT");
  command->add_flag("--picture", options.picture, "A still picture in place of the page");
  command->add_option("--at", options.at, "Picture: the time, s (default: the start)")->type_name("T")->check(kFinite);
  command->add_option("--size", options.size, "Picture: width and height in pixels (default: 960 720)")
      ->type_name("W H")
      ->check(kCount);
  command->add_flag("--no-forces", options.no_forces, "Picture: without arrows for the forces of contacts");
  command->add_option("--rate", options.rate, "Page: moments per second (default: 60)")
      ->type_name("N")
      ->check(kPositive);
  command->add_option("--plot", options.plot, "Page: what is plotted first, a name or pattern; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all();
  command->callback([&] { chosen = [&options] { return view(options); }; });
}

void add_plot(CLI::App& app, PlotOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("plot", "Draw columns of a CSV file over time, those of one unit together");
  command->add_option("file", options.file, "OUT.csv")->required();
  command->add_option("variables", options.variables, "Names and patterns of columns (default: all, at most 12)");
  command->add_option("-o,--output", options.output, "Where to: .svg or .html (default: OUT.svg here)")
      ->type_name("OUT");
  command->callback([&] { chosen = [&options] { return plot(options); }; });
}

void add_linearize(CLI::App& app, LinearizeOptions& options, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("linearize", "A, B, C, D of a model's step, for the design of controllers, as JSON");
  add_run_setting(*command, "MODEL.toml, ROBOT.urdf or an FMU made by stickslip", options.run);
  command->add_option("--at", options.run.stop, "The time at which, s (default: the start)")
      ->type_name("T")
      ->check(kFinite);
  command->add_option("-o,--output", options.output, "Where to (default: standard output); prints the poles then")
      ->type_name("OUT.json");
  command->callback([&] { chosen = [&options] { return linearize(options); }; });
}

#if !defined(_WIN32)  // they divide processes and ask Linux for its counters
const CLI::Validator kShard(
    [](std::string& text) {
      const std::size_t slash = text.find('/');
      const auto k = host::parse_int(text.substr(0, slash));
      const auto n = slash == std::string::npos ? std::nullopt : host::parse_int(text.substr(slash + 1));
      return k && n && *k >= 1 && *k <= *n ? std::string() : text + " is not K/N with K from 1 to N";
    },
    "");

void add_sweep(CLI::App& app, SweepOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("sweep", "Run a study: one model many times with other parameters");
  command->add_option("file", options.file, "STUDY.toml")->required();
  command->add_option("--jobs", options.jobs, "Worker processes (default: one a core)")->type_name("N")->check(kCount);
  command->add_option("--shard", options.shard, "Only part K of N, for clusters; --merge puts them together")
      ->type_name("K/N")
      ->check(kShard);
  command->add_flag("--resume", options.resume, "Keep the runs that are there and make those that are missing");
  command->add_flag("--merge", options.merge, "Make no runs, put those that are there into STUDY.csv");
  command->add_flag("--report", options.report, "Write STUDY.html from STUDY.csv, after the runs where there is none");
  command->callback([&] { chosen = [&options] { return sweep(options); }; });
}

void add_bench(CLI::App& app, BenchOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("bench", "Measure how long steps take on this machine");
  command->add_option("file", options.file, "MODEL.toml or X.fmu")->required();
  command->add_option("--steps", options.steps, "How many (default: 100000)")->type_name("N")->check(kCount);
  command->add_option("--realtime", options.realtime, "With locked memory, under SCHED_FIFO with this priority")
      ->type_name("PRIORITY")
      ->check(CLI::Range(1, 99));
  command->add_option("--set", options.set, "Start value of a parameter or an input; may be repeated")
      ->type_name("NAME=VALUE")
      ->check(kAssignment)
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("--input", options.input,
                   "CSV with a column per input or tunable parameter; from its beginning again after its last row")
      ->type_name("IN.csv");
  command->add_option("--csv", options.csv, "Write the histogram")->type_name("OUT.csv");
  command->add_option("--plot", options.plot, "Draw the histogram")->type_name("OUT.svg");
  command->callback([&] { chosen = [&options] { return bench(options); }; });
}
#endif

void add_lcp(CLI::App& app, LcpOptions& options, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("lcp", "Solve a linear complementarity problem");
  command->add_option("file", options.file, "FILE.lcp: n contacts dimension edges entries mu, lines i j value of M, q")
      ->required();
  command->add_option("--solver", options.solver, "Which method: auto, lemke, newton or pivot")
      ->type_name("X")
      ->check(CLI::IsMember({"auto", "lemke", "newton", "pivot"}));
  command->add_flag("--round", options.round, "Contacts: solve it with round friction cones in place of its polygons");
  command->add_flag("--warm", options.warm, "Solve it again from the solution, and neighbours with q moved by 1e-3");
  command->callback([&] { chosen = [&options] { return solve_lcp(options); }; });
}

}  // namespace

int main(int argc, const char* const* argv) {
  CLI::App app("Rigid multibody plants with contact and dry friction as FMUs", "stickslip");
  app.allow_windows_style_options(false);  // a name may start with a slash
  app.set_version_flag("--version", std::string(fmu::kEngineVersion));
  app.require_subcommand(1);
  Chosen chosen;
  CheckOptions check_options;
  ImportOptions import_options;
  ExportOptions export_options;
  InfoOptions info_options;
  LcpOptions lcp_options;
  RunOptions run_options;
  ViewOptions view_options;
  SweepOptions sweep_options;
  PlotOptions plot_options;
  BenchOptions bench_options;
  LinearizeOptions linearize_options;
  add_check(app, check_options, chosen);
  add_import(app, import_options, chosen);
  add_export(app, export_options, chosen);
  add_info(app, info_options, chosen);
  add_run(app, run_options, chosen);
  add_view(app, view_options, chosen);
  add_plot(app, plot_options, chosen);
#if !defined(_WIN32)
  add_sweep(app, sweep_options, chosen);
  add_bench(app, bench_options, chosen);
#endif
  add_linearize(app, linearize_options, chosen);
  add_lcp(app, lcp_options, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::string what = unknown_command(app, argc, argv);
    if (what.empty()) what = incomplete_option(app, error);
    if (what.empty()) what = error.what();
    print_error("stickslip: " + what + "; see stickslip --help");
    return kWrongCall;
  }
  try {
    const int code = chosen();
    return flush_output() ? code : kFailure;
  } catch (const host::Error& error) {
    print_error(error.what());
  } catch (const std::bad_alloc&) {
    print_error("stickslip: there is not enough memory for this");
  } catch (const std::exception& error) {
    print_error(std::string("stickslip: ") + error.what());
  }
  return kFailure;
}

}  // namespace stickslip::cli

// Runs the same scenes in this engine and in others that are installed, and prints one table: times of a step, and what
// came out of it, measured from the bodies' positions by the same code for every engine.
//   peers [--scene NAME]... [--engine NAME]... [--repeat N] [--limit SECONDS] [--csv FILE] [--markdown FILE]
//         [--here] [--list] [--toml]
// Without --scene and --engine all are run. A scene's name may be cut at a dot or an @: S2 means all that begin with
// it. Engines take turns, each run in a process of its own; times are medians of up to N runs (3). A run is cut after
// SECONDS (60) of the processor. --here runs in this process, for profilers. --toml prints the scene as a model file.
// Exit code 2: wrong call.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/benchmark/peers/engines/to_toml.h"
#include "tests/benchmark/peers/markdown.h"
#include "tests/benchmark/peers/table.h"

namespace stickslip::peers {
namespace {

struct Arguments {
  std::vector<std::string> scenes;
  std::vector<std::string> engines;
  int repeat = 3;
  double limit = 60;
  std::string csv;
  std::string markdown;
  bool here = false;
  bool list = false;
  bool toml = false;
};

bool read(int argc, char** argv, Arguments& arguments) {
  for (int k = 1; k < argc; ++k) {
    const std::string key = argv[k];
    if (key == "--here" || key == "--list" || key == "--toml") {
      (key == "--here" ? arguments.here : key == "--list" ? arguments.list : arguments.toml) = true;
      continue;
    }
    if (++k == argc) return false;
    if (key == "--scene") {
      arguments.scenes.push_back(argv[k]);
    } else if (key == "--engine") {
      arguments.engines.push_back(argv[k]);
    } else if (key == "--repeat") {
      arguments.repeat = std::atoi(argv[k]);
    } else if (key == "--limit") {
      arguments.limit = std::atof(argv[k]);
    } else if (key == "--csv") {
      arguments.csv = argv[k];
    } else if (key == "--markdown") {
      arguments.markdown = argv[k];
    } else {
      return false;
    }
  }
  return arguments.repeat > 0 && arguments.limit > 0;
}

/// Those of `all` that one of the patterns means; everything without patterns. Says which pattern means nothing.
template <class Named>
bool choose(const std::vector<Named>& all, const std::vector<std::string>& patterns, std::vector<Named>& chosen) {
  if (patterns.empty()) chosen = all;
  for (const std::string& pattern : patterns) {
    const std::size_t before = chosen.size();
    for (const Named& one : all) {
      if (matches(pattern, one.name)) chosen.push_back(one);
    }
    if (chosen.size() == before) {
      std::fprintf(stderr, "peers: nothing is called %s; --list says what there is\n", pattern.c_str());
      return false;
    }
  }
  return true;
}

bool takes(const Engine& engine, const Scene& scene) {
  return scene.planar || !engine.planar_only;
}

/// Not what did not end, and not what takes long: many long steps are a sample by themselves.
bool worth_another(const std::vector<Trial>& runs, double limit) {
  double seconds = 0;
  for (const Trial& run : runs) {
    for (const double milliseconds : run.times) seconds += 1e-3 * milliseconds;
  }
  return runs.back().outcome.end == End::whole && seconds < 0.25 * limit;
}

Row compare(const SceneEntry& entry, const std::vector<Engine>& with, const Arguments& arguments, std::FILE* csv) {
  const Scene scene = entry.make(entry.h);
  std::vector<std::vector<Trial>> runs(with.size());
  for (int k = 0; k < arguments.repeat; ++k) {
    for (std::size_t e = 0; e < with.size(); ++e) {
      if (!takes(with[e], scene)) continue;
      if (!runs[e].empty() && !worth_another(runs[e], arguments.limit)) continue;
      runs[e].push_back(arguments.here ? run(with[e], scene, arguments.limit)
                                       : run_in_a_child(with[e], scene, arguments.limit));
    }
  }
  print_heading(entry.name, scene);
  Row row{entry.name, scene, std::vector<Summary>(with.size())};
  for (std::size_t e = 0; e < with.size(); ++e) {
    if (!takes(with[e], scene)) continue;
    const Summary& summary = row.summaries[e] = summarise(scene, runs[e]);
    print_line(with[e], scene, summary);
    if (csv) write_csv_line(csv, entry.name, with[e], scene, summary);
  }
  std::fflush(nullptr);
  return row;
}

void list() {
  for (const SceneEntry& entry : scenes())
    std::printf("%-14s %s\n", entry.name.c_str(), entry.make(entry.h).says.c_str());
}

void print_engines(const std::vector<Engine>& all) {
  for (const Engine& engine : all) {
    std::printf("%-16s %-24s %s\n", engine.name.c_str(), engine.version.c_str(), engine.settings.c_str());
  }
}

int print_model_file(const std::vector<SceneEntry>& chosen) {
  if (chosen.size() > 1) {
    std::fprintf(stderr, "peers: --toml prints one scene, and %zu are chosen; name one as --list does\n",
                 chosen.size());
    return 2;
  }
  std::fputs(to_toml(chosen[0].make(chosen[0].h), "").c_str(), stdout);
  return 0;
}

bool open_for_writing(const std::string& name, std::FILE*& file) {
  if (name.empty()) return true;
  file = std::fopen(name.c_str(), "w");
  if (!file) std::fprintf(stderr, "peers: cannot write %s\n", name.c_str());
  return file != nullptr;
}

int main(int argc, char** argv) {
  Arguments arguments;
  std::vector<SceneEntry> chosen_scenes;
  std::vector<Engine> chosen_engines;
  if (!read(argc, argv, arguments)) {
    std::fprintf(stderr,
                 "usage: peers [--scene NAME]... [--engine NAME]... [--repeat N] [--limit SECONDS] "
                 "[--csv FILE] [--markdown FILE] [--here] [--list] [--toml]\n");
    return 2;
  }
  if (!choose(scenes(), arguments.scenes, chosen_scenes) || !choose(engines(), arguments.engines, chosen_engines)) {
    return 2;
  }
  if (arguments.toml) return print_model_file(chosen_scenes);
  if (arguments.list) {
    list();
    print_engines(chosen_engines);
    return 0;
  }
  print_machine();
  print_engines(chosen_engines);
  std::FILE* csv = nullptr;
  std::FILE* markdown = nullptr;
  if (!open_for_writing(arguments.csv, csv) || !open_for_writing(arguments.markdown, markdown)) return 1;
  if (csv) write_csv_heading(csv);
  std::vector<Row> rows;
  for (const SceneEntry& entry : chosen_scenes) rows.push_back(compare(entry, chosen_engines, arguments, csv));
  if (markdown) write_markdown(markdown, chosen_engines, rows);
  for (std::FILE* file : {csv, markdown}) {
    if (file) std::fclose(file);
  }
  return 0;
}

}  // namespace
}  // namespace stickslip::peers

int main(int argc, char** argv) {
  return stickslip::peers::main(argc, argv);
}

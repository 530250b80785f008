// Makes mechanisms and contact scenes as long as one lets it, runs them as an importer does, judges their motion by
// laws of mechanics from published outputs alone, and counts.
//   motion_reliability [--seed S] [--count N] [--scheme NAME] [--family NAME] [--verbose] [--write FILE.toml]
// Scene k of a run has seed S + k and follows from it alone; without --scheme every scheme takes its turn. The exit
// code is 1 when a law was broken with status 0 or a scene was refused; 2 for a wrong call. --write writes the first
// scene as a model file for `stickslip run`. A crash or a scene that takes longer than kLongest prints its seed.
// Who interrupts it gets the table of what was done.
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/benchmark/motion/families.h"
#include "tests/benchmark/motion/tally.h"
#include "tests/benchmark/motion/trials.h"

namespace stickslip::motion {
namespace {

constexpr int kLongest = 60;  // s of computing per scene
constexpr Scheme kSchemes[] = {Scheme::euler, Scheme::stabilised, Scheme::trapezoidal, Scheme::spook};

struct Arguments {
  std::uint64_t count = 1000;
  std::uint64_t seed = 1;
  bool one_scheme = false;
  Scheme scheme = Scheme::stabilised;
  std::string family;
  std::string write;
  bool verbose = false;
};

/// For the signal handler.
volatile std::uint64_t g_seed = 0;
volatile std::sig_atomic_t g_stop = 0;

extern "C" void stop(int /*signal*/) {
  g_stop = 1;
}

extern "C" void die(int signal) {
  char text[96];
  const int length = std::snprintf(text, sizeof text, "seed %llu: %s\n", static_cast<unsigned long long>(g_seed),
                                   signal == SIGPROF ? "endless" : "crash");
  if (write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) _exit(4);
  _exit(3);
}

/// Ends the program after so many seconds of computing; 0: no longer.
void set_alarm(int seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void run(const Arguments& arguments, std::uint64_t seed, Tally& tally) {
  g_seed = seed;
  set_alarm(kLongest);
  const Scheme scheme = arguments.one_scheme ? arguments.scheme : kSchemes[seed % std::size(kSchemes)];
  const Scene scene = generate(seed, scheme, arguments.family);
  std::string why;
  const std::unique_ptr<Run> main_run = Run::start(scene, scene.h, why);
  if (!main_run) {
    tally.refuse(scene, why);
    return;
  }
  main_run->steps(scene.steps);
  Verdict verdict = judge(scene, main_run->record());
  judge_repetition(scene, main_run->record(), verdict);
  judge_variant(scene, main_run->record(), verdict);
  judge_order(scene, verdict);
  tally.add(scene, main_run->record(), verdict);
  set_alarm(0);
}

bool save(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
    return false;
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

bool read_scheme(const std::string& name, Arguments& arguments) {
  for (Scheme scheme : kSchemes) {
    if (name != name_of(scheme)) continue;
    arguments.scheme = scheme;
    arguments.one_scheme = true;
    return true;
  }
  return false;
}

bool read_number(const char* text, std::uint64_t& number) {
  char* end = nullptr;
  number = std::strtoull(text, &end, 10);
  return *end == '\0' && end != text;
}

bool read(int argc, char** argv, Arguments& arguments) {
  for (int k = 1; k < argc; ++k) {
    const std::string name = argv[k];
    if (name == "--verbose") {
      arguments.verbose = true;
      continue;
    }
    if (++k == argc) return false;
    const std::string value = argv[k];
    const std::vector<std::string>& families = family_names();
    if (name == "--scheme" && read_scheme(value, arguments)) continue;
    if (name == "--count" && read_number(argv[k], arguments.count)) continue;
    if (name == "--seed" && read_number(argv[k], arguments.seed)) continue;
    if (name == "--family" && std::find(families.begin(), families.end(), value) != families.end()) {
      arguments.family = value;
      continue;
    }
    if (name != "--write") return false;
    arguments.write = value;
  }
  return true;
}

void usage() {
  std::fprintf(stderr,
               "usage: motion_reliability [--seed S] [--count N] [--scheme NAME] [--family NAME] [--verbose] [--write "
               "FILE.toml]\nfamilies:");
  for (const std::string& name : family_names()) std::fprintf(stderr, " %s", name.c_str());
  std::fprintf(stderr, "\n");
}

int main(int argc, char** argv) {
  Arguments arguments;
  if (!read(argc, argv, arguments)) {
    usage();
    return 2;
  }
  for (int signal : {SIGPROF, SIGSEGV, SIGFPE, SIGABRT}) std::signal(signal, die);
  if (!arguments.write.empty()) {
    const Scheme scheme = arguments.one_scheme ? arguments.scheme : kSchemes[arguments.seed % std::size(kSchemes)];
    const Scene scene = generate(arguments.seed, scheme, arguments.family);
    if (!save(arguments.write, to_toml(scene))) return 2;
    if (!scene.drives.empty() && !save(arguments.write + ".csv", to_csv(scene))) return 2;
  }
  Tally tally(arguments.verbose);
  const auto start = std::chrono::steady_clock::now();
  for (int signal : {SIGINT, SIGTERM}) std::signal(signal, stop);
  for (std::uint64_t k = 0; k < arguments.count && g_stop == 0; ++k) run(arguments, arguments.seed + k, tally);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return tally.print(seconds) ? 0 : 1;
}

}  // namespace
}  // namespace stickslip::motion

int main(int argc, char** argv) {
  return stickslip::motion::main(argc, argv);
}

// Solves generated problems as long as one lets it, judges every answer from the problem's definition, and counts.
//   lcp_reliability [--count N] [--seed S] [--solver auto|lemke|...] [--warm] [--round] [--one-double] [--verbose]
// The exit code is 1 when an answer reported as right was wrong, energy came from nothing where it must not, or a
// solvable problem was not solved as posed more often than allowed; 2 for a wrong call. A crash or a problem that takes
// longer than kLongest prints its seed, which `--seed S --count 1` repeats.
#include <sys/time.h>
#include <unistd.h>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <algorithm>
#include <chrono>

#include "fmu/load/available.h"
#include "model/lcp/solve.h"
#include "model/workspace/solve_rows.h"
#include "tests/benchmark/lcp/instance.h"
#include "tests/benchmark/lcp/judge.h"

namespace stickslip::lcp {
namespace {

constexpr double kRight = 1e-10;         // residual up to which an answer is right
constexpr double kFromNothing = 1e-13;   // gain of speed, in units of V, that right answers can have by round-off
constexpr double kDirectShare = 0.9999;  // of the solvable problems, as posed
constexpr int kLongest = 60;             // s of computing per problem
constexpr int kRungs = 4;

struct Arguments {
  std::uint64_t count = 100000;
  std::uint64_t seed = 1;
  Method method = Method::automatic;
  bool warm = false;
  bool round = false;
  bool one_double = false;
  bool verbose = false;
};

struct Counts {
  std::uint64_t all[kPromises] = {};
  std::uint64_t rung[kPromises][kRungs] = {};
  std::uint64_t in_two[kPromises] = {};  // as posed, with impulses that take two doubles
  double worst[kRungs] = {};             // residual
  double gain = 0;                       // of speed, the worst
  std::uint64_t wrong = 0, misreported = 0, energy = 0, failed = 0;
  double longest = 0;
  std::uint64_t longest_seed = 0;
};

/// For the signal handler.
volatile std::uint64_t g_seed = 0;

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

struct Answer {
  std::vector<double> velocity, impulse, sliding, rest;
  Solution view() { return {velocity, impulse, sliding, rest}; }
};

class Trial {
 public:
  Trial(const Arguments& arguments, Counts& counts)
      : arguments_(arguments), counts_(counts), few_(capacity(kMostFewContacts)), many_(capacity(kMostContacts)) {}

  void run(std::uint64_t seed) {
    g_seed = seed;
    set_alarm(kLongest);
    Instance instance = generate(seed);
    std::vector<WarmEntry> entries(instance.rows.size());
    WarmStart warm = {entries};
    solve_and_judge(seed, instance, warm);
    if (arguments_.warm) {
      for (std::size_t i = 0; i < instance.momentum.size(); ++i) {
        instance.momentum[i] *= 1 + 1e-3 * static_cast<double>(i % 3);
      }
      solve_and_judge(seed, instance, warm);
    }
    set_alarm(0);
  }

 private:
  static Capacity capacity(int contacts) {
    Capacity c;
    c.bodies = contacts + 32;
    c.rows = 3 * contacts + 200;
    c.blocks = 2 * c.rows;
    c.contacts = contacts;
    c.edges = 12;
    return c;
  }

  void solve_and_judge(std::uint64_t seed, const Instance& instance, WarmStart& warm);
  void judge(std::uint64_t seed, const Instance& instance, const Report& report, const Solution& solution);
  void complain(std::uint64_t seed, const Instance& instance, const Report& report, const char* what, double value);

  const Arguments& arguments_;
  Counts& counts_;
  Workspace few_, many_;
};

void Trial::solve_and_judge(std::uint64_t seed, const Instance& instance, WarmStart& warm) {
  Answer answer;
  answer.velocity.resize(instance.momentum.size());
  answer.impulse.resize(instance.rows.size());
  answer.sliding.resize(instance.contacts.size());
  if (!arguments_.one_double) answer.rest.resize(instance.rows.size());
  Solution solution = answer.view();
  Options options;
  options.edges = arguments_.round ? kRound : instance.edges;
  options.method = arguments_.method;
  const Problem problem = instance.problem();
  Workspace& work = seed % kBigEvery == 0 ? many_ : few_;
  const auto start = std::chrono::steady_clock::now();
  const Report report = solve(problem, options, work, warm, solution);
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (taken > counts_.longest) {
    counts_.longest = taken;
    counts_.longest_seed = seed;
  }
  judge(seed, instance, report, solution);
}

void Trial::complain(std::uint64_t seed, const Instance& instance, const Report& report, const char* what,
                     double value) {
  std::printf("seed %llu (%s, %d edges, %d rows, %d contacts, promise %d): %s %.3g; status %d rung %d residual %.3g\n",
              static_cast<unsigned long long>(seed), instance.family.c_str(), instance.edges,
              static_cast<int>(instance.rows.size()), static_cast<int>(instance.contacts.size()),
              static_cast<int>(instance.promise), what, value, static_cast<int>(report.status), report.rung,
              report.residual);
}

void Trial::judge(std::uint64_t seed, const Instance& instance, const Report& report, const Solution& solution) {
  const Problem problem = instance.problem();
  const auto promise = static_cast<std::size_t>(instance.promise);
  const auto rung = static_cast<std::size_t>(report.rung);
  ++counts_.all[promise];
  if (report.status == Status::invalid || report.status == Status::too_big) {
    ++counts_.failed;
    complain(seed, instance, report, "refused", 0);
    return;
  }
  const double residual =
      judged_residual(problem, arguments_.round || report.round ? kRound : instance.edges, solution);
  const double gain = energy_gain(problem, solution);
  const bool claims = report.status == Status::solved && report.rung == 0;
  if (report.rung > 0 || claims) {
    ++counts_.rung[promise][rung];
    counts_.worst[rung] = std::max(counts_.worst[rung], residual);
  }
  if (claims && report.two_doubles) ++counts_.in_two[promise];
  if (claims && !(residual <= kRight)) {
    ++counts_.wrong;
    complain(seed, instance, report, "wrong, residual", residual);
  } else if (!(residual <= 2 * report.residual + 1e-12)) {
    ++counts_.misreported;
    complain(seed, instance, report, "worse than reported, residual", residual);
  }
  if (report.rung >= 2 || (claims && instance.promise == Promise::dissipative)) {
    counts_.gain = std::max(counts_.gain, gain);
    if (!(gain <= kFromNothing)) {
      ++counts_.energy;
      complain(seed, instance, report, "energy gained", gain);
    }
  }
  if (arguments_.verbose && instance.promise != Promise::none && !claims) {
    complain(seed, instance, report, "not solved as posed, residual", residual);
  }
}

double share(std::uint64_t part, std::uint64_t all) {
  return all > 0 ? 100 * static_cast<double>(part) / static_cast<double>(all) : 0;
}

/// Returns whether enough of the solvable problems were solved as posed.
bool print(const Arguments& arguments, const Counts& counts) {
  std::printf("%-22s %16s %16s %16s %12s\n", "", "s_n>=0, s_nu=0", "T > 0", "no promise", "residual");
  std::printf("%-22s", "solves");
  for (std::uint64_t all : counts.all) std::printf(" %16llu", static_cast<unsigned long long>(all));
  std::printf("\n");
  const char* names[kRungs] = {"rung 0, as posed", "rung 1, softened", "rung 2, dissipative", "rung 3, projected"};
  for (std::size_t r = 0; r < kRungs; ++r) {
    std::printf("%-22s", names[r]);
    for (std::size_t p = 0; p < kPromises; ++p) std::printf(" %14.4f %%", share(counts.rung[p][r], counts.all[p]));
    std::printf(" %12.2e\n", counts.worst[r]);
  }
  std::printf("%-22s", "of these in 2 doubles");
  for (std::size_t p = 0; p < kPromises; ++p) std::printf(" %14.4f %%", share(counts.in_two[p], counts.all[p]));
  std::printf("\n");
  std::printf(
      "wrong answers reported as right: %llu; residuals worse than reported: %llu; energy from nothing: %llu "
      "(worst %.2e); refused: %llu; longest %.3f s (seed %llu)\n",
      static_cast<unsigned long long>(counts.wrong), static_cast<unsigned long long>(counts.misreported),
      static_cast<unsigned long long>(counts.energy), counts.gain, static_cast<unsigned long long>(counts.failed),
      counts.longest, static_cast<unsigned long long>(counts.longest_seed));
  bool enough = true;
  for (Promise promise : {Promise::dissipative, Promise::compliant}) {
    const auto p = static_cast<std::size_t>(promise);
    const std::uint64_t missed = counts.all[p] - counts.rung[p][0];
    const double allowed = std::max(1.0, (1 - kDirectShare) * static_cast<double>(counts.all[p]));
    enough = enough && static_cast<double>(missed) <= allowed;
  }
  if (!enough) {
    std::printf("fewer than %.2f %% of the problems with a promise were solved as posed\n", 100 * kDirectShare);
  }
  return enough || (arguments.method != Method::automatic && arguments.method != Method::lemke);
}

bool read(int argc, char** argv, Arguments& arguments) {
  for (int k = 1; k < argc; ++k) {
    const std::string name = argv[k];
    bool* flag = name == "--warm"         ? &arguments.warm
                 : name == "--round"      ? &arguments.round
                 : name == "--one-double" ? &arguments.one_double
                 : name == "--verbose"    ? &arguments.verbose
                                          : nullptr;
    if (flag) {
      *flag = true;
      continue;
    }
    if (++k == argc) return false;
    if (name == "--solver") {
      const auto* choice = std::find_if(load::kSolvers.begin(), load::kSolvers.end(),
                                        [&](const auto& solver) { return solver.name == argv[k]; });
      if (choice == load::kSolvers.end() || !choice->value) return false;
      arguments.method = method_of(*choice->value);
    } else if (name == "--count" || name == "--seed") {
      char* end = nullptr;
      (name == "--count" ? arguments.count : arguments.seed) = std::strtoull(argv[k], &end, 10);
      if (*end != '\0' || end == argv[k]) return false;
    } else {
      return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  Arguments arguments;
  if (!read(argc, argv, arguments)) {
    std::fprintf(stderr,
                 "usage: lcp_reliability [--count N] [--seed S] [--solver NAME] [--warm] [--round] [--one-double] "
                 "[--verbose]\n");
    return 2;
  }
  for (int signal : {SIGPROF, SIGSEGV, SIGFPE, SIGABRT}) std::signal(signal, die);
  Counts counts;
  Trial trial(arguments, counts);
  for (std::uint64_t k = 0; k < arguments.count; ++k) trial.run(arguments.seed + k);
  const bool enough = print(arguments, counts);
  return enough && counts.wrong + counts.misreported + counts.energy + counts.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace stickslip::lcp

int main(int argc, char** argv) {
  return stickslip::lcp::main(argc, argv);
}

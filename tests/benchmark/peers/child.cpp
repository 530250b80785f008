#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <new>
#include <type_traits>

#include "tests/benchmark/peers/run.h"

namespace stickslip::peers {
namespace {

/// What the child tells, in memory that both processes see; the times of its steps follow.
struct Told {
  Outcome outcome;
  int steps;
};
static_assert(std::is_trivially_copyable_v<Told>, "plain data only");

void be_quiet() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

}  // namespace

Trial run_in_a_child(const Engine& engine, const Scene& scene, double seconds_at_most) {
  const std::size_t bytes = sizeof(Told) + static_cast<std::size_t>(scene.steps) * sizeof(double);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return {};
  auto* told = new (memory) Told{};
  auto* times = reinterpret_cast<double*>(told + 1);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    be_quiet();
    // For a step that does not end. Not a limit of processor time: under one its clock tells no more than ticks.
    alarm(static_cast<unsigned>(10 * seconds_at_most) + 60);
    const Trial result = run(engine, scene, seconds_at_most);
    std::copy(result.times.begin(), result.times.end(), times);
    told->steps = static_cast<int>(result.times.size());
    told->outcome = result.outcome;
    _exit(0);
  }
  int status = 0;
  if (child > 0) waitpid(child, &status, 0);
  Trial result;
  result.outcome = told->outcome;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) result.outcome.end = End::out_of_time;
  result.times.assign(times, times + told->steps);
  munmap(memory, bytes);
  return result;
}

}  // namespace stickslip::peers

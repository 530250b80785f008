#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "tests/interop/peers/peer.h"

namespace stickslip::peers {

namespace {

/// What the child tells, in shared memory; the numbers of the solution follow.
struct Told {
  int finished;
  int solved;
  double milliseconds;
};

}  // namespace

Outcome in_a_child(std::size_t n, double limit, const std::function<Solve()>& pose) {
  const std::size_t bytes = sizeof(Told) + n * sizeof(double);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* told = static_cast<Told*>(memory);
  auto* z = reinterpret_cast<double*>(told + 1);
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    alarm(static_cast<unsigned>(limit) + 1);
    const auto posed = [&] { return [solve = pose(), told, z] { told->solved = solve(z) ? 1 : 0; }; };
    measure(
        posed, [&] { std::fill(z, z + n, 0.0); }, &told->milliseconds);
    told->finished = 1;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  if (told->finished != 0) {
    outcome.end = told->solved != 0 ? Outcome::End::solved : Outcome::End::refused;
  } else {
    outcome.end = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? Outcome::End::timed_out : Outcome::End::crashed;
  }
  outcome.milliseconds = told->milliseconds;
  outcome.z.assign(z, z + n);
  munmap(memory, bytes);
  return outcome;
}

}  // namespace stickslip::peers

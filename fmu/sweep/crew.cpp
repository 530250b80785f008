#include "fmu/sweep/crew.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>

#include "fmu/archive/error.h"
#include "model/math/size.h"

namespace stickslip::sweep {

namespace {

constexpr useconds_t kNap = 50'000;  // us
constexpr int kMostJobs = 1024;
constexpr int kHopeless = 20;  // workers in a row that end before they make anything
// What a worker says on the board when it is at no run. Exit codes cannot say it: foreign code may end the process.
constexpr std::uint64_t kNobody = ~std::uint64_t{0};
constexpr std::uint64_t kFinished = kNobody - 1;
constexpr std::uint64_t kGaveUp = kNobody - 2;  // stderr has the reason

/// What workers and their master share.
struct Board {
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> made{0};
  std::atomic<std::uint64_t> failed{0};
  std::array<std::atomic<std::uint64_t>, kMostJobs> at{};  // the run that a worker is at
};

/// The board in memory that forked processes see.
class SharedBoard {
 public:
  SharedBoard() {
    void* memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw host::Error("no memory that workers could share");
    board_ = new (memory) Board;
  }
  ~SharedBoard() { munmap(board_, sizeof(Board)); }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  Board& operator*() const { return *board_; }

 private:
  Board* board_;
};

struct Task {
  const CrewOptions& options;
  const std::function<Runner()>& make_runner;
  std::vector<std::filesystem::path> files;  // of each worker and those that take its place
  Board& board;
};

/// In the child.
void make_runs(const Task& task, std::size_t worker) {
  const int file = Journal::open_to_append(task.files[worker]);
  const Runner runner = task.make_runner();
  for (;;) {
    const std::uint64_t run = task.board.next.fetch_add(1);
    if (run >= task.options.runs) break;
    if (!task.options.shard.has(run) || task.options.done[run]) continue;
    task.board.at.at(worker) = run;
    const std::string row = runner(run);
    Journal::append(file, row);
    task.board.at.at(worker) = kNobody;
    ++task.board.made;
    if (row.size() > 1 && row[row.size() - 2] == '"') ++task.board.failed;
  }
  close(file);
}

pid_t start(const Task& task, std::size_t worker) {
  task.board.at.at(worker) = kNobody;
  std::fflush(nullptr);
  const pid_t master = getpid();
  const pid_t process = fork();
  if (process < 0) throw host::Error("a worker cannot be started; take fewer --jobs");
  if (process > 0) return process;
  // Nobody leads us any more when the master is gone, however it went.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int ending : {SIGINT, SIGTERM, SIGHUP}) signal(ending, ending == SIGINT ? SIG_IGN : SIG_DFL);
  if (getppid() != master) _exit(0);
  try {
    make_runs(task, worker);
    task.board.at.at(worker) = kFinished;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    task.board.at.at(worker) = kGaveUp;
  }
  std::fflush(nullptr);
  _exit(0);
}

std::string fate_of(int status) {
  if (WIFSIGNALED(status)) return std::string("crashes: ") + strsignal(WTERMSIG(status));
  return "ends the process with code " + std::to_string(WEXITSTATUS(status));
}

/// As schedulers end all processes of a job, which says nothing of the run that a worker was at.
bool was_told_to_end(int status) {
  if (!WIFSIGNALED(status)) return false;
  const int ending = WTERMSIG(status);
  return ending == SIGTERM || ending == SIGHUP || ending == SIGINT;
}

/// What a worker that died has left: whole rows, and one for the run that it was at.
void tidy_up(const std::filesystem::path& file, const std::string& row) {
  Journal::drop_half_a_row(file);
  if (row.empty()) return;
  const int descriptor = Journal::open_to_append(file);
  Journal::append(descriptor, row);
  close(descriptor);
}

void end_all(std::vector<pid_t>& crew) {
  for (pid_t& process : crew) {
    if (process <= 0) continue;
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    process = 0;
  }
}

}  // namespace

CrewReport work(const CrewOptions& options, const Journal& journal, const std::function<Runner()>& make_runner,
                const std::function<std::string(std::uint64_t run, const std::string& reason)>& failure_row,
                const std::function<bool(std::uint64_t made, std::uint64_t all)>& watch) {
  const SharedBoard shared;
  Board& board = *shared;
  std::uint64_t all = 0;
  for (std::uint64_t run = 0; run < options.runs; ++run)
    if (options.shard.has(run) && !options.done[run]) ++all;
  Task task{options, make_runner, {}, board};
  std::vector<pid_t> crew(
      static_cast<std::size_t>(std::min<std::uint64_t>(size(std::min(options.jobs, kMostJobs)), all)));
  for (std::size_t i = 0; i < crew.size(); ++i) task.files.push_back(journal.new_file());
  for (std::size_t i = 0; i < crew.size(); ++i) crew[i] = start(task, i);
  CrewReport report;
  int idle_deaths = 0;
  for (std::size_t left = crew.size(); left > 0; usleep(kNap)) {
    for (std::size_t i = 0; i < crew.size(); ++i) {
      int status = 0;
      if (crew[i] <= 0 || waitpid(crew[i], &status, WNOHANG) != crew[i]) continue;
      crew[i] = 0;
      --left;
      const std::uint64_t lost = board.at.at(i);
      if (lost == kFinished) continue;
      if (was_told_to_end(status)) {
        report.interrupted = true;
        break;
      }
      idle_deaths = lost == kNobody ? idle_deaths + 1 : 0;
      if (lost == kGaveUp || idle_deaths > kHopeless) {
        end_all(crew);
        throw host::Error(lost == kGaveUp ? "a worker gave up; its reason is above" : "workers " + fate_of(status));
      }
      // Its run is a row; another worker takes its place.
      if (lost != kNobody) {
        ++board.made;
        ++board.failed;
      }
      tidy_up(task.files[i], lost == kNobody ? std::string() : failure_row(lost, fate_of(status)));
      crew[i] = start(task, i);
      ++left;
    }
    if (report.interrupted || !watch(board.made, all)) {
      end_all(crew);
      report.interrupted = true;
      break;
    }
  }
  report.made = board.made;
  report.failed = board.failed;
  return report;
}

}  // namespace stickslip::sweep

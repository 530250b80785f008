#if !defined(_WIN32)
#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/host/apart_parts.h"

namespace stickslip::host {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kNap = 100;  // ms between two looks at whether the child lives

class SharedMemory {
 public:
  SharedMemory() {
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw Error("no memory to share with a child process: " + reason_of_errno());
    shared_ = new (memory) Shared;
  }
  ~SharedMemory() { munmap(shared_, sizeof(Shared)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  Shared& operator*() const { return *shared_; }

 private:
  Shared* shared_;
};

/// Standard output is ours: what foreign code prints goes elsewhere.
void divert_prints(const std::filesystem::path& printed) {
  if (printed.empty()) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return;
  }
  const int file = open(printed.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
}

[[noreturn]] void be_child(const ApartOptions& options, const std::function<void(Inside&)>& work, Shared& shared,
                           int pipe) {
  divert_prints(options.printed);
  Sender sender(shared, [pipe](std::string_view bytes) {
    ssize_t sent = 0;
    do {
      sent = write(pipe, bytes.data(), bytes.size());
    } while (sent < 0 && errno == EINTR);
    return static_cast<long>(sent);
  });
  sender.run(work);
  std::fflush(nullptr);  // what foreign code has printed belongs to this run
  _exit(0);
}

constexpr std::array kRequests{SIGINT, SIGTERM, SIGHUP};

/// While this lives, requests to end wait.
class Patience {
 public:
  Patience() {
    sigset_t requests;
    sigemptyset(&requests);
    for (const int signal : kRequests) sigaddset(&requests, signal);
    pthread_sigmask(SIG_BLOCK, &requests, &before_);
  }
  ~Patience() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  sigset_t before_{};
};

/// While this lives, requests to end that were sent to us alone are handed on. Those of a terminal reach both.
volatile sig_atomic_t child_process = -1;
volatile sig_atomic_t end_asked = 0;

void hand_on(int signal, siginfo_t* info, void* /*context*/) {
  end_asked = 1;
  if (info->si_code <= 0) kill(child_process, signal);
}

class HandingOn {
 public:
  explicit HandingOn(pid_t child) {
    child_process = child;
    end_asked = 0;
    struct sigaction action {};
    action.sa_sigaction = hand_on;
    action.sa_flags = SA_SIGINFO;
    for (std::size_t i = 0; i < kRequests.size(); ++i) {
      sigaction(kRequests.at(i), nullptr, &before_.at(i));
      if (before_.at(i).sa_handler != SIG_IGN) sigaction(kRequests.at(i), &action, nullptr);
    }
  }
  ~HandingOn() {
    for (std::size_t i = 0; i < kRequests.size(); ++i) sigaction(kRequests.at(i), &before_.at(i), nullptr);
  }
  HandingOn(const HandingOn&) = delete;
  HandingOn& operator=(const HandingOn&) = delete;

 private:
  std::array<struct sigaction, kRequests.size()> before_;
};

/// Ends and collects the child, whatever comes.
class Child {
 public:
  Child(pid_t process, int pipe) : process_(process), pipe_(pipe) {}
  ~Child() {
    close(pipe_);
    if (ended_) return;
    kill(process_, SIGKILL);
    wait(0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// True once it has ended.
  bool wait(int options) {
    pid_t got = 0;
    while (!ended_ && (got = waitpid(process_, &status_, options)) < 0 && errno == EINTR) {
    }
    ended_ = ended_ || got == process_;
    return ended_;
  }
  void end() const { kill(process_, SIGKILL); }
  int status() const { return status_; }

  /// Bytes that are there within a nap; nothing when the other end is closed.
  std::optional<std::string_view> receive(int milliseconds) {
    pollfd readable{pipe_, POLLIN, 0};
    if (poll(&readable, 1, milliseconds) <= 0) return std::string_view();
    const ssize_t got = read(pipe_, buffer_.data(), buffer_.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return std::string_view();
    if (got <= 0) return std::nullopt;
    return std::string_view(buffer_.data(), static_cast<std::size_t>(got));
  }

 private:
  pid_t process_;
  int pipe_;
  int status_ = 0;
  bool ended_ = false;
  std::array<char, kPending> buffer_{};
};

/// Until the child has ended; processes that foreign code has started may hold the pipe longer than that. True: in
/// time.
bool receive_all(Child& child, Receiver& receiver, unsigned seconds) {
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  bool in_time = true;
  for (bool ended = false;;) {
    const auto bytes = child.receive(ended ? 0 : kNap);
    if (!bytes || (ended && bytes->empty())) break;
    receiver.add(*bytes);
    if (bytes->empty()) ended = child.wait(WNOHANG);
    if (seconds == 0 || !in_time || Clock::now() < end) continue;
    in_time = false;
    child.end();
  }
  child.wait(0);
  return in_time;
}

}  // namespace

std::string name_of_crash(int signal) {
  return strsignal(signal);  // NOLINT(concurrency-mt-unsafe)
}

Fate apart(const ApartOptions& options, const std::function<void(Inside&)>& work,
           const std::function<void(std::string_view)>& take) {
  const SharedMemory memory;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("no pipe to a child process: " + reason_of_errno());
  std::fflush(nullptr);  // or the child would print it once more
  std::cout.flush();
  std::optional<Patience> patience(std::in_place);  // a request to end waits until both processes can take it
  const pid_t process = fork();
  if (process < 0) throw Error("no child process: " + reason_of_errno());
  if (process == 0) {
    patience.reset();
    be_child(options, work, *memory, ends[1]);
  }
  close(ends[1]);
  Child child(process, ends[0]);
  const HandingOn signals(process);
  patience.reset();
  Receiver receiver(take);
  const bool in_time = receive_all(child, receiver, options.seconds);
  receiver.add((*memory).unsent());

  Fate fate;
  fate.seconds = options.seconds;
  fate.where = to_string((*memory).where);
  fate.interrupted = end_asked != 0;
  if (receiver.error()) throw Error(*receiver.error());
  if (receiver.finished()) return fate;
  fate.end = !in_time ? Fate::End::late : WIFSIGNALED(child.status()) ? Fate::End::signal : Fate::End::left;
  if (WIFSIGNALED(child.status())) fate.signal = WTERMSIG(child.status());
  return fate;
}

}  // namespace stickslip::host
#endif

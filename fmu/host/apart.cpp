#include "fmu/host/apart.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <optional>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"

namespace stickslip::host {

namespace {

using Clock = std::chrono::steady_clock;

// Kinds of records: of the work's own, and how the work ended.
constexpr char kRecord = 'r';
constexpr char kError = 'e';
constexpr char kFinished = 'f';

using Length = std::uint32_t;
constexpr std::size_t kHeader = 1 + sizeof(Length);
constexpr std::size_t kPending = std::size_t{1} << 16U;
constexpr int kNap = 100;  // ms between two looks at whether the child lives

/// What both processes see. Records wait here and not in the child's own memory: a crash loses none.
struct Shared {
  Whereabouts where;
  std::size_t sent = 0;  // of those pending
  std::size_t used = 0;
  std::array<char, kPending> pending;

  std::string_view unsent() const { return {pending.data() + sent, used - sent}; }
};

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

/// The child's end: one write to the pipe for many records.
class Sender {
 public:
  Sender(Shared& shared, int pipe) : shared_(shared), pipe_(pipe) {}

  void send(char kind, std::string_view record) {
    std::array<char, kHeader> header{kind};
    const auto length = static_cast<Length>(record.size());
    std::memcpy(header.data() + 1, &length, sizeof length);
    if (shared_.used + kHeader + record.size() > kPending) flush();
    const bool fits = kHeader + record.size() <= kPending;
    for (const std::string_view part : {std::string_view(header.data(), header.size()), record}) {
      if (!fits) {
        write_all(part);
        continue;
      }
      std::copy(part.begin(), part.end(), shared_.pending.begin() + static_cast<std::ptrdiff_t>(shared_.used));
      shared_.used += part.size();
    }
  }

  void flush() {
    while (shared_.sent < shared_.used) {
      const ssize_t sent = write_some(shared_.unsent());
      if (sent < 0) break;
      shared_.sent += static_cast<std::size_t>(sent);
    }
    shared_.used = 0;
    shared_.sent = 0;
  }

 private:
  /// Negative when nobody reads any more.
  ssize_t write_some(std::string_view bytes) const {
    ssize_t sent = 0;
    do {
      sent = write(pipe_, bytes.data(), bytes.size());
    } while (sent < 0 && errno == EINTR);
    return sent;
  }

  void write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = write_some(bytes);
      if (sent < 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  Shared& shared_;
  int pipe_;
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
  Sender sender(shared, pipe);
  try {
    Inside inside{shared.where, [&sender](std::string_view record) { sender.send(kRecord, record); }};
    work(inside);
    sender.send(kFinished, {});
  } catch (const std::bad_alloc&) {
    sender.send(kError, "there is not enough memory for it");
  } catch (const std::exception& error) {
    sender.send(kError, error.what());
  }
  sender.flush();
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

/// The parent's end: takes the bytes apart again.
class Receiver {
 public:
  explicit Receiver(const std::function<void(std::string_view)>& take) : take_(take) {}

  void add(std::string_view bytes) {
    bytes_ += bytes;
    std::size_t at = 0;
    while (bytes_.size() - at >= kHeader) {
      Length length = 0;
      std::memcpy(&length, bytes_.data() + at + 1, sizeof length);
      if (bytes_.size() - at - kHeader < length) break;
      const std::string_view record = std::string_view(bytes_).substr(at + kHeader, length);
      if (bytes_[at] == kRecord) take_(record);
      if (bytes_[at] == kError) error_ = record;
      if (bytes_[at] == kFinished) finished_ = true;
      at += kHeader + length;
    }
    bytes_.erase(0, at);
  }

  bool finished() const { return finished_; }
  const std::optional<std::string>& error() const { return error_; }

 private:
  const std::function<void(std::string_view)>& take_;
  std::string bytes_;
  bool finished_ = false;
  std::optional<std::string> error_;
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

void Whereabouts::set_about(std::string_view text) {
  const std::size_t count = std::min(text.size(), sizeof about - 1);
  std::memcpy(about, text.data(), count);
  about[count] = '\0';
}

std::string to_string(const Whereabouts& where) {
  std::string text = where.call;
  if (text == "fmi2DoStep") text += " at t = " + short_double(where.time);
  if (where.about[0] != '\0') text += std::string(" (") + where.about + ")";
  return text;
}

std::string Fate::text() const {
  switch (end) {
    case End::finished:
      return {};
    case End::left:
      return "ends the process in " + where;
    case End::late:
      return "does not come back from " + where + " within " + std::to_string(seconds) + " s";
    case End::signal:
      return "crashes in " + where + ": " + strsignal(signal);  // NOLINT(concurrency-mt-unsafe)
  }
  return {};
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

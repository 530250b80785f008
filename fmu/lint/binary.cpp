#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "fmu/archive/error.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/host/fmu.h"
#include "fmu/lint/passes.h"
#include "fmu/lint/trial.h"

namespace stickslip::host {

namespace {

constexpr unsigned kSecondsAllowed = 60;
constexpr char kField = '\x1f';
constexpr char kProgress = '@';

void send(int pipe, std::string line) {
  for (char& c : line)
    if (c == '\n') c = ' ';
  line += '\n';
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t sent = write(pipe, line.data() + at, line.size() - at);
    if (sent <= 0) return;
    at += static_cast<std::size_t>(sent);
  }
}

/// What the child does: one line per finding, one per call it is about to make.
void try_fmu(const std::filesystem::path& file, int pipe) {
  const auto report = [pipe](Severity severity, const std::string& what, const std::string& remedy) {
    send(pipe, (severity == Severity::error ? "E" : "W") + what + kField + remedy);
  };
  const auto about_to = [pipe](const std::string& call) { send(pipe, kProgress + call); };
  about_to("loading");
  try {
    const Fmu fmu(file);
    if (!fmu.missing().empty()) {
      std::string names;
      for (const std::string& name : fmu.missing()) names += (names.empty() ? "" : ", ") + name;
      report(Severity::error, "the binary lacks " + names,
             "FMPy binds every function, used or not; let it answer an error");
      return;
    }
    Trial(fmu, report, about_to).run();
  } catch (const std::exception& error) {
    const std::string text = error.what();
    const std::string prefix = file.string() + ": ";
    report(Severity::error, text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text,
           "the description promises that it works");
  }
  about_to("closing");
}

/// A child process that runs the FMU, the reading end of its pipe.
struct Child {
  pid_t process = -1;
  int pipe = -1;
};

/// The child unpacks below `folder`, which is ours and goes even when the FMU takes the child down.
Child start_child(const std::filesystem::path& file, const std::filesystem::path& folder) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error(std::string("no pipe: ") + std::strerror(errno));
  const pid_t process = fork();
  if (process < 0) throw Error(std::string("no child process: ") + std::strerror(errno));
  if (process == 0) {
    alarm(kSecondsAllowed);
    setenv("TMPDIR", folder.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): the child has one thread
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);  // what the FMU prints is not our report
    try_fmu(file, ends[1]);
    _exit(0);
  }
  close(ends[1]);
  return {process, ends[0]};
}

std::string receive_all(int pipe) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got = read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(pipe);
  return text;
}

}  // namespace

void lint_binary(const std::filesystem::path& fmu, const ModelDescription& description, const Findings& findings) {
  if (!description.co_simulation || description.co_simulation->needs_execution_tool) return;
  const TemporaryFolder folder;
  const Child child = start_child(fmu, folder.path());
  const std::string text = receive_all(child.pipe);
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  std::string last_call;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t field = line.find(kField);
    if (line[0] == kProgress) last_call = line.substr(1);
    if (field == std::string::npos) continue;
    const std::string what = line.substr(1, field - 1);
    const std::string remedy = line.substr(field + 1);
    line[0] == 'E' ? findings.error(0, what, remedy) : findings.warn(0, what, remedy);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    findings.error(
        0, "the binary does not come back from " + last_call + " within " + std::to_string(kSecondsAllowed) + " s",
        "debug it");
  } else if (WIFSIGNALED(status) || WEXITSTATUS(status) != 0) {
    const std::string how = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it ended the process";
    findings.error(0, "the binary crashes in " + last_call + ": " + how, "debug it");
  }
}

}  // namespace stickslip::host

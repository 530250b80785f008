// Windows cannot divide a process in two. The child is this program once more, with the same command line: it comes to
// the same call of apart() and does the work there. Calls before that one are answered with what they gave in the
// parent.
#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <vector>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/host/apart_parts.h"

namespace stickslip::host {

namespace {

using Clock = std::chrono::steady_clock;

constexpr DWORD kNap = 5;                         // ms between two looks at whether the child lives
constexpr const char* kRole = "STICKSLIP_APART";  // tells a child which call is its own, and its handles
constexpr DWORD kFirstException = 0xC0000000;     // exit codes from here on are crashes
const char* const kAnchor = "where literals are";

/// Records of all calls so far, in memory that a child sees.
std::vector<std::vector<std::string>> finished_calls;

[[noreturn]] void fail(const char* what) {
  throw Error(std::string(what) + ": error " + std::to_string(GetLastError()) + " of Windows");
}

class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) : handle_(handle) {}
  ~Handle() { close(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  HANDLE get() const { return handle_; }
  HANDLE* out() { return &handle_; }
  void close() {
    if (handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
    handle_ = nullptr;
  }

 private:
  HANDLE handle_;
};

/// Where literals of this process are beside those of the other: programs may lie elsewhere each time.
struct Mapping {
  Shared shared;
  const char* anchor = kAnchor;
};

class SharedMemory {
 public:
  explicit SharedMemory(HANDLE mapping) : memory_(MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, sizeof(Mapping))) {
    if (memory_ == nullptr) fail("no memory to share with a child process");
  }
  ~SharedMemory() { UnmapViewOfFile(memory_); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  void* get() const { return memory_; }
  Mapping& mapping() const { return *static_cast<Mapping*>(memory_); }

 private:
  void* memory_;
};

std::string handle_text(HANDLE handle) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(handle));
}

/// What the parent has told a child: its call, its handles, the file with the records of earlier calls.
struct Role {
  std::size_t call = 0;
  HANDLE mapping = nullptr;
  HANDLE pipe = nullptr;
  std::filesystem::path replay;
};

std::optional<Role> role_of_this_process() {
  const char* text = std::getenv(kRole);
  if (text == nullptr) return std::nullopt;
  Role role;
  char* end = nullptr;
  role.call = std::strtoull(text, &end, 10);
  role.mapping = reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(std::strtoull(end, &end, 10)));
  role.pipe = reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(std::strtoull(end, &end, 10)));
  role.replay = end + 1;
  return role;
}

/// Records of earlier calls as a file: a line of the lengths, a call each, then the bytes.
std::string written(const std::vector<std::vector<std::string>>& calls) {
  std::string text;
  for (const auto& records : calls) {
    text += std::to_string(records.size()) + "\n";
    for (const std::string& record : records) text += std::to_string(record.size()) + "\n" + record;
  }
  return text;
}

std::vector<std::vector<std::string>> read_back(const std::string& text) {
  std::vector<std::vector<std::string>> calls;
  std::size_t at = 0;
  const auto number = [&] {
    const std::size_t end = text.find('\n', at);
    const std::size_t value = std::strtoull(text.c_str() + at, nullptr, 10);
    at = end + 1;
    return value;
  };
  while (at < text.size()) {
    std::vector<std::string> records(number());
    for (std::string& record : records) {
      const std::size_t length = number();
      record = text.substr(at, length);
      at += length;
    }
    calls.push_back(std::move(records));
  }
  return calls;
}

/// Standard output is ours: what foreign code prints goes elsewhere.
void divert_prints(const std::filesystem::path& printed) {
  if (printed.empty()) {
    _dup2(_fileno(stderr), _fileno(stdout));
    return;
  }
  const int file = _wopen(printed.c_str(), _O_WRONLY | _O_CREAT | _O_APPEND | _O_BINARY, 0600);
  _dup2(file, _fileno(stdout));
  _dup2(file, _fileno(stderr));
}

[[noreturn]] void be_child(const Role& role, const ApartOptions& options, const std::function<void(Inside&)>& work) {
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  divert_prints(options.printed);
  const SharedMemory memory(role.mapping);
  Mapping& mapping = memory.mapping();
  mapping.anchor = kAnchor;
  mapping.shared.where.call = "loading";
  const HANDLE pipe = role.pipe;
  Sender sender(mapping.shared, [pipe](std::string_view bytes) -> long {
    DWORD sent = 0;
    const BOOL good = WriteFile(pipe, bytes.data(), static_cast<DWORD>(bytes.size()), &sent, nullptr);
    return good != FALSE ? static_cast<long>(sent) : -1L;
  });
  sender.run(work);
  std::fflush(nullptr);
  TerminateProcess(GetCurrentProcess(), 0);  // what it has unpacked goes with the parent's folder
  std::abort();
}

volatile bool end_asked = false;

BOOL WINAPI note_end(DWORD /*kind*/) {
  end_asked = true;
  return TRUE;
}

class EndsNoted {
 public:
  EndsNoted() {
    end_asked = false;
    SetConsoleCtrlHandler(note_end, TRUE);
  }
  ~EndsNoted() { SetConsoleCtrlHandler(note_end, FALSE); }
  EndsNoted(const EndsNoted&) = delete;
  EndsNoted& operator=(const EndsNoted&) = delete;
};

/// Sets a variable of the environment for a child that is started while this lives.
class Told {
 public:
  Told(std::wstring name, const std::wstring& value) : name_(std::move(name)) {
    std::array<wchar_t, 32768> text{};
    const DWORD length = GetEnvironmentVariableW(name_.c_str(), text.data(), static_cast<DWORD>(text.size()));
    if (length > 0) before_ = std::wstring(text.data(), length);
    SetEnvironmentVariableW(name_.c_str(), value.c_str());
  }
  ~Told() { SetEnvironmentVariableW(name_.c_str(), before_ ? before_->c_str() : nullptr); }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;

 private:
  std::wstring name_;
  std::optional<std::wstring> before_;
};

/// Ends and collects the child, whatever comes.
class Child {
 public:
  Child(HANDLE process, HANDLE pipe) : process_(process), pipe_(pipe) {}
  ~Child() {
    if (!ended(0)) end();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void end() const {
    TerminateProcess(process_.get(), 1);
    WaitForSingleObject(process_.get(), INFINITE);
  }
  bool ended(DWORD milliseconds) const { return WaitForSingleObject(process_.get(), milliseconds) == WAIT_OBJECT_0; }
  DWORD code() const {
    DWORD code = 0;
    GetExitCodeProcess(process_.get(), &code);
    return code;
  }
  /// Bytes that are there.
  std::string_view receive() {
    DWORD there = 0;
    DWORD got = 0;
    if (PeekNamedPipe(pipe_, nullptr, 0, nullptr, &there, nullptr) == FALSE || there == 0) return {};
    ReadFile(pipe_, buffer_.data(), static_cast<DWORD>(buffer_.size()), &got, nullptr);
    return {buffer_.data(), got};
  }

 private:
  Handle process_;
  HANDLE pipe_;
  std::array<char, kPending> buffer_{};
};

HANDLE start_child() {
  STARTUPINFOW startup{};
  startup.cb = sizeof startup;
  PROCESS_INFORMATION process{};
  std::wstring command = GetCommandLineW();
  std::array<wchar_t, 32768> program{};
  GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size()));
  if (CreateProcessW(program.data(), command.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &startup, &process) ==
      FALSE)
    fail("no child process");
  CloseHandle(process.hThread);
  return process.hProcess;
}

/// Until the child has ended. True: in time.
bool receive_all(Child& child, Receiver& receiver, unsigned seconds) {
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  for (bool ended = false, in_time = true;;) {
    const std::string_view bytes = child.receive();
    receiver.add(bytes);
    if (!bytes.empty()) continue;
    if (ended) return in_time;
    ended = child.ended(kNap);
    if (seconds == 0 || !in_time || Clock::now() < end) continue;
    in_time = false;
    child.end();
  }
}

}  // namespace

std::string name_of_crash(int signal) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "exception 0x%08X", static_cast<unsigned>(signal));
  return static_cast<DWORD>(signal) == EXCEPTION_ACCESS_VIOLATION ? "access violation" : text.data();
}

Fate apart(const ApartOptions& options, const std::function<void(Inside&)>& work,
           const std::function<void(std::string_view)>& take) {
  static const std::optional<Role> role = role_of_this_process();
  if (role) {
    static std::size_t calls = 0;
    if (calls == role->call) be_child(*role, options, work);
    static const std::vector<std::vector<std::string>> replayed = read_back(read_file(role->replay));
    for (const std::string& record : replayed.at(calls++)) take(record);
    return {};
  }

  const TemporaryFolder folder;  // of the child: it goes with us, however the child ends
  const std::filesystem::path replay = folder.path() / "records";
  write_file(replay, written(finished_calls));
  SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
  const Handle mapping(
      CreateFileMappingW(INVALID_HANDLE_VALUE, &inherited, PAGE_READWRITE, 0, sizeof(Mapping), nullptr));
  if (mapping.get() == nullptr) fail("no memory to share with a child process");
  const SharedMemory memory(mapping.get());
  Mapping& shared = *new (memory.get()) Mapping;
  Handle read_end;
  Handle write_end;
  if (CreatePipe(read_end.out(), write_end.out(), &inherited, kPending) == FALSE) fail("no pipe to a child process");
  SetHandleInformation(read_end.get(), HANDLE_FLAG_INHERIT, 0);
  std::fflush(nullptr);
  std::cout.flush();

  const EndsNoted ends;
  const std::string told = std::to_string(finished_calls.size()) + " " + handle_text(mapping.get()) + " " +
                           handle_text(write_end.get()) + " ";
  std::optional<Told> environment(std::in_place, std::wstring(kRole, kRole + std::char_traits<char>::length(kRole)),
                                  std::wstring(told.begin(), told.end()) + replay.wstring());
  std::optional<Told> below(std::in_place, L"TMP", folder.path().wstring());
  Child child(start_child(), read_end.get());
  below.reset();
  environment.reset();
  write_end.close();

  finished_calls.emplace_back();
  const std::function<void(std::string_view)> keep = [&](std::string_view record) {
    if (options.more_follow) finished_calls.back().emplace_back(record);
    take(record);
  };
  Receiver receiver(keep);
  const bool in_time = receive_all(child, receiver, options.seconds);
  receiver.add(shared.shared.unsent());

  Fate fate;
  fate.seconds = options.seconds;
  shared.shared.where.call = kAnchor + (shared.shared.where.call - shared.anchor);
  fate.where = to_string(shared.shared.where);
  fate.interrupted = end_asked;
  if (receiver.error()) throw Error(*receiver.error());
  if (receiver.finished()) return fate;
  fate.signal = static_cast<int>(child.code());
  const bool crashed = child.code() >= kFirstException;
  fate.end = !in_time ? Fate::End::late : crashed ? Fate::End::signal : Fate::End::left;
  return fate;
}

}  // namespace stickslip::host
#endif

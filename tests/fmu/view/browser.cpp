#include "tests/fmu/view/browser.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "fmu/view/blob.h"

namespace stickslip::view {

namespace {

constexpr int kPatience = 180'000;  // ms for one answer

/// The text behind `key` up to the closing quote.
std::string text_behind(const std::string& message, const std::string& key) {
  const std::size_t at = message.find(key);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + key.size();
  return message.substr(begin, message.find('"', begin) - begin);
}

}  // namespace

std::string Browser::installed() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return {};  // pages are the same bytes there, and the browser is not ours to sanitize
#endif
  const char* given = std::getenv("PATH");
  const std::string path = given == nullptr ? "" : given;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
      const std::filesystem::path candidate = std::filesystem::path(path.substr(at, end - at)) / name;
      if (std::filesystem::exists(candidate)) return candidate.string();
    }
    at = end + 1;
  }
  return {};
}

Browser::Browser(const std::string& program, int width, int height) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (pipe(in.data()) != 0 || pipe(out.data()) != 0) throw std::runtime_error("no pipes");
  const std::string folder = "--user-data-dir=" + profile_.path().string();
  const std::string size = "--window-size=" + std::to_string(width) + "," + std::to_string(height);
  process_ = fork();
  if (process_ == 0) {
    setpgid(0, 0);
    // Where the browser expects them; first out of the way of each other.
    const int reads = dup2(in[0], 20);
    const int writes = dup2(out[1], 21);
    dup2(reads, 3);
    dup2(writes, 4);
    for (const int end : {in[0], in[1], out[0], out[1]})
      if (end > 4) close(end);
    if (freopen("/dev/null", "w", stderr) == nullptr || freopen("/dev/null", "w", stdout) == nullptr) _exit(126);
    execl(program.c_str(), program.c_str(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
          "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
          "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--remote-debugging-pipe",
          folder.c_str(), size.c_str(), "about:blank", nullptr);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
  signal(SIGPIPE, SIG_IGN);
  const std::string target = text_behind(ask("Target.createTarget", R"({"url":"about:blank"})"), R"("targetId":")");
  session_ = text_behind(ask("Target.attachToTarget", R"({"targetId":")" + target + R"(","flatten":true})"),
                         R"("sessionId":")");
  for (const char* domain : {"Runtime.enable", "Log.enable", "Page.enable"}) ask(domain, "{}");
}

Browser::~Browser() {
  close(to_);
  close(from_);
  kill(-process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

std::string Browser::read_message() {
  for (;;) {
    const std::size_t end = buffer_.find('\0');
    if (end != std::string::npos) {
      std::string message = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return message;
    }
    pollfd ready{from_, POLLIN, 0};
    std::array<char, 65536> bytes{};
    const ssize_t count = poll(&ready, 1, kPatience) == 1 ? read(from_, bytes.data(), bytes.size()) : 0;
    if (count <= 0) throw std::runtime_error("the browser does not answer");
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

std::string Browser::ask(const std::string& method, const std::string& parameters) {
  const std::string id = std::to_string(++asked_);
  const std::string session = session_.empty() ? "" : R"(,"sessionId":")" + session_ + '"';
  const std::string message =
      R"({"id":)" + id + R"(,"method":")" + method + R"(","params":)" + parameters + session + "}";
  for (std::size_t at = 0; at <= message.size();) {
    const ssize_t count = write(to_, message.c_str() + at, message.size() + 1 - at);
    if (count <= 0) throw std::runtime_error("the browser does not listen");
    at += static_cast<std::size_t>(count);
  }
  for (;;) {
    const std::string answer = read_message();
    if (answer.find(R"({"id":)" + id + ",") == 0) return answer;
    const bool said = answer.find(R"("method":"Runtime.consoleAPICalled")") != std::string::npos &&
                      (answer.find(R"("type":"error")") != std::string::npos ||
                       answer.find(R"("type":"warning")") != std::string::npos);
    const bool logged = answer.find(R"("method":"Log.entryAdded")") != std::string::npos &&
                        answer.find("GPU stall due to ReadPixels") == std::string::npos;  // looking at pixels does that
    const bool thrown = answer.find(R"("method":"Runtime.exceptionThrown")") != std::string::npos;
    if (said || logged || thrown) complaints_.push_back(answer.substr(0, 600));
  }
}

void Browser::open(const std::string& file) {
  ask("Page.navigate", R"({"url":)" + json_string("file://" + file) + "}");
  for (int i = 0; i < 1000 && evaluate("location.protocol + document.readyState") != "file:complete"; ++i)
    usleep(20'000);
}

std::string Browser::evaluate(const std::string& expression) {
  const std::string answer = ask(
      "Runtime.evaluate", R"({"awaitPromise":true,"returnByValue":true,"expression":)" + json_string(expression) + "}");
  const std::string value = text_behind(answer, R"("type":"string","value":")");
  if (value.empty()) complaints_.push_back(answer.substr(0, 600));
  return value;
}

std::string Browser::screenshot() {
  return decoded_base64(text_behind(ask("Page.captureScreenshot", R"({"format":"png"})"), R"("data":")"));
}

std::string decoded_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string::npos) break;
    bits = bits << 6U | static_cast<unsigned>(digit);
    if ((count += 6) >= 8) out += static_cast<char>(bits >> static_cast<unsigned>(count -= 8) & 0xffU);
  }
  return out;
}

}  // namespace stickslip::view

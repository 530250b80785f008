#include "fmu/cli/interruption.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction is POSIX
#include <unistd.h>

#include <array>
#endif

namespace stickslip::cli {

#if defined(_WIN32)
namespace {

volatile bool end_asked = false;

/// The second one ends the program, as every one does when nobody listens.
BOOL WINAPI ask(DWORD /*kind*/) {
  const BOOL first = end_asked ? FALSE : TRUE;
  end_asked = true;
  return first;
}

}  // namespace

Interruption::Interruption() {
  end_asked = false;
  SetConsoleCtrlHandler(ask, TRUE);
}

Interruption::~Interruption() {
  SetConsoleCtrlHandler(ask, FALSE);
}

bool Interruption::asked() const {
  return end_asked;
}
#else
namespace {

constexpr unsigned kPatience = 5;  // s, for a step that does not come back
constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

volatile sig_atomic_t end_asked = 0;
std::array<struct sigaction, kSignals.size()> before;

void ask(int /*signal*/) {
  end_asked = 1;
  alarm(kPatience);
}

}  // namespace

Interruption::Interruption() {
  end_asked = 0;
  struct sigaction action {};
  action.sa_handler = ask;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals.at(i), nullptr, &before.at(i));
    if (before.at(i).sa_handler != SIG_IGN) sigaction(kSignals.at(i), &action, nullptr);
  }
}

Interruption::~Interruption() {
  alarm(0);
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals.at(i), &before.at(i), nullptr);
}

bool Interruption::asked() const {
  return end_asked != 0;
}
#endif

}  // namespace stickslip::cli

#include "fmu/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "model/math/size.h"

namespace stickslip::cli {

namespace {

constexpr int kWidth = 40;
constexpr std::chrono::milliseconds kPause(100);

}  // namespace

Progress::Progress(std::string what)
    : what_(std::move(what)), on_terminal_(isatty(STDERR_FILENO) == 1), next_(Clock::now() + kPause) {}

Progress::~Progress() {
  if (drawn_) std::fprintf(stderr, "\r\033[K");
}

void Progress::show(double share, const std::string& more) {
  if (!on_terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + kPause;
  drawn_ = true;
  const int done = static_cast<int>(std::clamp(share, 0.0, 1.0) * kWidth);
  const std::string bar = std::string(size(done), '#') + std::string(size(kWidth - done), '.');
  std::fprintf(stderr, "\r\033[K%s [%s] %3.0f %% %s", what_.c_str(), bar.c_str(), 100 * share, more.c_str());
}

}  // namespace stickslip::cli

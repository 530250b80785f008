#include "fmu/cli/instruction_counter.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fmu/archive/files.h"

namespace stickslip::cli {

InstructionCounter::InstructionCounter() {
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof wanted;
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  file_ = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
  if (file_ < 0) reason_ = host::reason_of_errno() + " (perf_event_open)";
}

InstructionCounter::~InstructionCounter() {
  if (file_ >= 0) close(file_);
}

std::uint64_t InstructionCounter::read() const {
  std::uint64_t count = 0;
  if (file_ < 0 || ::read(file_, &count, sizeof count) != static_cast<ssize_t>(sizeof count)) return 0;
  return count;
}

}  // namespace stickslip::cli

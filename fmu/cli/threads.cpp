#include "fmu/cli/threads.h"

#include <string>
#include <system_error>

#include "fmu/archive/error.h"

namespace stickslip::cli {

namespace {

/// The functions of an FMU that is linked into this program have nobody else to tell them.
Jobs& jobs_of_program() {
  static Jobs jobs;
  return jobs;
}

}  // namespace

Threads::Threads(int count) {
  try {
    pool_ = std::make_unique<threads::Pool>(count);
  } catch (const std::system_error&) {
    throw host::Error("--threads: the system does not give " + std::to_string(count) + " threads");
  }
  jobs_of_program() = pool_->jobs();
}

Threads::~Threads() {
  jobs_of_program() = {};
}

Jobs current_jobs() {
  return jobs_of_program();
}

}  // namespace stickslip::cli

#pragma once

#include <memory>

#include "fmu/threads/pool.h"

namespace stickslip::cli {

/// While this lives, the models that this program makes are solved by so many threads. Throws host::Error where the
/// system has not so many.
class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  std::unique_ptr<threads::Pool> pool_;
};

/// Who solves a model that is made now.
Jobs current_jobs();

}  // namespace stickslip::cli

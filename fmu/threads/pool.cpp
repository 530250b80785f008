#include "fmu/threads/pool.h"

#include "fmu/shell/floating_point.h"

namespace stickslip::threads {

Pool::Pool(int workers) {
  try {
    for (int k = 1; k < workers; ++k) threads_.emplace_back([this, k] { work(k); });
  } catch (...) {
    end();
    throw;
  }
}

Pool::~Pool() {
  end();
}

void Pool::end() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
  }
  begins_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Jobs Pool::jobs() {
  Jobs jobs;
  jobs.workers = static_cast<int>(threads_.size()) + 1;
  if (threads_.empty()) return jobs;
  jobs.run = [](void* pool, int count, Jobs::Job job, void* context) {
    static_cast<Pool*>(pool)->run(count, job, context);
  };
  jobs.crew = this;
  return jobs;
}

void Pool::run(int count, Jobs::Job job, void* context) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    job_ = job;
    context_ = context;
    count_ = count;
    next_ = 0;
    open_ = true;
    ++round_;
  }
  for (int k = 1; k < count && k <= static_cast<int>(threads_.size()); ++k) begins_.notify_one();
  take_jobs(0);
  std::unique_lock<std::mutex> lock(mutex_);
  // Who has not woken up by now is not waited for.
  open_ = false;
  ends_.wait(lock, [this] { return busy_ == 0; });
}

void Pool::work(int worker) {
  const fmu::DefaultFloatingPoint floating_point;
  std::unique_lock<std::mutex> lock(mutex_);
  for (int seen = 0;;) {
    begins_.wait(lock, [&] { return ending_ || (open_ && round_ != seen); });
    if (ending_) return;
    seen = round_;
    ++busy_;
    lock.unlock();
    take_jobs(worker);
    lock.lock();
    if (--busy_ == 0 && !open_) ends_.notify_one();
  }
}

void Pool::take_jobs(int worker) {
  for (int k = next_++; k < count_; k = next_++) job_(context_, k, worker);
}

}  // namespace stickslip::threads

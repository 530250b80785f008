#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "model/math/jobs.h"

namespace stickslip::threads {

/// Threads that wait for jobs; whoever has some takes part. One caller at a time, and jobs have no jobs of their own.
class Pool {
 public:
  /// The caller is one of the workers: with 1 there is no other. Throws std::system_error where the system has no more.
  explicit Pool(int workers);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Good as long as the pool.
  Jobs jobs();

 private:
  void run(int count, Jobs::Job job, void* context);
  void work(int worker);
  void take_jobs(int worker);
  void end();

  std::mutex mutex_;
  std::condition_variable begins_, ends_;
  // Changed under the mutex, and only while no other worker is busy.
  int round_ = 0;
  bool open_ = false;  // there are jobs to take
  bool ending_ = false;
  int busy_ = 0;  // workers but the caller
  int count_ = 0;
  Jobs::Job job_ = nullptr;
  void* context_ = nullptr;
  std::atomic<int> next_{0};
  std::vector<std::thread> threads_;
};

}  // namespace stickslip::threads

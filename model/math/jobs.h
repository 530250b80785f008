#pragma once

namespace stickslip {

/// Who does what can be done at the same time. The engine has no threads: a caller that has some lends them. Whatever
/// they do in which order, results have the same bits.
struct Jobs {
  using Job = void (*)(void* context, int k, int worker);

  int workers = 1;  // that `run` has, the caller's own thread among them
  /// Calls job(context, k, worker) once for every k from 0 to count - 1, in any order, and returns when all are done.
  /// Calls at the same time have different workers, from 0 to workers - 1. What was written before `run` jobs can read,
  /// and what they write can be read after it, as with any lock. It may neither throw nor call a job after its return.
  void (*run)(void* crew, int count, Job job, void* context) = nullptr;  // null: the caller does all, one by one
  void* crew = nullptr;
};

/// work(k, worker) for every k from 0 to count - 1. What is one job only is done here.
template <class Work>
void run_jobs(const Jobs& jobs, int count, Work&& work) {
  if (jobs.run == nullptr || count < 2) {
    for (int k = 0; k < count; ++k) work(k, 0);
    return;
  }
  auto* context = &work;
  jobs.run(
      jobs.crew, count, [](void* at, int k, int worker) { (*static_cast<decltype(context)>(at))(k, worker); }, context);
}

}  // namespace stickslip

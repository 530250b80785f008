#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "model/math/jobs.h"

namespace stickslip {

/// Workers in one thread who take jobs in any order, as threads would.
class Shuffled {
 public:
  explicit Shuffled(int workers) : workers_(workers) { order_.reserve(1000); }

  Jobs jobs() {
    Jobs jobs;
    jobs.workers = workers_;
    jobs.run = [](void* self, int count, Jobs::Job job, void* context) {
      static_cast<Shuffled*>(self)->run(count, job, context);
    };
    jobs.crew = this;
    return jobs;
  }

  int handed_on() const { return handed_on_; }

 private:
  void run(int count, Jobs::Job job, void* context) {
    order_.resize(static_cast<std::size_t>(count));
    std::iota(order_.begin(), order_.end(), 0);
    std::shuffle(order_.begin(), order_.end(), random_);
    for (const int k : order_) job(context, k, static_cast<int>(random_() % static_cast<unsigned>(workers_)));
    handed_on_ += count;
  }

  int workers_;
  int handed_on_ = 0;
  std::vector<int> order_;
  std::mt19937 random_{1};
};

}  // namespace stickslip

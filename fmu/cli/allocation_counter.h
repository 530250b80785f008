#pragma once

namespace stickslip::cli {

/// Counts what anybody in this process, foreign libraries included, asks of the heap while it lives. One at a time.
class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  /// False where something else stands in for the heap already, as a sanitizer does.
  static bool works();
  static long count();
};

}  // namespace stickslip::cli

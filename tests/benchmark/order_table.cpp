// The measured order of every scheme beside the promised one.
#include <cstdio>

#include "tests/benchmark/orders.h"

int main() {
  using namespace stickslip;
  std::printf("%-16s", "error (order)");
  for (const Promise& promise : kPromises) std::printf("  %11s (%d)     ", promise.name, promise.order);
  std::printf("\n");
  for (const Experiment& experiment : experiments()) {
    std::printf("%-16s", experiment.name.c_str());
    for (const Promise& promise : kPromises) {
      const Measured measured = measure(experiment, promise.scheme, 5);
      if (measured.error < kExact) {
        std::printf("  %10.3e (exact)  ", measured.error);
      } else {
        std::printf("  %10.3e (%5.2f)  ", measured.error, measured.order);
      }
    }
    std::printf("\n");
  }
  return 0;
}

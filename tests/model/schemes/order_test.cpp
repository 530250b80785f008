#include "tests/benchmark/orders.h"

namespace stickslip {
namespace {

// More is luck: the error of an impact that is not located depends on where the grid meets it.
TEST(Order, IsAtLeastThePromisedOneForEverySchemeAndMotion) {
  for (const Experiment& experiment : experiments()) {
    for (const Promise& promise : kPromises) {
      const Measured measured = measure(experiment, promise.scheme, 4);
      if (measured.error < kExact) continue;
      EXPECT_GT(measured.order, promise.order - 0.25) << experiment.name << " under " << promise.name;
    }
  }
}

}  // namespace
}  // namespace stickslip

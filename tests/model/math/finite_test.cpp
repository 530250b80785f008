#include "model/math/finite.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace stickslip {
namespace {

TEST(Finite, FindsOneBadNumberAtEveryPlace) {
  using Limits = std::numeric_limits<double>;
  for (std::size_t count = 0; count < 20; ++count) {
    std::vector<double> values(count, Limits::max());
    EXPECT_TRUE(all_finite(values));
    for (std::size_t place = 0; place < count; ++place) {
      for (const double bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
        values[place] = bad;
        EXPECT_FALSE(all_finite(values)) << count << " numbers, " << bad << " at " << place;
      }
      values[place] = -Limits::denorm_min();
    }
  }
}

}  // namespace
}  // namespace stickslip

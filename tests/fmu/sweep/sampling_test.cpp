#include "fmu/sweep/sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace stickslip::sweep {
namespace {

/// How many of the first `count` points are alone in their cell when the square of two dimensions is cut evenly.
std::size_t cells_hit(Sampling sampling, std::uint64_t count, int a, int b, unsigned cut_a, unsigned cut_b) {
  std::set<std::pair<unsigned, unsigned>> cells;
  for (std::uint64_t i = 0; i < count; ++i)
    cells.insert({static_cast<unsigned>(sample(sampling, 7, i, count, a) * cut_a),
                  static_cast<unsigned>(sample(sampling, 7, i, count, b) * cut_b)});
  return cells.size();
}

TEST(Sampling, LatinHypercubesHaveOnePointInEverySlice) {
  for (const std::uint64_t count : {1U, 2U, 7U, 100U, 1000U})
    for (int dimension = 0; dimension < 5; ++dimension)
      EXPECT_EQ(cells_hit(Sampling::latin, count, dimension, dimension, static_cast<unsigned>(count), 1), count);
}

TEST(Sampling, SobolPointsFillEverySliceOfEveryDimensionOnce) {
  // 2^m points of a digital net: every interval of length 2^-m has one, in each dimension by itself.
  for (int dimension = 0; dimension < kMostSobol; ++dimension)
    EXPECT_EQ(cells_hit(Sampling::sobol, 1024, dimension, dimension, 1024, 1), 1024U) << dimension;
}

TEST(Sampling, TheFirstTwoSobolDimensionsFillEveryElementaryBox) {
  // A (0, m, 2)-net: every box of 2^-k by 2^(k-m) has exactly one of 2^m points.
  for (unsigned k = 0; k <= 8; ++k) EXPECT_EQ(cells_hit(Sampling::sobol, 256, 0, 1, 1U << k, 1U << (8 - k)), 256U) << k;
}

TEST(Sampling, RandomNumbersHaveMeanAndSpreadOfEvenOnes) {
  double sum = 0;
  double squares = 0;
  constexpr int kCount = 100'000;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const double x = sample(Sampling::random, 3, i, kCount, 2);
    EXPECT_GT(x, 0);
    EXPECT_LT(x, 1);
    sum += x - 0.5;
    squares += (x - 0.5) * (x - 0.5);
  }
  EXPECT_NEAR(sum / kCount, 0, 4 * std::sqrt(1.0 / 12 / kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 12, 0.001);
}

TEST(Sampling, TheNormalQuantileInvertsTheNormalDistribution) {
  for (const double p : {1e-300, 1e-12, 1e-5, 0.01, 0.07, 0.3, 0.5, 0.6, 0.93, 0.999, 1 - 1e-12})
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)) / p, 1, 1e-12) << p;
}

}  // namespace
}  // namespace stickslip::sweep

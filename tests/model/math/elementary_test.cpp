#include "model/math/elementary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stickslip {
namespace {

double ulps(double got, long double want) {
  const double rounded = static_cast<double>(want);
  const double ulp = std::nextafter(std::fabs(rounded), HUGE_VAL) - std::fabs(rounded);
  return std::fabs(static_cast<double>((static_cast<long double>(got) - want) / static_cast<long double>(ulp)));
}

TEST(Elementary, SineAndCosineAreWithinTwoUlps) {
  std::mt19937_64 random(1);
  for (const double range : {1e-3, 1.0, 10.0, 1e3, 1e6}) {
    std::uniform_real_distribution<double> draw(-range, range);
    for (int i = 0; i < 20000; ++i) {
      const double x = draw(random);
      EXPECT_LT(ulps(sine(x), sinl(x)), 2.0) << x;
      EXPECT_LT(ulps(cosine(x), cosl(x)), 2.0) << x;
    }
  }
}

TEST(Elementary, ExactWhereTheAnswerIs) {
  EXPECT_EQ(sine(0.0), 0.0);
  EXPECT_EQ(cosine(0.0), 1.0);
  EXPECT_EQ(sinc(0.0), 1.0);
  EXPECT_EQ(cosc(0.0), 0.5);
  EXPECT_EQ(exponential(0.0), 1.0);
  EXPECT_EQ(arctangent2(0.0, 1.0), 0.0);
}

TEST(Elementary, ArctangentIsWithinTwoUlpsInEveryQuadrant) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> draw(-3, 3);
  for (int i = 0; i < 100000; ++i) {
    const double y = draw(random);
    const double x = draw(random);
    EXPECT_LT(ulps(arctangent2(y, x), atan2l(y, x)), 2.0) << y << " " << x;
  }
}

TEST(Elementary, ArcsineAndArccosineFollowTheLibrary) {
  for (int i = -1000; i <= 1000; ++i) {
    const double x = i / 1000.0;
    EXPECT_NEAR(arcsine(x), std::asin(x), 5e-16);
    EXPECT_NEAR(arccosine(x), std::acos(x), 1e-15);
  }
}

TEST(Elementary, ExponentialIsWithinTwoUlps) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> draw(-700, 700);
  for (int i = 0; i < 100000; ++i) {
    const double x = draw(random);
    EXPECT_LT(ulps(exponential(x), expl(x)), 2.0) << x;
  }
}

TEST(Elementary, LogarithmIsWithinTwoUlps) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> draw(-700, 700);
  for (int i = 0; i < 100000; ++i) {
    const double x = exponential(draw(random));
    EXPECT_LT(ulps(natural_log(x), logl(x)), 2.0) << x;
    const double near_one = 1 + 1e-3 * draw(random) / 700;
    EXPECT_LT(ulps(natural_log(near_one), logl(near_one)), 2.0) << near_one;
  }
  EXPECT_EQ(natural_log(1.0), 0.0);
  EXPECT_EQ(natural_log(0.0), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(natural_log(-1.0)));
}

TEST(Elementary, NotANumberStaysNotANumber) {
  EXPECT_TRUE(std::isnan(sine(NAN)));
  EXPECT_TRUE(std::isnan(cosine(INFINITY)));
  EXPECT_TRUE(std::isnan(exponential(NAN)));
  for (const double bad : {static_cast<double>(NAN), HUGE_VAL, -HUGE_VAL}) {
    for (const double other : {bad, 0.0, 1.0}) {
      EXPECT_TRUE(std::isnan(arctangent2(bad, other)));
      EXPECT_TRUE(std::isnan(arctangent2(other, bad)));
    }
  }
  EXPECT_TRUE(std::isnan(arccosine(2)));
  EXPECT_TRUE(std::isnan(sine(1e300))) << "an angle of that size says nothing";
}

TEST(Elementary, CardinalFunctionsAreSmoothAtZero) {
  for (const double x : {1e-9, 1e-5, 9.9e-5, 1.01e-4, 1e-2, 1.0}) {
    EXPECT_LT(ulps(sinc(x), sinl(x) / static_cast<long double>(x)), 3.0) << x;
    const long double half = sinl(0.5L * static_cast<long double>(x)) / (0.5L * static_cast<long double>(x));
    EXPECT_LT(ulps(cosc(x), 0.5L * half * half), 4.0) << x;
  }
}

}  // namespace
}  // namespace stickslip

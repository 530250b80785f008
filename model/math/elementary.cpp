#include "model/math/elementary.h"
#include "model/math/arithmetic.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace stickslip {
namespace {

constexpr double kPi = 3.14159265358979311600;
constexpr double kPiLow = 1.2246467991473532e-16;
// ln 2 in two parts: multiples of the first up to 2^11 are exact.
constexpr double kLog2High = 6.93147180369123816490e-01;
constexpr double kLog2Low = 1.90821492927058770002e-10;

// Beyond it neighbouring doubles are a tenth of a radian and more apart: such an angle says nothing.
constexpr double kLargestAngle = 1e15;
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

struct Reduced {
  double high;   // x - quadrant * pi/2, in [-pi/4, pi/4]
  double low;    // what high lost to rounding
  int quadrant;  // modulo 4
};

// Cody-Waite reduction with pi/2 in four parts of 33 bits: exact products for quotients below 2^20.
Reduced reduce(double x) {
  constexpr double kHalfPi1 = 1.57079632673412561417e+00;
  constexpr double kHalfPi2 = 6.07710050630396597660e-11;
  constexpr double kHalfPi3 = 2.02226624871116645580e-21;
  constexpr double kHalfPi4 = 8.47842766036889956997e-32;
  const double n = std::floor(x * (2.0 / kPi) + 0.5);
  const double a = x - n * kHalfPi1;
  const double b = n * kHalfPi2;
  const double c = a - b;
  const double c_low = (a - c) - b;
  const double d = n * kHalfPi3 + n * kHalfPi4 - c_low;
  const double high = c - d;
  const double low = (c - high) - d;
  return {high, low, static_cast<int>(static_cast<std::int64_t>(n) & 3)};
}

// Taylor polynomials on [-pi/4, pi/4]; the first omitted term is below 1e-19.
double sine_kernel(double x, double low) {
  const double z = x * x;
  const double p =
      z * (-1.0 / 6 +
           z * (1.0 / 120 +
                z * (-1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 +
                                                                                   z * (-1.0 / 1307674368000.0)))))));
  return x + (x * p + low * (1 - 0.5 * z));
}

double cosine_kernel(double x, double low) {
  const double z = x * x;
  const double q =
      z * z *
      (1.0 / 24 +
       z * (-1.0 / 720 +
            z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600.0 + z * (-1.0 / 87178291200.0 +
                                                                                   z * (1.0 / 20922789888000.0)))))));
  const double half = 0.5 * z;
  const double head = 1 - half;
  return head + (((1 - head) - half) + (q - x * low));
}

double sine_of_quadrant(const Reduced& r, int quadrant) {
  switch (quadrant & 3) {
    case 0:
      return sine_kernel(r.high, r.low);
    case 1:
      return cosine_kernel(r.high, r.low);
    case 2:
      return -sine_kernel(r.high, r.low);
    default:
      return -cosine_kernel(r.high, r.low);
  }
}

// atan on [0, 1]: the argument is moved by atan(k/8) so that the series runs on |t| <= 1/16.
double arctangent_unit(double x) {
  static constexpr double kTable[9] = {0.0,
                                       0.12435499454676143503,
                                       0.24497866312686415417,
                                       0.35877067027057222040,
                                       0.46364760900080611621,
                                       0.55859931534356243597,
                                       0.64350110879328438680,
                                       0.71882999962162450542,
                                       0.78539816339744830962};
  const int k = static_cast<int>(x * 8 + 0.5);
  const double c = k / 8.0;
  const double t = (x - c) / (1 + x * c);
  const double z = t * t;
  const double p =
      z *
      (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13 + z * (-1.0 / 15)))))));
  return kTable[k] + (t + t * p);
}

}  // namespace

double sine(double x) {
  if (!(std::fabs(x) <= kLargestAngle)) return kNotANumber;
  const Reduced r = reduce(x);
  return sine_of_quadrant(r, r.quadrant);
}

double cosine(double x) {
  if (!(std::fabs(x) <= kLargestAngle)) return kNotANumber;
  const Reduced r = reduce(x);
  return sine_of_quadrant(r, r.quadrant + 1);
}

double sinc(double x) {
  if (std::fabs(x) < 1e-4) return 1 - x * x / 6;
  return sine(x) / x;
}

double cosc(double x) {
  const double half = sinc(0.5 * x);
  return 0.5 * half * half;
}

double arctangent2(double y, double x) {
  const double ax = std::fabs(x);
  const double ay = std::fabs(y);
  if (!(ax + ay < HUGE_VAL)) return kNotANumber;
  if (ax == 0 && ay == 0) return std::signbit(x) ? std::copysign(kPi, y) : y;
  double angle = ay <= ax ? arctangent_unit(ay / ax) : 0.5 * kPi - (arctangent_unit(ax / ay) - 0.5 * kPiLow);
  if (std::signbit(x)) angle = kPi - (angle - kPiLow);
  return std::copysign(angle, y);
}

double arcsine(double x) {
  return arctangent2(x, root((1 - x) * (1 + x)));
}

double arccosine(double x) {
  return arctangent2(root((1 - x) * (1 + x)), x);
}

double exponential(double x) {
  if (!(x > -745.2)) return x != x ? x : 0.0;
  if (x > 709.782712893384) return HUGE_VAL;
  const double n = std::floor(x / (kLog2High + kLog2Low) + 0.5);
  const double high = x - n * kLog2High;
  const double low = n * kLog2Low;
  const double r = high - low;
  double sum = 0;  // (exp(r) - 1 - r) / r by Horner's rule
  for (int k = 14; k >= 2; --k) sum = (sum + 1) * r / k;
  return std::ldexp(1 + (r + sum * r - ((r - high) + low)), static_cast<int>(n));
}

// ln m = 2 artanh z, z = (m - 1)/(m + 1), m between sqrt(1/2) and sqrt(2).
double natural_log(double x) {
  if (!(x > 0)) return x == 0 ? -HUGE_VAL : kNotANumber;
  if (x == HUGE_VAL) return x;
  int n = 0;
  double m = std::frexp(x, &n);
  if (m < 0.70710678118654752) {
    m *= 2;
    --n;
  }
  const double f = m - 1;
  const double z = f / (m + 1);
  const double square = z * z;
  double sum = 0;  // artanh(z)/z - 1
  for (int k = 21; k >= 3; k -= 2) sum = (sum + 1.0 / k) * square;
  // 2 z = f - z f: what is large stands alone.
  const double small = n * kLog2Low + (2 * z * sum - z * f);
  return n * kLog2High + (f + small);
}

}  // namespace stickslip

#include "fmu/sweep/sampling.h"

#include <array>
#include <cmath>

namespace stickslip::sweep {

namespace {

/// Mixes 64 bits (the finaliser of SplitMix64).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

std::uint64_t hash_of(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  return mixed(mixed(mixed(seed) ^ a) ^ b);
}

/// 53 bits, in the middle of their cell.
double unit(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11U) + 0.5) * 0x1p-53;
}

/// Where `index` goes in an order of all numbers below `count` that depends on the key: a Feistel network on the next
/// power of four, walked until it is below `count`.
std::uint64_t shuffled(std::uint64_t index, std::uint64_t count, std::uint64_t key) {
  unsigned half = 1;
  while ((std::uint64_t{1} << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  std::uint64_t x = index;
  do {
    std::uint64_t left = x >> half;
    std::uint64_t right = x & mask;
    for (std::uint64_t round = 0; round < 6; ++round) {
      const std::uint64_t next = left ^ (hash_of(key, round, right) & mask);
      left = right;
      right = next;
    }
    x = left << half | right;
  } while (x >= count);
  return x;
}

/// Primitive polynomials and first direction numbers of Joe and Kuo (new-joe-kuo-6), dimensions 2 to 16.
struct Direction {
  unsigned degree;
  unsigned polynomial;
  std::array<unsigned, 6> first;
};
constexpr std::array<Direction, kMostSobol - 1> kDirections{{{1, 0, {1}},
                                                             {2, 1, {1, 3}},
                                                             {3, 1, {1, 3, 1}},
                                                             {3, 2, {1, 1, 1}},
                                                             {4, 1, {1, 1, 3, 3}},
                                                             {4, 4, {1, 3, 5, 13}},
                                                             {5, 2, {1, 1, 5, 5, 17}},
                                                             {5, 4, {1, 1, 5, 5, 5}},
                                                             {5, 7, {1, 1, 7, 11, 19}},
                                                             {5, 11, {1, 1, 5, 1, 1}},
                                                             {5, 13, {1, 1, 1, 3, 11}},
                                                             {5, 14, {1, 3, 5, 5, 31}},
                                                             {6, 1, {1, 3, 3, 9, 7, 49}},
                                                             {6, 13, {1, 1, 1, 15, 21, 21}},
                                                             {6, 16, {1, 3, 1, 13, 27, 49}}}};

/// The bits of point `index`; the sequence's own order, not Gray's.
std::uint32_t sobol_bits(std::uint64_t index, int dimension) {
  std::array<std::uint32_t, 32> v{};
  if (dimension == 0) {
    for (unsigned i = 0; i < 32; ++i) v.at(i) = 1U << (31 - i);
  } else {
    const Direction& d = kDirections.at(static_cast<std::size_t>(dimension - 1));
    for (unsigned i = 0; i < 32; ++i) {
      if (i < d.degree) {
        v.at(i) = d.first.at(i) << (31 - i);
        continue;
      }
      v.at(i) = v.at(i - d.degree) ^ (v.at(i - d.degree) >> d.degree);
      for (unsigned k = 1; k < d.degree; ++k)
        if ((d.polynomial >> (d.degree - 1 - k) & 1U) != 0) v.at(i) ^= v.at(i - k);
    }
  }
  std::uint32_t bits = 0;
  for (unsigned i = 0; i < 32; ++i)
    if ((index >> i & 1U) != 0) bits ^= v.at(i);
  return bits;
}

double ratio(const std::array<double, 8>& a, const std::array<double, 8>& b, double r) {
  double up = 0;
  double down = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    up = up * r + a.at(i);
    down = down * r + b.at(i);
  }
  return up / down;
}

}  // namespace

double sample(Sampling sampling, std::uint64_t seed, std::uint64_t index, std::uint64_t count, int dimension) {
  const auto axis = static_cast<std::uint64_t>(dimension);
  const std::uint64_t noise = hash_of(seed, axis, index);
  if (sampling == Sampling::random) return unit(noise);
  if (sampling == Sampling::latin) {
    const std::uint64_t cell = shuffled(index, count, hash_of(seed, axis, ~std::uint64_t{0}));
    return (static_cast<double>(cell) + unit(noise)) / static_cast<double>(count);
  }
  // A digital shift by the seed keeps what makes the points even.
  const auto shift = static_cast<std::uint32_t>(hash_of(seed, axis, 1) >> 32U);
  return (static_cast<double>(sobol_bits(index, dimension) ^ shift) + 0.5) * 0x1p-32;
}

double normal_quantile(double p) {
  constexpr std::array a{3.3871328727963666080,    1.3314166789178437745e+2, 1.9715909503065514427e+3,
                         1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                         3.3430575583588128105e+4, 2.5090809287301226727e+3};
  constexpr std::array b{1.0,
                         4.2313330701600911252e+1,
                         6.8718700749205790830e+2,
                         5.3941960214247511077e+3,
                         2.1213794301586595867e+4,
                         3.9307895800092710610e+4,
                         2.8729085735721942674e+4,
                         5.2264952788528545610e+3};
  constexpr std::array c{1.42343711074968357734,    4.63033784615654529590,   5.76949722146069140550,
                         3.64784832476320460504,    1.27045825245236838258,   2.41780725177450611770e-1,
                         2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr std::array d{1.0,
                         2.05319162663775882187,
                         1.67638483018380384940,
                         6.89767334985100004550e-1,
                         1.48103976427480074590e-1,
                         1.51986665636164571966e-2,
                         5.47593808499534494600e-4,
                         1.05075007164441684324e-9};
  constexpr std::array e{6.65790464350110377720,    5.46378491116411436990,    1.78482653991729133580,
                         2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                         2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr std::array f{1.0,
                         5.99832206555887937690e-1,
                         1.36929880922735805310e-1,
                         1.48753612908506148525e-2,
                         7.86869131145613259100e-4,
                         1.84631831751005468180e-5,
                         1.42151175831644588870e-7,
                         2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) return q * ratio(a, b, 0.180625 - q * q);
  const double r = std::sqrt(-std::log(q < 0 ? p : 1 - p));
  const double x = r <= 5 ? ratio(c, d, r - 1.6) : ratio(e, f, r - 5);
  return q < 0 ? -x : x;
}

}  // namespace stickslip::sweep

#pragma once

#include <cstdint>

/// Numbers from 0 to 1 by their place alone: any process can ask for any of them, in any order, and gets the same.
namespace stickslip::sweep {

enum class Sampling { random, latin, sobol };

constexpr int kMostSobol = 16;  // dimensions

/// Of sample `index` among `count` in dimension `dimension`; above 0 and below 1.
double sample(Sampling sampling, std::uint64_t seed, std::uint64_t index, std::uint64_t count, int dimension);

/// Where a normal distribution of mean 0 and deviation 1 has gathered the share p (Wichura's AS 241, 1e-16).
double normal_quantile(double p);

}  // namespace stickslip::sweep

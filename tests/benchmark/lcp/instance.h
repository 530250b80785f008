#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/lcp/problem.h"

/// Problems for measuring solvers, made from a seed.
namespace stickslip::lcp {

using Vec = std::array<double, 3>;

/// splitmix64 with distributions of our own: the standard library's differ between implementations, and a seed that
/// failed elsewhere is to fail here.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 0x1234567ULL) {}

  std::uint64_t bits();
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double between(double a, double b) { return a + (b - a) * unit(); }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  bool chance(double p) { return unit() < p; }
  double sign() { return chance(0.5) ? 1.0 : -1.0; }
  Vec direction(bool planar);

 private:
  std::uint64_t state_;
};

/// What theory promises (model/README.md, "Solvability").
enum class Promise : int {
  dissipative,  // s_n >= 0, s_nu = 0: solvable, and the kinetic energy does not rise
  compliant,    // T_n > 0 and T_nu > 0: solvable
  none          // a solution need not exist
};
constexpr int kPromises = 3;

struct Instance {
  std::string family;
  Promise promise = Promise::none;
  int edges = 8;
  std::vector<BodyInverse> masses;
  std::vector<double> momentum;
  std::vector<Row> rows;
  std::vector<Block> blocks;
  std::vector<Contact> contacts;

  Problem problem() const { return {masses, momentum, rows, blocks, contacts}; }
};

/// Problem number `seed`. Every thousandth has up to 60 contacts, the others up to 12.
Instance generate(std::uint64_t seed);

constexpr int kMostContacts = 60;
constexpr int kMostFewContacts = 12;
constexpr std::uint64_t kBigEvery = 1000;

}  // namespace stickslip::lcp

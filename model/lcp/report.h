#pragma once

#include <cstdint>

#include "model/lcp/options.h"

namespace stickslip::lcp {

enum class Status : std::uint8_t {
  solved,   // the residual is within Options::accept
  ray,      // a pivoting method ended on a ray; this does not prove that there is no solution
  cap,      // the allowed number of iterations was used up
  inexact,  // ended, but the residual is above Options::accept
  invalid,  // the problem is malformed (not finite, wrong indices, mu < 0, ...), nothing was solved
  too_big   // the problem exceeds the workspace's capacity, nothing was solved
};

/// The most problems that one solve takes, its fallback ladder included.
constexpr int kMostAttempts = 3;

/// What a solver did. `status` is that of the rung that gave the answer.
struct Report {
  Status status = Status::solved;
  Method used = Method::lemke;
  int rung = 0;                // of the fallback ladder: 0 as posed, 1 softened, 2 dissipative, 3 projected
  int iterations = 0;          // pivots or sweeps, all attempts together
  int lcps = 0;                // complementarity problems solved on the way
  bool warm = false;           // the previous basis held: no pivot
  bool minimum_norm = false;   // the forces are the smallest ones
  bool round = false;          // a polygon was asked for and the round cone solved and judged: the problem is large
  bool two_doubles = false;    // impulses are told by Solution::impulse_rest as well
  double multiplications = 0;  // near enough, and not fewer than there were
  double residual = 0;         // scale-free, against the problem as posed
};

/// The residual decides: a method may stop short of a solution that refinement reaches, or miss its own tolerance.
inline Status judged(Status ended, double residual, double allowed) {
  if (residual <= allowed) return Status::solved;
  return ended == Status::solved ? Status::inexact : ended;
}

}  // namespace stickslip::lcp

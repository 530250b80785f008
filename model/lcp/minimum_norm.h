#pragma once

#include <cstdint>
#include <vector>

#include "model/lcp/condense.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// One force the motion leaves free: a combination of up to three rows of the problem.
struct ActiveForce {
  int rows;
  int row[3];
  double weight[3];
  int contact;  // -1 for joints and bounded rows
  bool sliding;
};

struct MinimumNormWork {
  explicit MinimumNormWork(const Capacity& capacity);
  std::vector<ActiveForce> forces;
  UntouchedVector<double> gram;    // forces^2
  UntouchedVector<double> factor;  // columns of the pivoted Cholesky factor
  UntouchedVector<double> normal;  // factor' factor
  std::vector<int> order;
  UntouchedVector<double> x;
  UntouchedVector<double> target;
  UntouchedVector<double> part;
  std::vector<std::uint8_t> held;     // forces held at zero
  UntouchedVector<double> candidate;  // scaled impulse per row
};

/// What became of the forces: they are the only ones with this motion, they were replaced by the smallest ones, or
/// those lie outside the friction cones and nothing was changed.
enum class Smallest : std::uint8_t { unique, found, outside };

/// Among all forces with the same motion and inside their cones, the smallest ones, in place of `impulse`
/// (scaled, all rows). `velocity` and `sliding` describe the motion: scaled row velocities including T c + s, and the
/// scaled sliding speed per contact.
Smallest minimum_norm(const Problem& problem, const Delassus& delassus, int edges, double rank, const double* velocity,
                      const double* sliding, MinimumNormWork& work, double* impulse);

}  // namespace stickslip::lcp

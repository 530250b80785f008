#pragma once

#include <vector>

#include "model/lcp/problem.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// What a workspace can hold.
struct Capacity {
  int bodies = 0;
  int rows = 0;
  int blocks = 0;
  int contacts = 0;
  int edges = 8;
  int joints = -1;    // of the rows, those that may be equality or bounded; -1: all
  bool dense = true;  // room for the dense methods at any size; else only for small islands
};

inline int joint_capacity(const Capacity& c) {
  return c.joints < 0 ? c.rows : c.joints;
}

/// The problem seen by its rows, scaled so that A has a unit diagonal: impulses are multiplied by scale_i =
/// sqrt(A_ii), velocities divided by it (the two tangents of a contact share the larger scale), so that both are square
/// roots of energies.
struct Delassus {
  explicit Delassus(const Capacity& capacity);
  int rows = 0;
  bool symmetric = true;                  // all inverse masses are
  double energy_scale = 0;                // V of model/README.md: what residuals are measured by
  UntouchedVector<double> response;       // per block: M~^-1 J', six numbers
  UntouchedVector<double> scale;          // per row; 0: the row moves nothing and is left out
  UntouchedVector<double> inverse;        // 1 / scale, or 0
  UntouchedVector<double> A;              // scaled G M~^-1 G', column by column, without T
  UntouchedVector<double> T;              // scaled compliance
  UntouchedVector<double> b;              // scaled G M~^-1 r + s
  UntouchedVector<double> free_velocity;  // M~^-1 r, six per body
  std::vector<int> body_first;            // per body: first entry in body_entries
  std::vector<int> body_entries;          // blocks, ordered by body
  std::vector<int> block_row;
};

/// True when all numbers are finite and all indices inside; mu, T >= 0; inverse masses positive semidefinite.
bool is_valid(const Problem& problem);

/// Free velocity and responses only, what matrix-free methods need.
void prepare(const Problem& problem, Delassus& out);

bool is_locked(const BodyInverse& inverse);

void assemble(const Problem& problem, Delassus& out);

/// out = M~^-1 v for one body.
void apply_inverse(const BodyInverse& inverse, const double* v, double* out);

/// velocity = M~^-1 (r + G' impulse), unscaled.
void velocity_of(const Problem& problem, const Delassus& delassus, const double* impulse, double* velocity);

/// G_i velocity.
double row_velocity(const Problem& problem, const Row& row, const double* velocity);

}  // namespace stickslip::lcp

#pragma once

#include <cstdint>

#include "model/math/span.h"

/// The problem of one time step, in the notation of model/README.md:
///
///   M~ w - nu c_nu - n c_n - D beta = r
///   nu' w + T_nu c_nu + s_nu = 0
///   0 <= n' w + T_n c_n + s_n        perp  c_n    >= 0
///   0 <= D' w + T_t beta + lambda e  perp  beta   >= 0
///   0 <= mu c_n - e' beta            perp  lambda >= 0
///
/// A contact is stored as a normal and up to two tangents, not as a polygon: methods that pivot make polygons, with
/// edges d_k = cos(2 pi k / edges) t1 + sin(2 pi k / edges) t2 in 3D and +t1, -t1 with one tangent.
namespace stickslip::lcp {

/// Inverse of a body's effective mass. The rotational part is a full 3x3, row-major; the trapezoidal scheme makes it
/// unsymmetric. Zeros lock directions: planar bodies, point masses, fixed bodies.
struct BodyInverse {
  double linear[3];
  double angular[9];
};

/// One body's share of a row's Jacobian: three linear components (world axes), three angular ones (body axes).
struct Block {
  int body;
  double j[6];
};

enum class RowKind : std::uint8_t { equality, bounded, normal, tangent };

struct Row {
  std::uint64_t id;  // identity that lasts from step to step
  RowKind kind;
  int first_block;
  int block_count;  // up to four
  double s;         // right-hand side, velocity units
  double T;         // compliance, velocity per impulse
  double lower;     // bounds of the impulse, for bounded rows only
  double upper;
};

/// Rows normal, normal + 1, normal + 2: the normal and its `tangents` (0, 1 or 2) tangents.
struct Contact {
  int normal;
  int tangents;
  double mu;
};

struct Problem {
  Span<const BodyInverse> inverse_mass;
  Span<const double> momentum;  // r, six per body
  Span<const Row> rows;         // equality and bounded rows first, then contact by contact
  Span<const Block> blocks;
  Span<const Contact> contacts;
};

/// What a workspace can hold.
struct Capacity {
  int bodies = 0;
  int rows = 0;
  int blocks = 0;
  int contacts = 0;
  int edges = 8;
  int joints = -1;    // of the rows, those that may be equality or bounded; -1: all
  bool dense = true;  // room for the dense methods at any size; else only for small islands
  int reach = 12;     // bodies that a row, or a contact with its tangents, acts on
};

inline int joint_capacity(const Capacity& c) {
  return c.joints < 0 ? c.rows : c.joints;
}

/// What a solver found. `impulse` is c for equality, bounded and normal rows and the tangential impulse for tangents.
/// Where contacts nearly coincide, every solution may have impulses so large that rounding them spoils the equations:
/// c is then impulse + impulse_rest, unevaluated. A caller that leaves `impulse_rest` empty cannot be told such a
/// solution, and gets that of a fallback rung.
struct Solution {
  Span<double> velocity;           // w, six per body
  Span<double> impulse;            // one per row
  Span<double> sliding_speed;      // lambda, one per contact
  Span<double> impulse_rest = {};  // one per row or none; zero but for such solutions
};

/// True when all numbers are finite and all indices inside; mu, T >= 0; inverse masses positive semidefinite.
bool is_valid(const Problem& problem);

bool is_locked(const BodyInverse& inverse);

/// out = M~^-1 v for one body.
void apply_inverse(const BodyInverse& inverse, const double* v, double* out);

/// G_i velocity.
double row_velocity(const Problem& problem, const Row& row, const double* velocity);

}  // namespace stickslip::lcp

#pragma once

#include <cmath>
#include <cstdint>

namespace stickslip::lcp {

enum class Method : std::uint8_t { automatic, lemke, newton, block_pivot, gauss_seidel, split };

/// Order of a Gauss-Seidel sweep: contact by contact as 3 x 3 blocks, each contact's normal and then its tangents, or
/// all normals before all tangents.
enum class Sweep : std::uint8_t { block, separate, normals_first };

constexpr int kRound = 0;  // Options::edges: the round cone, for all methods that do not pivot

/// What is asked of a solver. Tolerances are relative to the problem's own scale (README.md, "Scales").
struct Options {
  Method method = Method::automatic;
  int edges = 8;                      // of the friction polygon in 3D: even, 4 to kMaxEdges
  int max_pivots = 0;                 // 0: 20 per unknown, and 100
  double accept = 1e-10;              // largest residual that counts as solved
  double least = 0;                   // speed of a row: what is slower counts as slow as this in the problem's scale
  double most_of_joints = 1e300;      // impulse in V, without contacts, that counts as solved by pivoting
  double multiplications = HUGE_VAL;  // that the ladder may spend, beyond the fixed price (ladder/allowance.h)
  int max_factorisations = 0;         // of an island, by automatic; 0: as many as its ladder takes
  Sweep sweep = Sweep::block;
  int max_sweeps = 1000;
  int split_rounds = 1;  // of split: sweeps and a direct solve, after a first direct one
  int split_sweeps = 15;
  bool minimum_norm = true;  // of all forces with the same motion report the smallest
  bool ladder = true;        // on failure go on to the fallback rungs
};

constexpr int kMaxEdges = 32;

}  // namespace stickslip::lcp

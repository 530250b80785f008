// What Newton's method tries first where it starts from the impulses and patterns of the last problem.
#include "model/lcp/natural_map.h"
#include "model/lcp/newton_method.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr double kFollowing[] = {1e-4, 1e-2};  // compliance that holds impulses near those of the step before
constexpr int kFaceRounds = 4;                 // of keeping contacts on their cones' faces
constexpr double kOnFace = 1e-9;               // part of the force by which a cone's face may be missed

}  // namespace

/// The solution next to the start: forces that are a choice stay close to what they were.
bool Newton::follow(int* steps) {
  for (double tau : kFollowing) {
    std::copy_n(w_.start.begin(), lcp_.rows(), w_.f.begin());
    std::copy_n(w_.start.begin(), lcp_.rows(), w_.centre.begin());
    set_compliance(tau);
    const bool solved = settle(kFirstSteps, steps) && solves_without_compliance(steps);
    tau_ = 0;
    if (solved) return true;
  }
  return false;
}

/// Whether the impulses to start from solve the problem: in a settled scene they nearly always do, and where they are a
/// choice on the faces of their cones, any factorisation would move them off.
bool Newton::starts_solved() {
  if (natural_defect(lcp_, w_.f.data(), w_.u.data()) > kSolved * scale_) return false;
  // The patterns that have served so far are as good as any, and neighbours keep them.
  if (is_solved()) return true;
  std::copy_n(w_.pattern.begin(), lcp_.units.size(), w_.pattern_old.begin());
  next_patterns();
  if (is_solved()) return true;
  std::copy_n(w_.pattern_old.begin(), lcp_.units.size(), w_.pattern.begin());
  return false;
}

/// Contacts whose forces f have left the cone that their pattern allows are to stay on its face: a pull becomes none,
/// and what slid past a corner of its facet is kept there. Whether there are any.
bool Newton::keep_in_cones(const double* impulses) {
  bool any = keep_on_faces(impulses, -kOnFace);
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    Pattern& pattern = w_.pattern[size(k)];
    const double* f = impulses + unit.row;
    if (unit.normal < 0 || is_round(unit) || pattern.kind == Motion::open) continue;
    if (f[0] < 0) {
      pattern = {Motion::open, 0};
      any = true;
    } else if (pattern.kind == Motion::facet) {
      const EdgeShares shares = decompose(f + 1, unit.rows - 1, unit.edges);
      const int next = (pattern.edge + 1) % unit.edges;
      const double outside = shares.first == pattern.edge ? 0 : shares.share[shares.first == next ? 1 : 0];
      if (outside <= kOnFace * unit.mu * f[0]) continue;
      pattern = {Motion::edge, shares.first == next ? next : pattern.edge};
      any = true;
    }
  }
  return any;
}

/// Contacts that stick with f on the face of their cone, or outside, are to stay on it; whether there are any.
bool Newton::keep_on_faces(const double* impulses, double margin) {
  bool any = false;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    if (!has_friction(unit) || is_round(unit) || w_.pattern[size(k)].kind != Motion::stick) continue;
    const double* f = impulses + unit.row;
    const EdgeShares shares = decompose(f + 1, unit.rows - 1, unit.edges);
    const double sum = shares.share[0] + shares.share[1];
    if (!(sum > 0) || sum < (1 - margin) * unit.mu * f[0]) continue;
    const bool first = shares.share[1] <= kOnFace * sum;
    const bool second = shares.share[0] <= kOnFace * sum;
    const int next = (shares.first + 1) % unit.edges;
    w_.pattern[size(k)] = {first || second ? Motion::edge : Motion::facet, second ? next : shares.first};
    any = true;
  }
  return any;
}

/// The last patterns, with contacts that stick on the face of their cone kept there, and then those as well whose
/// forces have left theirs: where forces are a choice, others of the same active set can take their share.
bool Newton::holds_on_faces() {
  std::copy_n(w_.pattern.begin(), lcp_.units.size(), w_.pattern_old.begin());
  bool any = keep_on_faces(w_.start.data(), kOnFace);
  any = keep_in_cones(w_.f.data()) || any;
  for (int round = 0; any && round < kFaceRounds; ++round) {
    std::copy_n(w_.start.begin(), lcp_.rows(), w_.f.begin());
    find_velocities();
    if (!solve_pattern(kSoft)) break;
    if (is_solved()) return true;
    any = keep_in_cones(w_.f.data());
  }
  std::copy_n(w_.pattern_old.begin(), lcp_.units.size(), w_.pattern.begin());
  return false;
}

}  // namespace stickslip::lcp

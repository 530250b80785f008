#pragma once

#include "model/lcp/cone/cone.h"
#include "model/lcp/cone/double_double.h"
#include "model/lcp/problem.h"

/// Solutions whose impulses are told by two doubles each (`Solution::impulse_rest`), evaluated in doubled precision.
namespace stickslip::lcp {

/// True when there is an impulse that one double does not tell.
bool has_rest(const Solution& solution);
void clear_rest(Solution& solution);

inline DoubleDouble impulse_of(const Solution& solution, int row) {
  return {solution.impulse[row], solution.impulse_rest.empty() ? 0.0 : solution.impulse_rest[row]};
}

/// Six components of M~^-1 (r + G'c) for one body.
void precise_velocity(const Problem& problem, const Solution& solution, int body, DoubleDouble* velocity);

/// mu c less the tangential impulse's shares of the edges `first` and the next of `edges` (2 with one tangent), which
/// come to be `share`.
double precise_budget(const Solution& solution, const Contact& contact, int edges, int first, double* share);

}  // namespace stickslip::lcp

#pragma once

#include <vector>

#include "tests/model/lcp/lcp_file.h"

namespace stickslip::lcp {

/// A problem of polygons seen as one of round cones: velocities u = W r + q by contact, normal first.
struct RoundForm {
  int dimension = 0;
  int contacts = 0;
  std::vector<double> W;  // row by row
  std::vector<double> q;
  std::vector<double> mu;
};

/// Reads the tangents off the edges of a file with structure: the first, and in space the one a quarter turn on.
RoundForm round_form(const LcpFile& file);

/// max |r - P(r - u - mu |u_t| n)| over contacts, P the projection on the cone: 0 for a solution.
double round_residual(const RoundForm& form, const std::vector<double>& force);

}  // namespace stickslip::lcp

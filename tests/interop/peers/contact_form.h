#pragma once

#include <vector>

#include "tests/model/lcp/lcp_file.h"

namespace stickslip::peers {

/// A problem of polygons seen by its contacts: velocities u = W r + q by contact, normal first.
struct ContactForm {
  int dimension = 0;
  int contacts = 0;
  std::vector<double> W;  // row by row
  std::vector<double> q;
  std::vector<double> mu;
};

/// Reads the tangents off the edges of a file with structure: the first, and in space the one a quarter turn on.
ContactForm contact_form(const lcp::LcpFile& file);

/// max |r - P(r - u - mu |u_t| n)| over contacts, P the projection on the cone: 0 for a solution.
double round_residual(const ContactForm& form, const std::vector<double>& force);

/// The same where each tangent is bounded by itself.
double box_residual(const ContactForm& form, const std::vector<double>& force);

}  // namespace stickslip::peers

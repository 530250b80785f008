#pragma once

#include <string>
#include <vector>

#include "model/lcp/raw/raw.h"

namespace stickslip::cli {

/// A complementarity problem as text: `n contacts dimension edges entries mu`, then one line `i j value` per entry of M
/// (counted from 0), then the n numbers of q. Line ends are blanks like any other.
struct LcpFile {
  int n = 0;
  int contacts = 0;
  int dimension = 0;  // of the world; 0: unknown
  int edges = 0;
  double mu = 0;          // for the record: M has it too
  std::vector<double> M;  // n x n, row by row
  std::vector<double> q;

  lcp::Lcp view() const { return {n, M, q, contacts, edges}; }
};

/// Seventeen digits, so that it is read back as it was.
std::string format_lcp(const LcpFile& file);

/// Throws host::Error naming file, line and number.
LcpFile parse_lcp(const std::string& text, const std::string& label);

}  // namespace stickslip::cli

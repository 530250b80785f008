#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "model/lcp/raw/raw.h"

namespace stickslip::lcp {

/// A problem in the text format of the shared files: `n nc dim nd nnz mu`, then `i j value` lines, then q.
struct LcpFile {
  int n = 0, contacts = 0, edges = 0;
  std::vector<double> M, q;

  static LcpFile read(const std::string& path) {
    LcpFile file;
    std::ifstream in(path);
    int dimension = 0, entries = 0;
    double mu = 0;
    in >> file.n >> file.contacts >> dimension >> file.edges >> entries >> mu;
    if (!in) return {};
    const std::size_t n = static_cast<std::size_t>(file.n);
    file.M.assign(n * n, 0.0);
    file.q.assign(n, 0.0);
    for (int k = 0; k < entries; ++k) {
      std::size_t i = 0, j = 0;
      double value = 0;
      in >> i >> j >> value;
      file.M[i * n + j] = value;
    }
    for (double& x : file.q) in >> x;
    return in ? file : LcpFile{};
  }

  Lcp view() const { return {n, M, q, contacts, edges}; }
};

}  // namespace stickslip::lcp

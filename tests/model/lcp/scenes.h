#pragma once

#include <cmath>
#include <vector>

#include "model/lcp/solve.h"

namespace stickslip::lcp {

/// Builds problems for tests: boxes, spheres, contacts at points, with plain numbers.
struct Scene {
  std::vector<BodyInverse> masses;
  std::vector<double> momentum;
  std::vector<Row> rows;
  std::vector<Block> blocks;
  std::vector<Contact> contacts;

  std::vector<double> velocity, impulse, sliding, rest;
  bool with_rest = false;  // ask for impulses by two doubles where one does not tell them
  std::vector<WarmEntry> entries;
  Options options;
  Report report;

  int add_body(double mass, double inertia, std::vector<double> v) {
    masses.push_back({{1 / mass, 1 / mass, 1 / mass}, {1 / inertia, 0, 0, 0, 1 / inertia, 0, 0, 0, 1 / inertia}});
    for (int i = 0; i < 6; ++i) momentum.push_back((i < 3 ? mass : inertia) * v[static_cast<std::size_t>(i)]);
    return static_cast<int>(masses.size()) - 1;
  }

  void add_row(RowKind kind, std::vector<Block> parts, double s, double T = 0, double lower = 0, double upper = 0) {
    rows.push_back(
        {rows.size() + 1, kind, static_cast<int>(blocks.size()), static_cast<int>(parts.size()), s, T, lower, upper});
    blocks.insert(blocks.end(), parts.begin(), parts.end());
  }

  /// Direction d at arm p on `body`, against `other` at arm p_other (-1: the world).
  static std::vector<Block> along(int body, const double* d, const double* p, int other = -1,
                                  const double* p_other = nullptr) {
    std::vector<Block> parts;
    parts.push_back(
        {body, {d[0], d[1], d[2], p[1] * d[2] - p[2] * d[1], p[2] * d[0] - p[0] * d[2], p[0] * d[1] - p[1] * d[0]}});
    if (other >= 0) {
      const double* o = p_other;
      parts.push_back({other,
                       {-d[0], -d[1], -d[2], -(o[1] * d[2] - o[2] * d[1]), -(o[2] * d[0] - o[0] * d[2]),
                        -(o[0] * d[1] - o[1] * d[0])}});
    }
    return parts;
  }

  /// Contact with frame n = z, t = x, y.
  void add_contact(int body, std::vector<double> p, double mu, double s = 0, int other = -1,
                   std::vector<double> p_other = {}, double T = 0) {
    const double z[3] = {0, 0, 1}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
    contacts.push_back({static_cast<int>(rows.size()), 2, mu});
    add_row(RowKind::normal, along(body, z, p.data(), other, p_other.data()), s, T);
    add_row(RowKind::tangent, along(body, x, p.data(), other, p_other.data()), 0);
    add_row(RowKind::tangent, along(body, y, p.data(), other, p_other.data()), 0);
  }

  Problem problem() const { return {masses, momentum, rows, blocks, contacts}; }
  Capacity capacity() const {
    return {static_cast<int>(masses.size()), static_cast<int>(rows.size()), static_cast<int>(blocks.size()),
            static_cast<int>(contacts.size()), options.edges};
  }

  void solve_with(Workspace& work) {
    velocity.resize(momentum.size());
    impulse.resize(rows.size());
    sliding.resize(contacts.size());
    entries.resize(rows.size());
    rest.assign(with_rest ? rows.size() : 0, 0.0);
    Solution solution = {velocity, impulse, sliding, rest};
    WarmStart warm = {entries};
    report = solve(problem(), options, work, warm, solution);
  }
  void solve_it() {
    Workspace work(capacity());
    solve_with(work);
  }
};

}  // namespace stickslip::lcp

#include "model/lcp/gauss_seidel.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/residual.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kCheckPeriod = 10;  // sweeps between residuals
constexpr int kLocalSteps = 25;   // of the iteration inside a contact's block
constexpr double kLocalNoise = 1e-15;

struct Sweeper {
  const Problem& problem;
  const Delassus& delassus;
  const Options& options;
  GaussSeidelWork& work;
  Solution& solution;
};

void change(Sweeper& s, int i, double impulse) {
  const double by = impulse - s.solution.impulse[i];
  if (by == 0) return;
  s.solution.impulse[i] = impulse;
  const Row& row = s.problem.rows[i];
  for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
    const double* response = &s.delassus.response[size(6 * k)];
    double* v = &s.solution.velocity[6 * s.problem.blocks[k].body];
    for (int l = 0; l < 6; ++l) v[l] += by * response[l];
  }
}

/// n' w + T c + s.
double slack(const Sweeper& s, int i) {
  const Row& row = s.problem.rows[i];
  return row_velocity(s.problem, row, s.solution.velocity.data()) + row.T * s.solution.impulse[i] + row.s;
}

double wanted(const Sweeper& s, int i) {
  const double diagonal = s.work.diagonal[size(i)];
  return diagonal > 0 ? s.solution.impulse[i] - slack(s, i) / diagonal : 0.0;
}

void project_friction(const Sweeper& s, const Contact& contact, double budget, double* t) {
  if (contact.tangents == 0) return;
  if (s.options.edges == kRound) {
    project_on_disk(contact.tangents, budget, t);
  } else {
    project_on_polygon(contact.tangents, contact.tangents == 1 ? 2 : s.options.edges, budget, t);
  }
}

void sweep_row(Sweeper& s, int i) {
  const Row& row = s.problem.rows[i];
  double c = wanted(s, i);
  if (row.kind == RowKind::normal) c = std::max(0.0, c);
  if (row.kind == RowKind::bounded) c = std::min(row.upper, std::max(row.lower, c));
  change(s, i, c);
}

/// Both tangents, back into the cone of the present normal impulse. One at a time they would lock at a polygon's
/// corner.
void sweep_tangents(Sweeper& s, const Contact& contact) {
  const int t = contact.normal + 1;
  double diagonal = 0;
  for (int l = 0; l < contact.tangents; ++l) diagonal = std::max(diagonal, s.work.diagonal[size(t + l)]);
  if (!(diagonal > 0)) return;
  double target[2] = {0, 0};
  for (int l = 0; l < contact.tangents; ++l) target[l] = s.solution.impulse[t + l] - slack(s, t + l) / diagonal;
  project_friction(s, contact, contact.mu * s.solution.impulse[contact.normal], target);
  for (int l = 0; l < contact.tangents; ++l) change(s, t + l, target[l]);
}

/// The contact's own problem, all else held: projected iteration on its 3 x 3 block.
void sweep_block(Sweeper& s, int k) {
  const Contact& contact = s.problem.contacts[k];
  const int n = contact.normal;
  const int rows = 1 + contact.tangents;
  const double* a = &s.work.block[size(9 * k)];
  if (!(a[0] > 0)) return;
  double c[3] = {0, 0, 0};
  double rest[3] = {0, 0, 0};  // slacks at zero impulse of this contact
  double largest = a[0];
  for (int i = 0; i < rows; ++i) {
    c[i] = s.solution.impulse[n + i];
    largest = std::max(largest, a[4 * i]);
  }
  for (int i = 0; i < rows; ++i) {
    rest[i] = slack(s, n + i);
    for (int j = 0; j < rows; ++j) rest[i] -= a[3 * i + j] * c[j];
  }
  for (int step = 0; step < kLocalSteps; ++step) {
    double moved = 0;
    const auto residue = [&](int i) { return rest[i] + a[3 * i] * c[0] + a[3 * i + 1] * c[1] + a[3 * i + 2] * c[2]; };
    const double normal = std::max(0.0, c[0] - residue(0) / a[0]);
    moved = std::fabs(normal - c[0]);
    c[0] = normal;
    double t[2] = {0, 0};
    const double stiffest = std::max(a[4], a[8]) + std::max(std::fabs(a[5]), std::fabs(a[7]));
    for (int l = 0; l < contact.tangents; ++l) {
      t[l] = stiffest > 0 ? c[1 + l] - residue(1 + l) / stiffest : 0.0;
    }
    project_friction(s, contact, contact.mu * c[0], t);
    for (int l = 0; l < contact.tangents; ++l) {
      moved = std::max(moved, std::fabs(t[l] - c[1 + l]));
      c[1 + l] = t[l];
    }
    if (moved <= kLocalNoise * c[0]) break;
  }
  for (int i = 0; i < rows; ++i) change(s, n + i, c[i]);
}

void sweep_others(Sweeper& s) {
  const int others = s.problem.contacts.empty() ? s.problem.rows.size() : s.problem.contacts[0].normal;
  for (int i = 0; i < others; ++i) sweep_row(s, i);
}

void sweep_contacts(Sweeper& s) {
  if (s.options.sweep == Sweep::normals_first) {
    for (const Contact& contact : s.problem.contacts) sweep_row(s, contact.normal);
    for (const Contact& contact : s.problem.contacts) sweep_tangents(s, contact);
    return;
  }
  for (int k = 0; k < s.problem.contacts.size(); ++k) {
    if (s.options.sweep == Sweep::block) {
      sweep_block(s, k);
    } else {
      sweep_row(s, s.problem.contacts[k].normal);
      sweep_tangents(s, s.problem.contacts[k]);
    }
  }
}

/// J_i M^-1 J_j'.
double coupling(const Problem& problem, const Delassus& delassus, int i, int j) {
  double sum = 0;
  const Row& a = problem.rows[i];
  const Row& b = problem.rows[j];
  for (int k = a.first_block; k < a.first_block + a.block_count; ++k) {
    for (int l = b.first_block; l < b.first_block + b.block_count; ++l) {
      if (problem.blocks[k].body != problem.blocks[l].body) continue;
      for (int m = 0; m < 6; ++m) sum += problem.blocks[k].j[m] * delassus.response[size(6 * l + m)];
    }
  }
  return sum;
}

void prepare_blocks(Sweeper& s) {
  for (int i = 0; i < s.problem.rows.size(); ++i) {
    s.work.diagonal[size(i)] = coupling(s.problem, s.delassus, i, i) + s.problem.rows[i].T;
  }
  for (int k = 0; k < s.problem.contacts.size(); ++k) {
    const Contact& contact = s.problem.contacts[k];
    double* a = &s.work.block[size(9 * k)];
    std::fill(a, a + 9, 0.0);
    for (int i = 0; i <= contact.tangents; ++i) {
      for (int j = 0; j <= contact.tangents; ++j) {
        a[3 * i + j] = coupling(s.problem, s.delassus, contact.normal + i, contact.normal + j);
      }
      a[4 * i] = s.work.diagonal[size(contact.normal + i)];
    }
  }
}

void find_sliding_speeds(Sweeper& s) {
  for (int k = 0; k < s.problem.contacts.size(); ++k) {
    const Contact& contact = s.problem.contacts[k];
    double v[2] = {0, 0};
    for (int l = 0; l < contact.tangents; ++l) v[l] = slack(s, contact.normal + 1 + l);
    s.solution.sliding_speed[k] = sliding_speed(v, contact.tangents, s.options.edges);
  }
}

}  // namespace

GaussSeidelWork::GaussSeidelWork(const Capacity& c) : diagonal(size(c.rows)), block(size(9 * c.contacts)) {}

PivotReport gauss_seidel(const Problem& problem, const Delassus& delassus, const Options& options, bool contacts_only,
                         GaussSeidelWork& work, Span<double> scratch, Solution& solution) {
  PivotReport report;
  Sweeper s = {problem, delassus, options, work, solution};
  prepare_blocks(s);
  velocity_of(problem, delassus, solution.impulse.data(), solution.velocity.data());
  report.status = Status::cap;
  while (report.pivots < options.max_sweeps) {
    if (!contacts_only) sweep_others(s);
    sweep_contacts(s);
    ++report.pivots;
    if (report.pivots % kCheckPeriod != 0 && report.pivots != options.max_sweeps) continue;
    // Round-off of many small changes goes.
    velocity_of(problem, delassus, solution.impulse.data(), solution.velocity.data());
    find_sliding_speeds(s);
    if (residual(problem, options.edges, solution, scratch) > options.sweep_residual) continue;
    report.status = Status::solved;
    break;
  }
  return report;
}

}  // namespace stickslip::lcp

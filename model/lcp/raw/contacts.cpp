#include "model/lcp/raw/contacts.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/algebra/vector.h"
#include "model/lcp/islands/island.h"
#include "model/lcp/newton/pattern.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

bool fits(const RoundLcp& lcp, const RoundWorkspace& work, Span<const double> f) {
  const int n = lcp.rows();
  return lcp.contacts >= 0 && lcp.contacts <= work.contacts && (lcp.tangents == 1 || lcp.tangents == 2) &&
         lcp.W.size() == n * n && lcp.q.size() == n && lcp.mu.size() == lcp.contacts && f.size() == n;
}

bool has_numbers(const RoundLcp& lcp, Span<const double> f) {
  const bool finite = are_finite(lcp.W.data(), lcp.W.size()) && are_finite(lcp.q.data(), lcp.q.size());
  return finite && are_finite(f.data(), f.size()) &&
         std::all_of(lcp.mu.begin(), lcp.mu.end(), [](double mu) { return mu >= 0 && mu < HUGE_VAL; });
}

/// Nothing approaches: then no force is a solution, whatever the other numbers.
bool is_free(const RoundLcp& lcp) {
  const double* normal = lcp.q.data();
  for (int k = 0; k < lcp.contacts; ++k, normal += 1 + lcp.tangents) {
    if (!(*normal >= 0)) return false;
  }
  return true;
}

/// How far (r, u) is from the law of de Saxce.
double defect_of(double mu, const double* r, const double* u) {
  const auto length = [](double x, double y) { return root(x * x + y * y); };
  double p[3] = {r[0] - (u[0] + mu * length(u[1], u[2])), r[1] - u[1], r[2] - u[2]};
  const double tangential = length(p[1], p[2]);
  if (tangential > mu * p[0]) {
    const double along = std::max(0.0, (p[0] + mu * tangential) / (1 + mu * mu));
    const double ratio = along > 0 ? mu * along / tangential : 0;
    p[0] = along;
    p[1] *= ratio;
    p[2] *= ratio;
  }
  return std::max({std::fabs(r[0] - p[0]), std::fabs(r[1] - p[1]), std::fabs(r[2] - p[2])});
}

/// A unit for each contact, which is its own body; rows scaled to a unit diagonal.
void read_units(const RoundLcp& lcp, int edges, System& system) {
  const int rows = 1 + lcp.tangents;
  const int n = lcp.rows();
  system.width = rows;
  system.symmetric = system.diagonal = false;
  system.bodies = system.units = lcp.contacts;
  system.rows = n;
  system.islands = 1;
  system.island[0] = {0, lcp.contacts, 0, lcp.contacts, 0, n};
  std::fill_n(system.free.begin(), size(n), 0.0);
  for (int k = 0; k < lcp.contacts; ++k) {
    const int row = k * rows;
    double scale[2] = {0, 0};
    for (int l = 0; l < rows; ++l) {
      const double diagonal = std::fabs(lcp.W[(row + l) * n + row + l]);
      double& own = scale[l == 0 ? 0 : 1];
      own = std::max(own, diagonal != 0 ? root(diagonal) : 1.0);
    }
    const int moving = lcp.mu[k] > 0 ? rows : 1;
    system.unit[size(k)] = {
        ConstraintKind::contact, moving, row, row, 1, k, rows * row, lcp.mu[k] * scale[1] / scale[0], 0, 0, k,
        moving == 3 ? edges : 0};
    system.unit_body[size(k)] = k;
    for (int l = 0; l < rows * rows; ++l) system.jacobian[size(rows * row + l)] = l % (rows + 1) == 0 ? 1 : 0;
    for (int l = 0; l < rows; ++l) {
      system.source[size(row + l)] = row + l;
      system.factor[size(row + l)] = scale[l == 0 ? 0 : 1];
      system.T[size(row + l)] = 0;
    }
  }
}

/// How contact b moves contact a, in scaled rows; false if it does not, nor a it.
bool read_block(const RoundLcp& lcp, const System& system, int a, int b, double* block) {
  const int rows = 1 + lcp.tangents;
  const int n = lcp.rows();
  const int moving[2] = {system.unit[size(a)].rows, system.unit[size(b)].rows};
  bool linked = a == b;
  std::fill_n(block, rows * rows, 0.0);
  for (int l = 0; l < moving[0]; ++l) {
    for (int r = 0; r < moving[1]; ++r) {
      const int i = rows * a + l;
      const int j = rows * b + r;
      const double own = lcp.W[i * n + j];
      linked = linked || own != 0 || lcp.W[j * n + i] != 0;
      block[rows * r + l] = own / (system.factor[size(i)] * system.factor[size(j)]);
    }
  }
  return linked;
}

void read_numbers(const RoundLcp& lcp, RoundWorkspace& work) {
  System& system = work.system;
  const int entries = system.width * system.width;
  int count = 0;
  for (int b = 0; b < lcp.contacts; ++b) {
    work.start[size(b)] = count;
    for (int a = 0; a < lcp.contacts; ++a) {
      if (!read_block(lcp, system, a, b, &work.block[size(entries * count)])) continue;
      work.link[size(count++)] = a;
    }
  }
  work.start[size(lcp.contacts)] = count;
  system.given.start = {work.start.data(), lcp.contacts + 1};
  system.given.link = {work.link.data(), count};
  system.given.block = {work.block.data(), entries * count};
  system.given.scratch = {work.scratch.data(), lcp.rows()};
  system.scale = 0;
  for (int i = 0; i < lcp.rows(); ++i) {
    system.s[size(i)] = lcp.q[i] / system.factor[size(i)];
    system.scale = std::max(system.scale, std::fabs(system.s[size(i)]));
  }
}

Capacity capacity_of(int contacts) {
  // Each two of them may be linked, and the factor full.
  Capacity c;
  const double pairs = 0.5 * contacts * contacts;
  c.bodies = std::max(contacts, static_cast<int>(pairs / 40)) + 1;
  c.rows = 3 * contacts;
  c.blocks = std::max(3 * contacts, static_cast<int>(pairs)) + 1;
  c.contacts = contacts;
  c.joints = 0;
  return c;
}

}  // namespace

RoundWorkspace::RoundWorkspace(int contacts_)
    : contacts(contacts_),
      system(capacity_of(contacts_)),
      islands(capacity_of(contacts_), system),
      start(size(contacts_ + 1)),
      link(size(contacts_) * size(contacts_)),
      block(9 * link.size()),
      scratch(size(3 * contacts_)) {}

double residual(const RoundLcp& lcp, Span<const double> f) {
  const int rows = 1 + lcp.tangents;
  double worst = 0;
  for (int k = 0; k < lcp.contacts; ++k) {
    double r[3] = {0, 0, 0};
    double u[3] = {0, 0, 0};
    for (int l = 0; l < rows; ++l) {
      const int i = rows * k + l;
      r[l] = f[i];
      u[l] = dot(lcp.W.data() + static_cast<std::ptrdiff_t>(i) * lcp.rows(), f.data(), lcp.rows()) + lcp.q[i];
    }
    const double defect = defect_of(lcp.mu[k], r, u);
    if (!(defect <= worst)) worst = defect;
  }
  return worst;
}

void solve_contacts(const RoundLcp& lcp, int edges, RoundWorkspace& work, Span<double> f, Span<double> u,
                    Report* report) {
  Space& space = work.islands.space;
  read_units(lcp, edges, space.system);
  read_numbers(lcp, work);
  for (int i = 0; i < lcp.rows(); ++i) {
    const bool has_friction = lcp.mu[i / (1 + lcp.tangents)] > 0 || i % (1 + lcp.tangents) == 0;
    work.system.warm[size(i)] = has_friction ? f[i] * space.system.factor[size(i)] : 0.0;
  }
  space.factorisations = 0;
  const Island& island = space.system.island[0];
  enter(island, space);
  const Defects defects = solve_island(island, kCheap, work.islands);
  pose(whole(island, work.islands), space);
  for (int i = 0; i < lcp.rows(); ++i) {
    f[i] = space.f[size(i)] / space.system.factor[size(i)];
    u[i] = space.u[size(i)] * space.system.factor[size(i)];
  }
  // What the first factorisation solves, the last forces' patterns solve.
  report->iterations = is_warm(island, work.system) ? std::max(0, space.factorisations - 1) : space.factorisations;
  report->warm = report->iterations == 0;
  report->status = defects.end < HUGE_VAL ? Status::solved : Status::inexact;
}

Report solve(const RoundLcp& lcp, const Options& options, RoundWorkspace& work, Span<double> f) {
  Report report;
  report.used = Method::newton;
  const auto refuse = [&] {
    report.status = Status::invalid;
    report.residual = HUGE_VAL;
    return report;
  };
  if (!fits(lcp, work, f) || (options.method != Method::automatic && options.method != Method::newton)) return refuse();
  report.lcps = 1;
  report.warm = is_free(lcp);
  if (report.warm) {
    std::fill(f.begin(), f.end(), 0.0);
    return report;
  }
  if (!has_numbers(lcp, f)) return refuse();
  const double scale = max_abs(lcp.q.data(), lcp.q.size());
  report.residual = residual(lcp, f);
  report.warm = report.residual <= kStands * scale;
  if (report.warm) return report;
  const Span<double> u = {work.islands.found.data(), lcp.rows()};
  solve_contacts(lcp, 0, work, f, u, &report);
  report.residual = residual(lcp, f);
  report.status = judged(report.status, report.residual, options.accept * scale);
  return report;
}

}  // namespace stickslip::lcp

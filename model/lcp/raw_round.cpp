#include "model/lcp/raw_round.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/lcp/methods.h"
#include "model/lcp/raw_contacts.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kEdges = 8;  // of the polygons that Newton's method starts from where it fails

bool are_solvable_with(Method method, int tangents) {
  return method == Method::automatic || method == Method::newton ||
         (tangents == 1 && (method == Method::lemke || method == Method::block_pivot));
}

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

/// Rows scaled to a unit diagonal, cones with so many edges.
Condensed condensed(const RoundLcp& lcp, int edges, RoundWorkspace& work) {
  const int rows = lcp.rows();
  for (int i = 0; i < rows; ++i) work.scale[size(i)] = scale_of(lcp.W[i * rows + i]);
  for (int k = 0; k < lcp.contacts; ++k) {
    set_contact(k, lcp.tangents, edges, lcp.mu[k], &work.scale[size(k * (1 + lcp.tangents))], work.unknowns.data(),
                work.units.data());
  }
  for (int i = 0; i < rows; ++i) {
    const double* row = lcp.W.data() + static_cast<std::ptrdiff_t>(i) * rows;
    const double scale = work.scale[size(i)];
    for (int j = 0; j < rows; ++j) column_of(work.A.data(), rows, j)[i] = row[j] / (scale * work.scale[size(j)]);
    work.b[size(i)] = lcp.q[i] / scale;
  }
  Condensed out;
  out.A = {work.A.data(), rows * rows};
  out.b = {work.b.data(), rows};
  out.unknowns = {work.unknowns.data(), edges == 0 ? lcp.contacts : lcp.contacts * (edges + 2)};
  out.units = {work.units.data(), lcp.contacts};
  find_ranges(out, work.newton.begin, work.newton.end);
  return out;
}

/// Unknowns of polygons, and which of them are in use, that belong to the row impulses in the workspace.
void take_start(const Condensed& polygons, RoundWorkspace& work) {
  std::fill(work.basic.begin(), work.basic.end(), std::uint8_t{0});
  std::fill(work.z.begin(), work.z.end(), 0.0);
  for (const Unit& unit : polygons.units) {
    const double* f = &work.f[size(unit.row)];
    const EdgeShares shares = decompose(f + 1, unit.rows - 1, unit.edges);
    work.z[size(unit.normal)] = f[0];
    work.z[size(unit.edge + shares.first)] = shares.share[0];
    work.z[size(unit.edge + (shares.first + 1) % unit.edges)] += shares.share[1];
    for (int j = unit.first; j < unit.first + unit.count; ++j) work.basic[size(j)] = work.z[size(j)] > 0 ? 1 : 0;
  }
}

PivotReport solve_polygons(const Condensed& polygons, const Options& options, RoundWorkspace& work, Method* used) {
  const Span<double> z = {work.z.data(), polygons.size()};
  const PivotReport report =
      run_method(polygons, options, work.lemke, work.newton, {work.basic.data(), polygons.size()}, z, used);
  impulses_of(polygons, z.data(), work.f.data());
  return report;
}

PivotReport solve_in_space(const RoundLcp& lcp, const Condensed& round, const Options& options, RoundWorkspace& work) {
  const Span<std::uint8_t> basic = {work.basic.data(), lcp.contacts};
  const Span<double> f = {work.f.data(), lcp.rows()};
  const Span<double> z = {work.z.data(), lcp.contacts};
  const PivotReport first = newton_round(round, work.newton, f, basic, z, nullptr);
  if (first.status == Status::solved) return first;
  Method used = Method::newton;
  std::fill(f.begin(), f.end(), 0.0);
  const Condensed polygons = condensed(lcp, kEdges, work);
  take_start(polygons, work);
  const PivotReport second = solve_polygons(polygons, options, work, &used);
  PivotReport third = newton_round(condensed(lcp, kRound, work), work.newton, f, basic, z, nullptr);
  third.pivots += first.pivots + second.pivots;
  third.held = false;
  return third;
}

}  // namespace

RoundWorkspace::RoundWorkspace(int contacts_)
    : contacts(contacts_),
      A(size(3 * contacts_) * size(3 * contacts_)),
      b(size(3 * contacts_)),
      scale(size(3 * contacts_)),
      unknowns(size((kEdges + 2) * contacts_)),
      units(size(contacts_)),
      f(size(3 * contacts_)),
      z(unknowns.size()),
      basic(unknowns.size()),
      lemke((kEdges + 2) * contacts_, 3 * contacts_, 5 * contacts_ + 2),
      newton(3 * contacts_, 3 * contacts_, (kEdges + 2) * contacts_) {}

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

Report solve(const RoundLcp& lcp, const Options& options, RoundWorkspace& work, Span<double> f) {
  Report report;
  report.used = Method::newton;
  const auto refuse = [&] {
    report.status = Status::invalid;
    report.residual = HUGE_VAL;
    return report;
  };
  if (!fits(lcp, work, f) || !are_solvable_with(options.method, lcp.tangents)) return refuse();
  report.lcps = 1;
  report.warm = is_free(lcp);
  if (report.warm) {
    std::fill(f.begin(), f.end(), 0.0);
    return report;
  }
  if (!has_numbers(lcp, f)) return refuse();
  const bool planar = lcp.tangents == 1;
  const Condensed problem = condensed(lcp, planar ? 2 : kRound, work);
  for (int i = 0; i < lcp.rows(); ++i) work.f[size(i)] = f[i] * work.scale[size(i)];
  if (planar) take_start(problem, work);
  const PivotReport pivoting =
      planar ? solve_polygons(problem, options, work, &report.used) : solve_in_space(lcp, problem, options, work);
  for (int i = 0; i < lcp.rows(); ++i) f[i] = work.f[size(i)] / work.scale[size(i)];
  report.iterations = pivoting.pivots;
  report.warm = pivoting.held;
  report.residual = residual(lcp, f);
  report.status = judged(pivoting.status, report.residual, options.accept * max_abs(lcp.q.data(), lcp.q.size()));
  return report;
}

RoundNumbers round_numbers(const Lcp& lcp) {
  RoundNumbers out;
  if (!has_contacts(lcp)) return out;
  out.contacts = lcp.contacts;
  out.tangents = tangents_of(lcp.edges);
  std::vector<int> from;  // unknown that is this row
  for (int k = 0; k < lcp.contacts; ++k) {
    for (int l = 0; l <= out.tangents; ++l) from.push_back(unknown_of(lcp, k, l));
    out.mu.push_back(friction_of(lcp, k));
  }
  for (const int i : from) {
    out.q.push_back(lcp.q[i]);
    for (const int j : from) out.W.push_back(lcp.M[i * lcp.n + j]);
  }
  return out;
}

}  // namespace stickslip::lcp

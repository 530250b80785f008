#include "model/lcp/lemke.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"
#include "model/lcp/tableau.h"

namespace stickslip::lcp {
namespace {

constexpr int kRestarts = 6;
constexpr int kCovers = 4;         // covers tried in turn, each another path
constexpr double kMostWork = 6e9;  // multiplications under `automatic`, about a second
constexpr double kSolved = 1e-12;  // part of the scale up to which a complementarity defect is none

/// How far paths may go.
struct Limit {
  int pivots;
  double work;
};

/// Complementary pivoting until z0 leaves: whatever left, its partner enters.
Status follow_path(Tableau& tableau, Tableau::Variable left, Limit limit, int* pivots) {
  while (*pivots < limit.pivots && tableau.work() < limit.work) {
    ++*pivots;
    const Tableau::Variable entering = {left.index, !left.slack};
    const Tableau::Step step = tableau.pivot(entering, &left);
    if (step == Tableau::Step::ray) return Status::ray;
    if (step == Tableau::Step::broken) return Status::inexact;
    if (left.index == Tableau::kArtificial) return Status::solved;
  }
  return Status::cap;
}

bool is_empty(Span<const std::uint8_t> basic) {
  return std::none_of(basic.begin(), basic.end(), [](std::uint8_t b) { return b != 0; });
}

/// From the basis the tableau is at, cold with cover number `cover` or on from there (-1); `limit` counts all pivots
/// made so far. Round-off may leave the last basis slightly infeasible: then the path is followed again from there.
Status run(Tableau& tableau, int cover, Limit limit, Span<std::uint8_t> basic, int* pivots) {
  for (int start = 0; start < kRestarts; ++start) {
    Tableau::Variable left{};
    if (!tableau.bring_in_artificial(start == 0 ? cover : -1, &left)) return Status::inexact;
    ++*pivots;
    const Status status = follow_path(tableau, left, limit, pivots);
    if (status != Status::solved) return status;
    tableau.get_basis(basic);
    if (!tableau.set_basis(basic)) return Status::inexact;
    tableau.evaluate();
    if (tableau.feasible()) return Status::solved;
  }
  return Status::inexact;
}

}  // namespace

PivotReport lemke(const Condensed& lcp, const Options& options, LemkeWork& work, Span<std::uint8_t> basic,
                  Span<double> z) {
  PivotReport report;
  Tableau tableau(lcp, options, work);
  const double most = options.method == Method::automatic ? kMostWork : HUGE_VAL;
  const int cap = options.max_pivots > 0 ? options.max_pivots : 20 * lcp.size() + 100;
  if (!is_empty(basic) && tableau.set_basis(basic)) {
    tableau.evaluate();
    report.held = tableau.feasible();
    if (!report.held) report.status = run(tableau, -1, {std::min(cap, lcp.size() + 20), most}, basic, &report.pivots);
    tableau.get_solution(z);
    if (report.status == Status::solved) return report;
  }
  for (int cover = 0; cover < kCovers && tableau.work() < most; ++cover) {
    std::fill(basic.begin(), basic.end(), std::uint8_t{0});
    tableau.set_basis(basic);
    tableau.evaluate();
    report.status = Status::solved;
    report.held = tableau.feasible();
    const int path_cap = std::min(cap, report.pivots + cap / kCovers);
    if (!report.held) report.status = run(tableau, cover, {path_cap, most}, basic, &report.pivots);
    tableau.get_solution(z);
    if (report.status == Status::solved) return report;
    // The end of a path can be a solution that round-off hides from the method.
    if (natural_residual(lcp, z.data(), work.f.data(), work.u.data(), work.slack.data()) <= kSolved * tableau.scale()) {
      tableau.get_basis(basic);
      report.status = Status::solved;
      return report;
    }
  }
  return report;
}

}  // namespace stickslip::lcp

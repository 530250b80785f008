#include "model/lcp/lemke.h"

#include <algorithm>

#include "model/lcp/dense.h"
#include "model/lcp/tableau.h"

namespace stickslip::lcp {
namespace {

constexpr int kRestarts = 6;

/// Complementary pivoting until z0 leaves: whatever left, its partner enters.
Status follow_path(Tableau& tableau, Tableau::Variable left, int cap, int* pivots) {
  while (*pivots < cap) {
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

/// From the basis the tableau is at; `cap` counts all pivots made so far. Round-off may leave the last basis slightly
/// infeasible: then the path is followed again from there.
Status run(Tableau& tableau, bool cold, int cap, Span<std::uint8_t> basic, int* pivots) {
  for (int start = 0; start < kRestarts; ++start) {
    Tableau::Variable left{};
    if (!tableau.bring_in_artificial(cold && start == 0, &left)) return Status::inexact;
    ++*pivots;
    const Status status = follow_path(tableau, left, cap, pivots);
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
  const int cap = options.max_pivots > 0 ? options.max_pivots : 20 * lcp.size() + 100;
  if (!is_empty(basic) && tableau.set_basis(basic)) {
    tableau.evaluate();
    report.held = tableau.feasible();
    if (!report.held) report.status = run(tableau, false, std::min(cap, lcp.size() + 20), basic, &report.pivots);
    if (report.status == Status::solved) {
      tableau.get_solution(z);
      return report;
    }
  }
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  tableau.set_basis(basic);
  tableau.evaluate();
  report.status = Status::solved;
  report.held = tableau.feasible();
  if (!report.held) report.status = run(tableau, true, report.pivots + cap, basic, &report.pivots);
  tableau.get_solution(z);
  return report;
}

}  // namespace stickslip::lcp

#include "model/lcp/condensed.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"

namespace stickslip::lcp {

void add_column(const Condensed& lcp, int j, double a, double* y) {
  if (lcp.begin.empty()) {
    axpy(a, lcp.column(j), y, lcp.rows());
  } else {
    axpy(a, lcp.column(j) + lcp.begin[j], y + lcp.begin[j], lcp.end[j] - lcp.begin[j]);
  }
}

void find_ranges(Condensed& lcp, Span<int> begin, Span<int> end) {
  const int n = lcp.rows();
  for (int j = 0; j < n; ++j) {
    const double* column = lcp.column(j);
    begin[j] = 0;
    end[j] = n;
    while (begin[j] < j && column[begin[j]] == 0) ++begin[j];
    while (end[j] > j + 1 && column[end[j] - 1] == 0) --end[j];
  }
  lcp.begin = begin.first(n);
  lcp.end = end.first(n);
}

void multiply_rows(const Condensed& lcp, const double* f, double* u) {
  const int n = lcp.rows();
  fill(u, 0.0, n);
  for (int j = 0; j < n; ++j) {
    if (f[j] != 0) add_column(lcp, j, f[j], u);
  }
}

void impulses_of(const Condensed& lcp, const double* z, double* f) {
  fill(f, 0.0, lcp.rows());
  for (int j = 0; j < lcp.size(); ++j) {
    const Unknown& a = lcp.unknowns[j];
    if (z[j] == 0 || a.role == Role::cap) continue;
    f[a.row[0]] += a.weight[0] * z[j];
    if (a.row[1] >= 0) f[a.row[1]] += a.weight[1] * z[j];
  }
}

void multiply(const Condensed& lcp, const double* z, bool with_constant, double* f, double* u, double* w) {
  impulses_of(lcp, z, f);
  multiply_rows(lcp, f, u);
  if (with_constant) axpy(1.0, lcp.b.data(), u, lcp.rows());
  for (const Unit& unit : lcp.units) {
    const double cap = unit.cap >= 0 ? z[unit.cap] : 0.0;
    double budget = with_constant ? unit.range : 0.0;
    if (unit.normal >= 0) {
      w[unit.normal] = u[unit.row];
      budget += unit.mu * z[unit.normal];
    }
    for (int j = unit.edge; j < unit.edge + unit.edges; ++j) {
      const Unknown& a = lcp.unknowns[j];
      w[j] = a.weight[0] * u[a.row[0]] + cap;
      if (a.row[1] >= 0) w[j] += a.weight[1] * u[a.row[1]];
      budget -= z[j];
    }
    if (unit.cap >= 0) w[unit.cap] = budget;
  }
}

double natural_residual(const Condensed& lcp, const double* z, double* f, double* u, double* w) {
  multiply(lcp, z, true, f, u, w);
  double worst = 0;
  for (int j = 0; j < lcp.size(); ++j) worst = std::max(worst, std::fabs(std::min(z[j], w[j])));
  return worst;
}

double entry(const Condensed& lcp, int i, int j) {
  const Unknown& ai = lcp.unknowns[i];
  const Unknown& aj = lcp.unknowns[j];
  if (ai.role == Role::cap) {
    if (ai.unit != aj.unit || aj.role == Role::cap) return 0.0;
    return aj.role == Role::normal ? lcp.units[ai.unit].mu : -1.0;
  }
  if (aj.role == Role::cap) return ai.unit == aj.unit && ai.role == Role::edge ? 1.0 : 0.0;
  double sum = 0.0;
  for (int l = 0; l < 2 && aj.row[l] >= 0; ++l) {
    const double* column = lcp.column(aj.row[l]);
    double part = ai.weight[0] * column[ai.row[0]];
    if (ai.row[1] >= 0) part += ai.weight[1] * column[ai.row[1]];
    sum += part * aj.weight[l];
  }
  return sum;
}

}  // namespace stickslip::lcp

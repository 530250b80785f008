// The part of Tableau that chooses which basic variable leaves. Basic variables are numbered as candidates: columns
// first, then columns + row for slacks.
#include <algorithm>
#include <cmath>

#include "model/lcp/dense.h"
#include "model/lcp/tableau.h"

namespace stickslip::lcp {
namespace {

constexpr double kArrived = 1e-8;        // part of its first value at which z0 counts as gone
constexpr double kRateNoise = 1e-10;     // part of the largest rate that is round-off
constexpr double kTiedPivot = 1e-4;      // among tied rows, pivots smaller than this part of the best are passed over
constexpr double kLexicalNoise = 1e-10;  // entries closer than this count as equal

}  // namespace

double Tableau::candidate_rate(int c) const {
  return c < m_ ? w_.rate[static_cast<std::size_t>(c)] : w_.slack_rate[static_cast<std::size_t>(c - m_)];
}

double Tableau::candidate_value(int c) const {
  return std::max(0.0, c < m_ ? w_.value[static_cast<std::size_t>(c)] : w_.slack[static_cast<std::size_t>(c - m_)]);
}

void Tableau::collect_ties(double limit, double smallest) {
  tied_ = 0;
  for (int c = 0; c < m_ + n_; ++c) {
    if (c >= m_ && w_.row_of[static_cast<std::size_t>(c - m_)] >= 0) continue;
    const double rate = candidate_rate(c);
    if (rate < -smallest && candidate_value(c) <= -rate * limit) w_.tied[static_cast<std::size_t>(tied_++)] = c;
  }
}

Tableau::Step Tableau::choose_leaving(int* column, int* slack) {
  const double largest_rate = std::max(max_abs(w_.rate.data(), m_), max_abs(w_.slack_rate.data(), n_));
  const double smallest = options_.pivot + kRateNoise * largest_rate;
  double limit = HUGE_VAL;
  for (int c = 0; c < m_ + n_; ++c) {
    if (c >= m_ && w_.row_of[static_cast<std::size_t>(c - m_)] >= 0) continue;
    const double rate = candidate_rate(c);
    if (rate < -smallest) limit = std::min(limit, (candidate_value(c) + tolerance_) / -rate);
  }
  if (artificial_ >= 0 && candidate_rate(artificial_) < -smallest &&
      candidate_value(artificial_) <= kArrived * start_) {
    *column = artificial_;
    *slack = -1;
    return Step::pivoted;
  }
  if (limit == HUGE_VAL) return Step::ray;
  collect_ties(limit, smallest);
  double largest = 0;
  for (int t = 0; t < tied_; ++t) largest = std::max(largest, -candidate_rate(w_.tied[static_cast<std::size_t>(t)]));
  int best = -1;
  for (int t = 0; t < tied_; ++t) {
    const int c = w_.tied[static_cast<std::size_t>(t)];
    if (-candidate_rate(c) < kTiedPivot * largest) continue;
    if (c == artificial_) {
      best = c;
      break;
    }
    if (best < 0 || lexically_less(c, best)) best = c;
  }
  if (best < 0) return Step::broken;
  *column = best < m_ ? best : -1;
  *slack = best < m_ ? -1 : best - m_;
  return Step::pivoted;
}

/// The row of the basis inverse that belongs to a candidate, divided by its pivot.
void Tableau::lexical_row(int c, Span<double> row) {
  fill(row.data(), 0.0, n_);
  const double pivot = -candidate_rate(c);
  if (c >= m_) {
    slack_row(c - m_, w_.scratch.data());
    row[c - m_] = 1 / pivot;
  }
  for (int a = 0; a < m_; ++a) {
    const double* column = inverse_column(a);
    const double x = c < m_ ? column[c] : dot(w_.scratch.data(), column, m_);
    row[w_.rows[static_cast<std::size_t>(a)]] = -x / pivot;
  }
}

bool Tableau::lexically_less(int a, int b) {
  lexical_row(a, w_.lexical_a);
  lexical_row(b, w_.lexical_b);
  for (int i = 0; i < n_; ++i) {
    const double x = w_.lexical_a[static_cast<std::size_t>(i)];
    const double y = w_.lexical_b[static_cast<std::size_t>(i)];
    if (std::fabs(x - y) > kLexicalNoise * std::max({1.0, std::fabs(x), std::fabs(y)})) return x < y;
  }
  return candidate_rate(a) < candidate_rate(b);
}

}  // namespace stickslip::lcp

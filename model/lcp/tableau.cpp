#include "model/lcp/tableau.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cover.h"
#include "model/lcp/dense.h"

namespace stickslip::lcp {
namespace {

constexpr int kRefactorPeriod = 60;
constexpr int kCarefulPeriod = 8;
constexpr double kDrift = 1e-8;  // of rates that must vanish, before refactoring

}  // namespace

LemkeWork::LemkeWork(int unknowns, int condensed_rows, int basics_)
    : basics(basics_),
      factor(static_cast<std::size_t>(basics_) * static_cast<std::size_t>(basics_)),
      inverse(factor.size()),
      pivots(static_cast<std::size_t>(basics_)),
      columns(pivots.size()),
      rows(pivots.size()),
      column_of(static_cast<std::size_t>(unknowns)),
      row_of(column_of.size()),
      value(pivots.size()),
      rate(pivots.size()),
      scratch(pivots.size()),
      slack(column_of.size()),
      slack_rate(column_of.size()),
      cover(column_of.size()),
      z(column_of.size()),
      f(static_cast<std::size_t>(condensed_rows)),
      u(f.size()),
      tied(pivots.size() + column_of.size()),
      lexical_a(column_of.size()),
      lexical_b(column_of.size()) {}

Tableau::Tableau(const Condensed& lcp, const Options& options, LemkeWork& work)
    : lcp_(lcp), options_(options), w_(work), n_(lcp.size()), scale_(max_abs(lcp.b.data(), lcp.rows())) {}

void Tableau::set_column(int p, int index) {
  w_.columns[static_cast<std::size_t>(p)] = index;
  if (index == kArtificial) {
    artificial_ = p;
  } else {
    w_.column_of[static_cast<std::size_t>(index)] = p;
  }
}

void Tableau::set_row(int a, int index) {
  w_.rows[static_cast<std::size_t>(a)] = index;
  w_.row_of[static_cast<std::size_t>(index)] = a;
}

bool Tableau::set_basis(Span<const std::uint8_t> basic) {
  artificial_ = -1;
  m_ = 0;
  for (int j = 0; j < n_; ++j) {
    w_.column_of[static_cast<std::size_t>(j)] = w_.row_of[static_cast<std::size_t>(j)] = -1;
    if (!basic[j]) continue;
    if (m_ + 2 > w_.basics) return false;
    set_column(m_, j);
    set_row(m_, j);
    ++m_;
  }
  return refactor();
}

void Tableau::get_basis(Span<std::uint8_t> basic) const {
  for (int j = 0; j < n_; ++j) basic[j] = w_.column_of[static_cast<std::size_t>(j)] >= 0;
}

bool Tableau::refactor() {
  since_refactor_ = 0;
  effort_ += 2.0 * m_ * m_ * m_;
  double* factor = w_.factor.data();
  for (int p = 0; p < m_; ++p) {
    const int j = w_.columns[static_cast<std::size_t>(p)];
    double* column = lcp::column_of(factor, m_, p);
    for (int a = 0; a < m_; ++a) {
      const int i = w_.rows[static_cast<std::size_t>(a)];
      column[a] = j == kArtificial ? w_.cover[static_cast<std::size_t>(i)] : entry(lcp_, i, j);
    }
  }
  if (!lu_factor(factor, m_, w_.pivots.data(), 1e-3 * options_.pivot)) return false;
  for (int r = 0; r < m_; ++r) {
    double* column = inverse_column(r);
    fill(column, 0.0, m_);
    column[r] = 1;
    lu_solve(factor, m_, w_.pivots.data(), column);
  }
  return true;
}

/// slack = M z + d z0 (+ q) for z in `value` or slack_rate for z in `rate`; w_.z is scratch.
void Tableau::build_values(bool rates, double artificial) {
  const double* x = rates ? w_.rate.data() : w_.value.data();
  double* out = rates ? w_.slack_rate.data() : w_.slack.data();
  for (int p = 0; p < m_; ++p) {
    if (p == artificial_) {
      artificial += x[p];
    } else {
      w_.z[static_cast<std::size_t>(w_.columns[static_cast<std::size_t>(p)])] = x[p];
    }
  }
  multiply(lcp_, w_.z.data(), !rates, w_.f.data(), w_.u.data(), out);
  if (artificial != 0) axpy(artificial, w_.cover.data(), out, n_);
}

void Tableau::evaluate() {
  fill(w_.value.data(), 0.0, m_);
  fill(w_.z.data(), 0.0, n_);
  for (int pass = 0; pass < 3; ++pass) {
    build_values(false, 0.0);
    if (pass == 2 || m_ == 0) break;
    for (int a = 0; a < m_; ++a) {
      const double defect = w_.slack[static_cast<std::size_t>(w_.rows[static_cast<std::size_t>(a)])];
      axpy(-defect, inverse_column(a), w_.value.data(), m_);
    }
  }
  for (int a = 0; a < m_; ++a) w_.slack[static_cast<std::size_t>(w_.rows[static_cast<std::size_t>(a)])] = 0;
  tolerance_ = options_.feasibility * scale_ + 1e-14 * max_abs(w_.value.data(), m_);
}

bool Tableau::feasible() const {
  for (int p = 0; p < m_; ++p) {
    if (!(w_.value[static_cast<std::size_t>(p)] >= -tolerance_)) return false;
  }
  for (int i = 0; i < n_; ++i) {
    if (!(w_.slack[static_cast<std::size_t>(i)] >= -tolerance_)) return false;
  }
  return true;
}

void Tableau::get_solution(Span<double> z) const {
  fill(z.data(), 0.0, n_);
  for (int p = 0; p < m_; ++p) {
    if (p != artificial_)
      z[w_.columns[static_cast<std::size_t>(p)]] = std::max(0.0, w_.value[static_cast<std::size_t>(p)]);
  }
}

bool Tableau::bring_in_artificial(int cover, Variable* left) {
  careful_ = cover != 0;
  // Cover in terms of the present basis first: one for whatever must be lifted, ...
  fill(w_.z.data(), 0.0, n_);
  for (int p = 0; p < m_; ++p) {
    w_.rate[static_cast<std::size_t>(p)] = w_.value[static_cast<std::size_t>(p)] < 0 ? irregular(p) : 0.0;
  }
  double lowest = 0;
  int column = -1;
  int slack = -1;
  for (int p = 0; p < m_; ++p) {
    const double x = w_.rate[static_cast<std::size_t>(p)];
    if (x > 0 && w_.value[static_cast<std::size_t>(p)] / x < lowest)
      lowest = w_.value[static_cast<std::size_t>(column = p)] / x;
  }
  build_values(true, 0.0);
  for (int i = 0; i < n_; ++i) {
    const std::size_t k = static_cast<std::size_t>(i);
    const Role role = lcp_.unknowns[i].role;
    const double lift = w_.row_of[k] < 0 && (cover >= 0 || w_.slack[k] < 0) ? cover_of(role, i, cover) : 0.0;
    // ... then as a column of the original problem.
    w_.cover[k] = lift - w_.slack_rate[k];
    w_.slack_rate[k] = lift;
    if (lift > 0 && w_.slack[k] < 0 && w_.slack[k] / lift <= lowest)
      lowest = w_.slack[static_cast<std::size_t>(slack = i)] / lift;
  }
  if (slack >= 0) column = -1;
  if (slack < 0 && column < 0) return false;
  if (m_ + 1 > w_.basics) return false;
  *left = slack >= 0 ? Variable{slack, true} : Variable{w_.columns[static_cast<std::size_t>(column)], false};
  exchange({kArtificial, false}, column, slack);
  start_ = w_.value[static_cast<std::size_t>(artificial_)];
  return true;
}

void Tableau::compute_rates(Variable entering) {
  fill(w_.z.data(), 0.0, n_);
  double* rate = w_.rate.data();
  if (entering.slack) {
    const double* column = inverse_column(w_.row_of[static_cast<std::size_t>(entering.index)]);
    std::copy(column, column + m_, rate);
  } else {
    fill(rate, 0.0, m_);
    for (int a = 0; a < m_; ++a) {
      const double k = entry(lcp_, w_.rows[static_cast<std::size_t>(a)], entering.index);
      if (k != 0) axpy(-k, inverse_column(a), rate, m_);
    }
    w_.z[static_cast<std::size_t>(entering.index)] = 1;
  }
  build_values(true, 0.0);
  if (!careful_) return;
  for (int a = 0; a < m_; ++a) {
    const int i = w_.rows[static_cast<std::size_t>(a)];
    const double expected = entering.slack && i == entering.index ? 1.0 : 0.0;
    axpy(expected - w_.slack_rate[static_cast<std::size_t>(i)], inverse_column(a), rate, m_);
  }
  build_values(true, 0.0);
}

bool Tableau::rates_are_consistent(Variable entering) const {
  double worst = 0;
  for (int a = 0; a < m_; ++a) {
    const int i = w_.rows[static_cast<std::size_t>(a)];
    const double expected = entering.slack && i == entering.index ? 1.0 : 0.0;
    worst = std::max(worst, std::fabs(w_.slack_rate[static_cast<std::size_t>(i)] - expected));
  }
  return worst <= kDrift * std::max(1.0, max_abs(w_.rate.data(), m_));
}

void Tableau::slack_row(int i, double* h) const {
  for (int p = 0; p < m_; ++p) {
    const int j = w_.columns[static_cast<std::size_t>(p)];
    h[p] = j == kArtificial ? w_.cover[static_cast<std::size_t>(i)] : entry(lcp_, i, j);
  }
}

Tableau::Step Tableau::pivot(Variable entering, Variable* left) {
  effort_ += 2.0 * m_ * m_ + static_cast<double>(m_) * n_;
  compute_rates(entering);
  if (!rates_are_consistent(entering)) {
    if (since_refactor_ == 0 || !refactor()) return Step::broken;
    evaluate();
    compute_rates(entering);
  }
  int column = -1;
  int slack = -1;
  const Step choice = choose_leaving(&column, &slack);
  if (choice != Step::pivoted) return choice;
  if (!entering.slack && slack >= 0 && m_ + 1 > w_.basics) return Step::broken;
  *left = slack >= 0 ? Variable{slack, true} : Variable{w_.columns[static_cast<std::size_t>(column)], false};
  exchange(entering, column, slack);
  if (++since_refactor_ >= (careful_ ? kCarefulPeriod : std::max(kRefactorPeriod, m_ / 2))) {
    if (!refactor()) return Step::broken;
    evaluate();
  }
  return Step::pivoted;
}

/// Moves to the adjacent basis along rate and slack_rate: exactly one of `column` and `slack` leaves.
void Tableau::exchange(Variable entering, int column, int slack) {
  const double value =
      column >= 0 ? w_.value[static_cast<std::size_t>(column)] : w_.slack[static_cast<std::size_t>(slack)];
  const double rate =
      column >= 0 ? w_.rate[static_cast<std::size_t>(column)] : w_.slack_rate[static_cast<std::size_t>(slack)];
  const bool lifting = entering.index == kArtificial && !entering.slack;
  const double step = lifting ? -value / rate : std::max(0.0, value) / -rate;
  axpy(step, w_.rate.data(), w_.value.data(), m_);
  for (int i = 0; i < n_; ++i) {
    const std::size_t k = static_cast<std::size_t>(i);
    w_.slack[k] = w_.row_of[k] >= 0 ? 0.0 : w_.slack[k] + step * w_.slack_rate[k];
  }
  if (entering.slack) {
    w_.slack[static_cast<std::size_t>(entering.index)] = step;
    const int a = w_.row_of[static_cast<std::size_t>(entering.index)];
    if (column >= 0) {
      remove(a, column);
    } else {
      replace_row(a, slack);
    }
  } else if (column >= 0) {
    replace_column(column);
    set_column(column, entering.index);
    w_.value[static_cast<std::size_t>(column)] = step;
  } else {
    add(slack);
    set_column(m_ - 1, entering.index);
    w_.value[static_cast<std::size_t>(m_ - 1)] = step;
  }
  if (slack >= 0) w_.slack[static_cast<std::size_t>(slack)] = 0;
}

/// Column p of K becomes the entering one, for which `rate` is minus its coordinates.
void Tableau::replace_column(int p) {
  const int gone = w_.columns[static_cast<std::size_t>(p)];
  if (gone == kArtificial) {
    artificial_ = -1;
  } else {
    w_.column_of[static_cast<std::size_t>(gone)] = -1;
  }
  const double pivot = -w_.rate[static_cast<std::size_t>(p)];
  for (int a = 0; a < m_; ++a) {
    double* column = inverse_column(a);
    const double t = column[p] / pivot;
    if (t == 0) continue;
    axpy(t, w_.rate.data(), column, m_);
    column[p] = t;
  }
}

/// K is bordered by the row of slack i and the entering column.
void Tableau::add(int i) {
  const double s = w_.slack_rate[static_cast<std::size_t>(i)];
  slack_row(i, w_.scratch.data());
  for (int a = 0; a < m_; ++a) {
    double* column = inverse_column(a);
    const double g = dot(w_.scratch.data(), column, m_) / s;
    axpy(-g, w_.rate.data(), column, m_);
    column[m_] = -g;
  }
  double* last = inverse_column(m_);
  for (int p = 0; p < m_; ++p) last[p] = w_.rate[static_cast<std::size_t>(p)] / s;
  last[m_] = 1 / s;
  set_row(m_, i);
  ++m_;
}

/// Row a and column p of K are removed; the last ones take their places.
void Tableau::remove(int a, int p) {
  const int last = m_ - 1;
  const double* removed = inverse_column(a);
  std::copy(removed, removed + m_, w_.scratch.data());
  const double pivot = w_.scratch[static_cast<std::size_t>(p)];
  for (int r = 0; r < m_; ++r) {
    double* column = inverse_column(r);
    if (r != a) axpy(-column[p] / pivot, w_.scratch.data(), column, m_);
    column[p] = column[last];
  }
  if (a != last) {
    const double* moved = inverse_column(last);
    std::copy(moved, moved + m_, inverse_column(a));
  }
  const int gone = w_.columns[static_cast<std::size_t>(p)];
  if (gone == kArtificial) {
    artificial_ = -1;
  } else {
    w_.column_of[static_cast<std::size_t>(gone)] = -1;
  }
  w_.row_of[static_cast<std::size_t>(w_.rows[static_cast<std::size_t>(a)])] = -1;
  if (p != last) {
    set_column(p, w_.columns[static_cast<std::size_t>(last)]);
    w_.value[static_cast<std::size_t>(p)] = w_.value[static_cast<std::size_t>(last)];
  }
  if (a != last) set_row(a, w_.rows[static_cast<std::size_t>(last)]);
  --m_;
}

/// Row a of K becomes that of slack i.
void Tableau::replace_row(int a, int i) {
  slack_row(i, w_.scratch.data());
  const double s = w_.slack_rate[static_cast<std::size_t>(i)];
  double* own = inverse_column(a);
  for (int p = 0; p < m_; ++p) own[p] /= s;
  for (int r = 0; r < m_; ++r) {
    if (r == a) continue;
    double* column = inverse_column(r);
    axpy(-dot(w_.scratch.data(), column, m_), own, column, m_);
  }
  w_.row_of[static_cast<std::size_t>(w_.rows[static_cast<std::size_t>(a)])] = -1;
  set_row(a, i);
}

}  // namespace stickslip::lcp

#include "model/lcp/newton.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/band.h"
#include "model/lcp/condense.h"
#include "model/lcp/cone.h"
#include "model/lcp/dense.h"
#include "model/lcp/residual.h"

namespace stickslip::lcp {
namespace {

constexpr double kSoft = 1e-9;  // added to the diagonal so that redundant contacts can be solved; refined away
constexpr int kRefinements = 6;
constexpr int kSweeps = 12;
constexpr int kFirstSteps = 8;  // Newton steps before proximal passes are tried, ...
constexpr int kSteps = 16;      // ... and in each of those
constexpr int kPasses = 10;     // and one for every fourth row
constexpr int kFailures = 3;    // and one for every twelfth row
constexpr double kFirstCompliance = 0.1;
constexpr double kLeastCompliance = 1e-7;
constexpr int kHalvings = 7;       // of the line search
constexpr double kNoise = 1e-15;   // round-off of velocities, as part of the largest impulse
constexpr double kSolved = 1e-12;  // natural residual, as part of the scale

std::size_t size(int n) {
  return static_cast<std::size_t>(n);
}

class Newton {
 public:
  Newton(const Condensed& lcp, NewtonWork& work) : lcp_(lcp), w_(work), scale_(max_abs(lcp.b.data(), lcp.rows())) {}

  void start_from(Span<const double> z);
  void start_from_rest();
  bool read_patterns(Span<const std::uint8_t> basic);
  bool solve_pattern();
  void sweep(int count);
  bool settle(int steps, int* count);
  template <class Done>
  bool approach(int* steps, Done is_done);
  void write(Span<std::uint8_t> basic, Span<double> z) const;
  double defect_of(Span<const double> z);
  bool is_solved(Span<const double> z) {
    return defect_of(z) <= kSolved * scale_ + kNoise * max_abs(z.data(), z.size());
  }
  void polish(Span<std::uint8_t> basic, Span<double> z);

 private:
  double mobility(int row) const { return std::max(1e-6, lcp_.column(row)[row] + tau_); }
  Pattern project(const Unit& unit, const double* f, const double* u, double* projected) const;
  double merit(const double* f, const double* u) const;
  void search_line();
  bool next_patterns();
  void add_directions(const Unit& unit, Pattern pattern);
  void order_units();
  void find_band();
  void fill_matrix();
  bool factor();
  void solve_factored(double* x) const;
  void find_velocities();
  void set_compliance(double tau);
  void fit_to_pattern(const Unit& unit, Pattern pattern);
  double defect();
  void sweep_unit(const Unit& unit);
  void change(int row, double value);
  void write_contact(int k, Span<std::uint8_t> basic, Span<double> z) const;

  const Condensed& lcp_;
  NewtonWork& w_;
  double scale_;
  double tau_ = 0;  // compliance on all rows while patterns are sought
  int count_ = 0;   // directions
  int band_ = 0;
  bool banded_ = false;
  bool ordered_ = false;
};

Edge edge_of(const Condensed& lcp, const Unit& unit, int k) {
  const Unknown& a = lcp.unknowns[unit.edge + k % unit.edges];
  return {{a.weight[0], a.row[1] >= 0 ? a.weight[1] : 0.0}};
}

/// Patterns from the flags; false when none is set.
bool Newton::read_patterns(Span<const std::uint8_t> basic) {
  bool any = false;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    int first = -1;
    int flags = 0;
    for (int e = 0; e < unit.edges; ++e) {
      if (!basic[unit.edge + e]) continue;
      // The pair last and first: the facet begins at the last.
      if (first < 0 || (first == 0 && e == unit.edges - 1)) first = e;
      ++flags;
    }
    const bool cap = unit.cap >= 0 && basic[unit.cap];
    const bool pushes = unit.normal >= 0 ? basic[unit.normal] != 0 : flags > 0;
    Pattern& pattern = w_.pattern[size(k)];
    pattern = {pushes ? Motion::stick : Motion::open, 0};
    if (pushes && cap) {
      if (unit.normal < 0) {
        pattern.kind = Motion::capped;
      } else if (flags > 0) {
        pattern = {flags > 1 ? Motion::facet : Motion::edge, first};
      }
    }
    any = any || pushes;
  }
  return any;
}

void Newton::add_directions(const Unit& unit, Pattern pattern) {
  const auto add = [&](const double* p, const double* q) {
    Direction& d = w_.directions[size(count_++)];
    d.row = unit.row;
    d.rows = unit.rows;
    std::copy(p, p + 3, d.p);
    std::copy(q, q + 3, d.q);
  };
  const double units[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (pattern.kind == Motion::stick) {
    for (int l = 0; l < unit.rows; ++l) add(units[l], units[l]);
  } else if (pattern.kind == Motion::edge || pattern.kind == Motion::facet) {
    const Edge d = edge_of(lcp_, unit, pattern.edge);
    const double p[3] = {1, unit.mu * d.along[0], unit.mu * d.along[1]};
    add(p, units[0]);
    if (pattern.kind == Motion::facet) {
      const Edge next = edge_of(lcp_, unit, pattern.edge + 1);
      const double along[3] = {0, next.along[0] - d.along[0], next.along[1] - d.along[1]};
      add(along, along);
    }
  }
}

/// Reverse Cuthill-McKee on the units that share entries of A.
void Newton::order_units() {
  const int units = lcp_.units.size();
  ordered_ = true;
  for (int k = 0; k < units; ++k) {
    for (int l = 0; l < units; ++l) {
      const Unit& a = lcp_.units[l];
      const double* column = lcp_.column(lcp_.units[k].row);
      w_.linked[size(k) * size(units) + size(l)] = column[a.row] != 0 || column[a.row + a.rows - 1] != 0;
    }
    w_.level[size(k)] = -1;
  }
  const auto degree = [&](int k) {
    int sum = 0;
    for (int l = 0; l < units; ++l) sum += w_.linked[size(k) * size(units) + size(l)];
    return sum;
  };
  for (int k = 0; k < units; ++k) w_.first_direction[size(k)] = degree(k);
  int done = 0;
  while (done < units) {
    int start = -1;
    for (int k = 0; k < units; ++k) {
      if (w_.level[size(k)] < 0 && (start < 0 || w_.first_direction[size(k)] < w_.first_direction[size(start)])) {
        start = k;
      }
    }
    w_.level[size(start)] = 0;
    w_.queue[size(done)] = start;
    int end = done + 1;
    for (int head = done; head < end; ++head) {
      const int k = w_.queue[size(head)];
      const int from = end;
      for (int l = 0; l < units; ++l) {
        if (w_.level[size(l)] >= 0 || !w_.linked[size(k) * size(units) + size(l)]) continue;
        w_.level[size(l)] = w_.level[size(k)] + 1;
        w_.queue[size(end++)] = l;
      }
      // Not std::stable_sort, which allocates; they came in the order of their indices.
      std::sort(w_.queue.begin() + from, w_.queue.begin() + end, [&](int a, int b) {
        const int by_degree = w_.first_direction[size(a)] - w_.first_direction[size(b)];
        return by_degree != 0 ? by_degree < 0 : a < b;
      });
    }
    done = end;
  }
  for (int k = 0; k < units; ++k) w_.order[size(k)] = w_.queue[size(units - 1 - k)];
}

/// How far apart in order linked directions are.
void Newton::find_band() {
  const int units = lcp_.units.size();
  band_ = 0;
  for (int k = 0; k < units; ++k) {
    if (w_.first_direction[size(k)] == w_.level[size(k)]) continue;
    for (int l = 0; l < units; ++l) {
      if (!w_.linked[size(k) * size(units) + size(l)] || w_.level[size(l)] == w_.first_direction[size(l)]) continue;
      band_ = std::max(band_, w_.level[size(k)] - 1 - w_.first_direction[size(l)]);
      band_ = std::max(band_, w_.level[size(l)] - 1 - w_.first_direction[size(k)]);
    }
  }
  banded_ = band_height(band_, band_) < count_;
}

void Newton::fill_matrix() {
  const int height = banded_ ? band_height(band_, band_) : count_;
  double* matrix = w_.matrix.data();
  if (banded_) fill(matrix, 0.0, height * count_);
  for (int b = 0; b < count_; ++b) {
    const Direction& d = w_.directions[size(b)];
    fill(w_.column.data(), 0.0, lcp_.rows());
    double own = 0;
    for (int l = 0; l < d.rows; ++l) {
      own += d.q[l] * d.p[l];
      if (d.p[l] != 0) add_column(lcp_, d.row + l, d.p[l], w_.column.data());
    }
    const int low = banded_ ? std::max(0, b - band_) : 0;
    const int high = banded_ ? std::min(count_ - 1, b + band_) : count_ - 1;
    double* to = column_of(matrix, height, b);
    if (banded_) to += 2 * band_ - b;
    for (int a = low; a <= high; ++a) {
      const Direction& e = w_.directions[size(a)];
      double sum = 0;
      for (int l = 0; l < e.rows; ++l) sum += e.q[l] * w_.column[size(e.row + l)];
      to[a] = sum;
    }
    to[b] += std::max(kSoft, tau_) * own;
  }
}

bool Newton::factor() {
  if (!ordered_) order_units();
  count_ = 0;
  for (int o = 0; o < lcp_.units.size(); ++o) {
    const int k = w_.order[size(o)];
    w_.first_direction[size(k)] = count_;
    add_directions(lcp_.units[k], w_.pattern[size(k)]);
    w_.level[size(k)] = count_;
  }
  find_band();
  fill_matrix();
  if (banded_) return band_factor(w_.matrix.data(), count_, band_, band_, w_.pivots.data(), 1e-13);
  return lu_factor(w_.matrix.data(), count_, w_.pivots.data(), 1e-13);
}

void Newton::solve_factored(double* x) const {
  if (banded_) {
    band_solve(w_.matrix.data(), count_, band_, band_, w_.pivots.data(), x);
  } else {
    lu_solve(w_.matrix.data(), count_, w_.pivots.data(), x);
  }
}

void Newton::find_velocities() {
  multiply_rows(lcp_, w_.f.data(), w_.u.data());
  axpy(1.0, lcp_.b.data(), w_.u.data(), lcp_.rows());
  if (tau_ > 0) {
    for (int l = 0; l < lcp_.rows(); ++l) w_.u[size(l)] += tau_ * (w_.f[size(l)] - w_.centre[size(l)]);
  }
}

/// Compliance on all rows, for f as it is.
void Newton::set_compliance(double tau) {
  tau_ = tau;
  find_velocities();
}

/// Velocities that the pattern wants to vanish, into x; the largest of them.
double Newton::defect() {
  for (int a = 0; a < count_; ++a) {
    const Direction& d = w_.directions[size(a)];
    double sum = 0;
    for (int l = 0; l < d.rows; ++l) sum += d.q[l] * w_.u[size(d.row + l)];
    w_.x[size(a)] = sum;
  }
  return max_abs(w_.x.data(), count_);
}

/// The impulses of a unit become some that its pattern allows, close to what they are.
void Newton::fit_to_pattern(const Unit& unit, Pattern pattern) {
  double* f = &w_.f[size(unit.row)];
  if (pattern.kind == Motion::stick) return;
  if (pattern.kind == Motion::open || pattern.kind == Motion::capped) {
    fill(f, 0.0, unit.rows);
    if (pattern.kind == Motion::capped) f[0] = lcp_.unknowns[unit.edge].weight[0] * unit.range;
    return;
  }
  const Edge a = edge_of(lcp_, unit, pattern.edge);
  const Edge b = edge_of(lcp_, unit, pattern.edge + 1);
  const double budget = unit.mu * f[0];
  double along[2] = {0, 0};
  double share = 0;
  if (pattern.kind == Motion::facet) {
    along[0] = b.along[0] - a.along[0];
    along[1] = b.along[1] - a.along[1];
    share = (f[1] - budget * a.along[0]) * along[0] + (f[2] - budget * a.along[1]) * along[1];
    share /= along[0] * along[0] + along[1] * along[1];
  }
  for (int l = 1; l < unit.rows; ++l) f[l] = budget * a.along[l - 1] + share * along[l - 1];
}

/// f and u of the present pattern.
bool Newton::solve_pattern() {
  if (!factor()) return false;
  for (int k = 0; k < lcp_.units.size(); ++k) fit_to_pattern(lcp_.units[k], w_.pattern[size(k)]);
  find_velocities();
  double before = HUGE_VAL;
  for (int pass = 0; pass < kRefinements; ++pass) {
    const double now = defect();
    if (!(now <= 0.5 * before) || now <= 1e-16 * scale_) break;
    before = now;
    solve_factored(w_.x.data());
    for (int a = 0; a < count_; ++a) {
      const Direction& d = w_.directions[size(a)];
      for (int l = 0; l < d.rows; ++l) w_.f[size(d.row + l)] -= d.p[l] * w_.x[size(a)];
    }
    find_velocities();
  }
  return before < HUGE_VAL || count_ == 0 || defect() <= 1e-16 * scale_;
}

/// The natural map of a unit: impulses f - u / mobility brought back into the cone, and where in it they are.
Pattern Newton::project(const Unit& unit, const double* f, const double* u, double* projected) const {
  const double sign = unit.normal < 0 ? lcp_.unknowns[unit.edge].weight[0] : 1.0;
  for (int l = 0; l < unit.rows; ++l) {
    projected[l] = f[unit.row + l] - u[unit.row + l] / mobility(unit.row + l);
  }
  const double target = sign * projected[0];
  if (target <= 0) {
    projected[0] = projected[1] = projected[2] = 0;
    return {Motion::open, 0};
  }
  if (unit.normal < 0) {
    if (unit.cap < 0 || target < unit.range) return {Motion::stick, 0};
    projected[0] = sign * unit.range;
    return {Motion::capped, 0};
  }
  if (unit.edges == 0) return {Motion::stick, 0};
  return project_on_polygon(unit.rows - 1, unit.edges, unit.mu * target, projected + 1);
}

/// Half the square of the natural map's defect, in units of energy.
double Newton::merit(const double* f, const double* u) const {
  double sum = 0;
  for (const Unit& unit : lcp_.units) {
    double projected[3] = {0, 0, 0};
    project(unit, f, u, projected);
    for (int l = 0; l < unit.rows; ++l) {
      const double defect = (f[unit.row + l] - projected[l]) * mobility(unit.row + l);
      sum += defect * defect;
    }
  }
  return sum;
}

/// Goes from `old` towards f and u as far as the merit falls.
void Newton::search_line() {
  const int rows = lcp_.rows();
  const double start = merit(w_.f_old.data(), w_.u_old.data());
  double best = HUGE_VAL;
  double best_step = 0;
  double step = 2;
  for (int halving = 0; halving < kHalvings; ++halving) {
    step *= 0.5;
    for (int l = 0; l < rows; ++l) {
      w_.x[size(l)] = w_.f_old[size(l)] + step * (w_.f[size(l)] - w_.f_old[size(l)]);
      w_.column[size(l)] = w_.u_old[size(l)] + step * (w_.u[size(l)] - w_.u_old[size(l)]);
    }
    const double now = merit(w_.x.data(), w_.column.data());
    if (now < best) {
      best = now;
      best_step = step;
    }
    if (best <= (1 - 0.2 * best_step) * start) break;
  }
  for (int l = 0; l < rows; ++l) {
    w_.f[size(l)] = w_.f_old[size(l)] + best_step * (w_.f[size(l)] - w_.f_old[size(l)]);
    w_.u[size(l)] = w_.u_old[size(l)] + best_step * (w_.u[size(l)] - w_.u_old[size(l)]);
  }
}

bool Newton::next_patterns() {
  bool changed = false;
  for (int k = 0; k < lcp_.units.size(); ++k) {
    double projected[3] = {0, 0, 0};
    const Pattern next = project(lcp_.units[k], w_.f.data(), w_.u.data(), projected);
    changed = changed || !(next == w_.pattern[size(k)]);
    w_.pattern[size(k)] = next;
  }
  return changed;
}

/// Newton steps until the patterns stay.
bool Newton::settle(int steps, int* count) {
  next_patterns();
  for (int step = 0; step < steps; ++step) {
    ++*count;
    std::copy_n(w_.f.begin(), lcp_.rows(), w_.f_old.begin());
    std::copy_n(w_.u.begin(), lcp_.rows(), w_.u_old.begin());
    if (!solve_pattern()) return false;
    if (!next_patterns()) return true;
    search_line();
    next_patterns();
  }
  return false;
}

void Newton::start_from(Span<const double> z) {
  fill(w_.f.data(), 0.0, lcp_.rows());
  fill(w_.centre.data(), 0.0, lcp_.rows());
  for (int j = 0; j < lcp_.size(); ++j) {
    const Unknown& a = lcp_.unknowns[j];
    if (a.role == Role::cap) continue;
    w_.f[size(a.row[0])] += a.weight[0] * z[j];
    if (a.row[1] >= 0) w_.f[size(a.row[1])] += a.weight[1] * z[j];
  }
  find_velocities();
}

void Newton::start_from_rest() {
  tau_ = 0;
  fill(w_.f.data(), 0.0, lcp_.rows());
  fill(w_.centre.data(), 0.0, lcp_.rows());
  std::copy(lcp_.b.begin(), lcp_.b.end(), w_.u.begin());
}

void Newton::change(int row, double value) {
  const double by = value - w_.f[size(row)];
  if (by == 0) return;
  w_.f[size(row)] = value;
  add_column(lcp_, row, by, w_.u.data());
  w_.u[size(row)] += tau_ * by;
}

void Newton::sweep_unit(const Unit& unit) {
  const int n = unit.row;
  const double target = w_.f[size(n)] - w_.u[size(n)] / mobility(n);
  if (unit.normal < 0) {
    const double sign = lcp_.unknowns[unit.edge].weight[0];
    const double most = unit.cap >= 0 ? unit.range : HUGE_VAL;
    change(n, sign * std::min(most, std::max(0.0, sign * target)));
    return;
  }
  change(n, std::max(0.0, target));
  if (unit.edges == 0) return;
  const double budget = unit.mu * w_.f[size(n)];
  double t[2] = {0, 0};
  for (int l = 1; l < unit.rows; ++l) t[l - 1] = w_.f[size(n + l)] - w_.u[size(n + l)] / mobility(n + l);
  const double length = std::sqrt(t[0] * t[0] + t[1] * t[1]);
  const double factor = length > budget ? budget / length : 1.0;
  for (int l = 1; l < unit.rows; ++l) change(n + l, factor * t[l - 1]);
}

void Newton::sweep(int count) {
  for (int i = 0; i < count; ++i) {
    for (const Unit& unit : lcp_.units) sweep_unit(unit);
  }
}

/// Proximal passes: the compliance tau makes the patterns easy to find, and as it resists only changes of impulse it
/// vanishes from the limit. It shrinks while that goes well and grows where Newton's steps do not settle.
template <class Done>
bool Newton::approach(int* steps, Done is_done) {
  const int passes = kPasses + lcp_.rows() / 4;
  const int allowed = kFailures + lcp_.rows() / 12;
  start_from_rest();
  set_compliance(kFirstCompliance);
  int failures = 0;
  bool hold = false;
  for (int pass = 0; pass < passes && failures < allowed; ++pass) {
    if (pass < 4) sweep(kSweeps);
    const int before = *steps;
    if (!settle(kSteps, steps)) {
      ++failures;
      std::copy_n(w_.centre.begin(), lcp_.rows(), w_.f.begin());
      set_compliance(std::min(1.0, 4 * tau_));
      hold = true;
      continue;
    }
    if (is_done()) return true;
    const int taken = *steps - before;
    double factor = taken <= 4 ? 0.3 : (taken <= 8 ? 0.5 : 1.0);
    if (hold) factor = 1;
    hold = false;
    std::copy_n(w_.f.begin(), lcp_.rows(), w_.centre.begin());
    set_compliance(std::max(kLeastCompliance, factor * tau_));
  }
  return false;
}

void Newton::write_contact(int k, Span<std::uint8_t> basic, Span<double> z) const {
  const Unit& unit = lcp_.units[k];
  const Pattern pattern = w_.pattern[size(k)];
  const EdgeShares shares = decompose(&w_.f[size(unit.row + 1)], unit.rows - 1, unit.edges);
  const int first = unit.edge + shares.first;
  const int second = unit.edge + (shares.first + 1) % unit.edges;
  if (pattern.kind != Motion::open) {
    z[first] += shares.share[0];
    z[second] += shares.share[1];
  }
  if (pattern.kind == Motion::stick) {
    basic[first] = 1;
    if (unit.rows == 3) basic[second] = 1;
    return;
  }
  double lambda = 0;
  int edge = 0;
  for (int e = 0; e < unit.edges; ++e) {
    const Edge d = edge_of(lcp_, unit, e);
    double v = -d.along[0] * w_.u[size(unit.row + 1)];
    if (unit.rows == 3) v -= d.along[1] * w_.u[size(unit.row + 2)];
    if (v <= lambda) continue;
    lambda = v;
    edge = e;
  }
  if (lambda == 0) return;
  if (pattern.kind != Motion::open) edge = pattern.edge;
  z[unit.cap] = lambda;
  basic[unit.cap] = basic[unit.edge + edge] = 1;
  if (pattern.kind == Motion::facet) basic[unit.edge + (edge + 1) % unit.edges] = 1;
}

/// Flags and unknowns of f, u and the present patterns.
void Newton::write(Span<std::uint8_t> basic, Span<double> z) const {
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  fill(z.data(), 0.0, z.size());
  for (int k = 0; k < lcp_.units.size(); ++k) {
    const Unit& unit = lcp_.units[k];
    const Motion kind = w_.pattern[size(k)].kind;
    const double sign = unit.normal < 0 ? lcp_.unknowns[unit.edge].weight[0] : 1.0;
    const int main = unit.normal < 0 ? unit.edge : unit.normal;
    z[main] = kind == Motion::capped ? unit.range : std::max(0.0, sign * w_.f[size(unit.row)]);
    basic[main] = kind != Motion::open;
    if (kind == Motion::capped) {
      basic[unit.cap] = 1;
      z[unit.cap] = std::max(0.0, -sign * w_.u[size(unit.row)]);
    } else if (unit.normal >= 0 && unit.edges > 0) {
      write_contact(k, basic, z);
    }
  }
}

double Newton::defect_of(Span<const double> z) {
  return natural_residual(lcp_, z.data(), w_.column.data(), w_.x.data(), w_.w.data());
}

/// Removes what is left of the compliance; back to where it was if that does not help.
void Newton::polish(Span<std::uint8_t> basic, Span<double> z) {
  const double before = defect_of(z);
  std::copy_n(w_.f.begin(), lcp_.rows(), w_.f_old.begin());
  set_compliance(0);
  const bool solvable = solve_pattern();
  write(basic, z);
  if (solvable && defect_of(z) <= before) return;
  std::copy_n(w_.f_old.begin(), lcp_.rows(), w_.f.begin());
  find_velocities();
  write(basic, z);
}

}  // namespace

NewtonWork::NewtonWork(int units, int rows, int unknowns)
    : pattern(size(units)),
      begin(size(rows)),
      end(size(rows)),
      order(size(units)),
      level(size(units)),
      queue(size(units)),
      linked(size(units) * size(units)),
      directions(size(rows)),
      first_direction(size(units)),
      matrix(size(rows) * size(rows)),
      pivots(size(rows)),
      x(size(rows)),
      f(size(rows)),
      u(size(rows)),
      centre(size(rows)),
      f_old(size(rows)),
      u_old(size(rows)),
      w(size(unknowns)),
      column(size(rows)) {}

PivotReport newton(const Condensed& lcp, const Options&, NewtonWork& work, Span<std::uint8_t> basic, Span<double> z) {
  PivotReport report;
  Newton method(lcp, work);
  method.start_from(z);
  const bool warm = method.read_patterns(basic);
  const auto is_done = [&] {
    method.write(basic, z);
    return method.is_solved(z);
  };
  const bool solvable = method.solve_pattern();
  report.held = solvable && is_done();
  if (report.held) return report;
  if (!warm || !solvable) method.start_from_rest();
  if (!warm) method.sweep(kSweeps);
  method.settle(kFirstSteps, &report.pivots);
  if (is_done()) return report;
  if (method.approach(&report.pivots, is_done)) {
    method.polish(basic, z);
    return report;
  }
  report.status = Status::inexact;
  return report;
}

}  // namespace stickslip::lcp

#include "model/lcp/islands/pivots.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/cone/cone.h"
#include "model/lcp/finish/answer.h"
#include "model/lcp/islands/stages.h"
#include "model/lcp/newton/pattern.h"
#include "model/lcp/pivoting/block_pivot.h"
#include "model/lcp/pivoting/lemke.h"
#include "model/lcp/residual/residual.h"
#include "model/lcp/residual/two_doubles.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kPlainPaths = 4;    // of Lemke's method, each with its own cover, ...
constexpr int kPrecisePaths = 6;  // ... and in doubled precision, where another solution may have smaller impulses
constexpr int kMendingSteps = 2;  // from what was found
// Of A_ii, on normals, for the first path: redundant contacts share their load as evenly as they can, whatever their
// order, where a basis has all of it on some. What friction holds depends on that.
constexpr double kShared = 1e-8;

int unknown_capacity(const Capacity& c) {
  const int all = 2 * joint_capacity(c) + c.contacts * (c.edges + 2);
  return c.dense ? all : std::min(all, kSmallUnknowns);
}

class PivotSolver {
 public:
  PivotSolver(const Problem& problem, const Island& island, const Options& options, bool posed, bool two_doubles,
              PivotWork& work, IslandWork& islands)
      : island_(island),
        options_(options),
        posed_(posed),
        two_doubles_(posed && two_doubles),
        work_(work),
        islands_(islands),
        space_(islands.space),
        all_(whole(island, islands)) {
    read_small(problem, island, space_.system, two_doubles_, work.small);
    factored_ = analyse(all_, space_);
  }

  bool run_plain(int* pivots);
  bool run_precise(int* pivots);
  double tell_in_two();

 private:
  template <class Real>
  double charge(const Tableau<Real>& tableau);
  template <class Real>
  bool read(ProblemLcp<Real>& lcp, const Tableau<Real>& tableau);
  template <class Real>
  bool take(Span<const Real> impulse);
  void mark_start(Span<std::uint8_t> basic);

  const Island& island_;
  const Options& options_;
  bool posed_;
  bool two_doubles_;
  bool factored_ = false;
  PivotWork& work_;
  IslandWork& islands_;
  Space& space_;
  Part all_;
  double charged_ = 0;          // of what the tableau at hand has spent
  double defect_ = HUGE_VAL;    // of the impulses last taken
  double smallest_ = HUGE_VAL;  // largest impulse of the path whose impulses are kept, ...
  bool arrived_ = false;        // ... and whether that path ended in a solution
};

/// Counts what the tableau has spent since it was last asked; returns what is left for it.
template <class Real>
double PivotSolver::charge(const Tableau<Real>& tableau) {
  space_.spent += (tableau.spent() - charged_) * Precision<Real>::kCost;
  charged_ = tableau.spent();
  return (space_.limit - space_.spent) / Precision<Real>::kCost;
}

/// False where that is too large, or too much.
template <class Real>
bool PivotSolver::read(ProblemLcp<Real>& lcp, const Tableau<Real>& tableau) {
  charged_ = tableau.spent();
  const double price = ProblemLcp<Real>::reading_price(work_.small.problem) * Precision<Real>::kCost;
  if (!space_.affords(price)) return false;
  space_.spent += price;
  return lcp.read(work_.small.problem, options_.edges);
}

/// Makes the impulses f, and those exact by Newton's method; whether they are right.
template <class Real>
bool PivotSolver::take(Span<const Real> impulse) {
  const System& system = space_.system;
  for (int i = 0; i < island_.rows; ++i) {
    const auto row = size(island_.row + i);
    space_.f[row] = leading(impulse[i]) * system.factor[row];
  }
  space_.spent += Precision<Real>::kCost * island_.rows * island_.rows;  // reading them off
  pose(all_, space_);
  double defect = own_natural(all_, space_) / system.scale;
  if (defect > kHolds && factored_ && defect < HUGE_VAL) {
    copy_rows(island_, space_.f, islands_.found);
    const double stepped = newton_steps(all_, kMendingSteps, kHolds * system.scale, space_) / system.scale;
    if (!(stepped < defect)) {
      copy_rows(island_, islands_.found, space_.f);
      pose(all_, space_);
    }
    defect = polish(all_, std::min(defect, stepped) * system.scale, space_) / system.scale;
  }
  defect_ = defect;
  return is_right(island_, defect, posed_, options_.accept, space_);
}

/// The basis of the last impulses, where pivoting is what was asked for.
void PivotSolver::mark_start(Span<std::uint8_t> basic) {
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  if (options_.method == Method::automatic) return;
  double* last = work_.small.impulse.data();
  for (int i = 0; i < island_.rows; ++i) {
    const auto row = size(island_.row + i);
    last[i] = space_.system.warm[row] / space_.system.factor[row];
  }
  work_.lcp.mark_basic(last, basic);
}

bool PivotSolver::run_plain(int* pivots) {
  ProblemLcp<double>& lcp = work_.lcp;
  if (!read(lcp, work_.tableau)) return false;
  const Span<std::uint8_t> basic = {work_.basic.data(), lcp.unknowns()};
  mark_start(basic);
  const auto left = [&] { return charge(work_.tableau); };
  const auto accept = [&](Status) {
    charge(work_.tableau);
    lcp.find_impulses(work_.tableau);
    return take(lcp.impulses());
  };
  const auto soft = [&](Tableau<double>& tableau) { lcp.fill(tableau, kBlockSoft, kBlockSoft); };
  const auto shared = [&](Tableau<double>& tableau) { lcp.fill(tableau, kShared); };
  const auto plain = [&](Tableau<double>& tableau) { lcp.fill(tableau); };
  const bool by_blocks = options_.method == Method::block_pivot;
  const auto accept_exact = [&](Status status) { return accept(status) && defect_ <= kSolvedDefect; };
  PivotReport report = by_blocks ? block_pivot(work_.tableau, options_, basic, soft, accept)
                                 : lemke(work_.tableau, options_, 1, basic, left, shared, accept_exact);
  charge(work_.tableau);
  *pivots += report.pivots;
  if (report.status == Status::solved || by_blocks) return report.status == Status::solved;
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  report = lemke(work_.tableau, options_, kPlainPaths, basic, left, plain, accept);
  *pivots += report.pivots;
  return report.status == Status::solved;
}

bool PivotSolver::run_precise(int* pivots) {
  ProblemLcp<DoubleDouble>& lcp = work_.precise_lcp;
  if (!read(lcp, work_.precise_tableau)) return false;
  const Span<std::uint8_t> basic = {work_.basic.data(), lcp.unknowns()};
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  const auto fill = [&](Tableau<DoubleDouble>& tableau) { lcp.fill(tableau); };
  const auto left = [&] { return charge(work_.precise_tableau); };
  const auto accept = [&](Status status) {
    charge(work_.precise_tableau);
    const double largest = lcp.find_impulses(work_.precise_tableau);
    // Impulses that round-off makes a ray of may be right: what they are worth as two doubles is measured.
    const bool arrived = status == Status::solved;
    if (arrived != arrived_ ? arrived : largest < smallest_) {
      arrived_ = arrived;
      smallest_ = largest;
      std::copy(lcp.impulses().begin(), lcp.impulses().end(), work_.impulse.begin());
    }
    return take(lcp.impulses());
  };
  const PivotReport report = lemke(work_.precise_tableau, options_, kPrecisePaths, basic, left, fill, accept);
  *pivots += report.pivots;
  return report.status == Status::solved;
}

/// The answer of `small` by two doubles an impulse; returns its residual.
double PivotSolver::tell_in_two() {
  if (!two_doubles_ || smallest_ == HUGE_VAL) return HUGE_VAL;
  const Problem& problem = work_.small.problem;
  Solution& solution = work_.small.solution;
  for (int i = 0; i < problem.rows.size(); ++i) {
    solution.impulse[i] = work_.impulse[size(i)].high;
    solution.impulse_rest[i] = work_.impulse[size(i)].low;
  }
  for (int body = 0; body < problem.inverse_mass.size(); ++body) {
    DoubleDouble velocity[6];
    precise_velocity(problem, solution, body, velocity);
    for (int l = 0; l < 6; ++l) solution.velocity[6 * body + l] = velocity[l].high;
  }
  for (int k = 0; k < problem.contacts.size(); ++k) {
    const Contact& contact = problem.contacts[k];
    double v[2] = {};
    for (int l = 0; l < contact.tangents; ++l) {
      const int i = contact.normal + 1 + l;
      const Row& row = problem.rows[i];
      v[l] = row_velocity(problem, row, solution.velocity.data()) + row.s + row.T * solution.impulse[i];
    }
    solution.sliding_speed[k] = sliding_speed(v, contact.tangents, options_.edges);
  }
  return residual(problem, options_.edges, solution, {space_.body_step.data(), 6 * problem.inverse_mass.size()});
}

}  // namespace

PivotWork::PivotWork(const Capacity& whole)
    : small(whole),
      lcp(small_capacity(whole), small_capacity(whole).rows, unknown_capacity(small_capacity(whole))),
      precise_lcp(small_capacity(whole), std::min(whole.rows, kSmallRows),
                  std::min(unknown_capacity(whole), kSmallUnknowns)),
      tableau(unknown_capacity(small_capacity(whole))),
      precise_tableau(std::min(unknown_capacity(whole), kSmallUnknowns)),
      impulse(size(std::min(whole.rows, kSmallRows))),
      basic(size(unknown_capacity(small_capacity(whole)))) {}

double bytes_of_pivots(const Capacity& whole) {
  const Capacity c = small_capacity(whole);
  const auto square = [](double n) { return n * n; };
  const double precise =
      square(std::min(whole.rows, kSmallRows)) + square(std::min(unknown_capacity(c), kSmallUnknowns));
  return sizeof(double) * (square(c.rows) + square(unknown_capacity(c)) + 2 * precise);
}

bool is_right(const Island& island, double defect, bool posed, double accept, const Space& space) {
  if (!(defect <= kAcceptedDefect)) return false;
  if (!posed) return true;
  const auto begin = space.system.unit.begin() + island.unit;
  const bool has_contacts = std::any_of(begin, begin + island.units,
                                        [](const Constraint& unit) { return unit.kind != ConstraintKind::joint; });
  // Of contacts the residual by its definition may be twice that of the natural map, or a little more.
  return island_residual(island, space) <= (has_contacts ? 0.4 : 1.0) * accept;
}

Pivoted pivot_island(const Problem& problem, const Island& island, const Options& options, bool posed, bool two_doubles,
                     PivotWork& work, IslandWork& islands) {
  Pivoted out;
  PivotSolver solver(problem, island, options, posed, two_doubles, work, islands);
  out.solved = solver.run_plain(&out.pivots);
  if (out.solved || options.method == Method::block_pivot) return out;
  out.solved = solver.run_precise(&out.pivots);
  if (out.solved) return out;
  out.residual = solver.tell_in_two();
  out.solved = out.two_doubles = out.residual <= options.accept;
  return out;
}

}  // namespace stickslip::lcp

#include "model/lcp/islands/pivots.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/finish/answer.h"
#include "model/lcp/islands/joints.h"
#include "model/lcp/islands/stages.h"
#include "model/lcp/islands/two_doubles.h"
#include "model/lcp/newton/pattern.h"
#include "model/lcp/pivoting/block_pivot.h"
#include "model/lcp/pivoting/lemke.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

constexpr int kPlainPaths = 4;    // of Lemke's method, each with its own cover, ...
constexpr int kPrecisePaths = 6;  // ... and in doubled precision, where another solution may have smaller impulses
constexpr int kMendingSteps = 2;  // from what was found
// Of A_ii, on normals, for the first path: redundant contacts share their load as evenly as they can, whatever their
// order, where a basis has all of it on some. What friction holds depends on that.
constexpr double kShared = 1e-8;

/// What islands can be that pivoting has room for: as large as all where there is room for dense methods.
Capacity small_capacity(const Capacity& c) {
  if (c.dense) return c;
  Capacity small = c;
  small.rows = std::min(c.rows, kSmallRows);
  small.bodies = std::min(c.bodies, kSmallRows);
  small.blocks = std::min(c.blocks, 4 * small.rows);
  small.contacts = std::min(c.contacts, small.rows);
  small.joints = std::min(joint_capacity(c), small.rows);
  return small;
}

int unknown_capacity(const Capacity& c) {
  const int all = 2 * joint_capacity(c) + c.contacts * (c.edges + 2);
  return c.dense ? all : std::min(all, kSmallUnknowns);
}

/// Copies the island with the law that the system has.
void read_small(const Problem& problem, const Island& island, const System& system, SmallProblem& small) {
  for (int b = 0; b < island.bodies; ++b) {
    const int body = system.body[size(island.body + b)];
    small.masses[size(b)] = problem.inverse_mass[body];
    std::copy_n(&problem.momentum[6 * body], 6, small.momentum.begin() + 6 * b);
  }
  int rows = 0;
  int blocks = 0;
  int contacts = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = system.unit[size(k)];
    if (unit.contact >= 0) {
      small.contacts[size(contacts++)] = {rows, unit.rows - 1, unit.rows > 1 ? problem.contacts[unit.contact].mu : 0.0};
    }
    for (int r = 0; r < unit.rows; ++r) {
      Row& row = small.rows[size(rows++)];
      row = problem.rows[unit.source + r];
      const double scale = system.factor[size(unit.row + r)];
      row.s = system.s[size(unit.row + r)] * scale;
      row.T = system.T[size(unit.row + r)] * scale * scale;
      if (unit.kind == ConstraintKind::bounded) {
        row.lower = unit.lower / scale;
        row.upper = unit.upper / scale;
      }
      const int first = row.first_block;
      row.first_block = blocks;
      for (int q = first; q < first + problem.rows[unit.source + r].block_count; ++q) {
        const int local = system.local[size(problem.blocks[q].body)];
        if (local < 0) continue;
        small.blocks[size(blocks)] = problem.blocks[q];
        small.blocks[size(blocks++)].body = local - island.body;
      }
      row.block_count = blocks - row.first_block;
    }
  }
  small.problem.inverse_mass = {small.masses.data(), island.bodies};
  small.problem.momentum = {small.momentum.data(), 6 * island.bodies};
  small.problem.rows = {small.rows.data(), rows};
  small.problem.blocks = {small.blocks.data(), blocks};
  small.problem.contacts = {small.contacts.data(), contacts};
}

class PivotSolver {
 public:
  PivotSolver(const Problem& problem, const Island& island, const Options& options, bool posed, PivotWork& work,
              IslandWork& islands)
      : problem_(problem),
        island_(island),
        options_(options),
        posed_(posed),
        work_(work),
        islands_(islands),
        space_(islands.space),
        all_(whole(island, islands)) {
    read_small(problem, island, space_.system, work.small);
    factored_ = analyse(all_, space_);
  }

  bool run_plain(int* pivots);
  bool run_precise(int* pivots);
  double tell_in_two(Solution& solution);

 private:
  template <class Real>
  double charge(const Tableau<Real>& tableau);
  template <class Real>
  bool read(ProblemLcp<Real>& lcp, const Tableau<Real>& tableau);
  template <class Real>
  bool take(Span<const Real> impulse);
  void mark_start(Span<std::uint8_t> basic);

  const Problem& problem_;
  const Island& island_;
  const Options& options_;
  bool posed_;
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
    defect = polish(all_, std::min(defect, stepped) * system.scale, 0, space_) / system.scale;
  }
  defect_ = defect;
  return is_right(island_, defect, posed_, options_.accept, space_);
}

/// The basis of the last impulses, where pivoting is what was asked for.
void PivotSolver::mark_start(Span<std::uint8_t> basic) {
  std::fill(basic.begin(), basic.end(), std::uint8_t{0});
  if (options_.method == Method::automatic) return;
  double* last = &islands_.found[size(island_.row)];
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

/// The smallest impulses, where the caller has room for those; returns their residual.
double PivotSolver::tell_in_two(Solution& solution) {
  if (!posed_ || solution.impulse_rest.empty() || smallest_ == HUGE_VAL) return HUGE_VAL;
  return lcp::tell_in_two(problem_, island_, work_.small, options_.edges, options_.accept,
                          {work_.impulse.data(), island_.rows}, space_, solution);
}

}  // namespace

SmallProblem::SmallProblem(const Capacity& whole) {
  const Capacity c = small_capacity(whole);
  masses.resize(size(c.bodies));
  momentum.resize(size(6 * c.bodies));
  rows.resize(size(c.rows));
  blocks.resize(size(c.blocks));
  contacts.resize(size(c.contacts));
}

bool is_small(const Island& island, const System& system, int edges, const Capacity& capacity) {
  if (capacity.dense) return true;
  if (island.rows > kSmallRows || island.bodies > kSmallRows) return false;
  int unknowns = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    const Constraint& unit = system.unit[size(k)];
    if (unit.kind == ConstraintKind::bounded) unknowns += 2;
    if (unit.kind == ConstraintKind::contact) unknowns += unit.rows == 1 ? 1 : 2 + (unit.rows == 2 ? 2 : edges);
  }
  return unknowns <= kSmallUnknowns;
}

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
  // Of contacts the residual by its definition may be twice that of the natural map, or a little more.
  return island_residual(island, space) <= (has_joints_only(island, space.system) ? 1.0 : 0.4) * accept;
}

Pivoted pivot_island(const Problem& problem, const Island& island, const Options& options, bool posed, PivotWork& work,
                     IslandWork& islands, Solution& solution) {
  Pivoted out;
  PivotSolver solver(problem, island, options, posed, work, islands);
  out.solved = solver.run_plain(&out.pivots);
  if (out.solved || options.method == Method::block_pivot) return out;
  out.solved = solver.run_precise(&out.pivots);
  if (out.solved) return out;
  out.residual = solver.tell_in_two(solution);
  out.solved = out.two_doubles = out.residual <= options.accept;
  return out;
}

}  // namespace stickslip::lcp

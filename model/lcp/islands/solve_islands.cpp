#include "model/lcp/islands/solve_islands.h"

#include <algorithm>
#include <cmath>

#include "model/lcp/finish/answer.h"
#include "model/lcp/finish/smallest.h"
#include "model/lcp/islands/bounded.h"
#include "model/lcp/islands/island.h"
#include "model/lcp/islands/joints.h"
#include "model/lcp/islands/pivots.h"
#include "model/lcp/islands/screening.h"
#include "model/lcp/ladder/allowance.h"
#include "model/lcp/ladder/laws.h"
#include "model/lcp/newton/pattern.h"
#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// What is tried for an island, in this order, until something is solved.
struct Rung {
  double tau;              // compliance, in units of A_ii
  int number;              // of the ladder: 0 as posed, 1 softened, 2 dissipative
  double multiplications;  // that the stages may take, at most and beyond the least (island.h)
};
constexpr double kFinest = 1e-5;  // not for large piles: few have a solution there and not as posed
constexpr Rung kLadder[] = {{0, 0, kCheap}, {kFinest, 1, 0}, {1e-4, 1, 0}, {1e-3, 1, 0}, {1e-4, 2, 0}};
constexpr const Rung& kGentle = kLadder[2];
constexpr int kLarge = 127;  // times softened, of piles that are too large to be tried as posed by themselves

bool pivots_only(Method method) {
  return method == Method::lemke || method == Method::block_pivot;
}

/// Whether impulses of joints are larger, in an island without contacts: in others joints may be what holds these.
bool exceeds(const Island& island, double most, const Space& space) {
  const auto begin = space.system.unit.begin() + island.unit;
  const auto is_contact = [](const Constraint& unit) { return unit.kind == ConstraintKind::contact; };
  if (std::any_of(begin, begin + island.units, is_contact)) return false;
  return std::any_of(begin, begin + island.units, [&](const Constraint& unit) {
    return unit.kind == ConstraintKind::joint && std::abs(space.f[size(unit.row)]) > most * space.system.scale;
  });
}

bool is_budgeted(const Options& options) {
  return options.method == Method::automatic || options.method == Method::newton;
}

/// What is asked for, the same for all islands.
struct Task {
  const Problem& problem;
  const Options& options;
  const Capacity& capacity;
  bool round;     // cones
  double weight;  // of all islands in what lists may take together; 0: that is not given
  Solution& solution;
};

class IslandSolver {
 public:
  IslandSolver(const Task& task, Worker& worker)
      : problem_(task.problem),
        options_(task.options),
        task_(task),
        pivots_(worker.pivots),
        islands_(worker.islands),
        solution_(task.solution) {}

  /// What the report says of this island alone.
  Report solve(const Island& island);

 private:
  void solve_as_posed(const Island& island, Report* own);
  void solve_on_ladder(const Island& island, Report* own);
  bool climb_down(const Island& island, const Rung& rung, Report* own);
  bool solve_creeping(const Island& island, Report* own);
  int times_softened(const Island& island) const;
  void take(const Island& island, const Rung& rung, bool moved, Report* own);
  bool is_unique(const Island& island);
  double run_newton(const Island& island, const Rung& rung, double* start);
  void answer(const Island& island, const Rung& rung, Report* own);
  bool open(List list);
  void close(List list);

  const Problem& problem_;
  const Options& options_;
  const Task& task_;
  PivotWork& pivots_;
  IslandWork& islands_;
  Solution& solution_;
  bool small_ = false;
  int stepped_ = 0;  // factorisations that looked for the solution
  Allowance budget_ = {};
  double opened_ = 0;  // multiplications up to where the list at hand was opened
};

/// Whether one set of impulses alone has the motion that is asked for.
bool IslandSolver::is_unique(const Island& island) {
  return has_joints_only(island, islands_.space.system) && is_tree(whole(island, islands_), islands_);
}

/// Newton's stages, or where only pivoting is asked for a look at the last impulses. Returns the natural defect of f.
double IslandSolver::run_newton(const Island& island, const Rung& rung, double* start) {
  const Part all = whole(island, islands_);
  if (!pivots_only(options_.method) || has_joints_only(island, islands_.space.system)) {
    const Defects defects = solve_island(island, rung.multiplications, islands_);
    *start = defects.start;
    return defects.end;
  }
  *start = start_island(all, islands_);
  return *start <= kHolds ? *start : HUGE_VAL;
}

List list_of(const Rung& rung) {
  return rung.number == 0 ? List::posed : rung.number == 1 ? List::softened : List::dissipative;
}

/// What is tried from here on is paid by the list; false where nothing is left of it.
bool IslandSolver::open(List list) {
  Space& space = islands_.space;
  const double left =
      budget_.list[static_cast<int>(list)] - budget_.reserve - (small_ ? pivot_reserve(space.extent) : 0.0);
  opened_ = space.spent;
  space.limit = space.spent + left;
  return left > 0;
}

void IslandSolver::close(List list) {
  budget_.list[static_cast<int>(list)] -= islands_.space.spent - opened_;
  islands_.space.limit = HUGE_VAL;
}

/// With the law of the rung; true if that was solved and the solution written.
bool IslandSolver::climb_down(const Island& island, const Rung& rung, Report* own) {
  Space& space = islands_.space;
  if (rung.number == 1) centre(island, rung.tau, islands_);
  if (rung.number == 2) make_dissipative(island, rung.tau, islands_);
  const bool posed = rung.number == 0;
  const int before = space.factorisations;
  double start = 0;
  const double end = run_newton(island, rung, &start);
  own->lcps = std::max(own->lcps, rung.number + 1);
  own->used = Method::newton;
  stepped_ += space.factorisations - before;
  if (!is_right(island, end, posed, options_.accept, space)) {
    if (!small_ || (rung.tau > kFinest && !pivots_only(options_.method))) return false;
    const Pivoted pivoted = pivot_island(problem_, island, options_, posed, pivots_, islands_, solution_);
    own->iterations += pivoted.pivots;
    if (!pivoted.solved) return false;
    if (exceeds(island, options_.most_of_joints, space)) return false;
    own->used = options_.method == Method::block_pivot ? Method::block_pivot : Method::lemke;
    if (pivoted.two_doubles) {
      own->two_doubles = true;
      own->residual = pivoted.residual;
      own->status = Status::solved;
      return true;
    }
  }
  // Next to the last impulses are those that were the smallest already; looking for them again leaves round-off, which
  // the next step would have to solve for.
  const bool moved = start > kSolvedDefect && (own->used != Method::newton || space.factorisations > before);
  take(island, rung, moved, own);
  // What pivoting finds may have impulses that hide in rounding as much as they show.
  if (own->used != Method::newton) own->residual *= 2;
  return true;
}

int IslandSolver::times_softened(const Island& island) const {
  const System& system = islands_.space.system;
  int times = 0;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    times = std::max<int>(times, system.softened[size(system.unit[size(k)].source)]);
  }
  return times;
}

/// A pile that was softened mostly has to be again: softened first, and from there as posed.
bool IslandSolver::solve_creeping(const Island& island, Report* own) {
  centre(island, kGentle.tau, islands_);
  const Defects defects = solve_island(island, kGentle.multiplications, islands_);
  restore_law(island, islands_);
  stepped_ = islands_.space.factorisations;
  if (!(defects.end <= kAcceptedDefect)) return false;
  own->used = Method::newton;
  const bool posed = defects.start <= kHolds ||
                     (go_on_as_posed(island, islands_) && is_right(island, 0, true, options_.accept, islands_.space));
  stepped_ = islands_.space.factorisations;
  const Rung& rung = posed ? kLadder[0] : kGentle;
  own->rung = rung.number;
  own->lcps = rung.number + 1;
  take(island, rung, defects.start > kSolvedDefect, own);
  return true;
}

/// f is the island's answer on this rung; `moved`: it is not what the last impulses were.
void IslandSolver::take(const Island& island, const Rung& rung, bool moved, Report* own) {
  own->minimum_norm = rung.number == 0;
  if (rung.number == 0 && options_.minimum_norm && moved && !is_unique(island)) {
    own->minimum_norm = make_smallest(island, islands_);
  }
  answer(island, rung, own);
}

/// Writes the island's solution and its residual in the problem as posed.
void IslandSolver::answer(const Island& island, const Rung& rung, Report* own) {
  restore_law(island, islands_);
  if (rung.number > 0) pose(whole(island, islands_), islands_.space);
  own->residual = island_residual(island, islands_.space);
  own->status = Status::solved;
  write_island(problem_, island, islands_.space, solution_);
}

void IslandSolver::solve_on_ladder(const Island& island, Report* own) {
  Space& space = islands_.space;
  small_ = !task_.round && options_.method != Method::newton &&
           is_small(island, space.system, options_.edges, task_.capacity);
  space.factorisations = stepped_ = 0;
  keep_law(island, islands_);
  bool solved = false;
  const bool pile = !small_ && !has_joints_only(island, space.system);
  const int softened = pile && options_.ladder && !pivots_only(options_.method) ? times_softened(island) : 0;
  // After 1, 2, 4 .. 64 times, and then again, it is tried as posed by itself.
  const bool creeps = (softened & (softened - 1)) != 0;
  if (creeps && open(List::softened)) {
    solved = solve_creeping(island, own);
    close(List::softened);
  }
  for (const Rung& rung : kLadder) {
    if (solved) break;
    if ((pile && rung.tau == kFinest) || (creeps && &rung == &kGentle)) continue;
    // Whatever it costs, the last impulses are looked at.
    if (!open(list_of(rung)) && rung.number > 0) continue;
    own->rung = rung.number;
    solved = climb_down(island, rung, own);
    close(list_of(rung));
    if (solved || !options_.ladder) break;
  }
  restore_law(island, islands_);
  if (!solved) {
    if (options_.ladder) {
      own->rung = 3;
      take_energy_out(island, islands_);
      restore_law(island, islands_);
    }
    pose(whole(island, islands_), space);
    answer(island, kLadder[0], own);
    own->status = Status::inexact;
    own->minimum_norm = false;
  }
  // What the first factorisation solves, the last impulses' patterns solve.
  own->iterations += is_warm(island, space.system) ? std::max(0, stepped_ - 1) : stepped_;
}

/// By methods that end where their numbers are used up.
void IslandSolver::solve_as_posed(const Island& island, Report* own) {
  own->used = options_.method == Method::automatic ? Method::newton : options_.method;
  own->lcps = 1;
  own->iterations = solve_bounded(island, options_, islands_);
  own->residual = island_residual(island, islands_.space);
  own->status = judged(Status::cap, own->residual, options_.accept);
  write_island(problem_, island, islands_.space, solution_);
}

Report IslandSolver::solve(const Island& island) {
  enter(island, islands_.space);
  islands_.space.spent = 0;
  islands_.space.limit = HUGE_VAL;
  const Extent& extent = islands_.space.extent;
  budget_ =
      allowance_of(extent, task_.weight > 0 ? options_.multiplications * (weight_of(extent) / task_.weight) : HUGE_VAL);
  if (!is_budgeted(options_)) std::fill(budget_.list, budget_.list + 3, HUGE_VAL);
  Report own;
  is_bounded(options_) ? solve_as_posed(island, &own) : solve_on_ladder(island, &own);
  int softened = 0;
  if (own.rung == 1) softened = is_cheap(islands_.space) ? times_softened(island) % (kLarge - 1) + 1 : kLarge;
  System& system = islands_.space.system;
  for (int k = island.unit; k < island.unit + island.units; ++k) {
    system.softened[size(system.unit[size(k)].source)] = static_cast<std::uint8_t>(softened);
  }
  own.multiplications = islands_.space.spent;
  return own;
}

double weight_of_all(const System& system) {
  double weight = 0;
  for (int k = 0; k < system.islands; ++k) weight += weight_of(extent_of(system.island[size(k)], system));
  return weight;
}

/// Islands that are solved by one worker, one after another: so many that it is worth handing them on. Returns how many
/// such shares there are.
int share_islands(Workspace& work) {
  constexpr double kShare =
      4e3;  // multiplications, were nothing to do but a look: some us, waking somebody takes as long
  const System& system = work.system;
  int count = 0;
  double price = kShare;
  for (int k = 0; k < system.islands; ++k) {
    if (price >= kShare && (k == 0 || work.workers.size() > 1)) {
      work.share[size(count++)] = k;
      price = 0;
    }
    price += evaluation_price(extent_of(system.island[size(k)], system));
  }
  work.share[size(count)] = system.islands;
  return count;
}

/// The report speaks of the worst island.
void add_island(const Report& own, Report* report) {
  report->iterations += own.iterations;
  report->lcps = std::max(report->lcps, std::min(own.lcps, kMostAttempts));
  report->residual = std::max(report->residual, own.residual);
  report->warm = report->warm && own.iterations == 0;
  report->minimum_norm = report->minimum_norm && own.minimum_norm;
  report->two_doubles = report->two_doubles || own.two_doubles;
  if (own.rung >= report->rung) {
    if (own.rung > report->rung || report->status == Status::solved) report->status = own.status;
    report->rung = own.rung;
  }
  if (own.used != Method::newton) report->used = own.used;
  report->multiplications += own.multiplications;
}

/// Large islands are solved on round cones, whatever polygon was asked for, and then all are: the polygon is a stand-in
/// for the cone that methods for small problems need. Where no contact has two tangents both are the same.
bool wants_round(const System& system, const Options& options, const Capacity& capacity) {
  if (options.edges == kRound) return true;
  if (options.method != Method::automatic && options.method != Method::newton) return false;
  bool spatial = false;
  const bool all = options.max_factorisations > 0 || options.method == Method::newton;
  bool large = all;
  for (int k = 0; k < system.islands; ++k) {
    const Island& island = system.island[size(k)];
    if (!all && is_small(island, system, options.edges, capacity)) continue;
    large = true;
    for (int u = island.unit; u < island.unit + island.units; ++u) spatial = spatial || system.unit[size(u)].edges > 0;
  }
  return large && spatial;
}

}  // namespace

bool solve_islands(const Problem& problem, const Options& options, Workspace& work, const WarmStart& warm,
                   Solution& solution, Report* report) {
  System& system = work.system;
  if (!read_system(problem, options.edges, system)) return false;
  for (int i = 0; i < system.rows && options.least > 0; ++i) {
    system.scale = std::max(system.scale, options.least / system.factor[size(i)]);
  }
  read_warm(warm, problem, work.workers[0].islands.space);
  write_free(system, solution);
  Extent all = {static_cast<double>(system.bodies), static_cast<double>(system.rows),
                static_cast<double>(system.entries)};
  report->multiplications = reading_price(all);
  report->lcps = 1;
  report->used = Method::newton;
  report->warm = report->minimum_norm = true;
  const bool round = wants_round(system, options, work.capacity);
  if (round) {
    for (int k = 0; k < system.units; ++k) system.unit[size(k)].edges = 0;
  }
  report->round = round && options.edges != kRound;
  const double weight = options.multiplications < HUGE_VAL ? weight_of_all(system) : 0.0;
  const Task task = {problem, options, work.capacity, round, weight, solution};
  run_jobs(work.jobs, share_islands(work), [&](int share, int worker) {
    IslandSolver solver(task, work.workers[size(worker)]);
    for (int k = work.share[size(share)]; k < work.share[size(share + 1)]; ++k) {
      const Island& island = system.island[size(k)];
      if (island.units > 0) work.reports[size(k)] = solver.solve(island);
    }
  });
  for (int k = 0; k < system.islands; ++k) {
    if (system.island[size(k)].units > 0) add_island(work.reports[size(k)], report);
  }
  return true;
}

}  // namespace stickslip::lcp

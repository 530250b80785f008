#include "fmu/cli/dump_lcp.h"

#include <algorithm>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/cli/lcp_file.h"
#include "fmu/shell/step_plan.h"
#include "fmu/view/restored.h"
#include "model/lcp/pivoting/problem_lcp.h"
#include "model/math/size.h"
#include "model/workspace/solve_rows.h"

namespace stickslip::cli {

namespace {

using PlainLcp = lcp::ProblemLcp<double>;

/// Edges of every unit, if all are contacts and have the same number; otherwise 0, and the problem has no structure.
int common_edges(const PlainLcp& plain) {
  if (plain.units().empty()) return 0;
  const int edges = plain.units()[0].edges;
  const bool all = std::all_of(plain.units().begin(), plain.units().end(), [edges](const lcp::PivotUnit& unit) {
    return unit.contact >= 0 && unit.edges == edges && unit.cap >= 0;
  });
  return all ? edges : 0;
}

/// Where unknown j of a problem with structure stands in the file.
int place_of(const PlainLcp& plain, int j, const lcp::Lcp& file) {
  const lcp::Unknown& a = plain.list()[j];
  if (a.role == lcp::Role::push) return a.unit;
  if (a.role == lcp::Role::cap) return file.cap(a.unit);
  return file.first_edge(a.unit) + (j - plain.units()[a.unit].first - 1);
}

/// What an unknown of the scaled problem is divided by, and its equation multiplied with, to be in SI units.
double scale_of(const PlainLcp& plain, int j) {
  const lcp::Unknown& a = plain.list()[j];
  const lcp::PivotUnit& unit = plain.units()[a.unit];
  const bool tangential = unit.contact >= 0 && a.role != lcp::Role::push;
  const double impulse = plain.impulse_of_unit(unit.row + (tangential ? 1 : 0));
  return a.role == lcp::Role::cap ? impulse : 1 / impulse;
}

/// The problem with its joints eliminated and its cones made polygons, in memory of its own size.
LcpFile file_of(const lcp::Problem& problem, const Model& model) {
  const int asked = solver_options(model).edges;
  const int edges = asked == lcp::kRound ? lcp::Options().edges : asked;
  const int rows = problem.rows.size();
  const int most = 2 * rows + problem.contacts.size() * (edges + 2);
  lcp::Capacity capacity;
  capacity.blocks = problem.blocks.size();
  PlainLcp plain(capacity, rows, most);
  LcpFile file;
  if (!plain.read(problem, edges)) return file;
  file.n = plain.unknowns();
  file.dimension = model.planar ? 2 : 3;
  file.edges = common_edges(plain);
  file.contacts = file.edges > 0 ? plain.units().size() : 0;
  file.M.assign(size(file.n) * size(file.n), 0.0);
  file.q.assign(size(file.n), 0.0);
  std::vector<int> place(size(file.n));
  std::vector<double> scale(size(file.n));
  for (int j = 0; j < file.n; ++j) {
    place[size(j)] = file.edges > 0 ? place_of(plain, j, file.view()) : j;
    scale[size(j)] = scale_of(plain, j);
  }
  lcp::Tableau<double> tableau(file.n);
  plain.fill(tableau);
  for (int i = 0; i < file.n; ++i) {
    file.q[size(place[size(i)])] = scale[size(i)] * tableau.constant(i);
    double* row = &file.M[size(place[size(i)]) * size(file.n)];
    for (int j = 0; j < file.n; ++j) row[place[size(j)]] = scale[size(i)] * tableau.row(i)[j] * scale[size(j)];
  }
  for (const lcp::PivotUnit& unit : plain.units()) {
    if (unit.contact >= 0) file.mu = std::max(file.mu, problem.contacts[unit.contact].mu);
  }
  return file;
}

}  // namespace

void dump_lcp(const ModelFile& model, const std::vector<std::uint8_t>& snapshot, double H, const std::string& path) {
  fmu::Plant& plant = *model.plant;
  view::Restored restored(plant);
  if (!restored.take(snapshot, plant)) throw host::Error("--dump-lcp: the state cannot be taken over");
  const fmu::SnapshotHeader& header = restored.header();
  const fmu::StepPlan plan =
      fmu::plan_step(model.model.step.size, {header.time, header.start, 0, false}, header.time, H);
  const LcpFile file = file_of(plant.pose(plan.size, restored.values()), model.model);
  if (file.n == 0) throw host::Error("--dump-lcp: nothing can touch in that step, it has no complementarity problem");
  host::write_file(path, format_lcp(file));
}

}  // namespace stickslip::cli

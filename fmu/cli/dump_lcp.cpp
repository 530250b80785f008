#include "fmu/cli/dump_lcp.h"

#include <algorithm>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/cli/lcp_file.h"
#include "fmu/shell/names.h"
#include "fmu/shell/snapshot.h"
#include "fmu/shell/step_plan.h"
#include "model/lcp/dense_work.h"
#include "model/math/size.h"
#include "model/workspace/solve_rows.h"

namespace stickslip::cli {

namespace {

/// Edges of every unit, if all are contacts and have the same number; otherwise 0, and the problem has no structure.
int common_edges(const lcp::Condensed& lcp) {
  if (lcp.units.empty()) return 0;
  const int edges = lcp.units[0].edges;
  const bool all = std::all_of(lcp.units.begin(), lcp.units.end(), [edges](const lcp::Unit& unit) {
    return unit.normal >= 0 && unit.edges == edges && unit.cap >= 0;
  });
  return all ? edges : 0;
}

/// Where unknown j of a problem with structure stands in the file.
int place_of(const lcp::Condensed& lcp, int j, const lcp::Lcp& file) {
  const lcp::Unknown& a = lcp.unknowns[j];
  if (a.role == lcp::Role::normal) return a.unit;
  if (a.role == lcp::Role::cap) return file.cap(a.unit);
  return file.first_edge(a.unit) + (j - lcp.units[a.unit].edge);
}

/// What an unknown of the scaled problem is divided by, and its equation multiplied with, to be in SI units.
double scale_of(const lcp::DenseWork& work, int j) {
  const lcp::Condensed& lcp = work.condensation.lcp;
  const lcp::Unit& unit = lcp.units[lcp.unknowns[j].unit];
  const bool tangential = unit.normal >= 0 && lcp.unknowns[j].role != lcp::Role::normal;
  const int row = unit.row + (tangential ? 1 : 0);
  const double scale = work.delassus.scale[size(work.condensation.free_rows[size(row)])];
  return lcp.unknowns[j].role == lcp::Role::cap ? 1 / scale : scale;
}

LcpFile file_of(const lcp::DenseWork& work, const Model& model) {
  const lcp::Condensed& lcp = work.condensation.lcp;
  LcpFile file;
  file.n = lcp.size();
  file.dimension = model.planar ? 2 : 3;
  file.edges = common_edges(lcp);
  file.contacts = file.edges > 0 ? lcp.units.size() : 0;
  file.M.assign(size(file.n) * size(file.n), 0.0);
  file.q.assign(size(file.n), 0.0);
  std::vector<int> place(size(file.n));
  std::vector<double> scale(size(file.n));
  for (int j = 0; j < file.n; ++j) {
    place[size(j)] = file.edges > 0 ? place_of(lcp, j, file.view()) : j;
    scale[size(j)] = scale_of(work, j);
  }
  std::vector<double> f(size(lcp.rows())), u(f), zero(size(file.n)), q(zero);
  lcp::multiply(lcp, zero.data(), true, f.data(), u.data(), q.data());
  for (int i = 0; i < file.n; ++i) {
    file.q[size(place[size(i)])] = scale[size(i)] * q[size(i)];
    double* row = &file.M[size(place[size(i)]) * size(file.n)];
    for (int j = 0; j < file.n; ++j) row[place[size(j)]] = scale[size(i)] * lcp::entry(lcp, i, j) * scale[size(j)];
  }
  for (int j = 0; j < file.contacts; ++j) {
    const lcp::Unit& unit = lcp.units[j];
    file.mu = std::max(file.mu, unit.mu * scale[size(unit.cap)] * scale[size(unit.normal)]);
  }
  return file;
}

/// The problem with its joints eliminated and its cones made polygons, in memory of its own size.
LcpFile file_of(const lcp::Problem& problem, const Model& model) {
  lcp::Capacity capacity;
  capacity.bodies = problem.inverse_mass.size();
  capacity.rows = problem.rows.size();
  capacity.blocks = problem.blocks.size();
  capacity.contacts = problem.contacts.size();
  const int edges = solver_options(model).edges;
  capacity.edges = std::max(edges, kFewestEdges);
  lcp::DenseWork work(capacity);
  lcp::assemble(problem, work.delassus);
  lcp::condense(problem, work.delassus, edges, work.condensation);
  return file_of(work, model);
}

}  // namespace

void dump_lcp(const ModelFile& model, const std::vector<std::uint8_t>& snapshot, double H, const std::string& path) {
  fmu::Plant& plant = *model.plant;
  const fmu::SnapshotLayout layout(plant.description(), fmu::guid_of(plant.description()));
  const fmu::SnapshotBlock block(layout.allocate());
  const char* refusal =
      layout.deserialize(reinterpret_cast<const std::byte*>(snapshot.data()), snapshot.size(), block.get());
  if (refusal != nullptr || !plant.restore(layout.state(block.get())))
    throw host::Error("--dump-lcp: the state cannot be taken over");
  const fmu::StepPlan plan =
      fmu::plan_step(model.model.step.size, {block->time, block->start, 0, false}, block->time, H);
  const LcpFile file = file_of(plant.pose(plan.size, layout.values(block.get())), model.model);
  if (file.n == 0) throw host::Error("--dump-lcp: nothing can touch in that step, it has no complementarity problem");
  host::write_file(path, format_lcp(file));
}

}  // namespace stickslip::cli

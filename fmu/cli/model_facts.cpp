#include "fmu/cli/model_facts.h"

#include <Eigen/Dense>
#include <algorithm>

#include "fmu/archive/error.h"
#include "fmu/linearize/directions.h"
#include "model/constraints/gears.h"
#include "model/constraints/joints.h"
#include "model/interface/simulation.h"
#include "model/math/size.h"
#include "model/step/initialise.h"

namespace stickslip::cli {

namespace {

constexpr double kDependent = 1e-9;  // singular directions of unit rows below this are none

/// The joints' Jacobian over the free directions, rows of length 1.
Eigen::MatrixXd jacobian(const RowSet& rows, const std::vector<int>& directions) {
  Eigen::MatrixXd J(rows.row_count, static_cast<Eigen::Index>(directions.size()));
  for (int i = 0; i < rows.row_count; ++i) {
    J.row(i) = linearize::gradient_of(rows.rows()[i], rows, directions);
    const double length = J.row(i).norm();
    if (length > 0) J.row(i) /= length;
  }
  return J;
}

/// Joints and gears with rows of which some combination vanishes.
std::vector<std::string> implied_by_others(const Model& model, const RowSet& rows, const Eigen::MatrixXd& J) {
  Eigen::FullPivLU<Eigen::MatrixXd> lu;
  lu.setThreshold(kDependent);
  const Eigen::MatrixXd vanishing = lu.compute(J.transpose()).kernel();
  std::vector<std::string> names;
  for (int i = 0; i < rows.row_count; ++i) {
    if (vanishing.row(i).norm() <= kDependent) continue;
    const ConstraintRow& row = rows.rows()[i];
    const std::string& name =
        row.role == RowRole::gear ? gear_at(model, row.source).name : joint_at(model, row.source).name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

ModelFacts facts_of(const Model& model) {
  const Layout layout(model);
  std::vector<double> starts(size(layout.starts));
  std::vector<double> parameters(size(layout.parameters));
  std::vector<double> inputs(size(layout.inputs));
  std::vector<double> real(size(layout.outputs));
  std::vector<int> integer(size(layout.integer_outputs));
  std::vector<int> boolean(size(layout.boolean_outputs));
  default_inputs(model, layout, inputs);
  default_starts(model, layout, starts);
  default_parameters(model, layout, parameters);
  Simulation simulation(model);
  if (const Error error = simulation.initialise(starts, parameters, inputs, {real, integer, boolean}))
    throw host::Error(error.text);

  Model joints_only = model;
  joints_only.step.max_contacts = 1;
  Workspace work(joints_only);
  update_derived(model, layout, parameters, work.derived);
  update_poses(model, simulation.state().motion, work.poses);
  work.rows.clear();
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) add_joint_rows(model, j, work.poses, work.rows);
  add_gear_rows(model, work.derived, simulation.state(), work.poses, work.rows);
  const std::vector<int> directions = linearize::free_directions(work.derived);

  ModelFacts facts;
  facts.moving_bodies =
      static_cast<int>(std::count_if(model.bodies.begin(), model.bodies.end(), [](const Body& b) { return !b.fixed; }));
  Eigen::Index rank = 0;
  if (work.rows.row_count > 0 && !directions.empty()) {
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
    qr.setThreshold(kDependent);
    const Eigen::MatrixXd J = jacobian(work.rows, directions);
    rank = qr.compute(J).rank();
    if (rank < work.rows.row_count) facts.implied = implied_by_others(model, work.rows, J);
  }
  facts.freedom = static_cast<int>(directions.size()) - static_cast<int>(rank);
  facts.redundant = work.rows.row_count - static_cast<int>(rank);
  const auto solver = size(layout.solver_output);
  facts.overlap = real[solver + 1];
  facts.joint_error = real[solver + 2];
  return facts;
}

}  // namespace stickslip::cli

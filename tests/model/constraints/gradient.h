#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "model/workspace/workspace.h"
#include "tests/model/build.h"

namespace stickslip {

/// Makes rows at the poses in the workspace.
using MakeRows = std::function<void(Workspace&)>;

inline std::vector<double> violations(const Model& model, const State& state, const MakeRows& make, Workspace& work) {
  update_poses(model, state.motion, work.poses);
  work.rows.clear();
  make(work);
  std::vector<double> values;
  for (const ConstraintRow& row : work.rows.rows()) values.push_back(row.violation);
  return values;
}

/// Compares the Jacobian of every row with central differences of its violation over all motions of all bodies.
inline void expect_exact_gradient(const Model& model, State& state, const MakeRows& make, const std::string& what) {
  constexpr double kStep = 1e-6;
  Workspace work(model);
  Workspace moved(model);
  const std::size_t rows = violations(model, state, make, work).size();
  State trial(model, Layout(model));
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    for (int k = 0; k < 6; ++k) {
      if (model.planar && (k == 2 || k == 3 || k == 4)) continue;
      Vec3 move = Vec3::Zero();
      Vec3 turn = Vec3::Zero();
      (k < 3 ? move : turn)[k % 3] = kStep;
      trial.copy_from(state);
      displace(model.planar, trial.motion, b, move, turn);
      const std::vector<double> after = violations(model, trial, make, moved);
      trial.copy_from(state);
      displace(model.planar, trial.motion, b, -move, -turn);
      const std::vector<double> before = violations(model, trial, make, moved);
      ASSERT_EQ(after.size(), rows);
      ASSERT_EQ(before.size(), rows);
      std::vector<double> unit(6 * model.bodies.size());
      unit[6 * static_cast<std::size_t>(b) + static_cast<std::size_t>(k)] = 1;
      for (std::size_t i = 0; i < rows; ++i) {
        if (work.rows.rows()[static_cast<int>(i)].of_speed) continue;  // the gradient of nothing
        const double exact = work.rows.speed(work.rows.rows()[static_cast<int>(i)], unit);
        EXPECT_NEAR(exact, (after[i] - before[i]) / (2 * kStep), 2e-9)
            << what << ", row " << i << ", body " << b << ", motion " << k;
      }
    }
  }
}

}  // namespace stickslip

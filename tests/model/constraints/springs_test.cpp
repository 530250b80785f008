#include "model/constraints/springs.h"

#include "model/step/initialise.h"
#include "tests/model/constraints/gradient.h"
#include "tests/model/eigen.h"

namespace stickslip {
namespace {

Model sprung(bool planar, Numbers& numbers, double rest) {
  Model model;
  model.planar = planar;
  model.bodies = {make_body(1, {1, 2, 2.5}), make_body(2, {1, 1, 1})};
  Spring spring;
  spring.first = 0;
  spring.second = 1;
  spring.p_IA = numbers.vector(planar);
  spring.p_IB = numbers.vector(planar);
  spring.stiffness = 50;
  spring.damping = 3;
  spring.rest_length = rest;
  model.springs = {spring};
  return model;
}

TEST(SpringRows, AreTheGradientOfTheElongation) {
  Numbers numbers(3);
  for (const bool planar : {false, true}) {
    for (const double rest : {0.0, 0.4}) {
      for (int k = 0; k < 10; ++k) {
        const Model model = sprung(planar, numbers, rest);
        const Layout layout(model);
        State state(model, layout);
        default_parameters(model, layout, state.parameters);
        scatter(model, numbers, state);
        const MakeRows make = [&](Workspace& work) { add_spring_rows(model, layout, state, 0, work.poses, work.rows); };
        expect_exact_gradient(model, state, make, planar ? "planar" : "spatial");
      }
    }
  }
}

TEST(TorsionRows, AreTheGradientOfTheTurn) {
  Numbers numbers(5);
  for (int k = 0; k < 20; ++k) {
    Model model = sprung(false, numbers, 0);
    model.springs[0].torsional = true;
    model.springs[0].q_rest = angle_axis(0.2 * k, numbers.vector(false).normalized());
    const Layout layout(model);
    State state(model, layout);
    default_parameters(model, layout, state.parameters);
    scatter(model, numbers, state);
    const MakeRows make = [&](Workspace& work) { add_spring_rows(model, layout, state, 0, work.poses, work.rows); };
    expect_exact_gradient(model, state, make, "turn");
  }
}

// M + h^2 sum g k g' of the rows must be the true stiffness where the spring is stretched: J'[k uu' + f/len (I -
// uu')]J.
TEST(TensionRows, AddTheExcessOfTheGeometricStiffness) {
  Numbers numbers(4);
  const double h = 0.05;
  for (const bool planar : {false, true}) {
    Model model = sprung(planar, numbers, 0.05);
    model.springs[0].stiffness = 1e7;
    const Layout layout(model);
    State state(model, layout);
    default_parameters(model, layout, state.parameters);
    scatter(model, numbers, state);
    Workspace work(model);
    update_derived(model, layout, state.parameters, work.derived);
    update_poses(model, state.motion, work.poses);
    work.rows.clear();
    state.spring_force[1] = 1e7 * (spring_line(model.springs[0], work.poses).length - 0.05);
    add_tension_rows(model, layout, state, 0, h, true, work.loads_at, work.derived.inverse_mass, work.poses, work.rows);
    const SpringLine line = spring_line(model.springs[0], work.poses);
    ASSERT_EQ(work.rows.row_count, planar ? 1 : 2);
    double inverse_mass = 0;  // the mean across the line: which directions the rows have is nothing to the spring
    for (const ConstraintRow& row : work.rows.rows()) {
      inverse_mass += work.rows.inverse_mass(row, work.derived.inverse_mass) / work.rows.row_count;
    }
    for (const ConstraintRow& row : work.rows.rows()) {
      const double across = 1e7 * (line.length - 0.05) / line.length;
      const double excess = 1 / (h * h * inverse_mass);
      EXPECT_NEAR(row.stiffness, across - excess, 1e-9 * across);
      EXPECT_EQ(row.violation, 0);
      const Vec3 direction = get3(work.rows.blocks_of(row)[0].j);
      EXPECT_NEAR(direction.dot(line.u), 0, 1e-14);
      EXPECT_NEAR(direction.norm(), 1, 1e-14);
    }
  }
}

}  // namespace
}  // namespace stickslip

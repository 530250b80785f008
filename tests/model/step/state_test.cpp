#include <algorithm>
#include <cstring>
#include <memory>

#include "model/math/size.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes bytes_of(const State& state) {
  return {state.memory.data(), state.memory.data() + state.memory.size()};
}

// The state alone, driven without a Simulation.
struct Driven {
  explicit Driven(const Model& m) : model(m), layout(m), state(m, layout), work(m), inputs(size(layout.inputs)) {
    std::vector<double> starts(size(layout.starts));
    std::vector<double> parameters(size(layout.parameters));
    default_starts(model, layout, starts);
    default_parameters(model, layout, parameters);
    const Error error = initialise(model, layout, starts, parameters, state, work);
    EXPECT_FALSE(error) << error.text;
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
      inputs[size(layout.joint_input(j, 0))] = 0.7 - 0.4 * j;
  }
  void steps(int n, Workspace& with) {
    for (int k = 0; k < n; ++k) step(model, layout, inputs, model.step.size, StepKind::step, state, with);
  }
  void steps(int n) { steps(n, work); }

  Model model;
  Layout layout;
  State state;
  Workspace work;
  std::vector<double> inputs;
};

// Every number of the workspace's own memory, the poses, points and rows become
// nonsense.
void poison(Workspace& work) {
  std::memset(work.memory.data(), 0xff, work.memory.size());
  for (BodyPose& pose : work.poses_storage) pose.p = Vec3::Constant(NAN);
  for (ContactPoint& point : work.points_storage) point.gap = NAN;
  for (ConstraintRow& row : work.rows_storage) row.violation = NAN;
}

class Determinism : public testing::TestWithParam<const char*> {};

TEST_P(Determinism, SameInputsGiveTheSameBits) {
  Driven a(resource(GetParam()));
  Driven b(resource(GetParam()));
  a.steps(100);
  b.steps(100);
  EXPECT_EQ(bytes_of(a.state), bytes_of(b.state));
}

TEST_P(Determinism, InterleavedInstancesDoNotDisturbEachOther) {
  Driven alone(resource(GetParam()));
  alone.steps(60);
  Driven a(resource(GetParam()));
  Driven b(resource("gripper"));
  for (int k = 0; k < 60; ++k) {
    a.steps(1);
    b.steps(1);
  }
  EXPECT_EQ(bytes_of(a.state), bytes_of(alone.state));
}

TEST_P(Determinism, ACopiedStateGoesOnWithTheSameBits) {
  Driven a(resource(GetParam()));
  a.steps(40);
  State copy(a.model, a.layout);
  copy.copy_from(a.state);
  a.steps(40);
  const Bytes ahead = bytes_of(a.state);
  a.state.copy_from(copy);
  a.steps(40);
  EXPECT_EQ(bytes_of(a.state), ahead);
}

TEST_P(Determinism, WhatTheWorkspaceHeldBeforeDoesNotMatter) {
  Driven clean(resource(GetParam()));
  Driven dirty(resource(GetParam()));
  for (int k = 0; k < 30; ++k) {
    clean.steps(1);
    const auto work = std::make_unique<Workspace>(dirty.model);
    poison(*work);
    dirty.steps(1, *work);
    poison(dirty.work);
    ASSERT_EQ(bytes_of(clean.state), bytes_of(dirty.state)) << "step " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Resources, Determinism,
                         testing::Values("stack", "gripper", "chain", "double_pendulum", "bouncing_ball", "spring_mass",
                                         "conical_pendulum", "incline", "free_body"));

}  // namespace
}  // namespace stickslip

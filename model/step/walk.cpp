#include "model/step/walk.h"

#include <algorithm>
#include <cmath>

#include "model/kinematics/joint_geometry.h"
#include "model/step/assemble.h"
#include "model/step/place.h"

namespace stickslip {
namespace {

constexpr double kTurn = 0.1;    // rad, of a step
constexpr double kShift = 0.02;  // of a step, as a part of the mechanism's size
constexpr double kMostSteps = 500;

int joint_count(const Model& model) {
  return static_cast<int>(model.joints.size());
}

bool has_loops(const Model& model) {
  const std::vector<int> placing = placing_joints(model);
  const auto placed = std::count_if(placing.begin(), placing.end(), [](int joint) { return joint >= 0; });
  return placed < joint_count(model);
}

double extent(const Model& model) {
  double size = 0;
  for (const Body& a : model.bodies) size = std::max(size, (a.p_WB - model.bodies[0].p_WB).cwiseAbs().maxCoeff());
  return size > 0 ? size : 1.0;
}

bool turns(const double* start) {
  return get3(start + 3).squaredNorm() > 0;
}

bool has_start(const Joint& joint, const double* start) {
  return joint.has_start || start[0] != 0 || turns(start);
}

int steps_to(const Model& model, const Layout& layout, Span<const double> starts) {
  double steps = 1;
  for (int j = 0; j < joint_count(model); ++j) {
    const double* start = &starts[layout.joint_start(j)];
    const bool slides = joint_at(model, j).type == JointType::slider;
    const double ball = turns(start) ? 2 / kTurn : 0.0;
    steps = std::max({steps, std::fabs(start[0]) / (slides ? kShift * extent(model) : kTurn), ball});
  }
  return static_cast<int>(std::ceil(std::min(steps, kMostSteps)));
}

// The part of a joint's start that belongs to `share` of the way.
void scale_start(double share, const double* start, double* to) {
  to[0] = share * start[0];
  const double sign = start[2] < 0 ? -1 : 1;
  const Quat whole = get_quaternion(start + 2);
  const Quat part(1 - share + share * sign * whole.w(), share * sign * whole.x(), share * sign * whole.y(),
                  share * sign * whole.z());
  put_quaternion(share < 1 ? part.normalized() : whole, to + 2);
}

// Where a joint without a start stands now.
void measure(const Model& model, int index, const Motion& motion, Span<const BodyPose> poses, double* to) {
  const Joint& joint = joint_at(model, index);
  if (has_coordinate(joint)) to[0] = joint_position(model, index, motion, poses, to[0]);
  if (joint.type != JointType::ball) return;
  const JointFrames frames = joint_frames(joint, poses);
  put_quaternion(Quat(Mat3(frames.R_P.transpose() * frames.R_C)).normalized(), to + 2);
}

}  // namespace

void walk_to_starts(const Model& model, const Layout& layout, Span<const double> starts, State& state,
                    Workspace& work) {
  const int steps = has_loops(model) ? steps_to(model, layout, starts) : 1;
  std::vector<double> held(starts.begin(), starts.end());    // what the loops are closed at: a part of the starts
  std::vector<double> placed(starts.begin(), starts.end());  // the same, and where all other joints stand
  const Span<const double> targets = {held.data(), starts.size()};
  for (int k = 1; k <= steps; ++k) {
    for (int j = 0; j < joint_count(model); ++j) {
      const int at = layout.joint_start(j);
      scale_start(static_cast<double>(k) / steps, &starts[at], &held[static_cast<std::size_t>(at)]);
      double* to = &placed[static_cast<std::size_t>(at)];
      if (k > 1 && !has_start(joint_at(model, j), &starts[at])) {
        measure(model, j, state.motion, work.poses, to);
      } else {
        std::copy_n(&held[static_cast<std::size_t>(at)], Layout::kJointStart, to);
      }
    }
    place_bodies(model, layout, {placed.data(), starts.size()}, state);
    if (k == steps) return;
    close_positions(model, layout, targets, state, work);
    update_poses(model, state.motion, work.poses);
  }
}

}  // namespace stickslip

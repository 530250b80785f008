#include "model/step/walk.h"

#include <algorithm>
#include <cmath>

#include "model/kinematics/joint_geometry.h"
#include "model/step/assemble.h"
#include "model/step/gear_starts.h"
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

// The same for a mechanism that stands turned or has its bodies in another order: the number of steps says how joints
// without a start share what the others move.
double extent(const Model& model) {
  Vec3 centre = Vec3::Zero();
  for (const Body& body : model.bodies) centre += (1.0 / static_cast<double>(model.bodies.size())) * body.p_WB;
  double size = 0;
  for (const Body& body : model.bodies) size = std::max(size, (body.p_WB - centre).norm());
  return size > 0 ? size : 1.0;
}

bool turns(const double* start) {
  return get3(start + Layout::kStartOrientation + 1).squaredNorm() > 0;
}

bool has_start(const Joint& joint, const double* start) {
  return joint.has_start || std::any_of(start, start + kMostCoordinates, [](double x) { return x != 0; }) ||
         turns(start);
}

int steps_to(const Model& model, const Layout& layout, Span<const double> starts) {
  double steps = 1;
  for (int j = 0; j < joint_count(model); ++j) {
    const double* start = &starts[layout.joint_start(j)];
    if (turns(start)) steps = std::max(steps, 2 / kTurn);
    const JointKind& kind = kind_of(model, j);
    for (int k = 0; k < kind.freedom_count; ++k) {
      steps = std::max(steps, std::fabs(start[k]) / (kind.freedoms[k].turns ? kTurn : kShift * extent(model)));
    }
  }
  return static_cast<int>(std::ceil(std::min(steps, kMostSteps)));
}

// The part of a joint's start that belongs to `share` of the way.
void scale_start(double share, const double* start, double* to) {
  for (int k = 0; k < kMostCoordinates; ++k) to[k] = share * start[k];
  const Quat whole = get_quaternion(start + Layout::kStartOrientation);
  const double sign = whole.w() < 0 ? -1 : 1;
  const Quat part(1 - share + share * sign * whole.w(), share * sign * whole.x(), share * sign * whole.y(),
                  share * sign * whole.z());
  put_quaternion(share < 1 ? part.normalized() : whole, to + Layout::kStartOrientation);
}

// Where a joint without a start stands now.
void measure(const Model& model, int index, const State& state, Span<const BodyPose> poses, double* to) {
  const Joint& joint = joint_at(model, index);
  for (int k = 0; k < kind_of(model, index).freedom_count; ++k) to[k] = state.joint_position[coordinate_slot(index, k)];
  if (joint.type != JointType::ball) return;
  const JointFrames frames = joint_frames(joint, poses);
  put_quaternion(Quat(Mat3(frames.R_P.transpose() * frames.R_C)).normalized(), to + Layout::kStartOrientation);
}

// The coordinates of joints where the bodies stand, angles near those that they were placed by.
void read_positions(const Model& model, const Layout& layout, Span<const double> placed, State& state,
                    Workspace& work) {
  update_poses(model, state.motion, work.poses);
  for (int j = 0; j < joint_count(model); ++j) {
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) {
      const double near = placed[layout.joint_start(j) + k];
      state.joint_position[coordinate_slot(j, k)] = joint_position(model, j, k, state.motion, work.poses, near);
    }
  }
}

}  // namespace

void walk_to_starts(const Model& model, const Layout& layout, Span<const double> starts, State& state,
                    Workspace& work) {
  const int steps = has_loops(model) ? steps_to(model, layout, starts) : 1;
  std::vector<double> held(starts.begin(), starts.end());    // what the loops are closed at: a part of the starts
  std::vector<double> placed(starts.begin(), starts.end());  // the same, and where all other joints stand
  const Span<const double> targets = {held.data(), starts.size()};
  const Span<double> places = {placed.data(), starts.size()};
  for (int k = 1; k <= steps; ++k) {
    for (int j = 0; j < joint_count(model); ++j) {
      const int at = layout.joint_start(j);
      scale_start(static_cast<double>(k) / steps, &starts[at], &held[static_cast<std::size_t>(at)]);
      double* to = &placed[static_cast<std::size_t>(at)];
      if (k > 1 && !has_start(joint_at(model, j), &starts[at])) {
        measure(model, j, state, work.poses, to);
      } else {
        std::copy_n(&held[static_cast<std::size_t>(at)], Layout::kJointStart, to);
      }
    }
    follow_gears(model, layout, work.derived, targets, places);
    place_bodies(model, layout, places, state);
    read_positions(model, layout, places, state, work);
    if (k == steps) return;
    close_positions(model, layout, targets, state, work);
  }
}

}  // namespace stickslip

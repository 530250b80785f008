#include "fmu/linearize/chart.h"

#include <algorithm>
#include <cmath>

#include "fmu/linearize/directions.h"
#include "model/constraints/gears.h"
#include "model/constraints/joints.h"
#include "model/kinematics/joint_geometry.h"
#include "model/math/size.h"

namespace stickslip::linearize {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::VectorXd;

/// Parts of a gradient that others must leave: many are left where that is possible, little where nothing else is.
constexpr double kIndependent[] = {0.1, 1e-3, 1e-7};

Model with_joints_alone(const Model& model) {
  Model joints = model;
  joints.step.max_contacts = 1;
  return joints;
}

/// The turn whose exponential is q, at most half a turn.
Vec3 logarithm(const Quat& q) {
  const Vec3 v(q.x(), q.y(), q.z());
  const double sine = v.norm();
  if (sine == 0) return Vec3::Zero();
  const double half = std::atan2(sine, std::abs(q.w()));
  return ((q.w() < 0 ? -2 : 2) * half / sine) * v;
}

std::string indexed(const std::string& name, int axis, bool planar) {
  return planar && name.find("ngle") != std::string::npos ? name : name + "[" + std::to_string(axis + 1) + "]";
}

}  // namespace

Chart::Chart(const Model& model, const State& base) : model_(model), joints_(with_joints_alone(model)), work_(joints_) {
  const Layout layout(model);
  update_derived(model, layout, base.parameters, work_.derived);
  directions_ = free_directions(work_.derived);
  look_at(base);
  for (const BodyPose& pose : work_.poses) base_.push_back(pose.q);
  closing_ = speeds_held_ * velocity_of(base);
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) all_.push_back({Measure::Of::joint, j, k});
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    for (int k = 0; k < (model.planar ? 2 : 3); ++k) all_.push_back({Measure::Of::origin, b, k});
    for (int k = model.planar ? 2 : 0; k < 3; ++k) all_.push_back({Measure::Of::turn, b, k});
  }
  positions_ = independent({}, places_held_);
  rates_ = independent(positions_, speeds_held_);
  if (positions_.empty()) return;
  const Index places = static_cast<Index>(positions_.size());
  ways_ = motion_with(MatrixXd::Identity(places, places), positions_, places_held_,
                      MatrixXd::Zero(places_held_.rows(), places));
}

std::string Chart::name_of_position(const Measure& m) const {
  if (m.of != Measure::Of::joint) {
    const std::string name = body_at(model_, m.part).name;
    return m.of == Measure::Of::origin ? indexed(name + ".position", m.axis, false)
                                       : indexed(name + (model_.planar ? ".angle" : ".turn"), m.axis, model_.planar);
  }
  const JointKind& kind = kind_of(model_, m.part);
  const std::string name = joint_at(model_, m.part).name + (kind.freedoms[m.axis].turns ? ".angle" : ".position");
  return kind.freedom_count > 1 ? indexed(name, m.axis, false) : name;
}

std::string Chart::name_of_rate(const Measure& m) const {
  if (m.of != Measure::Of::joint) {
    const std::string name = body_at(model_, m.part).name;
    return m.of == Measure::Of::origin ? indexed(name + ".velocity", m.axis, false)
                                       : indexed(name + ".angularVelocity", m.axis, model_.planar);
  }
  const std::string name = joint_at(model_, m.part).name + ".velocity";
  return kind_of(model_, m.part).freedom_count > 1 ? indexed(name, m.axis, false) : name;
}

Vec3 Chart::origin_of(int body) const {
  const Body& b = body_at(model_, body);
  return work_.poses[body].R * -(b.q_BI.conjugate() * b.p_BI);
}

void Chart::look_at(const State& state) {
  update_poses(model_, state.motion, work_.poses);
  work_.rows.clear();
  for (int j = 0; j < static_cast<int>(model_.joints.size()); ++j) add_joint_rows(model_, j, work_.poses, work_.rows);
  add_gear_rows(model_, work_.derived, state, work_.poses, work_.rows);
  const Index columns = static_cast<Index>(directions_.size());
  speeds_held_.resize(work_.rows.row_count, columns);
  places_held_.resize(work_.rows.row_count, columns);
  Index places = 0;
  for (int i = 0; i < work_.rows.row_count; ++i) {
    speeds_held_.row(i) = gradient_of(work_.rows.rows()[i], work_.rows, directions_);
    if (!work_.rows.rows()[i].of_speed) places_held_.row(places++) = speeds_held_.row(i);
  }
  places_held_.conservativeResize(places, columns);
}

RowVectorXd Chart::gradient_of_measure(const Measure& m) {
  if (m.of == Measure::Of::joint) {
    work_.rows.clear();
    add_coordinate_row(model_, m.part, m.axis, RowRole::drive, m.axis, work_.poses, work_.rows);
    return gradient_of(work_.rows.rows()[0], work_.rows, directions_);
  }
  RowSet& rows = work_.rows;
  rows.clear();
  rows.add(0, RowRole::drive, 0);
  const Vec3 axis = Vec3::Unit(m.axis);
  m.of == Measure::Of::origin ? rows.share(work_.poses, m.part, axis, origin_of(m.part).cross(axis))
                              : rows.share(work_.poses, m.part, Vec3::Zero(), axis);
  return gradient_of(rows.rows()[0], rows, directions_);
}

MatrixXd Chart::gradients_of(const std::vector<Measure>& measures) {
  MatrixXd gradients(static_cast<Index>(measures.size()), static_cast<Index>(directions_.size()));
  for (std::size_t i = 0; i < measures.size(); ++i)
    gradients.row(static_cast<Index>(i)) = gradient_of_measure(measures[i]);
  return gradients;
}

std::vector<Measure> Chart::independent(const std::vector<Measure>& preferred, const MatrixXd& held) {
  // An orthonormal basis of what is told already, a row each.
  MatrixXd told(static_cast<Index>(directions_.size()), static_cast<Index>(directions_.size()));
  Index count = 0;
  const auto is_new = [&](const RowVectorXd& gradient, double share) {
    const double length = gradient.norm();
    if (count == told.rows() || !(length > 0)) return false;
    RowVectorXd rest = gradient / length;
    for (int pass = 0; pass < 2; ++pass) rest -= (rest * told.topRows(count).transpose()) * told.topRows(count);
    if (!(rest.norm() > share)) return false;
    told.row(count++) = rest.normalized();
    return true;
  };
  for (Index i = 0; i < held.rows(); ++i) is_new(held.row(i), kIndependent[2]);
  std::vector<Measure> chosen;
  std::vector<Measure> candidates = preferred;
  candidates.insert(candidates.end(), all_.begin(), all_.end());
  for (const double share : kIndependent)
    for (const Measure& measure : candidates)
      if (is_new(gradient_of_measure(measure), share)) chosen.push_back(measure);
  return chosen;
}

MatrixXd Chart::motion_with(const MatrixXd& rate, const std::vector<Measure>& measures, const MatrixXd& held,
                            const MatrixXd& held_rate) {
  MatrixXd all(held.rows() + rate.rows(), held.cols());
  all << held, gradients_of(measures);
  MatrixXd target(all.rows(), rate.cols());
  target << held_rate, rate;
  return all.completeOrthogonalDecomposition().solve(target);
}

VectorXd Chart::position_of(const State& state) {
  look_at(state);
  VectorXd position(static_cast<Index>(positions_.size()));
  for (Index i = 0; i < position.size(); ++i) {
    const Measure& m = positions_[static_cast<std::size_t>(i)];
    if (m.of == Measure::Of::joint) {
      position(i) = state.joint_position[coordinate_slot(m.part, m.axis)];
    } else if (m.of == Measure::Of::origin) {
      position(i) = (work_.poses[m.part].p + origin_of(m.part))[m.axis];
    } else if (model_.planar) {
      position(i) = state.motion.angle[m.part];
    } else {
      position(i) = logarithm(work_.poses[m.part].q * base_[size(m.part)].conjugate())[m.axis];
    }
  }
  return position;
}

VectorXd Chart::rate_of(const State& state) {
  look_at(state);
  return gradients_of(rates_) * velocity_of(state);
}

VectorXd Chart::velocity_of(const State& state) const {
  VectorXd velocity(static_cast<Index>(directions_.size()));
  for (std::size_t i = 0; i < directions_.size(); ++i)
    velocity(static_cast<Index>(i)) = state.motion.velocity[directions_[i]];
  return velocity;
}

void Chart::move(const VectorXd& by, State& state) {
  const VectorXd way = ways_ * by;
  std::vector<double> step(6 * model_.bodies.size(), 0.0);
  for (std::size_t i = 0; i < directions_.size(); ++i) step[size(directions_[i])] = way(static_cast<Index>(i));
  for (int b = 0; b < static_cast<int>(model_.bodies.size()); ++b)
    displace(model_.planar, state.motion, b, get3(&step[size(6 * b)]), get3(&step[size(6 * b + 3)]));
  update_poses(model_, state.motion, work_.poses);
  read_coordinates(model_, state.motion, work_.poses, state.joint_position);
}

void Chart::set_rate(const VectorXd& rate, State& state) {
  look_at(state);
  const VectorXd velocity = motion_with(rate, rates_, speeds_held_, closing_);
  for (std::size_t i = 0; i < directions_.size(); ++i) {
    const double change = velocity(static_cast<Index>(i)) - state.motion.velocity[directions_[i]];
    state.motion.velocity[directions_[i]] += change;
    state.reported[directions_[i]] += change;
  }
}

}  // namespace stickslip::linearize

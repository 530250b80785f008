#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "model/core/state.h"
#include "model/workspace/workspace.h"

namespace stickslip::linearize {

/// A number that tells where a machine is, and its rate.
struct Measure {
  enum class Of { joint, origin, turn };
  Of of = Of::joint;
  int part = 0;  // the joint, or the body
  int axis = 0;  // coordinate of the joint, or axis of the world
};

/// Numbers that tell all of a machine's motion and do not depend on each other: coordinates of joints as far as they
/// do, in the order of the file, then origins and turns of bodies. Turns are vectors from the orientation in `base`,
/// world axes.
class Chart {
 public:
  Chart(const Model& model, const State& base);

  const std::vector<Measure>& positions() const { return positions_; }
  /// As many as positions, but fewer where something rolls: it can go wherever it likes, on its ways only.
  const std::vector<Measure>& rates() const { return rates_; }
  std::string name_of_position(const Measure& measure) const;
  std::string name_of_rate(const Measure& measure) const;

  Eigen::VectorXd position_of(const State& state);
  Eigen::VectorXd rate_of(const State& state);

  /// Moves bodies from where the base has them by a small change of the positions. What the joints hold is off by its
  /// square.
  void move(const Eigen::VectorXd& by, State& state);
  /// Velocities with these rates where the bodies are. At joints they are off by as much as in the base: what a scheme
  /// closes them with.
  void set_rate(const Eigen::VectorXd& rate, State& state);

 private:
  void look_at(const State& state);
  Eigen::RowVectorXd gradient_of_measure(const Measure& measure);
  Eigen::MatrixXd gradients_of(const std::vector<Measure>& measures);
  std::vector<Measure> independent(const std::vector<Measure>& preferred, const Eigen::MatrixXd& held);
  /// The motion with these rates in which what is held goes as said; a column each.
  Eigen::MatrixXd motion_with(const Eigen::MatrixXd& rate, const std::vector<Measure>& measures,
                              const Eigen::MatrixXd& held, const Eigen::MatrixXd& held_rate);
  Eigen::VectorXd velocity_of(const State& state) const;
  Vec3 origin_of(int body) const;

  const Model& model_;
  Model joints_;  // without room for contacts
  Workspace work_;
  std::vector<int> directions_;
  std::vector<Quat> base_;   // orientation of each body
  Eigen::MatrixXd ways_;     // of all bodies in the base, a column for each position
  Eigen::VectorXd closing_;  // rates of what joints and gears hold, in the base
  std::vector<Measure> all_, positions_, rates_;
  Eigen::MatrixXd places_held_, speeds_held_;  // what joints and gears hold, where the bodies are
};

}  // namespace stickslip::linearize

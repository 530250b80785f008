#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fmu/host/slave.h"
#include "fmu/plant/plant.h"
#include "fmu/view/scene.h"

namespace stickslip::view {

/// What acts at one contact point: the step's average force on `first`, from `second`.
struct ContactForce {
  int first = 0;
  int second = 0;
  Vec3 p = Vec3::Zero();      // m, world
  Vec3 force = Vec3::Zero();  // N, world axes
};

/// Everything about one moment that is drawn.
struct Moment {
  double time = 0;
  std::vector<BodyPose> poses;
  std::vector<ContactForce> contacts;
};

/// The state of a running instance as bytes, as another process would be given it. Throws host::Error.
std::vector<std::uint8_t> snapshot_of(host::Slave& slave);

/// Looks into an instance from outside: a plant of its own takes over the instance's states, so that what is seen is
/// what runs, to the bit, and the run does not notice.
class Observer {
 public:
  /// `plant` is of the same model as the instances, `bytes` are its canonical ones.
  Observer(const fmu::Plant& plant, const std::vector<std::uint8_t>& bytes, const Jobs& jobs = {});
  ~Observer();

  /// Bodies as they are in the snapshot `now`; contacts as they were in the step of H that began at `before`. For the
  /// first moment of a run both are the same: forces are then those of the step to come, as they are in the outputs.
  Moment moment(const std::vector<std::uint8_t>& before, double H, const std::vector<std::uint8_t>& now);

  /// At the beginning.
  Scene scene(const Moment& first) const;
  const Model& model() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Poses where a model starts with nothing set; throws host::Error when it has no start.
std::vector<BodyPose> start_poses(const Model& model);

}  // namespace stickslip::view

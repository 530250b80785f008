#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/benchmark/peers/scene.h"

namespace stickslip::peers {

/// A scene in an engine.
class World {
 public:
  World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  virtual ~World() = default;

  /// Torque of each hinge for the next step, by joint.
  virtual void drive(const std::vector<double>& torques) = 0;
  /// Goes on by the scene's step. The only thing that is timed.
  virtual void step() = 0;
  /// Every body's state, in the scene's order.
  virtual void read(BodyStates& states) = 0;
  /// Sum of the normal forces on a body over the last step, in N.
  virtual double normal_force(int body) = 0;
  /// What the engine itself says of the steps so far, where it says something; one line.
  virtual std::string remark() { return {}; }
};

/// An engine with its settings.
struct Engine {
  std::string name;                                    // as the command line and the table name it
  std::string version;                                 // of the library that runs
  std::string settings;                                // in words
  std::unique_ptr<World> (*make)(const Scene& scene);  // null: not this scene
  bool planar_only = false;
};

/// Those that this program was built with; ours first.
std::vector<Engine> engines();

// One file in engines/ each.
std::vector<Engine> our_engines();
std::vector<Engine> bullet_engines();
std::vector<Engine> ode_engines();
std::vector<Engine> dart_engines();
std::vector<Engine> mujoco_engines();
std::vector<Engine> box2d_engines();
std::vector<Engine> jolt_engines();

}  // namespace stickslip::peers

#include "tests/benchmark/peers/engine.h"

namespace stickslip::peers {

std::vector<Engine> engines() {
  std::vector<Engine> all = our_engines();
  [[maybe_unused]] const auto add = [&all](std::vector<Engine> some) {
    all.insert(all.end(), some.begin(), some.end());
  };
#ifdef STICKSLIP_PEER_BULLET
  add(bullet_engines());
#endif
#ifdef STICKSLIP_PEER_ODE
  add(ode_engines());
#endif
#ifdef STICKSLIP_PEER_DART
  add(dart_engines());
#endif
#ifdef STICKSLIP_PEER_MUJOCO
  add(mujoco_engines());
#endif
#ifdef STICKSLIP_PEER_BOX2D
  add(box2d_engines());
#endif
#ifdef STICKSLIP_PEER_JOLT
  add(jolt_engines());
#endif
  return all;
}

}  // namespace stickslip::peers

#include "tests/benchmark/peers/press.h"

#include <algorithm>

#include "tests/benchmark/peers/build.h"

namespace stickslip::peers {

std::vector<double> press_torques(const Scene& scene, double t, const BodyStates& states) {
  std::vector<double> torques;
  if (scene.press.force <= 0) return torques;
  const auto state_of = [&](int body) { return body < 0 ? BodyState() : states[static_cast<std::size_t>(body)]; };
  const BodyState tip = state_of(scene.shapes.front().body);
  const Vec3 pressed = tip.position + rotated(tip.rotation, scene.shapes.front().position);
  const Vec3 push = {0, 0, -scene.press.force * std::min(1.0, t / scene.press.rise)};
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    const Joint& joint = scene.joints[j];
    const BodyState parent = state_of(joint.parent);
    const BodyState child = state_of(joint.child);
    const Body& body = scene.bodies[static_cast<std::size_t>(joint.child)];
    const Quat turned = child.rotation * body.rotation.conjugate();  // since the start
    const Vec3 axis = rotated(turned, joint.axis);
    const Vec3 anchor = child.position + rotated(turned, joint.anchor - body.position);
    Vec3 moment = (pressed - anchor).cross(push);
    // Bodies of an arm stand in the order of its joints: those from here on hang from this hinge.
    for (std::size_t k = j; k < scene.joints.size(); ++k) {
      const auto carried = static_cast<std::size_t>(scene.joints[k].child);
      moment -= (states[carried].position - anchor).cross(scene.bodies[carried].mass * scene.gravity);
    }
    torques.push_back(axis.dot(moment) -
                      scene.press.damping * axis.dot(child.angular_velocity - parent.angular_velocity));
  }
  return torques;
}

}  // namespace stickslip::peers

#include "model/interface/groups.h"

#include <algorithm>

#include "model/step/place.h"

namespace stickslip {

Groups::Groups(const Model& model) : of_body(model.bodies.size(), -1), has_loop(model.bodies.size(), 0) {
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (!model.bodies[b].fixed) of_body[b] = static_cast<int>(b);
  }
  const auto group = [&](int body) { return body < 0 ? -1 : of_body[static_cast<std::size_t>(body)]; };
  for (const Joint& joint : model.joints) {
    const int first = group(joint.parent);
    const int second = group(joint.child);
    if (first < 0 || second < 0) continue;
    std::replace(of_body.begin(), of_body.end(), std::max(first, second), std::min(first, second));
  }
  for (const Gear& gear : model.gears) {
    const Joint& first = joint_at(model, gear.terms.front().joint);
    for (const GearTerm& term : gear.terms) {
      const Joint& joint = joint_at(model, term.joint);
      const int a = std::max(group(first.parent), group(first.child));
      const int b = std::max(group(joint.parent), group(joint.child));
      std::replace(of_body.begin(), of_body.end(), std::max(a, b), std::min(a, b));
    }
  }
  for (const Gear& gear : model.gears) {
    const Joint& first = joint_at(model, gear.terms.front().joint);
    has_loop[static_cast<std::size_t>(std::max(group(first.parent), group(first.child)))] = 1;
  }
  const std::vector<int> placing = placing_joints(model);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const bool places = std::find(placing.begin(), placing.end(), static_cast<int>(j)) != placing.end();
    const int at = std::max(group(model.joints[j].parent), group(model.joints[j].child));
    if (!places && at >= 0) has_loop[static_cast<std::size_t>(at)] = 1;
  }
}

}  // namespace stickslip

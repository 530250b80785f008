#include "model/forces/forces.h"

#include <algorithm>

#include "model/kinematics/joint_geometry.h"
#include "model/math/elementary.h"

namespace stickslip {
namespace {

struct Pusher {
  Span<const BodyPose> poses;
  Span<double> forces;

  void push(int body, const Vec3& force, const Vec3& torque) {
    if (body < 0) return;
    const Vec3 in_body = poses[body].R.transpose() * torque;
    for (int k = 0; k < 3; ++k) {
      forces[6 * body + k] += force[k];
      forces[6 * body + 3 + k] += in_body[k];
    }
  }
};

void push_joint(const Model& model, int index, const double* values, Pusher& pusher) {
  const Joint& joint = joint_at(model, index);
  const JointKind& kind = kind_of(model, index);
  for (int k = 0; k < kind.freedom_count; ++k) {
    if (values[k] == 0) continue;
    const JointAnchors f = joint_anchors(joint, pusher.poses);
    const Vec3 load = values[k] * freedom_axis(model.planar, kind.freedoms[k], joint, f, pusher.poses);
    if (kind.freedoms[k].turns) {
      pusher.push(joint.child, Vec3::Zero(), load);
      pusher.push(joint.parent, Vec3::Zero(), -load);
    } else {
      pusher.push(joint.child, load, f.r_C.cross(load));
      pusher.push(joint.parent, -load, -(f.r_P + f.d).cross(load));
    }
  }
}

}  // namespace

void update_forces(const Model& model, const Layout& layout, const Derived& derived, Span<const double> inputs,
                   const ForceTimes& times, Span<const BodyPose> poses, const Forces& forces) {
  std::fill(forces.input.begin(), forces.input.end(), 0.0);
  Pusher pusher{poses, forces.input};
  for (int b = 0; b < poses.size(); ++b) {
    const double* input = &inputs[layout.body_input(b)];
    pusher.push(b, get3(input), get3(input + 3));
  }
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    push_joint(model, j, &inputs[layout.joint_input(j, 0)], pusher);
  }
  for (int f = 0; f < static_cast<int>(model.frames.size()); ++f) {
    const Frame& frame = model.frames[static_cast<std::size_t>(f)];
    const double* input = &inputs[layout.frame_input(f)];
    const Vec3 force = get3(input);
    if (frame.body < 0) continue;
    pusher.push(frame.body, force, (poses[frame.body].R * frame.p_IF).cross(force) + get3(input + 3));
  }
  for (const OscillatingForce& force : model.forces) {
    const double first = cosine(force.frequency * times.first + force.phase);
    const double last = cosine(force.frequency * times.last + force.phase);
    pusher.push(force.body, ((1 - times.share) * first + times.share * last) * force.amplitude, Vec3::Zero());
  }
  for (int b = 0; b < poses.size(); ++b) {
    for (int k = 0; k < 6; ++k) {
      const double weight = k < 3 ? derived.mass[b] * derived.gravity[k] : 0.0;
      forces.total[6 * b + k] = forces.input[6 * b + k] + weight;
    }
  }
}

}  // namespace stickslip

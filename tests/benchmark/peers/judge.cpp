#include "tests/benchmark/peers/judge.h"

#include <algorithm>
#include <cmath>

#include "model/collision/collide.h"
#include "tests/benchmark/peers/build.h"

namespace stickslip::peers {
namespace {

Mat3 matrix(const Quat& q) {
  return Mat3::columns(rotated(q, Vec3::UnitX()), rotated(q, Vec3::UnitY()), rotated(q, Vec3::UnitZ()));
}

stickslip::Shape engine_shape(const Shape& from) {
  stickslip::Shape shape;
  switch (from.form) {
    case Shape::Form::sphere:
      shape.type = ShapeType::sphere;
      break;
    case Shape::Form::box:
      shape.type = ShapeType::box;
      break;
    case Shape::Form::capsule:
      shape.type = ShapeType::capsule;
      break;
    case Shape::Form::plane:
      shape.type = ShapeType::plane;
      break;
  }
  shape.half_size = from.half_size;
  shape.radius = from.radius;
  shape.half_length = from.half_length;
  return shape;
}

Placement place(const Shape& shape, const BodyState& state) {
  return {state.position + rotated(state.rotation, shape.position), matrix(state.rotation * shape.rotation)};
}

Vec3 in_body(const BodyState& state, const Vec3& point) {
  return rotated(state.rotation.conjugate(), point - state.position);
}

bool is_finite(const BodyStates& states) {
  return std::all_of(states.begin(), states.end(),
                     [](const BodyState& s) { return s.position.allFinite() && s.velocity.allFinite(); });
}

BodyState start_of(const Body& body) {
  return {body.position, body.rotation, body.velocity, body.angular_velocity};
}

}  // namespace

Judge::Judge(const Scene& scene)
    : scene_(scene), last_second_(scene.steps - static_cast<int>(std::lround(1 / scene.h))) {
  const auto at_start = [&](int body) {
    return body < 0 ? BodyState() : start_of(scene.bodies[static_cast<std::size_t>(body)]);
  };
  for (const Joint& joint : scene.joints) {
    const BodyState parent = at_start(joint.parent);
    const BodyState child = at_start(joint.child);
    held_.push_back({in_body(parent, joint.anchor), in_body(child, joint.anchor),
                     rotated(parent.rotation.conjugate(), joint.axis),
                     rotated(child.rotation.conjugate(), joint.axis)});
  }
  for (std::size_t s = 0; s < scene.shapes.size(); ++s) {
    shapes_.push_back(engine_shape(scene.shapes[s]));
    reach_.push_back(bounding_radius(shapes_.back()));
    (scene.shapes[s].form == Shape::Form::plane ? planes_ : order_).push_back(static_cast<int>(s));
  }
}

void Judge::look(int step, const BodyStates& states) {
  quality_.finite = quality_.finite && is_finite(states);
  if (!quality_.finite) return;
  const double overlap = deepest_overlap(states);
  quality_.overlap = std::max(quality_.overlap, overlap);
  if (step >= last_second_) quality_.overlap_end = std::max(quality_.overlap_end, overlap);
  quality_.joint_error = std::max(quality_.joint_error, worst_joint(states));
  const double now = energy(states);
  if (step == 0) energy_start_ = now;
  quality_.energy = std::max(quality_.energy, now - energy_start_);
  if (step == last_second_) then_ = states;
  if (step < scene_.steps || then_.empty()) return;
  for (std::size_t b = 0; b < states.size(); ++b) {
    const double seconds = (scene_.steps - last_second_) * scene_.h;
    quality_.creep = std::max(quality_.creep, (states[b].position - then_[b].position).norm() / seconds);
  }
}

bool Judge::may_touch(int first, int second) const {
  const auto body = [&](int shape) { return scene_.shapes[static_cast<std::size_t>(shape)].body; };
  const auto fixed = [&](int shape) { return scene_.bodies[static_cast<std::size_t>(body(shape))].fixed; };
  return body(first) != body(second) && !(fixed(first) && fixed(second)) &&
         std::none_of(scene_.joints.begin(), scene_.joints.end(), [&](const Joint& joint) {
           return (joint.parent == body(first) && joint.child == body(second)) ||
                  (joint.parent == body(second) && joint.child == body(first));
         });
}

double Judge::deepest_overlap(const BodyStates& states) {
  const std::size_t count = scene_.shapes.size();
  std::vector<Placement> at(count);
  for (std::size_t s = 0; s < count; ++s) {
    at[s] = place(scene_.shapes[s], states[static_cast<std::size_t>(scene_.shapes[s].body)]);
  }
  double deepest = 0;
  const auto meet = [&](int first, int second) {
    if (!may_touch(first, second)) return;
    const auto a = static_cast<std::size_t>(first);
    const auto b = static_cast<std::size_t>(second);
    ContactPoint points[kMaxPointsPerPair];
    const int found =
        collide_shapes(geometry_, shapes_[a], at[a], shapes_[b], at[b], scene_.planar, 0, {points, kMaxPointsPerPair});
    for (int k = 0; k < found; ++k) deepest = std::max(deepest, -points[k].gap);
  };
  const auto left = [&](int s) { return at[static_cast<std::size_t>(s)].p.x() - reach_[static_cast<std::size_t>(s)]; };
  const auto right = [&](int s) { return at[static_cast<std::size_t>(s)].p.x() + reach_[static_cast<std::size_t>(s)]; };
  std::sort(order_.begin(), order_.end(), [&](int a, int b) { return left(a) < left(b); });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    for (const int plane : planes_) meet(order_[i], plane);
    for (std::size_t k = i + 1; k < order_.size() && left(order_[k]) <= right(order_[i]); ++k) {
      const auto a = static_cast<std::size_t>(order_[i]);
      const auto b = static_cast<std::size_t>(order_[k]);
      const double reach = reach_[a] + reach_[b];
      if ((at[a].p - at[b].p).squaredNorm() <= reach * reach) meet(order_[i], order_[k]);
    }
  }
  return deepest;
}

double Judge::worst_joint(const BodyStates& states) const {
  double worst = 0;
  for (std::size_t j = 0; j < held_.size(); ++j) {
    const Joint& joint = scene_.joints[j];
    const BodyState parent = joint.parent < 0 ? BodyState() : states[static_cast<std::size_t>(joint.parent)];
    const BodyState& child = states[static_cast<std::size_t>(joint.child)];
    const Vec3 apart = child.position + rotated(child.rotation, held_[j].child) - parent.position -
                       rotated(parent.rotation, held_[j].parent);
    worst = std::max(worst, apart.norm());
    if (joint.kind == Joint::Kind::ball) continue;
    const Vec3 turned = rotated(child.rotation, held_[j].child_axis) - rotated(parent.rotation, held_[j].parent_axis);
    worst = std::max(worst, turned.norm());
  }
  return worst;
}

double Judge::energy(const BodyStates& states) const {
  double sum = 0;
  for (std::size_t b = 0; b < states.size(); ++b) {
    const Body& body = scene_.bodies[b];
    if (body.fixed) continue;
    const Vec3 turning = rotated(states[b].rotation.conjugate(), states[b].angular_velocity);
    sum += 0.5 * body.mass * states[b].velocity.squaredNorm() + 0.5 * turning.dot(body.inertia.cwiseProduct(turning)) -
           body.mass * scene_.gravity.dot(states[b].position);
  }
  return sum;
}

}  // namespace stickslip::peers

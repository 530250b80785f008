#include "model/constraints/mobility.h"

#include <utility>

#include "model/kinematics/joint_geometry.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"

namespace stickslip {
namespace {

constexpr int kMostJoints = 6;  // to what is fixed: who hangs by more mostly moves as it likes

// With a compliance of its own or of all joints.
bool yields(const Model& model, const Joint& joint) {
  if (model.step.scheme != Scheme::spook) return false;
  const Softness& own = joint.softness;
  const Softness& general = model.step.spook.softness;
  return (own.compliance < 0 ? general.compliance : own.compliance) > 0 ||
         (own.angular_compliance < 0 ? general.angular_compliance : own.angular_compliance) > 0;
}

bool leads(const Model& model, int joint) {
  const JointKind& kind = kind_of(model, joint);
  return !kind.is_rod() && kind.rolls == Rolls::nothing && !yields(model, joint_at(model, joint));
}

// Adds motions of one body to those that it has already.
class Builder {
 public:
  Builder(int body, const Holders& holders, Span<const lcp::BodyInverse> inverse, Span<const BodyPose> poses)
      : body_(body), holders_(holders), inverse_(inverse), poses_(poses) {}

  void slide(const Vec3& along) { add(along, Vec3::Zero()); }
  void turn(const Vec3& about, const Vec3& at) { add(about.cross(poses_[body_].p - at), about); }

  Mobility mobility;

 private:
  // a'M b of one of the bodies.
  double product(int body, const Vec3& v, const Vec3& w, const Vec3& other_v, const Vec3& other_w) const {
    const Vec3 arm = poses_[body].p - poses_[body_].p;
    const Vec3 turn = poses_[body].R.transpose() * w;
    const Vec3 other = poses_[body].R.transpose() * other_w;
    const Vec3 way = v + w.cross(arm);
    const Vec3 other_way = other_v + other_w.cross(arm);
    const lcp::BodyInverse& inverse = inverse_[body];
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      if (inverse.linear[k] > 0) sum += way[k] * other_way[k] / inverse.linear[k];
      if (inverse.angular[4 * k] > 0) sum += turn[k] * other[k] / inverse.angular[4 * k];
    }
    return sum;
  }
  double product(const Vec3& v, const Vec3& w, const Vec3& other_v, const Vec3& other_w) const {
    double sum = product(body_, v, w, other_v, other_w);
    for (int b = holders_.next_welded[body_]; b != body_; b = holders_.next_welded[b]) {
      sum += product(b, v, w, other_v, other_w);
    }
    return sum;
  }
  void add(Vec3 v, Vec3 w) {
    constexpr double kDepends = 1e-12;  // of the energy that a motion has by itself
    constexpr int kPasses = 2;          // what the first leaves of others is round-off
    if (mobility.count == Mobility::kMost) return;
    const double whole = product(v, w, v, w);
    for (int pass = 0; pass < kPasses; ++pass) {
      for (int k = 0; k < mobility.count; ++k) {
        const double share = product(v, w, mobility.v[k], mobility.w[k]);
        v -= share * mobility.v[k];
        w -= share * mobility.w[k];
      }
    }
    const double left = product(v, w, v, w);
    if (!(left > kDepends * whole)) return;
    mobility.v[mobility.count] = v / root(left);
    mobility.w[mobility.count++] = w / root(left);
  }

  int body_;
  const Holders& holders_;
  Span<const lcp::BodyInverse> inverse_;
  Span<const BodyPose> poses_;
};

// What a joint leaves its child, seen from the parent.
void add_motions(const Model& model, int index, Span<const BodyPose> poses, Builder& builder) {
  const Joint& joint = joint_at(model, index);
  const JointKind& kind = kind_of(model, index);
  const JointAnchors anchors = joint_anchors(joint, poses);
  const Vec3 at = pose_of(poses, joint.child).p + anchors.r_C;
  const bool turns_freely = kind.held_turns == 0;
  for (int k = model.planar ? 2 : 0; turns_freely && k < 3; ++k) builder.turn(Vec3::Unit(k), at);
  for (int k = 0; k < kind.freedom_count; ++k) {
    const Vec3 axis = freedom_axis(model.planar, kind.freedoms[k], joint, anchors, poses);
    if (!kind.freedoms[k].turns || kind.holds_lead) builder.slide(axis);
    if (kind.freedoms[k].turns && !turns_freely) builder.turn(axis, at);
  }
}

}  // namespace

std::vector<int> joints_towards_world(const Model& model) {
  std::vector<int> towards(model.bodies.size(), -1);
  std::vector<unsigned char> reached(model.bodies.size(), 0);
  const auto is_reached = [&](int body) { return is_fixed(model, body) || reached[size(body)] != 0; };
  for (bool grown = true; grown;) {
    grown = false;
    const std::vector<unsigned char> before = reached;
    const auto was_reached = [&](int body) { return is_fixed(model, body) || before[size(body)] != 0; };
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
      const int ends[2] = {joint_at(model, j).parent, joint_at(model, j).child};
      for (int k = 0; k < 2 && leads(model, j); ++k) {
        if (is_reached(ends[k]) || !was_reached(ends[1 - k])) continue;
        towards[size(ends[k])] = j;
        reached[size(ends[k])] = 1;
        grown = true;
      }
    }
  }
  return towards;
}

std::vector<int> rings_of_welded(const Model& model) {
  std::vector<int> next(model.bodies.size());
  for (std::size_t b = 0; b < next.size(); ++b) next[b] = static_cast<int>(b);
  for (const Joint& joint : model.joints) {
    if (joint.type != JointType::fixed || yields(model, joint)) continue;
    if (is_fixed(model, joint.parent) || is_fixed(model, joint.child)) continue;
    int at = next[size(joint.parent)];
    while (at != joint.parent && at != joint.child) at = next[size(at)];
    if (at != joint.child) std::swap(next[size(joint.parent)], next[size(joint.child)]);
  }
  return next;
}

Mobility mobility_of(const Model& model, int body, const Holders& holders, Span<const int> loads_at,
                     Span<const lcp::BodyInverse> inverse_mass, Span<const BodyPose> poses) {
  if (is_fixed(model, body)) return {};
  int loads = loads_at[body];
  int b = body;
  do {
    if (!body_at(model, b).rotates) return {};
    b = holders.next_welded[b];
    if (b != body) loads += loads_at[b] - 2;
  } while (b != body);
  Builder builder(body, holders, inverse_mass, poses);
  Mobility& mobility = builder.mobility;
  mobility.loads = loads;
  const int all = model.planar ? 3 : 6;
  int at = body;
  for (int k = 0; k < kMostJoints && holders.towards_world[at] >= 0 && mobility.count < all; ++k) {
    const int index = holders.towards_world[at];
    add_motions(model, index, poses, builder);
    const Joint& joint = joint_at(model, index);
    at = joint.child == at ? joint.parent : joint.child;
    if (is_fixed(model, at)) break;
  }
  const bool alone = holders.next_welded[body] == body;
  if (!is_fixed(model, at)) {
    if (alone) return {};
    for (int k = 0; k < 3; ++k) {
      if (!model.planar || k < 2) builder.slide(Vec3::Unit(k));
      if (!model.planar || k == 2) builder.turn(Vec3::Unit(k), poses[body].p);
    }
  }
  mobility.free = alone && mobility.count == all;
  return mobility;
}

}  // namespace stickslip

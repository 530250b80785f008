#include "model/step/place.h"

#include "model/kinematics/joint_geometry.h"

namespace stickslip {
namespace {

int count(std::size_t size) {
  return static_cast<int>(size);
}

Quat turn_about_z(double angle) {
  return exponential_map(Vec3(0, 0, angle));
}

// Pose and motion of an inertial frame while the initial state is put together.
struct Start {
  Vec3 p = Vec3::Zero();
  Quat q = Quat::Identity();
  double angle = 0;
  Vec3 v = Vec3::Zero();
  Vec3 w = Vec3::Zero();  // world axes
};

Start read_body(const State& state, const Model& model, int body) {
  Start s;
  if (body < 0) return s;
  s.p = get3(&state.motion.position[3 * body]);
  s.angle = state.motion.angle[body];
  s.q = model.planar ? turn_about_z(s.angle) : get_quaternion(&state.motion.orientation[4 * body]);
  s.v = get3(&state.motion.velocity[6 * body]);
  s.w = s.q * get3(&state.motion.velocity[6 * body + 3]);
  return s;
}

void write_body(const Start& s, int body, State& state) {
  put3(s.p, &state.motion.position[3 * body]);
  put_quaternion(s.q.normalized(), &state.motion.orientation[4 * body]);
  state.motion.angle[body] = s.angle;
  put3(s.v, &state.motion.velocity[6 * body]);
  put3(s.q.conjugate() * s.w, &state.motion.velocity[6 * body + 3]);
}

// A body that stands for itself: its own start, moved from the user's frame to the inertial one.
Start free_start(const Model& model, const Layout& layout, Span<const double> starts, int body) {
  const Body& b = body_at(model, body);
  const double* from = &starts[layout.body_start(body)];
  Start s;
  s.angle = from[13];
  const Quat q_WB = model.planar ? turn_about_z(s.angle) : get_quaternion(from + 6).normalized();
  s.q = q_WB * b.q_BI;
  const Vec3 offset = q_WB * b.p_BI;
  s.p = get3(from) + offset;
  s.w = get3(from + 10);
  s.v = get3(from + 3) + s.w.cross(offset);
  return s;
}

// The motion of the child's joint frame against the parent's, in the parent's joint axes.
struct JointTurn {
  Quat q = Quat::Identity();
  Vec3 rate = Vec3::Zero();
  Vec3 slide = Vec3::Zero();
  Vec3 sliding = Vec3::Zero();
  double angle = 0;
  bool moves = false;
};

void add_turn(const Model& model, const Joint& joint, int axis, double angle, double rate, JointTurn& turn) {
  const Vec3 about = model.planar ? Vec3::UnitZ() : Vec3::Unit(axis);
  turn.rate += turn.q * (rate * about);
  turn.q = turn.q * exponential_map(angle * about);
  turn.angle += angle;
  if (joint.type != JointType::screw) return;
  turn.slide += lead_of(joint) * angle * about;
  turn.sliding += lead_of(joint) * rate * about;
}

JointTurn joint_turn(const Model& model, int index, const double* start) {
  const Joint& joint = joint_at(model, index);
  const JointKind& kind = kind_of(model, index);
  JointTurn turn;
  if (joint.type == JointType::ball) {
    turn.q = get_quaternion(start + Layout::kStartOrientation).normalized();
    turn.rate = get3(start + Layout::kStartTurning);
    turn.moves = turn.q.vec().squaredNorm() > 0;
  }
  for (int k = 0; k < kind.freedom_count; ++k) {
    const double at = start[k];
    const double rate = start[Layout::kStartRates + k];
    turn.moves = turn.moves || at != 0;
    if (kind.freedoms[k].turns) {
      add_turn(model, joint, kind.freedoms[k].axis, at, rate, turn);
    } else {
      turn.slide[kind.freedoms[k].axis] += at;
      turn.sliding[kind.freedoms[k].axis] += rate;
    }
  }
  return turn;
}

// A joint's frame on one of its bodies, as that body carries it.
struct Carried {
  Vec3 p = Vec3::Zero();  // anchor, world
  Quat q = Quat::Identity();
  Vec3 v = Vec3::Zero();  // of the body's material point at the anchor
  Vec3 w = Vec3::Zero();
};

Carried carry(const Start& body, const Vec3& p_I, const Quat& q_I) {
  const Vec3 r = body.q * p_I;
  return {body.p + r, body.q * q_I, body.v + body.w.cross(r), body.w};
}

Start body_of(const Carried& frame, const Vec3& p_I, const Quat& q_I) {
  Start s;
  s.q = frame.q * q_I.conjugate();
  const Vec3 r = s.q * p_I;
  s.p = frame.p - r;
  s.w = frame.w;
  s.v = frame.v - frame.w.cross(r);
  return s;
}

// The child's joint frame from the parent's (forward) or the other way round.
Carried across(const Carried& from, bool forward, const JointTurn& turn) {
  Carried to;
  const double sign = forward ? 1.0 : -1.0;
  const Quat q_WP = forward ? from.q : from.q * turn.q.conjugate();
  to.q = forward ? from.q * turn.q : q_WP;
  to.p = from.p + sign * (q_WP * turn.slide);
  to.w = from.w + sign * (q_WP * turn.rate);
  const Vec3 w_P = forward ? from.w : to.w;
  const Vec3 carried = w_P.cross(q_WP * turn.slide);
  to.v = from.v + sign * (carried + q_WP * turn.sliding);
  return to;
}

bool moved(const Model& model, const Layout& layout, Span<const double> starts, const State& state, int body) {
  if (body < 0) return false;
  const Start now = read_body(state, model, body);
  Start reference = free_start(model, layout, starts, body);
  return !(now.p == reference.p && now.q == reference.q && now.angle == reference.angle) || !now.v.isZero(0) ||
         !now.w.isZero(0);
}

// A body placed by a joint: carried by the joint's other body and moved by the joint's coordinate.
Start carried_start(const Model& model, const Layout& layout, Span<const double> starts, int index, int body,
                    const State& state) {
  const Joint& joint = joint_at(model, index);
  const bool forward = body == joint.child;
  const int base = forward ? joint.parent : joint.child;
  const JointTurn turn = joint_turn(model, index, &starts[layout.joint_start(index)]);
  const Start own = free_start(model, layout, starts, body);
  const bool driven = !turn.rate.isZero(0) || !turn.sliding.isZero(0);
  Start s = own;
  if (turn.moves || driven || moved(model, layout, starts, state, base)) {
    const Start at_base = read_body(state, model, base);
    const Carried from = forward ? carry(at_base, joint.p_IP, joint.q_IP) : carry(at_base, joint.p_IC, joint.q_IC);
    const Carried to = across(from, forward, turn);
    if (body_at(model, body).rotates) {
      s = forward ? body_of(to, joint.p_IC, joint.q_IC) : body_of(to, joint.p_IP, joint.q_IP);
      const double reference = base < 0 ? 0.0 : body_at(model, base).angle;
      s.angle = body_at(model, body).angle + (at_base.angle - reference) + (forward ? turn.angle : -turn.angle);
    } else {  // a point mass follows and does not turn
      s.p = to.p - own.q * (forward ? joint.p_IC : joint.p_IP);
      s.v = to.v;
    }
  }
  if (body_at(model, body).has_velocity && !driven) {
    s.v = own.v;
    s.w = own.w;
  }
  return s;
}

bool hangs_on(const Model& model, const std::vector<int>& placing, int body, int base) {
  for (int at = base; at >= 0 && placing[static_cast<std::size_t>(at)] >= 0;) {
    if (at == body) return true;
    const Joint& joint = joint_at(model, placing[static_cast<std::size_t>(at)]);
    at = at == joint.child ? joint.parent : joint.child;
    if (at == body) return true;
  }
  return base == body;
}

bool can_be_placed(const Model& model, const std::vector<int>& placing, int body, int base) {
  return !is_fixed(model, body) && placing[static_cast<std::size_t>(body)] < 0 && !hangs_on(model, placing, body, base);
}

}  // namespace

std::vector<int> placing_joints(const Model& model) {
  std::vector<int> placing(model.bodies.size(), -1);
  for (int j = 0; j < count(model.joints.size()); ++j) {
    const Joint& joint = joint_at(model, j);
    if (!kind_of(model, j).places) continue;
    if (can_be_placed(model, placing, joint.child, joint.parent)) {
      placing[static_cast<std::size_t>(joint.child)] = j;
    } else if (can_be_placed(model, placing, joint.parent, joint.child)) {
      placing[static_cast<std::size_t>(joint.parent)] = j;
    }
  }
  return placing;
}

void place_bodies(const Model& model, const Layout& layout, Span<const double> starts, State& state) {
  const std::vector<int> placing = placing_joints(model);
  std::vector<char> placed(model.bodies.size(), 0);
  bool progress = true;
  while (progress) {
    progress = false;
    for (int b = 0; b < count(model.bodies.size()); ++b) {
      const int joint = placing[static_cast<std::size_t>(b)];
      if (placed[static_cast<std::size_t>(b)] != 0) continue;
      if (joint < 0) {
        write_body(free_start(model, layout, starts, b), b, state);
      } else {
        const Joint& by = joint_at(model, joint);
        const int base = b == by.child ? by.parent : by.child;
        if (base >= 0 && placed[static_cast<std::size_t>(base)] == 0) continue;
        write_body(carried_start(model, layout, starts, joint, b, state), b, state);
      }
      placed[static_cast<std::size_t>(b)] = 1;
      progress = true;
    }
  }
}

}  // namespace stickslip

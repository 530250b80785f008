#include <algorithm>
#include <cmath>

#include "tests/benchmark/motion/joining.h"
#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {
namespace {

// A tree that stays in the range of the order's asymptotics: h w below 0.05, springs that h resolves.
void grow_smooth(Builder& b, int count) {
  const double rate = std::fmin(5, 0.03 / b.scene.h);
  for (int i = 0; i < count; ++i) {
    const int parent = i == 0 || b.dice.chance(0.2) ? kWorld : b.dice.whole(0, i - 1);
    const Vec3 from = parent < 0 ? Vec3(Vec3::Zero()) : b.part(parent).position;
    const Vec3 to = from + b.dice.between(0.3, 0.8) * b.dice.direction(b.scene.planar);
    const int child = b.add(b.dice.magnitude(0.5, 2), 0.5, to);
    b.part(child).inertia += 0.01 * b.part(child).mass * Vec3::Ones();
    tie(b, any_type(b), parent, child, from + b.dice.between(0.2, 0.8) * (to - from), rate);
  }
}

// An input that makes its body no faster than 20 m/s or turn by 0.2 in a step within the scene.
double strongest(Builder& b, const Drive& d) {
  const double time = b.scene.h * b.scene.steps;
  const double turn = std::fmin(20, 0.2 / b.scene.h) / time;
  int part = d.on;
  bool turns = d.kind == Drive::torque;
  if (d.kind == Drive::joint) {
    const Link& l = b.scene.links[static_cast<std::size_t>(d.on)];
    part = l.child >= 0 ? l.child : l.parent;
    turns = l.type == JointType::hinge;
  }
  const Part& p = b.part(part);
  const double inertia = b.scene.planar ? p.inertia.z() : p.inertia.minCoeff();
  return turns ? inertia * turn : p.mass * std::fmin(30, 20 / time);
}

}  // namespace

/// Mechanisms without contact whose motion is smooth within a step.
void make_smooth(Builder& b) {
  b.weigh(0.3);
  b.scene.h = b.dice.magnitude(1e-3, 6e-3);
  b.scene.steps = b.dice.whole(10, 40);
  b.scene.promise = Promise::smooth;
  if (b.dice.chance(0.25)) {
    make_loop(b);
    b.scene.h = b.dice.magnitude(1e-3, 4e-3);
    b.scene.steps = b.dice.whole(10, 30);
    b.scene.links[0].start_rate = b.dice.between(-5, 5);
    return;
  }
  grow_smooth(b, b.dice.whole(1, 4));
  for (Link& link : b.scene.links) link.damping = std::fmin(link.damping, 0.05);
  add_springs(b, b.dice.chance(0.4) ? 2 : 0, 100);
  for (Coil& coil : b.scene.coils) coil.damping = std::fmin(coil.damping, 1);
}

/// Bodies on springs and dampers, soft to rigid, free or in joints, turning.
void make_springs(Builder& b) {
  b.weigh(0.5);
  b.set_step(kShortest, kLongest, b.dice.whole(50, 150));
  const int count = b.dice.whole(1, 4);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const int body = b.add(masses.next(), 0.4, Vec3(i, 0, 0) + b.dice.vector(b.scene.planar, 0.2));
    b.part(body).velocity = b.dice.vector(b.scene.planar, b.dice.magnitude(0.01, 3));
    b.spin(body, std::fmin(3, 0.1 / b.scene.h));
    if (b.dice.chance(0.4)) {
      const JointType type = b.dice.chance(0.5) ? JointType::hinge : JointType::slider;
      tie(b, type, kWorld, body, b.part(body).position + b.dice.vector(b.scene.planar, 0.2), 2);
      Coil c;
      c.name = "in_joint_" + std::to_string(i);
      c.link = static_cast<int>(b.scene.links.size()) - 1;
      c.second = body;
      c.stiffness = b.dice.magnitude(0.1, 1e6);
      c.damping = b.dice.chance(0.5) ? 0 : b.dice.magnitude(1e-3, 10);
      c.rest = b.dice.between(-1, 1) * std::fmin(0.3, 100 / c.stiffness);
      b.scene.coils.push_back(c);
    }
  }
  const std::size_t own = b.scene.coils.size();
  add_springs(b, 4, 1e9);
  for (std::size_t i = own; i < b.scene.coils.size(); ++i) b.scene.coils[i].name = "free_" + std::to_string(i);
}

/// A top on its tip, held by a ball joint or standing on the floor.
void make_top(Builder& b) {
  b.scene.planar = false;
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, 5e-3, b.dice.whole(50, 200));
  const double high = b.dice.between(0.05, 0.3);
  const double lean = b.dice.between(0, 0.8);
  const Quat q(Eigen::AngleAxisd(lean, Vec3::UnitY()));
  const Vec3 axis = q * Vec3::UnitZ();
  const double spin = std::fmin(100, b.dice.between(0.02, 0.2) / b.scene.h);
  const bool stands = b.dice.chance(0.5);
  const double r = 0.01;
  const double mass = b.dice.magnitude(0.1, 5);
  const Vec3 at = high * axis + (stands ? r * b.up() : Vec3(Vec3::Zero()));
  const int material = b.surface(b.dice.between(0, 1), 0);
  const int top = b.add(b.ball(r), mass, at, material);
  Part& p = b.part(top);
  p.patches[0].position = Vec3(0, 0, -high);
  p.rotation = q;
  p.inertia = mass * high * high * Vec3(0.3, 0.3, 0.5);
  p.angular_velocity = spin * axis;
  if (stands) {
    b.add_plane(Vec3::Zero(), 0, material);
  } else {
    p.patches.clear();
    b.link(JointType::ball, kWorld, top, Vec3::Zero());
  }
}

/// A box on wheels, some of them driven or with springs at the axles.
void make_vehicle(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, 0.01, b.dice.whole(50, 120));
  const int material = b.surface(b.dice.between(0, 1.2), 0);
  b.add_plane(Vec3::Zero(), b.dice.chance(0.3) ? b.dice.between(-0.2, 0.2) : 0, material);
  const double r = b.dice.between(0.1, 0.2);
  const double clear = 0.1;
  const double mass = b.dice.magnitude(1, 1000);
  const Vec3 edges = b.scene.planar ? Vec3(1, 0.2, 0.4) : Vec3(1, 0.4, 0.2);
  const int chassis = b.add(b.block(edges), mass, (2 * r + clear) * b.up(), material);
  const double speed = b.dice.between(-3, 3);
  b.part(chassis).velocity.x() = speed;
  for (int i = 0; i < (b.scene.planar ? 2 : 4); ++i) {
    Vec3 at = (r + clear) * b.up();
    at.x() = i % 2 == 0 ? -0.4 : 0.4;
    if (!b.scene.planar) at.y() = i < 2 ? -0.3 : 0.3;
    const int wheel = b.add(b.ball(r), mass / b.dice.magnitude(2, 100), at, material);
    b.part(wheel).has_velocity = false;
    b.link(JointType::hinge, chassis, wheel, at).axis = b.scene.planar ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitY());
  }
}

/// Links with shapes in joints of all kinds, thrown on the floor.
void make_ragdoll(Builder& b) {
  b.scene.gravity = -9.81 * b.up();
  b.set_step(kShortest, 0.01, b.dice.whole(60, 150));
  const int material = b.any_surface();
  b.add_plane(Vec3::Zero(), 0, material);
  const int count = b.dice.whole(2, 5);
  Masses masses(b.dice);
  for (int i = 0; i < count; ++i) {
    const double size = 0.3;
    const Vec3 at = Vec3(size * 1.2 * i, 0, 0) + b.dice.between(0.3, 0.6) * b.up();
    const int one = b.add(b.any_patch(size), masses.next(), at, material);
    if (i == 0) {
      b.part(one).velocity = b.dice.vector(b.scene.planar, 4);
      continue;
    }
    const Vec3 anchor = (b.part(one - 1).position + at) / 2;
    tie(b, any_type(b), one - 1, one, anchor, 3);
    // A start that turns or moves the rest of the row may put it into the floor.
    b.scene.links.back().start = 0;
    b.part(one).has_velocity = b.scene.links.back().type == JointType::distance;
  }
}

void add_drives(Builder& b) {
  const int count = b.dice.whole(1, 2);
  for (int i = 0; i < count; ++i) {
    Drive d;
    const int links = static_cast<int>(b.scene.links.size());
    d.on = b.dice.whole(0, static_cast<int>(b.scene.parts.size()) - 1);
    if (links > 0 && b.dice.chance(0.6)) {
      const int link = b.dice.whole(0, links - 1);
      const JointType type = b.scene.links[static_cast<std::size_t>(link)].type;
      if (type != JointType::hinge && type != JointType::slider) continue;
      d.kind = Drive::joint;
      d.on = link;
    } else if (b.part(d.on).fixed) {
      continue;
    } else {
      const bool turns = b.part(d.on).rotates && b.dice.chance(0.4);
      d.kind = turns ? Drive::torque : Drive::force;
      d.direction = turns && b.scene.planar ? Vec3(Vec3::UnitZ()) : b.dice.direction(b.scene.planar);
    }
    for (const Drive& other : b.scene.drives) {
      if (other.kind == d.kind && other.on == d.on) return;
    }
    const double size = b.dice.magnitude(0.01, 1) * strongest(b, d);
    d.offset = b.dice.between(-size, size);
    d.amplitude = b.dice.chance(0.5) ? 0 : size;
    d.frequency = b.dice.magnitude(1, 100);
    d.phase = b.dice.angle();
    b.scene.drives.push_back(d);
  }
}

}  // namespace stickslip::motion

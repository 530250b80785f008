// Where a ball touches a plane or another ball anybody can say where, so that the published gap, the contact condition
// and the direction of friction are checked against what they are by definition.
//
// Contact, stabilised, without restitution, one problem: normal force times gap at the end is zero. A plane's gap is
// linear in the motion; that of two balls is larger than linear by the square of the way across over twice the distance
// of the centres. Friction, first-order schemes, one problem: what slips rubs with all it has, against the slip; in
// space a polygon of 8 edges may be pi/8 off and has cos(pi/8) of mu between its corners.
#include <algorithm>
#include <cmath>
#include <vector>

#include "model/math/size.h"
#include "tests/benchmark/motion/judge.h"

namespace stickslip::motion {
namespace {

constexpr double kEdgeAngle = 3.14159265358979323846 / 8;
constexpr double kSlips = 1e-6;  // m/s; below it creep and round-off decide
constexpr int kProblems = 1;     // index of solver.lcps

/// Of a ball (first) and a plane or a ball (second): normal from the second to the first.
struct Closeness {
  Vec3 normal = Vec3::Zero();
  double gap = 0;
  double centres = 0;  // distance; 0 with a plane
};

Vec3 centre(const Case& c, int k, int part) {
  const Part& p = c.scene.parts[size(part)];
  const Pose& pose = c.digest.at(k, part);
  return pose.p + pose.R * (p.patches[0].position - p.com);
}

Closeness closeness(const Case& c, int k, int ball, int other) {
  const Part& second = c.scene.parts[size(other)];
  const double radius = c.scene.parts[size(ball)].patches[0].radius;
  Closeness close;
  if (is_plane(second)) {
    const Pose& pose = c.digest.at(k, other);
    close.normal = c.scene.planar ? Vec3(pose.R.col(1)) : Vec3(pose.R.col(2));
    close.gap = close.normal.dot(centre(c, k, ball) - pose.p) - radius;
    return close;
  }
  const Vec3 d = centre(c, k, ball) - centre(c, k, other);
  close.centres = d.norm();
  close.normal = d.normalized();
  close.gap = close.centres - radius - second.patches[0].radius;
  return close;
}

// By fixed joints, one after another or by way of the world.
bool are_fixed_to_each_other(const Scene& scene, int a, int b) {
  const auto place = [&](int part) { return part >= 0 && scene.parts[size(part)].fixed ? kWorld : part; };
  std::vector<int> reached = {place(a)};
  const auto is_reached = [&](int part) { return std::find(reached.begin(), reached.end(), part) != reached.end(); };
  for (std::size_t from = 0; from < reached.size(); ++from) {
    for (const Link& l : scene.links) {
      if (l.type != JointType::fixed) continue;
      const int parent = place(l.parent);
      const int child = place(l.child);
      const int next = parent == reached[from] ? child : child == reached[from] ? parent : reached[from];
      if (!is_reached(next)) reached.push_back(next);
    }
  }
  return is_reached(place(b));
}

bool never_touch(const Scene& scene, int a, int b) {
  return are_fixed_to_each_other(scene, a, b) ||
         std::any_of(scene.links.begin(), scene.links.end(),
                     [&](const Link& l) { return (l.parent == a && l.child == b) || (l.parent == b && l.child == a); });
}

// From the middle of the world to where the ball and the other one feel the force: the point of the ball that is
// nearest, or of springs halfway to the other one's.
Vec3 place_of_force(const Case& c, int k, int ball, const Closeness& close) {
  const double to_middle = c.scene.gives_way() ? close.gap / 2 : 0;
  return centre(c, k, ball) - (c.scene.parts[size(ball)].patches[0].radius + to_middle) * close.normal;
}

// How far the ball's centre moves on an arc about the centre of mass.
double arc(const Case& c, int k, int ball) {
  const Part& p = c.scene.parts[size(ball)];
  const double turn = c.record.h * fastest_turn(c, k, ball);
  return turn * turn * (p.patches[0].position - p.com).norm() / 2;
}

Vec3 speed_at(const Case& c, int k, int part, const Vec3& point) {
  const Pose& pose = c.digest.at(k, part);
  return pose.shown_v + pose.shown_w.cross(point - pose.p);
}

void judge_contact_condition(const Case& c, int k, int ball, int other, const Touching& now, Verdict& verdict) {
  if (c.scene.scheme != Scheme::stabilised || c.scene.restitution_of(ball, other) > 0) return;
  const Closeness before = closeness(c, k - 1, ball, other);
  const Closeness after = closeness(c, k, ball, other);
  double curved = arc(c, k, ball) + (before.centres > 0 ? arc(c, k, other) : 0);
  if (before.centres > 0) {
    const double across = c.record.h * (fastest(c, k, ball) + fastest(c, k, other));
    curved += across * across / (2 * std::fmin(before.centres, after.centres));
  }
  const double round_off = 1e-9 * std::fmax(1, c.digest.at(k, ball).p.norm());
  // What counts as pushing: more than round-off of the weight that a force of 1 m/s^2 has.
  if (now.normal <= 1e-9 * c.scene.parts[size(ball)].mass) return;
  verdict.weigh(Law::touch, k, after.gap, curved + round_off, "pushes and leaves a gap of");
}

void judge_friction(const Case& c, int k, int ball, int other, const Touching& now, Verdict& verdict) {
  if (!is_plane(c.scene.parts[size(other)]) || !is_one_pass(c.scene.scheme)) return;
  // With a grain the direction of friction is not that of the slip.
  if (c.scene.surface_of(ball).across != 1 || c.scene.surface_of(other).across != 1) return;
  const double mu = c.scene.friction_of(ball, other);
  const Closeness close = closeness(c, k - 1, ball, other);
  const double most = mu * now.normal;
  const Vec3 friction = now.force - now.force.dot(close.normal) * close.normal;
  // Published velocities are at the end, where the arm of the start is the solve's.
  const Vec3 arm = place_of_force(c, k - 1, ball, close) - c.digest.at(k - 1, ball).p;
  const Vec3 v = speed_at(c, k, ball, c.digest.at(k, ball).p + arm);
  const Vec3 slip = v - v.dot(close.normal) * close.normal;
  // spook lets what sticks creep: by 1e-10 of the inverse mass that the contact sees, times its impulse.
  const Part& part = c.scene.parts[size(ball)];
  const double inverse = 1 / part.mass + (part.rotates ? arm.squaredNorm() / part.inertia.minCoeff() : 0);
  const double creep = 2e-10 * inverse * c.record.h * friction.norm();
  if (slip.norm() <= kSlips + creep || most <= 0) return;
  const double light = 1e-9 * c.scene.parts[size(ball)].mass;  // N, as above
  const double polygon = c.scene.planar ? 1 : std::cos(kEdgeAngle);
  verdict.weigh(Law::cone, k, polygon * most - friction.norm(), 1e-6 * most + light, "slips and rubs too little by");
  verdict.weigh(Law::cone, k, friction.dot(slip) + polygon * friction.norm() * slip.norm(),
                (1e-6 * most + light) * slip.norm(), "friction is not against the slip, by");
}

// Share of critical damping with which a spring that does not pull gives back e of a blow: e falls with it.
double damping_of(double e) {
  double low = 0;
  double high = 1;
  for (int k = 0; k < 60; ++k) {
    const double z = 0.5 * (low + high);
    const double turn = std::sqrt(1 - z * z);
    (std::exp(-z * std::atan2(2 * z * turn, 2 * z * z - 1) / turn) > e ? low : high) = z;
  }
  return high;
}

// What a spring between a ball and a plane pushes with over a step, of its depth and its damper, where it does not
// pull: of the depth at the end, from a gap with what ends it there; under trapezoidal of the depth halfway, and the
// more of that at the end the less a step resolves of the spring, from K = h^2 k/m = 1 on, where what is open has none.
double force_of_spring(const Case& c, double before, double after, double stiffness, double damping, double mass) {
  constexpr double kClosed = 1e-9;  // m
  const double h = c.record.h;
  const double speed = (after - before) / h;
  if (c.scene.scheme == Scheme::trapezoidal) {
    const double K = h * h * stiffness / mass;
    const double share = K > 1 ? 1 - 0.5 / K : 0.5;
    return before > kClosed ? 0 : -stiffness * (before + share * (after - before)) - damping * speed;
  }
  return before > 0 ? -(stiffness + damping / h) * after : -stiffness * after - damping * speed;
}

// The ball's centre is its centre of mass: it sees its own mass.
void judge_spring(const Case& c, int k, int ball, int other, const Touching& now, Verdict& verdict) {
  const Part& part = c.scene.parts[size(ball)];
  if (!c.scene.gives_way() || !is_plane(c.scene.parts[size(other)])) return;
  const double stiffness = 1 / c.scene.compliance_of(ball, other);
  const double damping = 2 * damping_of(c.scene.restitution_of(ball, other)) * std::sqrt(stiffness * part.mass);
  const double before = closeness(c, k - 1, ball, other).gap;
  const double after = closeness(c, k, ball, other).gap;
  const double h = c.record.h;
  const double given = force_of_spring(c, before, after, stiffness, damping, part.mass);
  const double far = std::fmax(1, c.digest.at(k, ball).p.norm());
  const bool jointed = std::any_of(c.scene.links.begin(), c.scene.links.end(),
                                   [&](const Link& l) { return l.parent == ball || l.child == ball; });
  const double closed = jointed ? moved_by_closing(c, k) : 0.0;
  // The engine has the damping as a polynomial, to 1e-4 of what is critical.
  const double off = 1e-4 * 2 * std::sqrt(stiffness * part.mass) * std::fabs(after - before) / h +
                     (1e-9 * far + closed) * (stiffness + damping / h) + 1e-6 * now.normal;
  verdict.weigh(Law::touch, k, std::fabs(now.normal - std::fmax(0, given)), off, "a spring's force is not its own, by");
}

// The torque that is left of a contact about the point of contact: on a ball against a plane, one-pass schemes, below
// its bounds, and where the ball turns, at them and against that.
void judge_turning(const Case& c, int k, int ball, int other, int touch, Verdict& verdict) {
  if (!is_plane(c.scene.parts[size(other)]) || !is_one_pass(c.scene.scheme)) return;
  const Part& part = c.scene.parts[size(ball)];
  if (!part.rotates) return;
  const Closeness close = closeness(c, k - 1, ball, other);
  const Vec3 normal = close.normal;
  const bool on_ball = c.probes.touches[size(touch)].first == ball;
  const Touching now = touching(c, k, touch);
  const Vec3 point = place_of_force(c, k - 1, ball, close);
  const Vec3 arm = point - c.digest.at(k - 1, on_ball ? ball : other).p;
  const Vec3 torque = (on_ball ? 1.0 : -1.0) * (now.torque - arm.cross(now.force));
  const double spinning = torque.dot(normal);
  const Vec3 rolling = torque - spinning * normal;
  // Ball and plane feel the force at points that are the gap apart, but of springs.
  const double apart = c.scene.gives_way() ? 0 : std::fabs(close.gap);
  const double light = 1e-9 * part.mass * (1 + arm.norm()) + (1e-9 * arm.norm() + apart) * now.force.norm();  // N m
  const double most = c.scene.rolling_of(ball, other) * now.normal;
  const double most_spinning = c.scene.spinning_of(ball, other) * now.normal;
  verdict.weigh(Law::cone, k, rolling.norm() - most, 1e-6 * most + light, "resists rolling too much by");
  verdict.weigh(Law::cone, k, std::fabs(spinning) - most_spinning, 1e-6 * most_spinning + light,
                "resists spinning too much by");
  const Vec3 w = c.digest.at(k, ball).shown_w;
  const Vec3 rolls = w - w.dot(normal) * normal;
  const double creep = kSlips + 2e-10 * c.record.h * torque.norm() / part.inertia.minCoeff();
  const double polygon = c.scene.planar ? 1 : std::cos(kEdgeAngle);
  if (rolls.norm() > creep && most > 0) {
    verdict.weigh(Law::cone, k, rolling.dot(rolls) + polygon * most * rolls.norm(),
                  (1e-6 * most + light) * rolls.norm(), "resists rolling too little by");
  }
  if (std::fabs(w.dot(normal)) > creep && most_spinning > 0) {
    verdict.weigh(Law::cone, k, spinning * w.dot(normal) + most_spinning * std::fabs(w.dot(normal)),
                  (1e-6 * most_spinning + light) * std::fabs(w.dot(normal)), "resists spinning too little by");
  }
}

}  // namespace

bool is_ball(const Part& part) {
  return part.patches.size() == 1 && part.patches[0].type == ShapeType::sphere;
}

bool is_plane(const Part& part) {
  return part.patches.size() == 1 && part.patches[0].type == ShapeType::plane;
}

void judge_balls(const Case& c, Verdict& verdict) {
  for (int t = 0; t < static_cast<int>(c.probes.touches.size()); ++t) {
    const Probes::Touch& touch = c.probes.touches[size(t)];
    if (touch.second < 0) continue;
    const bool first_is_ball = is_ball(c.scene.parts[size(touch.first)]);
    const int ball = first_is_ball ? touch.first : touch.second;
    const int other = first_is_ball ? touch.second : touch.first;
    const Part& second = c.scene.parts[size(other)];
    if (!is_ball(c.scene.parts[size(ball)]) || !(is_ball(second) || is_plane(second))) continue;
    if (never_touch(c.scene, ball, other)) continue;  // the sensor knows no gap of theirs
    constexpr double kRange = 1;                      // m, where a sensor's gap is capped
    for (int k = 0; k <= c.record.steps; ++k) {
      const double gap = std::fmin(kRange, closeness(c, k, ball, other).gap);
      const double far = std::fmax(1, c.digest.at(k, ball).p.norm() + c.digest.at(k, other).p.norm());
      verdict.weigh(Law::touch, k, std::fabs(touching(c, k, t).gap - gap), 1e-12 * far, "a gap is not what it is, by");
      if (k == 0 || c.record.integers(k)[kProblems] != 1) continue;
      Touching now = touching(c, k, t);
      if (!first_is_ball) now.force = -now.force;
      judge_contact_condition(c, k, ball, other, now, verdict);
      judge_spring(c, k, ball, other, now, verdict);
      judge_friction(c, k, ball, other, now, verdict);
      judge_turning(c, k, ball, other, t, verdict);
    }
  }
}

}  // namespace stickslip::motion

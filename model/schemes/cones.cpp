#include "model/schemes/cones.h"

#include <algorithm>
#include <cmath>

#include "model/math/arithmetic.h"
#include "model/math/elementary.h"

namespace stickslip {
namespace {

constexpr double kSlips = 1e-9;     // m/s, slower is round-off of what sticks
constexpr double kComes = 1e-6;     // m/s, along which a contact without force lies
constexpr double kLevel = 1e-3;     // of gravity, along a plane that counts as level
constexpr double kNearBound = 0.9;  // of mu c; a force below it is far from breaking away
constexpr double kHolds = 0.02;     // rad, costs 2e-4 of mu c where it breaks away
constexpr double kSlides = 1e-5;    // rad, costs as much of the way across

bool lies_in_space(const Model& model) {
  return !model.planar && !model.step.round_cone;
}

const ContactCone* find_cone(const State& state, std::uint64_t id) {
  const ContactCone* begin = state.cones.begin();
  const ContactCone* end = begin + state.header->cone_count;
  const ContactCone* found =
      std::lower_bound(begin, end, id, [](const ContactCone& entry, std::uint64_t value) { return entry.id < value; });
  return found != end && found->id == id ? found : nullptr;
}

// The frame with t1 along d as far as that lies in the plane; what lies in it already keeps its bits.
bool lay_along(const Vec3& d, const Vec3& normal, Tangents& t) {
  constexpr double kRoundOff = 4 * 2.220446049250313e-16;
  const double out = normal.dot(d);
  t.t1 = std::fabs(out) <= kRoundOff ? d : Vec3((d - out * normal).normalized());
  t.t2 = normal.cross(t.t1);
  return std::fabs(out) < 0.5;
}

Vec3 sliding_of(const ContactPoint& point, Span<const double> velocity, Span<const BodyPose> poses) {
  const Vec3 relative = velocity_at(velocity, poses, point.first_body, point.p_first - poses[point.first_body].p) -
                        velocity_at(velocity, poses, point.second_body, point.p_second - poses[point.second_body].p);
  return relative - relative.dot(point.normal) * point.normal;
}

// Of the first body against the second, across the normal.
Vec3 rolling_of(const ContactPoint& point, Span<const double> velocity, Span<const BodyPose> poses) {
  const auto rate = [&](int body) { return Vec3(poses[body].R * get3(&velocity[6 * body + 3])); };
  const Vec3 relative = rate(point.first_body) - rate(point.second_body);
  return relative - relative.dot(point.normal) * point.normal;
}

// Whether the direction where a cone lay, or else the motion, says where it lies.
bool is_given(const ContactCone* cone, double length) {
  return length > (cone == nullptr ? kComes : 0.5);
}

// The frame where the cone lies; a cone that carried no force lies along its motion.
template <class Motion>
bool lay(const State& state, std::uint64_t id, const Vec3& normal, Motion&& motion, Tangents& t) {
  const ContactCone* cone = find_cone(state, id);
  const Vec3 d = cone == nullptr ? motion() : get3(cone->t1);
  const double length = d.norm();
  t.laid = is_given(cone, length) && lay_along(cone == nullptr ? Vec3(d / length) : d, normal, t);
  return t.laid;
}

// Likewise where friction has a grain; as long as neither force nor motion say more, a corner lies where it holds what
// rests on a slope.
Tangents grained_cone(const Model& model, const State& state, const ContactPoint& point, const Grain& grain,
                      const Workspace& work) {
  double angle[2] = {0, 0};
  const ContactCone* cone = lies_in_space(model) ? find_cone(state, point.id) : nullptr;
  if (cone != nullptr) {
    grain.angle_of_tangent(get3(cone->t1), angle);
  } else if (lies_in_space(model)) {
    grain.angle_of_velocity(sliding_of(point, state.motion.velocity, work.poses), angle);
  }
  const auto length = [&] { return root(angle[0] * angle[0] + angle[1] * angle[1]); };
  const bool laid = is_given(cone, length());
  if (!laid) grain.angle_of_tangent(work.derived.gravity, angle);
  const double size = length();
  Tangents t = size > kLevel * work.derived.gravity.norm() ? grain.tangents(angle[0] / size, angle[1] / size)
                                                           : grain.tangents(1, 0);
  t.laid = laid;
  return t;
}

// A contact in the solution, in the coordinates of its tangents.
struct Slip {
  bool loaded = false;
  double bound = 0;      // mu c
  double speed = 0;      // |u|
  double d[2] = {0, 0};  // what the round cone is to be asked for next
};

bool is_loaded(const lcp::Contact& contact, const Workspace& work) {
  return contact.tangents == 2 && work.problem.solution.impulse[contact.normal] > 0;
}

void count_touches(Workspace& work) {
  std::fill(work.touches.begin(), work.touches.end(), 0);
  for (int c = 0; c < work.problem.contact_count; ++c) {
    const lcp::Contact& contact = work.problem.contacts[c];
    if (!is_loaded(contact, work)) continue;
    for (const lcp::Block& block : work.rows.blocks_of(work.rows.rows_storage[contact.normal])) {
      ++work.touches[block.body];
    }
  }
}

Slip slip_of(int contact, double gain, const State& state, const Workspace& work) {
  const lcp::Contact& which = work.problem.contacts[contact];
  const lcp::Solution& solution = work.problem.solution;
  Slip slip;
  slip.loaded = is_loaded(which, work);
  if (!slip.loaded) return slip;
  slip.bound = which.mu * solution.impulse[which.normal];
  double give = 0;
  double u[2];
  double next[2];
  for (int k = 0; k < 2; ++k) {
    const ConstraintRow& row = work.rows.rows_storage[which.normal + 1 + k];
    u[k] = work.rows.speed(row, solution.velocity);
    next[k] = u[k] + gain * (u[k] - work.rows.speed(row, state.motion.velocity));
    give += 0.5 * work.rows.inverse_mass(row, work.problem.inverse_mass);
  }
  int shares = 1;
  for (const lcp::Block& block : work.rows.blocks_of(work.rows.rows_storage[which.normal + 1])) {
    if (work.derived.mass[block.body] > 0) shares = std::max(shares, work.touches[block.body]);
  }
  for (int k = 0; k < 2; ++k) slip.d[k] = solution.impulse[which.normal + 1 + k] - next[k] / (shares * give);
  slip.speed = root(u[0] * u[0] + u[1] * u[1]);
  return slip;
}

// How far the corner nearest to where one is needed lies from there; 0 where it lies well.
double turn_of(const Slip& slip, int edges) {
  constexpr double kPi = 3.14159265358979323846;
  const double* d = slip.d;
  if (d[0] * d[0] + d[1] * d[1] <= kNearBound * kNearBound * slip.bound * slip.bound) return 0;
  const double apart = 2 * kPi / edges;
  const double angle = arctangent2(d[1], d[0]);
  const double off = angle - apart * std::round(angle / apart);
  return std::fabs(off) > (slip.speed > kSlips ? kSlides : kHolds) ? off : 0.0;
}

// The friction that the next problem starts from, where the tangents turn by `angle`.
void turn_warm_start(std::uint64_t id, double angle, State& state) {
  const lcp::WarmEntry* found = lcp::find_entry(state.warm, id);
  if (found == nullptr) return;
  const double c = cosine(angle);
  const double s = sine(angle);
  double* f = state.warm.entries[static_cast<int>(found - state.warm.entries.begin())].impulse + 1;
  const double along = c * f[0] + s * f[1];
  f[1] = c * f[1] - s * f[0];
  f[0] = along;
}

}  // namespace

Tangents cone_of(const Model& model, const State& state, const ContactPoint& point, const Grain& grain,
                 const Workspace& work) {
  if (!grain.even) return grained_cone(model, state, point, grain, work);
  Tangents t;
  const auto motion = [&] { return sliding_of(point, state.motion.velocity, work.poses); };
  if (lies_in_space(model) && lay(state, point.id, point.normal, motion, t)) return t;
  return tangents_of(point.normal, work.derived.gravity, model.planar);
}

Tangents rolling_axes_of(const Model& model, const State& state, const ContactPoint& point, const Workspace& work) {
  Tangents t;
  const auto motion = [&] { return rolling_of(point, state.motion.velocity, work.poses); };
  if (lies_in_space(model) && lay(state, follower_id(point, RowRole::rolling), point.normal, motion, t)) return t;
  const Tangents downhill = tangents_of(point.normal, work.derived.gravity, model.planar);
  t.t1 = downhill.t2;
  t.t2 = -downhill.t1;
  return t;
}

void lay_cones(const Model& model, double gain, bool round, State& state, Workspace& work) {
  if (!lies_in_space(model)) return;
  count_touches(work);
  std::int64_t count = 0;
  double last_bound = 0;
  for (int c = 0; c < work.problem.contact_count + work.problem.follower_count; ++c) {
    const Slip slip = slip_of(c, gain, state, work);
    if (!slip.loaded) continue;
    const ConstraintRow& normal = work.rows.rows_storage[work.problem.contacts[c].normal];
    const Tangents& t = normal.role == RowRole::rolling ? work.axes[normal.source] : work.tangents[normal.source];
    const double angle = turn_of(slip, model.step.cone_edges);
    // Of the rows of one contact that swings within the step the one that carries most is what goes on.
    const bool again = count > 0 && state.cones[static_cast<int>(count - 1)].id == normal.id;
    if (again && slip.bound <= last_bound) continue;
    if (!again) ++count;
    last_bound = slip.bound;
    ContactCone& cone = state.cones[static_cast<int>(count - 1)];
    cone = ContactCone();
    cone.id = normal.id;
    if (t.laid || angle != 0) put3(cosine(angle) * t.t1 + sine(angle) * t.t2, cone.t1);
    if (round && angle != 0) turn_warm_start(normal.id, angle, state);
  }
  for (std::int64_t k = count; k < state.header->cone_count; ++k) state.cones[static_cast<int>(k)] = ContactCone();
  state.header->cone_count = count;
}

}  // namespace stickslip

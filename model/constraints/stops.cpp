#include "model/constraints/stops.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/gears.h"
#include "model/constraints/joints.h"

namespace stickslip {
namespace {

constexpr double kReach = 2;      // how much further than at its velocities a coordinate may come
constexpr double kSlop = 1e-5;    // m or rad, listed beyond; costs rows, never accuracy
constexpr double kPasses = 1e-9;  // m or rad, less beyond a stop is round-off of the solution

// Of a coordinate, from the size of what it is computed from.
double round_off(const Coordinates& at, int index, int k, Span<const BodyPose> poses) {
  constexpr double kRoundOff = 8 * 2.220446049250313e-16;
  const double own = std::fabs(at.state.joint_position[coordinate_slot(index, k)]);
  if (kind_of(at.model, index).freedoms[k].turns) return kRoundOff * (1 + own);
  const Joint& joint = joint_at(at.model, index);
  const auto size = [&](int body, const Vec3& anchor) {
    return pose_of(poses, body).p.cwiseAbs().maxCoeff() + anchor.cwiseAbs().maxCoeff();
  };
  return kRoundOff * (own + size(joint.parent, joint.p_IP) + size(joint.child, joint.p_IC));
}

double round_off(const Coordinates& at, const Stop& stop, Span<const BodyPose> poses) {
  if (stop.gear < 0) return round_off(at, stop.joint, stop.coordinate, poses);
  double sum = 0;
  int index = 0;
  for (const GearTerm& term : gear_at(at.model, stop.gear).terms) {
    const double ratio = at.derived.ratio(stop.gear, index++);
    sum += std::fabs(ratio) * round_off(at, term.joint, term.coordinate, poses);
  }
  return sum;
}

double limit_of(const Coordinates& at, const Stop& stop) {
  if (stop.gear >= 0) return -0.5 * stop.sign() * at.state.parameters[at.layout.gear_backlash + stop.gear];
  const int slot = coordinate_slot(stop.joint, stop.coordinate);
  return at.state.parameters[(stop.upper ? at.layout.upper_limit : at.layout.lower_limit) + slot];
}

void list(const Coordinates& at, int index, double gap, Span<const BodyPose> poses, ContactSet& contacts) {
  const Stop& stop = at.derived.stops[index];
  const Joint& joint = joint_at(at.model, stop.joint);
  ContactPoint point;
  point.pair = pair_end(at.model) + index;
  point.surface = surface_end(at.model) + index;
  point.id = static_cast<std::uint64_t>(point.pair) << kFeatureBits;
  point.stop = index;
  point.first_body = joint.child;
  point.second_body = joint.parent;
  point.gap = gap;
  point.round_off = round_off(at, stop, poses);
  contacts.storage[contacts.count++] = point;
  ++contacts.stops;
}

bool is_listed(const ContactSet& contacts, int stop) {
  const Span<const ContactPoint> points = contacts.points();
  return std::any_of(points.begin(), points.end(), [&](const ContactPoint& point) { return point.stop == stop; });
}

}  // namespace

double stop_gap(const Coordinates& at, int stop, const Motion& motion, Span<const BodyPose> poses, double ahead) {
  const Stop& which = at.derived.stops[stop];
  if (which.gear >= 0) {
    const double value = gear_value(at.model, at.derived, which.gear, at.state, motion, poses, ahead);
    return which.sign() * (value - limit_of(at, which));
  }
  double near = at.state.joint_position[coordinate_slot(which.joint, which.coordinate)];
  if (ahead > 0) {
    near += ahead * joint_velocity(at.model, which.joint, which.coordinate, at.state.motion.velocity, poses);
  }
  const double position = joint_position(at.model, which.joint, which.coordinate, motion, poses, near);
  return which.sign() * (position - limit_of(at, which));
}

double stop_speed(const Model& model, const Derived& derived, int stop, Span<const double> velocity,
                  Span<const BodyPose> poses) {
  const Stop& which = derived.stops[stop];
  if (which.gear >= 0) return which.sign() * gear_velocity(model, derived, which.gear, velocity, poses);
  return which.sign() * joint_velocity(model, which.joint, which.coordinate, velocity, poses);
}

void list_stops(const Coordinates& at, Span<const BodyPose> poses, ContactSet& contacts) {
  for (int s = 0; s < at.derived.stops.size(); ++s) {
    list(at, s, stop_gap(at, s, at.state.motion, poses, 0), poses, contacts);
  }
}

void list_near_stops(const Coordinates& at, Span<const BodyPose> poses, Span<const double> velocity, double h,
                     ContactSet& contacts) {
  for (int s = 0; s < at.derived.stops.size(); ++s) {
    const double gap = stop_gap(at, s, at.state.motion, poses, 0);
    const double closing = -std::min(stop_speed(at.model, at.derived, s, at.state.motion.velocity, poses),
                                     stop_speed(at.model, at.derived, s, velocity, poses));
    const bool flagged = is_flagged(at.state, pair_end(at.model) + s);
    if (flagged || gap <= kReach * h * std::max(closing, 0.0) + kSlop) list(at, s, gap, poses, contacts);
  }
}

int add_missed_stops(const Coordinates& at, Span<const BodyPose> poses, Span<const double> velocity, double h,
                     ContactSet& contacts) {
  int added = 0;
  for (int s = 0; s < at.derived.stops.size(); ++s) {
    if (is_listed(contacts, s)) continue;
    const double gap = stop_gap(at, s, at.state.motion, poses, 0);
    if (gap + h * stop_speed(at.model, at.derived, s, velocity, poses) > -kPasses) continue;
    list(at, s, gap, poses, contacts);
    ++added;
  }
  if (added > 0) sort_contacts(contacts);
  return added;
}

double stop_energy(const Coordinates& at, Span<const BodyPose> poses) {
  double energy = 0;
  for (int s = 0; s < at.derived.stops.size(); ++s) {
    const double compliance = limits_of(at.model, at.derived.stops[s]).compliance;
    if (compliance == 0) continue;
    const double depth = std::min(0.0, stop_gap(at, s, at.state.motion, poses, 0));
    energy += 0.5 * depth * depth / compliance;
  }
  return energy;
}

void add_stop_row(const Model& model, const Derived& derived, const ContactPoint& point, int index,
                  Span<const BodyPose> poses, RowSet& rows) {
  const Stop& stop = derived.stops[point.stop];
  rows.add(point.id, RowRole::normal, index).violation = point.gap;
  if (stop.gear >= 0) {
    share_gear(model, derived, stop.gear, stop.sign(), poses, rows);
  } else {
    share_coordinate(model, stop.joint, stop.coordinate, stop.sign(), poses, rows);
  }
}

}  // namespace stickslip

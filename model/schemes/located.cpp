#include "model/schemes/located.h"

#include <algorithm>
#include <cmath>

#include "model/schemes/contact_memory.h"

namespace stickslip {
namespace {

constexpr double kClosed = 1e-9;       // m, and round-off: a gap up to this is a contact
constexpr double kPenetrates = 1e-12;  // m, an overlap below this is no collision yet
constexpr double kTouches = 1e-16;     // m, where the search for a collision ends
constexpr double kSameTime = 4e-16;    // relative
constexpr int kMaxRootSteps = 60;
constexpr int kMaxSecants = 12;  // bisection afterwards: a gap need not be smooth

bool is_closed(const ContactPoint& point, Span<const BodyPose> poses) {
  return point.gap <= kClosed + gap_round_off(point, poses);
}

bool is_active(std::uint64_t id, const ContactSet& contacts) {
  const ContactPoint* begin = contacts.storage.begin();
  const ContactPoint* end = begin + contacts.count;
  const ContactPoint* found =
      std::lower_bound(begin, end, id, [](const ContactPoint& point, std::uint64_t value) { return point.id < value; });
  return found != end && found->id == id;
}

Vec3 carried(const Vec3& p, const BodyPose& from, const BodyPose& to) {
  return to.p + to.R * (from.R.transpose() * (p - from.p));
}

// The same point at other poses: found again, or carried with its bodies where its feature is not the nearest any more.
void move_contact(const Model& model, ContactPoint& point, const Workspace& work) {
  constexpr double kAround = 1e-2;
  ContactPoint found[kMaxPointsPerPair];
  const double margin = kAround + 2 * std::fabs(point.gap);
  const int count = find_points(model, point.pair, work.poses, margin, {found, kMaxPointsPerPair});
  const double gap = point.gap;
  for (int k = 0; k < count; ++k) {
    if (found[k].id != point.id) continue;
    point = found[k];
    point.gap = gap;
    return;
  }
  const int a = point.first_body;
  const int b = point.second_body;
  point.p_first = carried(point.p_first, work.start_poses[a], work.poses[a]);
  point.p_second = carried(point.p_second, work.start_poses[b], work.poses[b]);
}

void update_path_poses(const Model& model, const Pass& pass, double time, const State& state, Workspace& work) {
  const Motion& motion = work.path_motion;
  std::copy(state.motion.position.begin(), state.motion.position.end(), motion.position.begin());
  std::copy(state.motion.orientation.begin(), state.motion.orientation.end(), motion.orientation.begin());
  std::copy(state.motion.angle.begin(), state.motion.angle.end(), motion.angle.begin());
  for (int b = 0; b < work.poses.size(); ++b) {
    const PathPoint at = on_path(work.path, state.motion.velocity, pass.h, time, b);
    displace(model.planar, motion, b, at.move, at.turn);
  }
  update_poses(model, motion, work.path_poses);
}

// Smallest gap, at the poses of the path, of points that are not active; looks at pairs that have such candidates.
double smallest_gap(const Model& model, const Workspace& work) {
  double smallest = 1e300;
  const ContactSet& candidates = work.candidates;
  for (int c = 0; c < candidates.count;) {
    const int pair = candidates.storage[c].pair;
    double margin = 0;
    for (; c < candidates.count && candidates.storage[c].pair == pair; ++c) {
      const ContactPoint& point = candidates.storage[c];
      if (!is_active(point.id, work.contacts)) margin = std::max(margin, kClosed + 2 * std::fabs(point.gap));
    }
    if (margin == 0) continue;
    ContactPoint found[kMaxPointsPerPair];
    const int count = find_points(model, pair, work.path_poses, margin, {found, kMaxPointsPerPair});
    double gap = margin;
    for (int k = 0; k < count; ++k) {
      if (!is_active(found[k].id, work.contacts)) gap = std::min(gap, found[k].gap);
    }
    smallest = std::min(smallest, gap);
  }
  return smallest;
}

}  // namespace

double quiet_speed(double threshold_speed) {
  return 1e-3 * threshold_speed + 1e-12;
}

void keep_closed(Workspace& work) {
  const ContactSet& candidates = work.candidates;
  work.contacts.count = 0;
  work.contacts.overflow = candidates.overflow;
  for (const ContactPoint& point : candidates.points()) {
    if (is_closed(point, work.start_poses)) work.contacts.storage[work.contacts.count++] = point;
  }
}

void keep_active(const Pass& pass, Workspace& work) {
  keep_closed(work);
  if (!pass.exhausted) return;
  std::copy(work.candidates.points().begin(), work.candidates.points().end(), work.contacts.storage.begin());
  work.contacts.count = work.candidates.count;
}

void find_poses_ahead(const Model& model, double time, Span<const double> velocity, const State& state, Workspace& work,
                      Span<BodyPose> poses) {
  const Motion& motion = work.path_motion;
  std::copy(state.motion.position.begin(), state.motion.position.end(), motion.position.begin());
  std::copy(state.motion.orientation.begin(), state.motion.orientation.end(), motion.orientation.begin());
  std::copy(state.motion.angle.begin(), state.motion.angle.end(), motion.angle.begin());
  for (int b = 0; b < work.poses.size(); ++b) {
    const double* v = &velocity[6 * b];
    displace(model.planar, motion, b, time * get3(v), time * get3(v + 3));
  }
  update_poses(model, motion, poses);
}

void look_ahead(const Model& model, double time, Span<const double> velocity, const State& state, Workspace& work) {
  find_poses_ahead(model, time, velocity, state, work, work.poses);
  for (int c = 0; c < work.contacts.count; ++c) move_contact(model, work.contacts.storage[c], work);
}

PathPoint on_path(const Path& path, Span<const double> start_velocity, double h, double time, int body) {
  const double s = time / h;
  double of_displacement = s;
  double of_start = 0;
  double of_end = 0;
  if (!path.straight) {
    of_displacement = s * s * (3 - 2 * s);
    of_start = h * s * (1 - s) * (1 - s);
    of_end = -h * s * s * (1 - s);
  }
  const auto combine = [&](int k, double d, double v0, double v1) {
    return Vec3(d * get3(&path.displacement[6 * body + k]) + v0 * get3(&start_velocity[6 * body + k]) +
                v1 * get3(&path.velocity[6 * body + k]));
  };
  PathPoint point;
  point.move = combine(0, of_displacement, of_start, of_end);
  point.turn = combine(3, of_displacement, of_start, of_end);
  point.velocity = combine(0, 0, 1 - s, s);
  point.rate = combine(3, 0, 1 - s, s);
  return point;
}

void follow_path(const Model& model, const Pass& pass, double time, State& state, Workspace& work) {
  flag_contacts(state, work, [](const ConstraintRow& /*row*/) { return true; });
  const bool whole = time >= pass.h;
  for (int b = 0; b < work.poses.size(); ++b) {
    double* v = &state.motion.velocity[6 * b];
    PathPoint at;
    if (whole) {
      at.move = get3(&work.path.displacement[6 * b]);
      at.turn = get3(&work.path.displacement[6 * b + 3]);
      at.velocity = get3(&work.path.velocity[6 * b]);
      at.rate = get3(&work.path.velocity[6 * b + 3]);
    } else {
      at = on_path(work.path, state.motion.velocity, pass.h, time, b);
    }
    displace(model.planar, state.motion, b, at.move, at.turn);
    put3(at.velocity, v);
    put3(at.rate, v + 3);
  }
}

double first_collision(const Model& model, const Pass& pass, double until, const State& state, Workspace& work) {
  const auto gap_at = [&](double time) {
    update_path_poses(model, pass, time, state, work);
    return smallest_gap(model, work);
  };
  double early = 0;
  double late = until;
  double gap_late = gap_at(late);
  if (gap_late >= -kPenetrates) return until;
  double gap_early = gap_at(early);
  if (gap_early <= 0) return until;
  int side = 0;  // which end the last step replaced; twice the same halves the other's weight (Illinois)
  for (int k = 0; k < kMaxRootSteps && late - early > kSameTime * until; ++k) {
    const double secant = (gap_early * late - gap_late * early) / (gap_early - gap_late);
    const double time = k < kMaxSecants ? secant : 0.5 * (early + late);
    const double gap = gap_at(time);
    if (std::fabs(gap) <= kTouches) return time;
    if (gap < 0) {
      late = time;
      gap_late = gap;
      if (side < 0) gap_early *= 0.5;
      side = -1;
    } else {
      early = time;
      gap_early = gap;
      if (side > 0) gap_late *= 0.5;
      side = 1;
    }
  }
  return late;
}

}  // namespace stickslip

#include "model/schemes/located.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/stops.h"
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

// Between a time with a gap and one without: where `gap_at(time, most)` passes zero.
template <class Gap>
double root_of_gap(double h, double early, double gap_early, double late, double gap_late, Gap&& gap_at) {
  int side = 0;  // which end the last step replaced; twice the same halves the other's weight (Illinois)
  for (int k = 0; k < kMaxRootSteps && late - early > kSameTime * h; ++k) {
    const double secant = (gap_early * late - gap_late * early) / (gap_early - gap_late);
    const double time = k < kMaxSecants ? secant : 0.5 * (early + late);
    const double gap = gap_at(time, 2 * gap_early - gap_late);
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

// The same point at other poses: found again, or carried with its bodies where its feature is not the nearest any more.
void move_contact(const Model& model, ContactPoint& point, const Workspace& work) {
  constexpr double kAround = 1e-2;
  if (point.stop >= 0 || lies_at_start(point, work)) return;  // their rows follow from the poses alone
  ContactPoint found[kMaxPointsPerPair];
  const double margin = kAround + 2 * std::fabs(point.gap);
  const int count = find_points(model, point.pair, work.poses, margin, {found, kMaxPointsPerPair});
  const double gap = point.gap;
  for (int k = 0; k < count; ++k) {
    if (found[k].id != point.id) continue;
    point = found[k];
    point.gap = gap;
    join_ends_of_spring(point, work);
    return;
  }
  const int a = point.first_body;
  const int b = point.second_body;
  point.p_first = carried(point.p_first, work.start_poses[a], work.poses[a]);
  point.p_second = carried(point.p_second, work.start_poses[b], work.poses[b]);
  join_ends_of_spring(point, work);
}

void update_path_pose(const Model& model, const Pass& pass, double time, int body, const State& state,
                      Workspace& work) {
  const Motion& from = state.motion;
  const Motion& motion = work.path_motion;
  std::copy_n(&from.position[3 * body], 3, &motion.position[3 * body]);
  std::copy_n(&from.orientation[4 * body], 4, &motion.orientation[4 * body]);
  motion.angle[body] = from.angle[body];
  const PathPoint at = on_path(work.path, from.velocity, pass.h, time, body);
  displace(model.planar, motion, body, at.move, at.turn);
  work.path_poses[body] = pose_at(model.planar, motion, body);
}

// The fastest that a body is on the path, times h: its velocity is (1 - s) v + s v+ + 6 s (1 - s) (d/h - (v + v+)/2).
// And how far its path leaves the straight one: by s (1 - s)^2 (h v - d) - s^2 (1 - s) (h v+ - d).
void update_path_reach(const Pass& pass, const State& state, Workspace& work) {
  constexpr double kFarthest = 4.0 / 27;  // s (1 - s)^2 at its most
  const auto leaves = [&](int at) {
    const Vec3 d = get3(&work.path.displacement[at]);
    if (work.path.straight) return 0.0;
    return kFarthest * ((pass.h * get3(&state.motion.velocity[at]) - d).norm() +
                        (pass.h * get3(&work.path.velocity[at]) - d).norm());
  };
  const auto most = [&](int at) {
    const Vec3 d = get3(&work.path.displacement[at]);
    if (work.path.straight) return d.norm();
    const Vec3 v = pass.h * get3(&state.motion.velocity[at]);
    const Vec3 v_next = pass.h * get3(&work.path.velocity[at]);
    return std::max(v.norm(), v_next.norm()) + 1.5 * (d - 0.5 * (v + v_next)).norm();
  };
  for (int b = 0; b < work.poses.size(); ++b) {
    work.reach.linear[b] = most(6 * b);
    work.reach.turn[b] = most(6 * b + 3);
    put3(get3(&work.path.displacement[6 * b]), &work.reach.way[6 * b]);
    put3({leaves(6 * b), 0, 0}, &work.reach.way[6 * b + 3]);
  }
}

/// One pair of shapes on the path of a pass.
class PairOnPath {
 public:
  PairOnPath(const Model& model, const Pass& pass, int pair, const State& state, Workspace& work)
      : model_(model),
        pass_(pass),
        pair_(pair),
        state_(state),
        work_(work),
        first_(shape_at(model, shapes_of(model, pair).first)),
        second_(shape_at(model, shapes_of(model, pair).second)),
        has_plane_(first_.type == ShapeType::plane || second_.type == ShapeType::plane) {}

  /// When the pair closes, at the latest `until`: at the end of stretches on which it stays open. What is in contact at
  /// the beginning is left to the active set.
  double collision(double until) {
    if (closing_reach(model_, pair_, work_.start_poses, work_.reach) <= 0) return until;
    bound_motion();
    const double most = speed_ * until;
    Look early = look(0, most);
    const bool touches = is_touching();
    if (early.gap <= 0 || (early.gap >= most && !touches)) return until;
    // Where features take over from each other on a pair in contact, what begins to touch does so at any time.
    const double most_overlap = touches ? kClosed : kPenetrates;
    const double shortest = until / kMostSamples;
    // Nor is a feature seen that comes and goes between two looks.
    const bool takes_over = touches && !has_plane_;
    const double least = takes_over ? std::max(0.5 * half_widths(model_, pair_) / speed_, shortest) : until;
    double stretch = until;
    while (early.time < until) {
      stretch = std::min(stretch, std::max(early.gap / speed_, least));
      Look late = look(std::min(until, early.time + stretch), most);
      if (late.gap < -most_overlap) {
        if (early.gap <= 0) return early.time;
        const auto gap = [&](double time, double nearest) { return look(time, nearest).gap; };
        until = root_of_gap(pass_.h, early.time, early.gap, late.time, late.gap, gap);
        late = look(until, most);
      }
      stretch = late.time - early.time;
      if (stretch > shortest && !stays_open(early, late, touches)) {
        stretch *= 0.5;
        continue;
      }
      stretch *= 2;
      early = late;
    }
    return until;
  }

 private:
  static constexpr double kMostSamples = 1000;

  // The pair at some time: the nearest of its points that are not active.
  struct Look {
    double time;
    double gap;
    Vec3 normal;
  };

  bool is_touching() const {
    const Span<const ContactPoint> active = work_.contacts.points();
    return std::any_of(active.begin(), active.end(), [this](const ContactPoint& point) { return point.pair == pair_; });
  }

  // The farthest that turning moves a point of the shape about the centre of its body, or of the part of an endless
  // plane that the other can meet.
  double lever(const Shape& shape, const Shape& other) const {
    const double radius = shape.type == ShapeType::sphere ? 0.0 : bounding_radius(shape);
    if (!std::isinf(radius)) return radius + shape.p_IS.norm();
    const double apart = (work_.start_poses[other.body].p - work_.start_poses[shape.body].p).norm();
    return apart + other.p_IS.norm() + bounding_radius(other) + work_.reach.linear[shape.body] +
           work_.reach.linear[other.body];
  }

  // By how much velocity changes along the path, per time.
  double bend_of_path(int at) const {
    if (work_.path.straight) return 0;
    const Vec3 v = get3(&state_.motion.velocity[at]);
    const Vec3 v_next = get3(&work_.path.velocity[at]);
    const Vec3 mean = get3(&work_.path.displacement[at]) / pass_.h;
    return ((v_next - v).norm() + 6 * (mean - 0.5 * (v + v_next)).norm()) / pass_.h;
  }

  // The fastest that points of the two come towards each other, and the most that this changes per time along a
  // direction that is kept, or one that turns with either: by turning, by curved ways, and under what moves.
  void bound_motion() {
    const int a = 6 * first_.body;
    const int b = 6 * second_.body;
    const double curved = bend_of_path(a) + bend_of_path(b);
    const Vec3 way = get3(&work_.path.displacement[a]) - get3(&work_.path.displacement[b]);
    const double linear = way.norm() / pass_.h + 0.5 * pass_.h * curved;
    speed_ = linear;
    bend_ = curved;
    turning_ = 0;
    const auto add = [&](const Shape& shape, const Shape& other) {
      const double rate = work_.reach.turn[shape.body] / pass_.h;
      const double arm = rate > 0 ? lever(shape, other) : 0.0;
      speed_ += arm * rate;
      bend_ += arm * (rate * rate + bend_of_path(6 * shape.body + 3));
      if (!has_plane_ || shape.type == ShapeType::plane) turning_ += rate * (2 * linear + rate * rounding(other));
    };
    add(first_, second_);
    add(second_, first_);
  }

  // Whether nothing closes between. Along a direction that is kept every point of one is as far from every one of the
  // other as g and h at least, and not more than bend t^2/2 s (1 - s) nearer in between than on a line: sqrt(g) +
  // sqrt(h) >= t sqrt(bend/2) keeps that above zero, and t^2 bend/8 is all that it may pass it by. Of planes, and where
  // other features touch, the direction turns with them.
  bool stays_open(const Look& early, const Look& late, bool touches) {
    const double time = late.time - early.time;
    if (early.gap + late.gap >= speed_ * time) return true;
    const bool turns = has_plane_ || touches;
    const double curve = 0.5 * (turns ? bend_ + turning_ : bend_) * time * time;
    const auto clears = [&](double at_early, double at_late) {
      return at_early >= 0 && at_late >= 0 && (curve <= 4 * kClosed || root(at_early) + root(at_late) >= root(curve));
    };
    const double g = std::max(early.gap, 0.0);
    const double h = std::max(late.gap, 0.0);
    if (turns) return clears(g, h);
    return clears(g, slab(late.time, early.normal)) || clears(slab(early.time, late.normal), h);
  }

  void pose(double time) {
    update_path_pose(model_, pass_, time, first_.body, state_, work_);
    update_path_pose(model_, pass_, time, second_.body, state_, work_);
  }

  // How far apart along n the two are.
  double slab(double time, const Vec3& n) {
    pose(time);
    const auto at = [&](const Shape& shape) { return place(shape, work_.path_poses[shape.body]); };
    return gap_along(model_, pair_, at(first_), at(second_), n);
  }

  Look look(double time, double most) {
    pose(time);
    ContactPoint found[kMaxPointsPerPair];
    const int count = find_points(model_, pair_, work_.path_poses, most, {found, kMaxPointsPerPair});
    Look nearest = {time, most, Vec3::Zero()};
    for (int k = 0; k < count; ++k) {
      if (found[k].gap < nearest.gap && !is_active(found[k].id, work_.contacts)) {
        nearest.gap = found[k].gap;
        nearest.normal = found[k].normal;
      }
    }
    return nearest;
  }

  const Model& model_;
  const Pass& pass_;
  int pair_;
  const State& state_;
  Workspace& work_;
  const Shape& first_;
  const Shape& second_;
  bool has_plane_;
  double speed_ = 0;    // m/s
  double bend_ = 0;     // m/s^2
  double turning_ = 0;  // m/s^2
};

// Closed, or left open by a pass that was cut: that has no springs.
bool is_in_contact(const Model& model, const Pass& pass, const State& state, const ContactPoint& point,
                   const Workspace& work) {
  if (is_closed(point, work.start_poses)) return true;
  return pass.continues && projects_drift(model) && !is_spring(point, work) && is_flagged(state, point.id);
}

// Takes the candidates that are `wanted` into work.contacts.
template <class Wanted>
void keep_if(Workspace& work, Wanted&& wanted) {
  const ContactSet& candidates = work.candidates;
  work.contacts.count = 0;
  work.contacts.stops = 0;
  work.contacts.overflow = candidates.overflow;
  for (const ContactPoint& point : candidates.points()) {
    if (!wanted(point)) continue;
    work.contacts.storage[work.contacts.count] = point;
    join_ends_of_spring(work.contacts.storage[work.contacts.count++], work);
    if (point.stop >= 0) ++work.contacts.stops;
  }
}

// Visits the bodies that a stop's gap depends on.
template <class Visit>
void for_each_body(const Model& model, const Stop& stop, Visit&& visit) {
  const auto visit_joint = [&](const Joint& joint) {
    if (joint.parent >= 0) visit(joint.parent);
    if (joint.child >= 0) visit(joint.child);
  };
  if (stop.gear < 0) {
    visit_joint(joint_at(model, stop.joint));
    return;
  }
  for (const GearTerm& term : gear_at(model, stop.gear).terms) visit_joint(joint_at(model, term.joint));
}

// When a coordinate reaches a stop that it is not at, at the latest `until`. Looked for at kSamples times, between
// which its way is taken to be smooth.
double stop_reached(const Model& model, const Layout& layout, const Pass& pass, int stop, double until,
                    const State& state, Workspace& work) {
  constexpr int kSamples = 8;
  const Coordinates at = {model, layout, state, work.derived};
  const auto gap_at = [&](double time, double /*most*/) {
    for_each_body(model, work.derived.stops[stop],
                  [&](int body) { update_path_pose(model, pass, time, body, state, work); });
    return stop_gap(at, stop, work.path_motion, work.path_poses, time);
  };
  double early = 0;
  double gap_early = gap_at(0, 0);
  if (gap_early <= 0) return until;
  for (int k = 1; k <= kSamples; ++k) {
    const double late = until * k / kSamples;
    const double gap_late = gap_at(late, 0);
    if (gap_late < -kPenetrates) return root_of_gap(pass.h, early, gap_early, late, gap_late, gap_at);
    early = late;
    gap_early = gap_late;
    if (gap_early <= 0) return late;
  }
  return until;
}

}  // namespace

double quiet_speed(double threshold_speed) {
  return 1e-3 * threshold_speed + 1e-12;
}

void keep_hit(const Model& model, const Pass& pass, bool with_springs, const State& state, Workspace& work) {
  keep_if(work, [&](const ContactPoint& point) {
    return (with_springs || !is_spring(point, work)) && is_in_contact(model, pass, state, point, work);
  });
}

void keep_active(const Model& model, const Pass& pass, const State& state, Workspace& work) {
  keep_if(work, [&](const ContactPoint& point) { return is_in_contact(model, pass, state, point, work); });
  if (!pass.exhausted) return;
  std::copy(work.candidates.points().begin(), work.candidates.points().end(), work.contacts.storage.begin());
  work.contacts.count = work.candidates.count;
  work.contacts.stops = work.candidates.stops;
  for (int c = 0; c < work.contacts.count; ++c) join_ends_of_spring(work.contacts.storage[c], work);
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

void report_velocities(State& state, Workspace& work) {
  std::copy(state.motion.velocity.begin(), state.motion.velocity.end(), state.reported.begin());
  std::fill(work.reports_mean.begin(), work.reports_mean.end(), static_cast<unsigned char>(0));
}

double first_collision(const Model& model, const Layout& layout, const Pass& pass, double until, const State& state,
                       Workspace& work) {
  update_path_reach(pass, state, work);
  double first = until;
  work.near.enclose(model, work.start_poses, work.reach, {});
  work.near.for_each_pair(
      model, [&](int pair) { first = std::min(first, PairOnPath(model, pass, pair, state, work).collision(first)); });
  for (const ContactPoint& point : work.candidates.points()) {
    if (point.stop < 0 || is_active(point.id, work.contacts)) continue;
    first = std::min(first, stop_reached(model, layout, pass, point.stop, first, state, work));
  }
  return first;
}

}  // namespace stickslip

#include "model/collision/convex.h"
#include "model/collision/meetings.h"
#include "model/math/arithmetic.h"

/// Two convex shapes of any kind. Their separation gives the least gap and its normal; where sides lie on each other,
/// the corners of one over the other and the crossings of their edges are contacts too, each with the normal of the
/// features that make it, so that its gap has an exact gradient. Where none of them holds the least gap, the nearest
/// points are a contact of their own.
namespace stickslip {
namespace {

constexpr double kNearlyParallelSides = 0.98;  // cosine of eleven degrees
constexpr double kParallelLines = 1e-3;        // sine squared, of edges without a common normal to use

class Manifold {
 public:
  Manifold(const Convex& a, const Convex& b, const Separation& apart, double margin, double flat, Meetings& found)
      : a_(a),
        b_(b),
        apart_(apart),
        margin_(margin),
        flat_(flat),
        tolerance_(1e-6 * size_of_pair(a, b)),
        found_(found) {}

  void find() {
    side_towards(a_, -apart_.normal, of_a_);
    side_towards(b_, apart_.normal, of_b_);
    if (of_a_.count > 1 && of_b_.count > 1) {
      if (b_holds()) add_corners(a_, of_a_, b_, of_b_, true);
      if (a_holds()) add_corners(b_, of_b_, a_, of_a_, false);
      if (!a_.planar) add_lines();
    }
    if (found_.count == 0 || least_ > apart_.gap + 1e-3 * tolerance_) {
      add({kNearestPoints, apart_.normal, apart_.p_b + apart_.gap * apart_.normal, apart_.p_b, apart_.gap});
    }
  }

 private:
  // Whether corners may rest on a side. Cores in each other leave along the normal: sides across it hold nothing.
  bool holds(double along) const { return apart_.gap >= 0 || along > kNearlyParallelSides; }
  bool a_holds() const { return of_a_.flat && holds(-apart_.normal.dot(of_a_.normal)); }
  bool b_holds() const { return of_b_.flat && holds(apart_.normal.dot(of_b_.normal)); }

  void add(const Meeting& meeting) {
    if (meeting.gap > margin_) return;
    for (int k = 0; k < found_.count; ++k) {
      if ((found_.list[k].p_a - meeting.p_a).squaredNorm() <= 16 * tolerance_ * tolerance_) return;
    }
    if (found_.count < Meetings::kMost) found_.list[found_.count++] = meeting;
    least_ = std::min(least_, meeting.gap);
  }

  // A cylinder has those that lie outermost towards the side.
  void add_corners(const Convex& convex, const Side& own, const Convex& floor, const Side& side, bool corners_of_a) {
    Side rim;
    const bool is_cylinder = convex.type == ShapeType::cylinder;
    if (is_cylinder) side_towards(convex, -side.normal, rim);
    const Side& corners = is_cylinder ? rim : own;
    for (int k = 0; k < corners.count; ++k) {
      const Vec3& corner = corners.points[k];
      const double gap = side.normal.dot(corner - side.points[0]);
      const Vec3 foot = corner - gap * side.normal;
      if (gap > margin_ || !is_over(floor, side, foot, tolerance_)) continue;
      if (corners_of_a) {
        add({static_cast<std::uint64_t>(corners.names[k]), side.normal, corner, foot, gap});
      } else {
        add({static_cast<std::uint64_t>(kMeetingNames + corners.names[k]), -side.normal, foot, corner, gap});
      }
    }
  }

  // The outermost point of a rim is no corner.
  static int first_corner(const Side& side) { return side.round ? side.count - kRimCorners : 0; }
  static int edges_of(const Side& side) { return side.count == 2 ? 1 : side.count; }
  static int next_corner(const Side& side, int k) { return k + 1 < side.count ? k + 1 : first_corner(side); }

  void add_lines() {
    const bool along_each_other = of_a_.count == 2 && of_b_.count == 2;
    if (along_each_other && add_parallel_lines()) return;
    const bool parallel = !of_a_.flat || !of_b_.flat || of_a_.normal.dot(of_b_.normal) < -kNearlyParallelSides;
    if (!parallel) return;
    for (int i = first_corner(of_a_); i < edges_of(of_a_); ++i) {
      for (int j = first_corner(of_b_); j < edges_of(of_b_); ++j) add_crossing(i, j);
    }
  }

  // Where two edges cross, seen along the normal.
  void add_crossing(int i, int j) {
    const int i_next = next_corner(of_a_, i);
    const int j_next = next_corner(of_b_, j);
    const Vec3 p = on_axis(of_a_.points[i], a_, of_a_);
    const Vec3 q = on_axis(of_b_.points[j], b_, of_b_);
    const Vec3 d = of_a_.points[i_next] - of_a_.points[i];
    const Vec3 e = of_b_.points[j_next] - of_b_.points[j];
    const double radius_a = of_a_.flat ? 0 : a_.radius;
    const double radius_b = of_b_.flat ? 0 : b_.radius;
    const Vec3& n = apart_.normal;
    const Vec3 common = d.cross(e);
    const double along_normal = common.dot(n);
    const double lengths2 = d.squaredNorm() * e.squaredNorm();
    if (!(along_normal * along_normal > 1e-20 * lengths2)) return;
    const Vec3 r = q - p;
    const double x = r.cross(e).dot(n) / along_normal;
    const double y = r.cross(d).dot(n) / along_normal;
    const double slack_x = tolerance_ / d.norm();
    const double slack_y = tolerance_ / e.norm();
    if (x < -slack_x || x > 1 + slack_x || y < -slack_y || y > 1 + slack_y) return;
    Meeting meeting;
    meeting.feature = static_cast<std::uint64_t>(kCrossing | edge_name(of_a_, i, i_next) * kMeetingEdge |
                                                 edge_name(of_b_, j, j_next));
    const double square = common.squaredNorm();
    if (square > kParallelLines * lengths2) {
      meeting.normal = common * (sign_of(along_normal) / root(square));
      if (meeting.normal.dot(n) < kNearlyParallelSides) return;
      const double on_a = r.cross(e).dot(common) / square;
      const double on_b = r.cross(d).dot(common) / square;
      if (on_a < -slack_x || on_a > 1 + slack_x || on_b < -slack_y || on_b > 1 + slack_y) return;
      meeting.p_a = p + on_a * d - radius_a * meeting.normal;
      meeting.p_b = q + on_b * e + radius_b * meeting.normal;
      meeting.gap = meeting.normal.dot(meeting.p_a - meeting.p_b);
    } else if (of_a_.flat && of_b_.flat) {
      meeting.normal = n;
      meeting.p_a = p + x * d;
      meeting.gap = n.dot(meeting.p_a - (q + y * e));
      meeting.p_b = meeting.p_a - meeting.gap * n;
    } else {
      return;  // a rod is held at its ends
    }
    add(meeting);
  }

  // The side of a cylinder is its axis with a radius around it.
  static Vec3 on_axis(const Vec3& p, const Convex& convex, const Side& side) {
    if (side.flat || convex.type != ShapeType::cylinder) return p;
    const Vec3 axis = convex.R.col(2);
    return convex.p + (p - convex.p).dot(axis) * axis;
  }

  static int edge_name(const Side& side, int from, int to) {
    const int a = side.names[from];
    const int b = side.names[to];
    return std::min(a, b) * kMeetingNames + std::max(a, b);
  }

  // Rods side by side, cylinders with their radius: each is held where an end of one lies beside the other.
  bool add_parallel_lines() {
    const Segment rod_a = axis_through(of_a_, a_);
    const Segment rod_b = axis_through(of_b_, b_);
    if (rod_a.d.cross(rod_b.d).squaredNorm() > kParallelLines) return false;
    for (const bool end_of_a : {true, false}) {
      const Segment& mine = end_of_a ? rod_a : rod_b;
      const Segment& other = end_of_a ? rod_b : rod_a;
      for (const double side : {-1.0, 1.0}) {
        const Vec3 end = mine.at(side * mine.half);
        const double beside = other.along(end);
        if (std::fabs(beside) > other.half + tolerance_) continue;
        add_beside(end_of_a, end_of_a ? end : other.at(beside), end_of_a ? other.at(beside) : end,
                   (end_of_a ? of_a_ : of_b_).names[side > 0 ? 1 : 0]);
      }
    }
    return true;
  }

  void add_beside(bool end_of_a, const Vec3& on_a, const Vec3& on_b, int name) {
    const Vec3 way = on_a - on_b;
    double distance = way.norm();
    if (!(distance > tolerance_)) return;
    Vec3 normal = way / distance;
    if (normal.dot(apart_.normal) < kNearlyParallelSides) return;
    distance = lay_flat(way, apart_.normal, flat_, distance, normal);
    const Vec3 p_a = on_a - a_.radius * normal;
    const Vec3 p_b = on_b + b_.radius * normal;
    add({static_cast<std::uint64_t>((end_of_a ? 0 : kMeetingNames) + name), normal, p_a, p_b,
         distance - a_.radius - b_.radius});
  }

  // Of a rod, from the first point of its side to the second.
  Segment axis_through(const Side& side, const Convex& rod) const {
    Segment axis;
    axis.d = (side.points[1] - side.points[0]).normalized();
    axis.p = rod.p;
    axis.half = 0.5 * (side.points[1] - side.points[0]).norm();
    return axis;
  }

  const Convex& a_;
  const Convex& b_;
  const Separation& apart_;
  double margin_;
  double flat_;
  double tolerance_;
  Side of_a_;
  Side of_b_;
  Meetings& found_;
  double least_ = 1e300;
};

}  // namespace

void find_meetings(const Convex& a, const Convex& b, const Separation& apart, double margin, double flat,
                   Meetings& found) {
  found.count = 0;
  Manifold(a, b, apart, margin, flat, found).find();
}

void pass_on(Span<const Meeting> found, double layer_a, double layer_b, const Placement& frame, PointSink& sink) {
  const double layers = layer_a + layer_b;
  const auto emit = [&](const Meeting& m) {
    const Vec3 normal = frame.R * m.normal;
    const Vec3 p_b = frame.p + frame.R * m.p_b + layer_b * normal;
    const double gap = m.gap - layers;
    sink.add(m.feature, normal, p_b + gap * normal, p_b, gap);
  };
  if (found.size() <= sink.room()) {
    for (const Meeting& meeting : found) emit(meeting);
    return;
  }
  bool taken[kMostMeetings] = {};
  double beside[kMostMeetings] = {};  // distance from the points taken
  int next = 0;
  for (int k = 1; k < found.size(); ++k) {
    if (found[k].gap < found[next].gap) next = k;
  }
  const double least = found[next].gap;
  for (int k = 0; k < found.size(); ++k) beside[k] = 1e300;
  for (int chosen = 0; chosen < sink.room(); ++chosen) {
    taken[next] = true;
    for (int k = 0; k < found.size(); ++k) {
      beside[k] = std::min(beside[k], (found[k].p_a - found[next].p_a).norm());
    }
    constexpr double kFar = 4;  // a point that lies higher must lie so much farther away
    double most = -1e300;
    for (int k = 0; k < found.size(); ++k) {
      const double worth = beside[k] - kFar * (found[k].gap - least);
      if (taken[k] || !(worth > most)) continue;
      most = worth;
      next = k;
    }
  }
  for (int k = 0; k < found.size(); ++k) {
    if (taken[k]) emit(found[k]);
  }
}

void convex_convex(const Geometry& geometry, const Shape& first, const Placement& at_first, const Shape& second,
                   const Placement& at_second, bool planar, PointSink& sink) {
  const Convex a = make_convex(geometry, first, planar);
  Convex b = make_convex(geometry, second, planar);
  b.p = at_first.R.transpose() * (at_second.p - at_first.p);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) b.R(i, j) = snap_cosine(at_first.R.col(i).dot(at_second.R.col(j)));
  }
  const double margin = sink.margin() + a.layer + b.layer;
  if (b.p.norm() - a.reach - b.reach > margin) return;
  Separation apart;
  if (!find_separation(a, b, margin, apart)) return;
  Meetings meetings;
  find_meetings(a, b, apart, margin, sink.flat(), meetings);
  pass_on({meetings.list, meetings.count}, a.layer, b.layer, at_first, sink);
}

}  // namespace stickslip

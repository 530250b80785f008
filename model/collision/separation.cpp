#include "model/collision/separation.h"

#include <algorithm>
#include <cmath>

#include "model/collision/nearest.h"
#include "model/collision/polish.h"
#include "model/math/arithmetic.h"

/// The gap of two cores is the largest separation s(n) = min over the first of n.x - max over the second of n.x among
/// the directions near n. Apart, the nearest points tell n as exactly as they are far apart. Where that is little, or
/// the cores overlap, n climbs: the first core is moved by D along n, which makes them clearly apart, and their nearest
/// points give the n' that maximises s(n') + D n.n'. So s never falls, and where n' = n it is at its maximum.
namespace stickslip {
namespace {

constexpr double kClear = 1e-2;   // relative to the smaller core: apart by more, the nearest points tell all
constexpr double kTold = 1e-9;    // likewise: apart by less, their direction says nothing
constexpr double kTouch = 1e-5;   // likewise: deeper, and other ways out may be shorter
constexpr double kMove = 0.02;    // likewise, D
constexpr double kClearly = 1.1;  // of a depth: a move out of it
constexpr double kRoundOff = 1e-14;
constexpr double kStill = 1e-15;
constexpr double kSameNormal = 1e-7;
constexpr int kMostClimbs = 100;

class Climber {
 public:
  Climber(const Convex& a, const Convex& b) : a_(a), b_(b), size_(size_of_pair(a, b)) {
    scale_ = (a.p - b.p).norm() + a.reach + b.reach;
  }

  double separation(const Vec3& n) const { return n.dot(farthest(a_, -n)) - n.dot(farthest(b_, n)); }

  Separation climb(Vec3 n) const {
    Separation best;
    best.normal = n;
    best.gap = separation(n);
    best.p_b = farthest(b_, n);
    for (int k = 0; k < kMostClimbs; ++k) {
      n = best.normal;
      const Vec3 shift = std::max(kMove * size_, -kClearly * best.gap) * n;
      const Nearest nearest = nearest_points(a_, b_, {shift, 1}, n);
      if (!nearest.apart) break;
      const Vec3 next = nearest.way / nearest.distance;
      const double gap = separation(next);
      if (gap < best.gap - kRoundOff * scale_) {
        best.p_b = 0.5 * (nearest.p_b + nearest.p_a - shift - best.gap * n);
        polish(a_, b_, nearest, shift, best);
        break;
      }
      best = {gap, next, 0.5 * (nearest.p_b + nearest.p_a - shift - gap * next)};
      polish(a_, b_, nearest, shift, best);
      if ((best.normal - n).norm() <= kStill) break;
    }
    return snapped(best);
  }

  // The best of all normals of flat sides.
  Separation best_side() const {
    Separation best;
    best.gap = -1e300;
    const auto consider = [&](const Vec3& n) {
      const double gap = separation(n);
      if (gap > best.gap + kTold * size_) best = {gap, n, farthest(b_, n)};
    };
    for_each_normal(a_, [&](const Vec3& outwards) { consider(-outwards); });
    for_each_normal(b_, consider);
    return best;
  }

  // Of cores that overlap. Smaller copies of them are apart, and the nearest points of these tell directions to climb
  // from; so does the best side. Of a mere touch the first is right, of more the best of all is taken.
  Separation climb_out() const {
    constexpr double kShares[] = {1 - 1e-6, 0.999, 0.97, 0.7, 0.1, 0};
    Separation best;
    best.gap = -1e300;
    const auto climb_from = [&](const Vec3& n) {
      const Separation reached = climb(n);
      if (reached.gap > best.gap + kTold * size_) best = reached;
    };
    const Vec3 between = a_.p - b_.p;
    for (const double share : kShares) {
      const Nearest nearest = nearest_points(a_, b_, {Vec3::Zero(), share}, between);
      if (!nearest.apart || nearest.distance <= kTold * (1 - share) * size_) continue;
      climb_from(nearest.way / nearest.distance);
      if (best.gap > -kTouch * size_) break;
    }
    const Separation side = best_side();
    const bool has_side = side.gap > -1e300;
    if (has_side && (best.gap <= -kTouch * size_ || side.gap > best.gap)) climb_from(side.normal);
    if (best.gap == -1e300) climb_from(a_.planar ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitZ()));
    return best;
  }

  double size() const { return size_; }

 private:
  // What is the normal of a side but for round-off becomes it.
  Separation snapped(const Separation& found) const {
    Separation best = found;
    const auto consider = [&](const Vec3& n) {
      if ((n - found.normal).squaredNorm() > kSameNormal * kSameNormal) return;
      const double gap = separation(n);
      if (gap < found.gap - kRoundOff * scale_) return;
      best.gap = gap;
      best.normal = n;
    };
    for_each_normal(a_, [&](const Vec3& outwards) { consider(-outwards); });
    for_each_normal(b_, consider);
    return best;
  }

  const Convex& a_;
  const Convex& b_;
  double size_;
  double scale_;
};

}  // namespace

double size_of_pair(const Convex& a, const Convex& b) {
  const double least = std::min(a.reach, b.reach);
  return least > 0 ? least : std::max(a.reach, b.reach);
}

namespace {

// Where the nearest points tell the separation; `answer` says whether there is one within the margin.
bool is_told(const Climber& climber, const Convex& a, const Convex& b, double margin, bool& answer, Separation& found) {
  const Nearest nearest = nearest_points(a, b, {}, a.p - b.p);
  answer = !(nearest.apart && nearest.distance > margin);
  if (!answer) return true;
  if (!(nearest.apart && nearest.distance > kTold * climber.size())) return false;
  const Vec3 way = nearest.way / nearest.distance;
  if (nearest.distance > kClear * climber.size()) {
    found = {nearest.distance, way, nearest.p_b};
    polish(a, b, nearest, Vec3::Zero(), found);
  } else {
    found = climber.climb(way);
  }
  return true;
}

}  // namespace

bool find_separation(const Convex& a, const Convex& b, double margin, Separation& found) {
  const Climber climber(a, b);
  bool answer = true;
  if (!is_told(climber, a, b, margin, answer, found)) found = climber.climb_out();
  return answer;
}

bool find_separation_from(const Vec3& start, const Convex& a, const Convex& b, double margin, Separation& found) {
  const Climber climber(a, b);
  bool answer = true;
  if (!is_told(climber, a, b, margin, answer, found)) found = climber.climb(start);
  return answer;
}

}  // namespace stickslip

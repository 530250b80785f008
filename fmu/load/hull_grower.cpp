#include "fmu/load/hull_grower.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kOutside = 1e-9;   // relative to the extent: what lies outside of a face
constexpr double kThinnest = 1e-6;  // likewise: of a hull

}  // namespace

double extent_of(const std::vector<Vec3>& points) {
  Vec3 low = points.front();
  Vec3 high = points.front();
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return (high - low).norm();
}

template <class Measure>
int HullGrower::farthest(Measure&& measure) const {
  int best = 0;
  double most = -1e300;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const double here = measure(points_[k]);
    if (here > most) {
      most = here;
      best = static_cast<int>(k);
    }
  }
  return best;
}

bool HullGrower::start() {
  const int a = farthest([&](const Vec3& p) { return -p.x(); });
  const int b = farthest([&](const Vec3& p) { return (p - at(a)).norm(); });
  const Vec3 along = (at(b) - at(a)).normalized();
  const int c = farthest([&](const Vec3& p) { return (p - at(a)).cross(along).norm(); });
  const Vec3 normal = along.cross(at(c) - at(a)).normalized();
  const int d = farthest([&](const Vec3& p) { return std::fabs((p - at(a)).dot(normal)); });
  if (!(std::fabs((at(d) - at(a)).dot(normal)) > kThinnest * extent_)) return false;
  const bool above = (at(d) - at(a)).dot(normal) > 0;
  inside_ = 0.25 * (at(a) + at(b) + at(c) + at(d));
  add_face(a, above ? c : b, above ? b : c);
  add_face(a, above ? b : d, above ? d : b);
  add_face(b, above ? c : d, above ? d : c);
  add_face(c, above ? a : d, above ? d : a);
  std::vector<int> all(points_.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
  sort_out(all, 0);
  used_ = {a, b, c, d};
  return true;
}

void HullGrower::grow(int most_points) {
  while (static_cast<int>(used_.size()) < most_points) {
    const auto best = std::max_element(faces_.begin(), faces_.end(),
                                       [](const Face& f, const Face& g) { return f.height < g.height; });
    if (best->farthest < 0) return;
    add_point(best->farthest, static_cast<std::size_t>(best - faces_.begin()));
  }
}

bool HullGrower::closed() const {
  std::set<std::pair<int, int>> edges;
  for (const Face& face : faces_) {
    for (std::size_t c = 0; c < 3; ++c) {
      if (!edges.insert({face.corners.at(c), face.corners.at((c + 1) % 3)}).second) return false;
    }
  }
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    return edges.count({edge.second, edge.first}) == 1;
  });
}

double HullGrower::volume() const {
  double six = 0;
  for (const Face& f : faces_) {
    six += (at(f.corners[0]) - inside_).dot((at(f.corners[1]) - inside_).cross(at(f.corners[2]) - inside_));
  }
  return six / 6;
}

void HullGrower::add_face(int a, int b, int c) {
  Face face;
  face.corners = {a, b, c};
  face.normal = (at(b) - at(a)).cross(at(c) - at(a)).normalized();
  face.offset = face.normal.dot(at(a));
  faces_.push_back(face);
}

// Gives each point to the first of the faces from `first` on that it lies outside of.
void HullGrower::sort_out(const std::vector<int>& candidates, std::size_t first) {
  for (const int k : candidates) {
    for (std::size_t f = first; f < faces_.size(); ++f) {
      Face& face = faces_[f];
      const double here = height(face, k);
      if (!(here > kOutside * extent_)) continue;
      face.outside.push_back(k);
      if (here > face.height) {
        face.height = here;
        face.farthest = k;
      }
      break;
    }
  }
}

// What point k sees of the hull: faces that hang together with `seen`, those that lie in one plane with k too. A
// face over the rim of that is no sliver: k is off the plane beyond the rim.
std::vector<bool> HullGrower::seen_from(int k, std::size_t seen) const {
  std::map<std::pair<int, int>, std::size_t> beside;  // faces that may be seen, by their edges
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    if (height(faces_[f], k) < -kOutside * extent_) continue;
    for (std::size_t c = 0; c < 3; ++c) beside[{faces_[f].corners.at(c), faces_[f].corners.at((c + 1) % 3)}] = f;
  }
  std::vector<bool> is_seen(faces_.size(), false);
  is_seen[seen] = true;
  std::vector<std::size_t> open = {seen};
  while (!open.empty()) {
    const Face& face = faces_[open.back()];
    open.pop_back();
    for (std::size_t c = 0; c < 3; ++c) {
      const auto other = beside.find({face.corners.at((c + 1) % 3), face.corners.at(c)});
      if (other == beside.end() || is_seen[other->second]) continue;
      is_seen[other->second] = true;
      open.push_back(other->second);
    }
  }
  return is_seen;
}

void HullGrower::add_point(int k, std::size_t seen) {
  const std::vector<bool> is_seen = seen_from(k, seen);
  std::set<std::pair<int, int>> rim;
  std::vector<int> loose;
  std::vector<Face> kept;
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    Face& face = faces_[f];
    if (!is_seen[f]) {
      kept.push_back(std::move(face));
      continue;
    }
    loose.insert(loose.end(), face.outside.begin(), face.outside.end());
    for (std::size_t c = 0; c < 3; ++c) {
      const int from = face.corners.at(c);
      const int to = face.corners.at((c + 1) % 3);
      if (rim.erase({to, from}) == 0) rim.insert({from, to});
    }
  }
  faces_ = std::move(kept);
  const std::size_t first = faces_.size();
  for (const auto& [from, to] : rim) add_face(from, to, k);
  sort_out(loose, first);
  used_.insert(k);
}

}  // namespace stickslip::load

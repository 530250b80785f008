#include "fmu/load/hull_sides.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "model/math/size.h"

namespace stickslip::load {

namespace {

/// Sides share their edges by construction, so that they close the
/// hull whatever rounding has done to planes and lines.
class SideMerger {
 public:
  SideMerger(const std::vector<Vec3>& points, const HullGrower& grown, double precision)
      : points_(points), faces_(grown.faces()), tolerance_(precision * grown.extent()), side_of_(faces_.size(), -1) {
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      for (std::size_t c = 0; c < 3; ++c) face_at_[{corner(f, c), corner(f, c + 1)}] = f;
    }
  }

  void merge(Hull& hull) {
    std::vector<std::size_t> seeds(faces_.size());
    std::iota(seeds.begin(), seeds.end(), std::size_t{0});
    std::stable_sort(seeds.begin(), seeds.end(), [&](std::size_t f, std::size_t g) { return area(f) > area(g); });
    for (const std::size_t seed : seeds) {
      if (side_of_[seed] < 0) spread(seed);
    }
    count_sides();
    for (int side = 0; side < static_cast<int>(members_.size()); ++side) {
      std::vector<int> ring = ring_of(side);
      if (ring.size() > 2) hull.facets.push_back(std::move(ring));  // of two corners: an edge of its neighbours
    }
    std::map<int, int> name;
    for (const std::vector<int>& facet : hull.facets) {
      for (const int k : facet) name.insert({k, 0});
    }
    for (auto& [k, index] : name) {
      index = static_cast<int>(hull.points.size());
      hull.points.push_back(at(k));
    }
    for (std::vector<int>& facet : hull.facets) {
      for (int& k : facet) k = name.at(k);
    }
  }

 private:
  const Vec3& at(int k) const { return points_[size(k)]; }
  int corner(std::size_t face, std::size_t c) const { return faces_[face].corners.at(c % 3); }
  double area(std::size_t f) const {
    return (at(corner(f, 1)) - at(corner(f, 0))).cross(at(corner(f, 2)) - at(corner(f, 0))).norm();
  }

  /// A side of the seed's plane, and what hangs together with it in that.
  void spread(std::size_t seed) {
    const int side = static_cast<int>(members_.size());
    const HullGrower::Face& plane = faces_[seed];
    const auto lies_in = [&](std::size_t f) {
      return std::all_of(faces_[f].corners.begin(), faces_[f].corners.end(),
                         [&](int k) { return std::fabs(plane.normal.dot(at(k)) - plane.offset) <= tolerance_; });
    };
    std::vector<std::size_t> open = {seed};
    side_of_[seed] = side;
    members_.emplace_back();
    while (!open.empty()) {
      const std::size_t face = open.back();
      open.pop_back();
      members_.back().push_back(face);
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t other = face_at_.at({corner(face, c + 1), corner(face, c)});
        if (side_of_[other] >= 0 || !lies_in(other)) continue;
        side_of_[other] = side;
        open.push_back(other);
      }
    }
    planes_.push_back(seed);
    if (rim_of(members_.back()).size() >= 3) return;
    // Its rim is no single ring: the seed alone is.
    for (const std::size_t face : members_.back()) side_of_[face] = face == seed ? side : -1;
    members_.back() = {seed};
  }

  /// Corners around some faces of a side, counter-clockwise; empty where that is no single ring.
  std::vector<int> rim_of(const std::vector<std::size_t>& faces) const {
    std::map<int, int> next;
    for (const std::size_t face : faces) {
      for (std::size_t c = 0; c < 3; ++c) {
        const int from = corner(face, c);
        const int to = corner(face, c + 1);
        if (side_of_[face_at_.at({to, from})] == side_of_[face]) continue;
        if (!next.insert({from, to}).second) return {};
      }
    }
    std::vector<int> ring;
    for (int k = next.begin()->first; ring.size() < next.size(); k = next.at(k)) {
      ring.push_back(k);
      if (next.at(k) == ring.front()) break;
    }
    return ring.size() == next.size() ? ring : std::vector<int>();
  }

  void count_sides() {
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      for (const int k : faces_[f].corners) sides_at_[k].insert(side_of_[f]);
    }
  }

  bool is_junction(int k) const { return sides_at_.at(k).size() > 2; }

  /// The corners that stay of those on an edge from one junction to the next: those off the line by more than the
  /// tolerance. The two sides there find the same.
  void thin_out(const std::vector<int>& edge, std::vector<int>& kept) const {
    const Vec3& from = at(edge.front());
    const Vec3 along = (at(edge.back()) - from).normalized();
    std::size_t farthest = 0;
    double most = tolerance_;
    for (std::size_t k = 1; k + 1 < edge.size(); ++k) {
      const double off = (at(edge[k]) - from).cross(along).norm();
      if (off > most) {
        most = off;
        farthest = k;
      }
    }
    if (farthest == 0) return;
    const auto middle = edge.begin() + static_cast<std::ptrdiff_t>(farthest);
    thin_out(std::vector<int>(edge.begin(), middle + 1), kept);
    kept.push_back(*middle);
    thin_out(std::vector<int>(middle, edge.end()), kept);
  }

  std::vector<int> between_junctions(std::vector<int> edge) const {
    const bool turned = edge.front() > edge.back();
    if (turned) std::reverse(edge.begin(), edge.end());
    std::vector<int> kept;
    thin_out(edge, kept);
    if (turned) std::reverse(kept.begin(), kept.end());
    return kept;
  }

  std::vector<int> ring_of(int side) const {
    std::vector<int> rim = rim_of(members_[size(side)]);
    const auto first = std::find_if(rim.begin(), rim.end(), [&](int k) { return is_junction(k); });
    if (first == rim.end()) return rim;
    std::rotate(rim.begin(), first, rim.end());
    rim.push_back(rim.front());
    std::vector<int> ring;
    for (std::size_t from = 0; from + 1 < rim.size();) {
      std::size_t to = from + 1;
      while (!is_junction(rim[to])) ++to;
      ring.push_back(rim[from]);
      const auto begin = rim.begin() + static_cast<std::ptrdiff_t>(from);
      for (const int k : between_junctions({begin, begin + static_cast<std::ptrdiff_t>(to - from + 1)})) {
        ring.push_back(k);
      }
      from = to;
    }
    begin_leftmost(side, ring);
    return ring;
  }

  /// Seen along the line between the side's first two points.
  void begin_leftmost(int side, std::vector<int>& ring) const {
    std::set<int> all;
    for (const std::size_t face : members_[size(side)]) {
      all.insert(faces_[face].corners.begin(), faces_[face].corners.end());
    }
    const Vec3 u = (at(*std::next(all.begin())) - at(*all.begin())).normalized();
    const Vec3 v = faces_[planes_[size(side)]].normal.cross(u);
    const auto place = [&](int k) { return std::make_tuple(u.dot(at(k)), v.dot(at(k)), k); };
    const auto left = std::min_element(ring.begin(), ring.end(), [&](int a, int b) { return place(a) < place(b); });
    std::rotate(ring.begin(), left, ring.end());
  }

  const std::vector<Vec3>& points_;
  const std::vector<HullGrower::Face>& faces_;
  double tolerance_;
  std::vector<int> side_of_;                            // 1 per face
  std::vector<std::vector<std::size_t>> members_;       // faces, 1 per side
  std::vector<std::size_t> planes_;                     // the face whose plane is the side's, likewise
  std::map<std::pair<int, int>, std::size_t> face_at_;  // by its edges
  std::map<int, std::set<int>> sides_at_;               // by corner
};

}  // namespace

void merge_sides(const std::vector<Vec3>& points, const HullGrower& grown, double precision, Hull& hull) {
  SideMerger(points, grown, precision).merge(hull);
}

}  // namespace stickslip::load

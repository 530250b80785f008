#pragma once

#include <array>
#include <set>
#include <vector>

#include "model/math/real.h"

namespace stickslip::load {

/// The diagonal of the box around points, m.
double extent_of(const std::vector<Vec3>& points);

/// Grows a hull of triangles by the point that lies farthest outside of any of them.
class HullGrower {
 public:
  struct Face {
    std::array<int, 3> corners;  // counter-clockwise from outside
    Vec3 normal;
    double offset = 0;
    std::vector<int> outside;
    int farthest = -1;
    double height = 0;
  };

  explicit HullGrower(const std::vector<Vec3>& points) : points_(points), extent_(extent_of(points)) {}

  /// False when the points lie in a plane, on a line or in one place.
  bool start();
  /// To that many points, or until none is outside.
  void grow(int most_points);

  /// Every edge belongs to two faces that go opposite ways along it.
  bool closed() const;
  double volume() const;
  const std::vector<Face>& faces() const { return faces_; }
  double extent() const { return extent_; }

 private:
  const Vec3& at(int k) const { return points_[static_cast<std::size_t>(k)]; }
  template <class Measure>
  int farthest(Measure&& measure) const;
  void add_face(int a, int b, int c);
  double height(const Face& face, int k) const { return face.normal.dot(at(k)) - face.offset; }
  void sort_out(const std::vector<int>& candidates, std::size_t first);
  std::vector<bool> seen_from(int k, std::size_t seen) const;
  void add_point(int k, std::size_t seen);

  const std::vector<Vec3>& points_;
  double extent_;
  Vec3 inside_ = Vec3::Zero();
  std::vector<Face> faces_;
  std::set<int> used_;
};

}  // namespace stickslip::load

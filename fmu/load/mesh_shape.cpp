#include "fmu/load/mesh_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "model/core/mesh_tree.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kSliver = 1e-12;  // of the longest edge: a triangle that is lower has no normal of its own

/// A side of a piece, under what it has in common with the piece across.
struct Side {
  int low;
  int high;  // points; of a line the end twice
  int piece;
  int side;
  bool up;  // it goes from low to high, or is the end of a line

  bool operator<(const Side& b) const {
    return std::array{low, high, piece, side} < std::array{b.low, b.high, b.piece, b.side};
  }
  bool same(const Side& b) const { return low == b.low && high == b.high; }
};

class MeshBuilder {
 public:
  MeshBuilder(const Surface& surface, bool planar) : surface_(surface), planar_(planar), sides_(planar ? 2 : 3) {}

  std::string build() {
    make_pieces();
    std::string problem = join();
    if (!problem.empty()) return problem;
    find_flats();
    order_.resize(pieces_.size());
    std::iota(order_.begin(), order_.end(), 0);
    bounds_.resize(size(mesh_tree_nodes(count())));
    sort({0, 0, count(), 0});
    return {};
  }

  void store(Geometry& geometry, Shape& shape) const {
    shape.first_point = static_cast<int>(geometry.points.size());
    shape.point_count = static_cast<int>(surface_.points.size());
    shape.first_piece = static_cast<int>(geometry.pieces.size());
    shape.piece_count = count();
    shape.first_flat = static_cast<int>(geometry.flats.size());
    shape.flat_count = static_cast<int>(flats_.size());
    shape.first_bounds = static_cast<int>(geometry.bounds.size());
    shape.radius = 0;
    for (const Vec3& p : surface_.points) shape.radius = std::max(shape.radius, p.norm());
    std::vector<int> place(pieces_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) place[size(order_[k])] = static_cast<int>(k);
    for (const int k : order_) {
      MeshPiece piece = pieces_[size(k)];
      for (int& other : piece.across) other = other < 0 ? other : place[size(other)];
      geometry.pieces.push_back(piece);
    }
    geometry.points.insert(geometry.points.end(), surface_.points.begin(), surface_.points.end());
    geometry.flats.insert(geometry.flats.end(), flats_.begin(), flats_.end());
    geometry.bounds.insert(geometry.bounds.end(), bounds_.begin(), bounds_.end());
  }

 private:
  int count() const { return static_cast<int>(pieces_.size()); }
  const Vec3& corner(int piece, int k) const { return surface_.points[size(pieces_[size(piece)].corners[k % sides_])]; }

  void make_pieces() {
    for (std::size_t at = 0; at + size(sides_) <= surface_.corners.size(); at += size(sides_)) {
      MeshPiece piece;
      for (int k = 0; k < sides_; ++k) piece.corners[k] = surface_.corners[at + size(k)];
      pieces_.push_back(piece);
    }
  }

  std::vector<Side> sides() const {
    std::vector<Side> all;
    for (int p = 0; p < count(); ++p) {
      for (int k = 0; k < sides_; ++k) {
        const int from = pieces_[size(p)].corners[k];
        const int to = planar_ ? from : pieces_[size(p)].corners[(k + 1) % 3];
        all.push_back({std::min(from, to), std::max(from, to), p, k, planar_ ? k == 0 : from < to});
      }
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  std::string join() {
    const std::vector<Side> all = sides();
    const std::string what = planar_ ? "line" : "triangle";
    const auto name = [&](const Side& side) { return what + " " + std::to_string(side.piece + 1); };
    for (std::size_t k = 0; k + 1 < all.size(); ++k) {
      const Side& a = all[k];
      const Side& b = all[k + 1];
      if (!a.same(b)) continue;
      if (k + 2 < all.size() && b.same(all[k + 2])) {
        return "is no manifold: " + what + "s " + std::to_string(a.piece + 1) + ", " + std::to_string(b.piece + 1) +
               " and " + std::to_string(all[k + 2].piece + 1) + " meet in one " + (planar_ ? "point" : "edge") +
               ", where two can; repair it, or make it several shapes";
      }
      if (a.up == b.up) {
        return "is no manifold: " + name(a) + " and " + name(b) +
               " go the same way along their common edge; turn one of them round";
      }
      pieces_[size(a.piece)].across[a.side] = b.piece;
      pieces_[size(b.piece)].across[b.side] = a.piece;
    }
    return {};
  }

  Vec3 area_of(int piece) const {
    const Vec3 edge = corner(piece, 1) - corner(piece, 0);
    return planar_ ? Vec3(-edge.y(), edge.x(), 0) : edge.cross(corner(piece, 2) - corner(piece, 0));
  }

  double longest_edge(int piece) const {
    double longest = 0;
    for (int k = 0; k < sides_; ++k) longest = std::max(longest, (corner(piece, k + 1) - corner(piece, k)).norm());
    return longest;
  }

  bool is_sliver(int piece) const {
    const double longest = longest_edge(piece);
    return area_of(piece).norm() <= kSliver * (planar_ ? 1 : longest) * longest;
  }

  double extent() const {
    Vec3 low = surface_.points[0];
    Vec3 high = low;
    for (const Vec3& p : surface_.points) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    return (high - low).norm();
  }

  /// From the largest piece to the smallest each takes what hangs together with it and lies in its plane.
  void find_flats() {
    const double tolerance = surface_.precision * extent();
    std::vector<int> seeds(pieces_.size());
    std::iota(seeds.begin(), seeds.end(), 0);
    std::vector<double> area;
    for (int p = 0; p < count(); ++p) area.push_back(is_sliver(p) ? 0 : area_of(p).norm());
    std::stable_sort(seeds.begin(), seeds.end(), [&](int a, int b) { return area[size(a)] > area[size(b)]; });
    for (MeshPiece& piece : pieces_) piece.flat = -1;
    for (const int seed : seeds) {
      if (pieces_[size(seed)].flat >= 0) continue;
      MeshFlat flat;
      flat.normal = area[size(seed)] > 0 ? area_of(seed).normalized() : normal_beside(seed);
      flat.height = flat.normal.dot(corner(seed, 0));
      spread(seed, flat, tolerance);
      flats_.push_back(flat);
    }
  }

  // Of a sliver that no flat has taken.
  Vec3 normal_beside(int piece) const {
    for (const int other : pieces_[size(piece)].across) {
      if (other >= 0 && pieces_[size(other)].flat >= 0) return flats_[size(pieces_[size(other)].flat)].normal;
    }
    return planar_ ? Vec3::UnitY() : Vec3::UnitZ();
  }

  void spread(int seed, const MeshFlat& flat, double tolerance) {
    const int index = static_cast<int>(flats_.size());
    std::vector<int> open = {seed};
    pieces_[size(seed)].flat = index;
    while (!open.empty()) {
      const int piece = open.back();
      open.pop_back();
      for (const int other : pieces_[size(piece)].across) {
        if (other < 0 || pieces_[size(other)].flat >= 0 || !lies_in(other, flat, tolerance)) continue;
        pieces_[size(other)].flat = index;
        open.push_back(other);
      }
    }
  }

  bool lies_in(int piece, const MeshFlat& flat, double tolerance) const {
    if (!is_sliver(piece) && !(area_of(piece).dot(flat.normal) > 0)) return false;
    for (int k = 0; k < sides_; ++k) {
      if (std::fabs(flat.normal.dot(corner(piece, k)) - flat.height) > tolerance) return false;
    }
    return true;
  }

  Vec3 middle(int piece) const {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < sides_; ++k) sum += corner(piece, k);
    return sum;
  }

  /// Orders the pieces of a node along the longest edge of the box of their middles; then its box is known.
  Bounds sort(const MeshNode& node) {
    Bounds box = {Vec3::Constant(1e300), Vec3::Constant(-1e300)};
    const auto first = order_.begin() + node.first;
    const auto last = first + node.count;
    if (node.level == mesh_tree_levels(count())) {
      std::sort(first, last);
      for (auto at = first; at != last; ++at) {
        for (int k = 0; k < sides_; ++k) {
          box.low = box.low.cwiseMin(corner(*at, k));
          box.high = box.high.cwiseMax(corner(*at, k));
        }
      }
    } else {
      Vec3 low = Vec3::Constant(1e300);
      Vec3 high = Vec3::Constant(-1e300);
      for (auto at = first; at != last; ++at) {
        low = low.cwiseMin(middle(*at));
        high = high.cwiseMax(middle(*at));
      }
      int axis = 0;
      for (int k = 1; k < 3; ++k) {
        if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
      }
      std::nth_element(first, first + node.count / 2, last, [&](int a, int b) {
        const double at_a = middle(a)[axis];
        const double at_b = middle(b)[axis];
        return at_a != at_b ? at_a < at_b : a < b;
      });
      for (int k = 0; k < 2; ++k) {
        const Bounds part = sort(node.child(k));
        box.low = box.low.cwiseMin(part.low);
        box.high = box.high.cwiseMax(part.high);
      }
    }
    bounds_[size(node.index)] = box;
    return box;
  }

  const Surface& surface_;
  bool planar_;
  int sides_;
  std::vector<MeshPiece> pieces_;
  std::vector<MeshFlat> flats_;
  std::vector<int> order_;
  std::vector<Bounds> bounds_;
};

}  // namespace

std::string store_mesh(const Surface& surface, bool planar, Geometry& geometry, Shape& shape) {
  MeshBuilder builder(surface, planar);
  std::string problem = builder.build();
  if (problem.empty()) builder.store(geometry, shape);
  return problem;
}

Surface surface_of_heights(const std::vector<double>& heights, int columns, double width, double depth) {
  Surface surface;
  const int rows = static_cast<int>(heights.size()) / columns;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      surface.points.emplace_back(width * (column / (columns - 1.0) - 0.5), depth * (row / (rows - 1.0) - 0.5),
                                  heights[size(row * columns + column)]);
    }
  }
  for (int row = 0; row + 1 < rows; ++row) {
    for (int column = 0; column + 1 < columns; ++column) {
      const int here = row * columns + column;
      const int above = here + columns;
      for (const int corner : {here, here + 1, above + 1, here, above + 1, above}) surface.corners.push_back(corner);
    }
  }
  return surface;
}

}  // namespace stickslip::load

#include "model/core/shape_geometry.h"

#include <cmath>

#include "model/core/mesh_tree.h"
#include "model/core/validate.h"

namespace stickslip {
namespace {

bool is_below(int i, int count) {
  return i >= 0 && i < count;
}

template <class T>
bool is_part_of(int first, int length, const std::vector<T>& list) {
  const int count = static_cast<int>(list.size());
  return first >= 0 && length >= 0 && first <= count && length <= count - first;
}

bool is_unit(const Vec3& v) {
  const double square = v.squaredNorm();
  return square > 1 - 1e-9 && square < 1 + 1e-9;
}

bool is_place(const Vec3& p, bool planar) {
  return p.cwiseAbs().maxCoeff() <= kLargest && (!planar || p.z() == 0);
}

bool facet_fits(const Geometry& all, const Facet& facet, int points) {
  if (!is_unit(facet.normal) || facet.corner_count < 3 || facet.corner_count > points) return false;
  if (!is_part_of(facet.first_corner, facet.corner_count, all.corners)) return false;
  for (int k = 0; k < facet.corner_count; ++k) {
    if (!is_below(all.corners[static_cast<std::size_t>(facet.first_corner + k)], points)) return false;
  }
  return true;
}

bool has_points(const Geometry& all, const Shape& shape, bool planar) {
  if (!is_part_of(shape.first_point, shape.point_count, all.points)) return false;
  for (int k = 0; k < shape.point_count; ++k) {
    const Vec3& p = all.points[static_cast<std::size_t>(shape.first_point + k)];
    if (!is_place(p, planar) || !(p.norm() <= shape.radius * (1 + 1e-12))) return false;
  }
  return true;
}

bool has_no_facets(const Shape& shape) {
  return shape.first_facet == 0 && shape.facet_count == 0;
}
bool has_no_pieces(const Shape& shape) {
  return shape.first_piece == 0 && shape.piece_count == 0 && shape.first_flat == 0 && shape.flat_count == 0 &&
         shape.first_bounds == 0;
}

bool is_hull(const Geometry& all, const Shape& shape, bool planar) {
  const int fewest = planar ? 3 : 4;
  if (!has_no_pieces(shape) || shape.point_count < fewest || shape.point_count > kMostHullPoints) return false;
  if (!has_points(all, shape, planar)) return false;
  for (int k = 0; k < shape.point_count; ++k) {
    const Vec3& p = all.points[static_cast<std::size_t>(shape.first_point + k)];
    const Vec3& next = all.points[static_cast<std::size_t>(shape.first_point + (k + 1) % shape.point_count)];
    if (!((next - p).norm() > 0)) return false;
  }
  if (planar) return has_no_facets(shape);
  if (shape.facet_count < fewest || !is_part_of(shape.first_facet, shape.facet_count, all.facets)) return false;
  for (int k = 0; k < shape.facet_count; ++k) {
    if (!facet_fits(all, all.facets[static_cast<std::size_t>(shape.first_facet + k)], shape.point_count)) return false;
  }
  return true;
}

bool piece_fits(const Geometry& all, const Shape& shape, const MeshPiece& piece, int corners) {
  if (!is_below(piece.flat, shape.flat_count)) return false;
  const auto point = [&](int k) { return all.points[static_cast<std::size_t>(shape.first_point + piece.corners[k])]; };
  for (int k = 0; k < corners; ++k) {
    if (!is_below(piece.corners[k], shape.point_count)) return false;
    if (piece.across[k] != -1 && !is_below(piece.across[k], shape.piece_count)) return false;
  }
  for (int k = 0; k < corners; ++k) {
    if (!((point((k + 1) % corners) - point(k)).norm() > 0)) return false;
  }
  return true;
}

bool is_mesh(const Geometry& all, const Shape& shape, bool planar) {
  if (!has_no_facets(shape) || shape.piece_count < 1 || shape.piece_count > kMostMeshPieces) return false;
  if (!has_points(all, shape, planar)) return false;
  if (!is_part_of(shape.first_piece, shape.piece_count, all.pieces)) return false;
  if (!is_part_of(shape.first_flat, shape.flat_count, all.flats)) return false;
  if (!is_part_of(shape.first_bounds, mesh_tree_nodes(shape.piece_count), all.bounds)) return false;
  for (int k = 0; k < shape.piece_count; ++k) {
    if (!piece_fits(all, shape, all.pieces[static_cast<std::size_t>(shape.first_piece + k)], planar ? 2 : 3)) {
      return false;
    }
  }
  for (int k = 0; k < shape.flat_count; ++k) {
    const MeshFlat& flat = all.flats[static_cast<std::size_t>(shape.first_flat + k)];
    if (!is_unit(flat.normal) || !is_place(flat.normal, planar) || !(std::fabs(flat.height) <= kLargest)) return false;
  }
  return true;
}

}  // namespace

bool has_its_geometry(const Model& model, const Shape& shape) {
  if (shape.type == ShapeType::hull) return is_hull(model.geometry, shape, model.planar);
  if (shape.type == ShapeType::mesh) return is_mesh(model.geometry, shape, model.planar);
  return shape.first_point == 0 && shape.point_count == 0 && has_no_facets(shape) && has_no_pieces(shape);
}

}  // namespace stickslip

#pragma once

#include <string>
#include <vector>

#include "fmu/load/mesh_file.h"
#include "model/core/model.h"

/// Surfaces of fixed bodies, when a model is loaded.
namespace stickslip::load {

/// Triangles, in planar worlds lines.
struct Surface {
  std::vector<Vec3> points;
  std::vector<int> corners;  // three a triangle, counter-clockwise from outside; two a line, the free side on its left
  double precision = kGivenPrecision;  // of its points: what is off a plane by less lies in it
};

/// Puts the surface into the geometry. Returns what is wrong with it, else nothing.
std::string store_mesh(const Surface& surface, bool planar, Geometry& geometry, Shape& shape);

/// Two triangles a cell of a grid of heights, row after row from the lowest y, in a row from the lowest x. The grid is
/// `width` and `depth` m large, its middle is the origin.
Surface surface_of_heights(const std::vector<double>& heights, int columns, double width, double depth);

}  // namespace stickslip::load

#pragma once

#include <string>
#include <vector>

#include "model/math/real.h"

namespace stickslip::load {

/// Precision of the numbers of points, relative to the extent: those in mesh files have six digits or are single
/// precision.
constexpr double kFilePrecision = 1e-6;
constexpr double kGivenPrecision = 1e-9;

/// The corners of a file's surface.
struct MeshFile {
  std::string problem;  // why nothing could be read; stands behind the file's name
  std::vector<Vec3> points;
  std::vector<int> triangles;  // three corners each, counter-clockwise from outside
};

enum class MeshFormat { stl, obj, dae };

/// STL, as text or binary, OBJ and DAE; the name tells which.
MeshFile read_mesh_file(const std::string& path);

/// Numbers between blanks, commas or semicolons, line by line; lines that begin with # and empty ones do not count. On
/// failure `problem` says what to say behind the file's name.
std::vector<std::vector<double>> read_number_file(const std::string& path, std::string& problem);

/// The mesh in the bytes of a file.
MeshFile parse_mesh(const std::string& bytes, MeshFormat format);

}  // namespace stickslip::load

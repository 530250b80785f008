#include "fmu/load/geometry_keys.h"

#include <filesystem>

#include "fmu/load/hull.h"
#include "fmu/load/mesh_file.h"
#include "fmu/load/mesh_shape.h"
#include "fmu/load/reading.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr int kDefaultVertices = 32;

std::vector<Vec3> read_points(const toml::node& value, Section& section) {
  std::vector<Vec3> points;
  const toml::array* list = value.as_array();
  if (list == nullptr) {
    section.error(place_of(value), "points must be an array of points, got " + kind_of(value));
    return points;
  }
  for (const toml::node& element : *list) {
    const auto p = section.vector_in(element, "points[" + std::to_string(points.size() + 1) + "]", Unit::length);
    if (!p) return {};
    points.push_back(*p);
  }
  if (points.empty()) section.error(place_of(value), "points must not be empty");
  return points;
}

/// One factor, or one per axis, where a negative one mirrors.
Vec3 read_scale(Section& section) {
  const toml::node* value = section.node("scale");
  if (value == nullptr) return Vec3::Constant(1);
  if (!value->is_array()) return Vec3::Constant(section.number("scale", kPositive).value_or(1));
  const Vec3 scale = section.vector("scale", Unit::none).value_or(Vec3::Constant(1));
  if (scale.cwiseAbs().minCoeff() > 0) return scale;
  section.error(section.place("scale"), "scale must not be 0 along any axis");
  return Vec3::Constant(1);
}

/// Of a file that the key `file` names, relative to the file that names it.
std::string path_of(const std::string& name, Section& section) {
  const std::filesystem::path folder =
      std::filesystem::path(section.log().file_of(section.place("file"))).parent_path();
  return (folder / name).lexically_normal().string();
}

/// The surface in a mesh file; without points, and with an error, when there is none.
MeshFile read_file(Section& section) {
  const auto name = section.string("file");
  if (!name) return {};
  const Vec3 scale = read_scale(section);
  MeshFile mesh = read_mesh_file(path_of(*name, section));
  if (!mesh.problem.empty()) {
    section.error(section.place("file"), path_in_quotes(*name) + " " + mesh.problem);
    return {};
  }
  for (Vec3& p : mesh.points) p = p.cwiseProduct(scale);
  if (scale.x() * scale.y() * scale.z() < 0) {  // what was counter-clockwise goes the other way round in a mirror
    for (std::size_t at = 0; at + 2 < mesh.triangles.size(); at += 3) {
      std::swap(mesh.triangles[at + 1], mesh.triangles[at + 2]);
    }
  }
  return mesh;
}

/// Either `file` or the others, which are then there; false, and an error, when not.
bool has_one_source(std::string_view what, std::initializer_list<std::string_view> others, Section& section) {
  const bool from_file = section.has("file");
  const char* second = nullptr;
  for (const std::string_view other : others) {
    if (!from_file && section.required(other, "or file") == nullptr) return false;
    if (section.node(other) != nullptr && second == nullptr) second = other.data();
  }
  if (!from_file || second == nullptr) return true;
  section.node("file");
  section.error(section.key_place(second), "a " + std::string(what) + " has " + second + " or a file, not both");
  return false;
}

}  // namespace

void read_hull(Section& section, Geometry& geometry, Shape& shape) {
  const auto most = section.integer("vertices", 4, kMostHullPoints);
  if (!has_one_source("hull", {"points"}, section)) return;
  const bool from_file = section.has("file");
  const std::vector<Vec3> points =
      from_file ? read_file(section).points : read_points(*section.node("points"), section);
  if (points.empty()) return;
  const Hull hull = convex_hull(points, most.value_or(kDefaultVertices), from_file ? kFilePrecision : kGivenPrecision);
  const Place at = section.place(from_file ? "file" : "points");
  if (!hull.problem.empty()) {
    section.error(at, hull.problem);
    return;
  }
  if (hull.lost_volume > 0) {
    section.warn(at, "of its convex hull " + about(100 * hull.lost_volume) + " % of the volume is lost to " +
                         std::to_string(most.value_or(kDefaultVertices)) +
                         " vertices; give vertices up to 64, or several shapes");
  }
  store_hull(hull, false, geometry, shape);
}

void read_polygon(Section& section, Geometry& geometry, Shape& shape) {
  const toml::node* value = section.required("points");
  if (value == nullptr) return;
  const std::vector<Vec3> points = read_points(*value, section);
  if (points.empty()) return;
  if (points.size() > size(kMostHullPoints)) {
    section.error(section.place("points"), "a polygon has at most 64 points, got " + std::to_string(points.size()));
    return;
  }
  const Hull hull = convex_polygon(points);
  if (hull.problem.empty()) {
    store_hull(hull, true, geometry, shape);
  } else {
    section.error(section.place("points"), hull.problem);
  }
}

namespace {

void store(const Surface& surface, const Place& at, const std::string& what, Section& section, Geometry& geometry,
           Shape& shape) {
  const std::string problem = store_mesh(surface, section.planar(), geometry, shape);
  if (!problem.empty()) section.error(at, what + " " + problem);
}

/// The three corners of a triangle, counted from 1.
bool read_triangle(const toml::node& value, const std::string& name, int points, Surface& surface, Section& section) {
  const toml::array* list = value.as_array();
  if (list == nullptr || list->size() != 3) {
    section.error(place_of(value), name + " must be three points, counted from 1, got " + kind_of(value));
    return false;
  }
  int corners[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const auto corner = list->get(k)->value_exact<std::int64_t>();
    if (!corner || *corner < 1 || *corner > points) {
      section.error(place_of(*list->get(k)),
                    name + ": there are points 1 to " + std::to_string(points) + ", got " + kind_of(*list->get(k)));
      return false;
    }
    corners[k] = static_cast<int>(*corner) - 1;
  }
  const auto point = [&](int k) { return surface.points[size(corners[k])]; };
  if (!((point(1) - point(0)).norm() > 0 && (point(2) - point(1)).norm() > 0 && (point(0) - point(2)).norm() > 0)) {
    section.error(place_of(value), name + " has two corners in one place");
    return false;
  }
  surface.corners.insert(surface.corners.end(), corners, corners + 3);
  return true;
}

Surface read_triangles(Section& section) {
  Surface surface;
  surface.points = read_points(*section.node("points"), section);
  if (surface.points.empty()) return {};
  const toml::node& value = *section.node("triangles");
  const toml::array* list = value.as_array();
  if (list == nullptr || list->empty()) {
    section.error(place_of(value), "triangles must be an array of triples, got " + kind_of(value));
    return {};
  }
  int number = 0;
  for (const toml::node& element : *list) {
    const std::string name = "triangles[" + std::to_string(++number) + "]";
    if (!read_triangle(element, name, static_cast<int>(surface.points.size()), surface, section)) return {};
  }
  return surface;
}

/// Rows of numbers, each as long as the first.
struct Grid {
  std::vector<double> heights;
  std::size_t columns = 0;
  std::size_t rows = 0;

  std::string add_row(const std::vector<double>& row) {
    if (rows == 0) columns = row.size();
    if (row.size() != columns) {
      return "has " + std::to_string(row.size()) + " numbers, where the first row has " + std::to_string(columns);
    }
    heights.insert(heights.end(), row.begin(), row.end());
    ++rows;
    return {};
  }

  std::string problem() const {
    if (rows < 2 || columns < 2) return "a heightfield has two rows of two heights or more";
    if (2 * (rows - 1) * (columns - 1) > std::size_t{kMostMeshPieces}) {
      return "a heightfield has at most 500000 cells, got " + std::to_string((rows - 1) * (columns - 1));
    }
    return {};
  }
};

Grid read_heights(const toml::node& value, Section& section) {
  Grid grid;
  const toml::array* list = value.as_array();
  if (list == nullptr) {
    section.error(place_of(value), "heights must be an array of rows, got " + kind_of(value));
    return {};
  }
  for (const toml::node& element : *list) {
    const std::string name = "heights[" + std::to_string(grid.rows + 1) + "]";
    const toml::array* numbers = element.as_array();
    if (numbers == nullptr) {
      section.error(place_of(element), name + " must be an array of heights, got " + kind_of(element));
      return {};
    }
    std::vector<double> row;
    for (const toml::node& number : *numbers) {
      const auto height =
          section.number_in(number, name + "[" + std::to_string(row.size() + 1) + "]", kAny, Unit::length);
      if (!height) return {};
      row.push_back(*height);
    }
    const std::string problem = grid.add_row(row);
    if (!problem.empty()) {
      section.error(place_of(element), name + " " + problem);
      return {};
    }
  }
  return grid;
}

Grid read_heights_file(Section& section) {
  Grid grid;
  const auto name = section.string("file");
  if (!name) return {};
  std::string problem;
  const std::vector<std::vector<double>> rows = read_number_file(path_of(*name, section), problem);
  for (std::size_t k = 0; k < rows.size() && problem.empty(); ++k) {
    problem = grid.add_row(rows[k]);
    if (!problem.empty()) problem = "row " + std::to_string(k + 1) + " " + problem;
  }
  if (problem.empty()) return grid;
  section.error(section.place("file"), path_in_quotes(*name) + " " + problem);
  return {};
}

}  // namespace

void read_mesh(Section& section, Geometry& geometry, Shape& shape) {
  if (!has_one_source("mesh", {"points", "triangles"}, section)) return;
  if (!section.has("file")) {
    const Surface surface = read_triangles(section);
    if (!surface.corners.empty()) store(surface, section.place("triangles"), "it", section, geometry, shape);
    return;
  }
  const MeshFile mesh = read_file(section);
  if (mesh.points.empty()) return;
  store({mesh.points, mesh.triangles, kFilePrecision}, section.place("file"),
        path_in_quotes(section.string("file").value_or("")), section, geometry, shape);
}

void read_heightfield(Section& section, Geometry& geometry, Shape& shape) {
  if (!has_one_source("heightfield", {"heights"}, section)) return;
  auto extent = section.required("size") == nullptr ? std::nullopt : section.numbers("size", kPositive, Unit::length);
  if (extent && extent->size() != 2) {
    section.error(section.place("size"),
                  "the size of a heightfield is two lengths, along x and y, got " + std::to_string(extent->size()));
    extent.reset();
  }
  const bool from_file = section.has("file");
  const double scale = from_file ? section.number("scale", kPositive).value_or(1) : 1;
  Grid grid = from_file ? read_heights_file(section) : read_heights(*section.node("heights"), section);
  if (grid.rows == 0 || !extent) return;
  const Place at = section.place(from_file ? "file" : "heights");
  const std::string problem = grid.problem();
  if (!problem.empty()) {
    section.error(at, problem);
    return;
  }
  for (double& height : grid.heights) height *= scale;
  const Surface surface =
      surface_of_heights(grid.heights, static_cast<int>(grid.columns), extent->front(), extent->back());
  store(surface, at, "it", section, geometry, shape);
}

void read_polyline(Section& section, Geometry& geometry, Shape& shape) {
  const toml::node* value = section.required("points");
  if (value == nullptr) return;
  Surface surface;
  surface.points = read_points(*value, section);
  if (surface.points.empty()) return;
  const Place at = section.place("points");
  const auto problem = [&](const std::string& text) { section.error(at, text); };
  if (surface.points.size() < 2) return problem("a polyline has two points or more, got 1");
  if (surface.points.size() > size(kMostMeshPieces)) return problem("a polyline has at most 1000000 points");
  const bool closed = (surface.points.front() - surface.points.back()).norm() == 0;
  if (closed) surface.points.pop_back();
  const int count = static_cast<int>(surface.points.size());
  if (closed && count < 3) return problem("a polyline that comes back to its first point has two more, or more");
  for (int k = 0; k + (closed ? 0 : 1) < count; ++k) {
    const int next = (k + 1) % count;
    if ((surface.points[size(next)] - surface.points[size(k)]).norm() == 0) {
      return problem("points " + std::to_string(k + 1) + " and " + std::to_string(next + 1) + " are in one place");
    }
    surface.corners.insert(surface.corners.end(), {k, next});
  }
  store(surface, at, "it", section, geometry, shape);
}

}  // namespace stickslip::load

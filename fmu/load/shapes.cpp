#include <filesystem>

#include "fmu/load/available.h"
#include "fmu/load/geometry.h"
#include "fmu/load/hull.h"
#include "fmu/load/mesh_file.h"
#include "fmu/load/reading.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kDefaultFriction = 0.5;
constexpr const char* kDefaultMaterial = "default";
constexpr int kDefaultVertices = 32;

/// The material of shapes that name none: the file's own "default", for a part else that of the whole, or one made up
/// with a warning.
int default_material(Section& section, Reading& reading) {
  const Names::Entry* entry = reading.names.find(kDefaultMaterial);
  if (entry == nullptr) entry = reading.names.find_whole(kDefaultMaterial);
  if (entry != nullptr && entry->kind == Kind::material) return entry->index;
  if (section.misspelt({"material"})) return 0;
  if (entry != nullptr) {
    section.error(section.place(), "material is missing, and its default cannot be made because a " +
                                       std::string(to_string(entry->kind)) + " is called \"default\"; give material");
    return 0;
  }
  section.warn(section.place(), "material is missing; it becomes \"default\" with friction 0.5 and restitution 0");
  const int index = static_cast<int>(reading.model.materials.size());
  reading.model.materials.push_back({kDefaultMaterial, kDefaultFriction, 0});
  reading.names.add_whole(kDefaultMaterial, {Kind::material, index, section.place()});
  return index;
}

template <std::size_t N>
std::optional<ShapeType> read_type(const std::array<Choice<ShapeType>, N>& choices, Section& section) {
  const toml::node* node = section.required("type");
  return node == nullptr ? std::nullopt : choose(*node, "type", choices, section);
}

double required_length(std::string_view key, Section& section) {
  if (section.required(key) == nullptr) return 0;
  return section.number(key, kPositive, Unit::length).value_or(0);
}

void read_plane(Section& section, Shape& shape) {
  const Vec3 up = section.planar() ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitZ());
  const auto normal = section.direction("normal");
  if (section.has("normal") && section.has("rotation")) {
    section.error(section.key_place("rotation"), "a plane has normal or rotation, not both");
  }
  if (normal) shape.q_IS = between(up, *normal);
}

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

/// One factor, or one per axis.
Vec3 read_scale(Section& section) {
  const toml::node* value = section.node("scale");
  if (value == nullptr) return Vec3::Constant(1);
  if (value->is_array()) return section.vector("scale", Unit::none, kPositive).value_or(Vec3::Constant(1));
  return Vec3::Constant(section.number("scale", kPositive).value_or(1));
}

/// The points of a mesh file; its name is relative to the file that names it.
std::vector<Vec3> read_file(Section& section) {
  const auto name = section.string("file");
  if (!name) return {};
  const Vec3 scale = read_scale(section);
  const Place at = section.place("file");
  const std::filesystem::path folder = std::filesystem::path(section.log().file_of(at)).parent_path();
  MeshFile mesh = read_mesh_file((folder / *name).lexically_normal().string());
  if (!mesh.problem.empty()) {
    section.error(at, path_in_quotes(*name) + " " + mesh.problem);
    return {};
  }
  for (Vec3& p : mesh.points) p = p.cwiseProduct(scale);
  return mesh.points;
}

void read_hull(Section& section, Geometry& geometry, Shape& shape) {
  const auto most = section.integer("vertices", 4, kMostHullPoints);
  const bool from_file = section.has("file");
  if (from_file && section.node("points") != nullptr) {
    section.node("file");
    section.error(section.key_place("points"), "a hull has points or a file, not both");
    return;
  }
  if (!from_file && section.required("points", "or file") == nullptr) return;
  const std::vector<Vec3> points = from_file ? read_file(section) : read_points(*section.node("points"), section);
  if (points.empty()) return;
  const Hull hull = convex_hull(points, most.value_or(kDefaultVertices));
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

void read_dimensions(Section& section, Geometry& geometry, Shape& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
      shape.radius = required_length("radius", section);
      break;
    case ShapeType::box:
    case ShapeType::ellipsoid:
      if (section.required("size") != nullptr) {
        shape.half_size = section.vector("size", Unit::length, kPositive).value_or(Vec3::Zero()) / 2;
      }
      break;
    case ShapeType::capsule:
    case ShapeType::cylinder:
      shape.radius = required_length("radius", section);
      shape.half_length = required_length("length", section) / 2;
      break;
    case ShapeType::hull:
      if (section.planar()) {
        read_polygon(section, geometry, shape);
      } else {
        read_hull(section, geometry, shape);
      }
      break;
    case ShapeType::plane:
      read_plane(section, shape);
      break;
    case ShapeType::point:
      break;
  }
  const std::string type = section.string("type").value_or("");
  for (const char* key : {"radius", "size", "length", "normal", "points", "file", "scale", "vertices"}) {
    if (!section.asked(key)) section.refuse(key, (type == "ellipsoid" ? "an " : "a ") + type + " has none");
  }
}

void read_shape(const toml::table& table, int number, int body, Reading& reading) {
  const std::string& name = reading.model.bodies[size(body)].name;
  Section section(table, "body " + in_quotes(name) + ": shape " + std::to_string(number), reading.model.planar,
                  reading.log);
  Shape shape;
  shape.body = body;
  const auto type = section.planar() ? read_type(kPlanarShapes, section) : read_type(kSpatialShapes, section);
  shape.p_IS = section.vector("position", Unit::length).value_or(Vec3::Zero());
  if (const auto rotation = section.rotation("rotation")) shape.q_IS = rotation->q;
  if (const toml::node* material = section.node("material")) {
    shape.material = material_in(*material, "material", section, reading).value_or(0);
  } else {
    shape.material = default_material(section, reading);
  }
  if (!type) return;  // its keys cannot be judged
  shape.type = *type;
  read_dimensions(section, reading.model.geometry, shape);
  section.finish({"heights", "thickness"});
  if (shape.type == ShapeType::hull && shape.point_count == 0) return;  // an error says why
  reading.model.shapes.push_back(shape);
  reading.shapes.push_back(section.place());
}

}  // namespace

void read_shapes(const toml::table& body, int index, Reading& reading) {
  const std::string what = "body.shapes";
  int number = 0;
  for (const toml::table* table : tables(body, "shapes", what, reading.log))
    read_shape(*table, ++number, index, reading);
  reading.has_shape.push_back(number > 0);
}

}  // namespace stickslip::load

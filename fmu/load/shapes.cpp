#include "fmu/load/available.h"
#include "fmu/load/geometry.h"
#include "fmu/load/geometry_keys.h"
#include "fmu/load/reading.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kDefaultFriction = 0.5;
constexpr const char* kDefaultMaterial = "default";

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

void read_dimensions(const std::string& type, Section& section, Geometry& geometry, Shape& shape) {
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
    case ShapeType::mesh:
      if (section.planar()) {
        read_polyline(section, geometry, shape);
      } else if (type == "heightfield") {
        read_heightfield(section, geometry, shape);
      } else {
        read_mesh(section, geometry, shape);
      }
      break;
    case ShapeType::plane:
      read_plane(section, shape);
      break;
    case ShapeType::point:
      break;
  }
  for (const char* key :
       {"radius", "size", "length", "normal", "points", "file", "scale", "vertices", "triangles", "heights"}) {
    if (!section.asked(key)) section.refuse(key, (type == "ellipsoid" ? "an " : "a ") + type + " has none");
  }
}

// In the body's axes.
void read_grain(Section& section, const Model& model, Shape& shape) {
  const auto grain = section.direction("grain");
  const bool wanted =
      size(shape.material) < model.materials.size() && model.materials[size(shape.material)].across != 1;
  if (section.has("grain") && !wanted) {
    section.error(section.key_place("grain"),
                  "grain is the direction of the first of two frictions; give the material friction = [along, across], "
                  "or leave it out");
  } else if (wanted && !section.has("grain")) {
    section.error(section.place(),
                  "its material has two frictions: give grain, the direction of the first, in the "
                  "body's axes");
  } else if (grain) {
    shape.grain = shape.q_IS.conjugate() * *grain;
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
  const std::string name_of_type = section.string("type").value_or("");
  read_dimensions(name_of_type, section, reading.model.geometry, shape);
  if (!section.planar()) read_grain(section, reading.model, shape);
  section.finish();
  if (shape.type == ShapeType::mesh && !reading.model.bodies[size(body)].fixed) {
    section.error(section.place("type"), "a " + name_of_type +
                                             " is for fixed bodies; give the body fixed = true, or the shape "
                                             "another type: hull, or several");
    return;
  }
  const bool has_points = shape.type == ShapeType::hull || shape.type == ShapeType::mesh;
  if (has_points && shape.point_count == 0) return;  // an error says why
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

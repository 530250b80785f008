#include <cmath>

#include "fmu/load/geometry.h"
#include "fmu/load/mass.h"
#include "fmu/load/reading.h"

namespace stickslip::load {

namespace {

constexpr double kLightest = 10;     // kg/m^3, below it a warning
constexpr double kDensest = 25000;   // kg/m^3, osmium has 22600
constexpr double kOffCentre = 1e-9;  // m

/// What the file says of a body's mass.
struct MassKeys {
  std::optional<double> mass;
  std::optional<double> density;
  std::optional<Vec3> com;
  std::optional<Mat3> inertia;
  bool inertia_given = false;
};

std::optional<Mat3> read_inertia(Section& section) {
  if (section.planar()) {
    const auto number = section.number("inertia", kPositive);
    if (!number) return std::nullopt;
    return Vec3(0, 0, *number).asDiagonal();
  }
  const auto list = section.numbers("inertia", kAny);
  if (!list) return std::nullopt;
  const std::vector<double>& n = *list;
  if (n.size() == 3) return Vec3(n[0], n[1], n[2]).asDiagonal();
  if (n.size() != 6) {
    section.error(
        section.place("inertia"),
        "inertia must be 3 principal moments or 6 numbers [xx, yy, zz, xy, xz, yz], got " + std::to_string(n.size()));
    return std::nullopt;
  }
  return Mat3(n[0], n[3], n[4], n[3], n[1], n[5], n[4], n[5], n[2]);
}

/// Stores the principal moments and their axes after checking that a body can have them.
void set_inertia(const Mat3& tensor, Section& section, Body& body) {
  const Place at = section.place("inertia");
  if (section.planar()) {
    body.inertia = Vec3(0, 0, tensor(2, 2));
    if (!(tensor(2, 2) >= kSmallest)) section.error(at, "inertia is too small, got " + about(tensor(2, 2)));
    return;
  }
  const Principal principal = diagonalise(tensor);
  body.inertia = principal.values;
  body.q_BI = principal.q;
  const double least = principal.values.minCoeff();
  const double most = principal.values.maxCoeff();
  if (!(least >= kSmallest) || !(most <= kLargest) || least <= 1e-12 * most) {
    section.error(at, "inertia must be positive definite, got principal moments " + about(principal.values.x()) + ", " +
                          about(principal.values.y()) + ", " + about(principal.values.z()));
    return;
  }
  if (most > (principal.values.sum() - most) * (1 + 1e-9)) {
    section.warn(at, "inertia breaks the triangle inequality: the largest principal moment " + about(most) +
                         " exceeds the sum of the others, which no distribution of mass has");
  }
}

MassKeys read_mass_keys(Section& section) {
  MassKeys keys;
  keys.mass = section.number("mass", kPositive);
  keys.density = section.number("density", kPositive);
  keys.com = section.vector("com", Unit::length);
  keys.inertia_given = section.has("inertia");
  keys.inertia = read_inertia(section);
  if (section.has("density") && section.has("mass")) {
    section.error(section.key_place("density"), "give mass or density, not both");
  } else if (section.has("density") && keys.inertia_given) {
    section.error(section.key_place("density"),
                  "density stands in place of mass and inertia; remove inertia or give mass");
  }
  return keys;
}

void check_density(double density, const Place& at, Section& section) {
  if (section.planar() || (density >= kLightest && density <= kDensest)) return;
  section.warn(at,
               "density is " + about(density) + " kg/m^3, outside 10 to 25000; check mass and shape sizes (kg and m)");
}

/// Mass, centre of mass and inertia from what is given and, for the rest, from the shapes.
void settle_mass(const MassKeys& keys, const Composite& composite, bool shapes_good, Section& section, Body& body) {
  const bool solid = composite.volume > 0;
  if (body.fixed) return;
  if (!section.has("mass") && !section.has("density")) {
    if (section.misspelt({"mass", "density", "fixed"})) return;
    section.error(section.place(),
                  "mass is missing; give mass, or density to take it from the shapes, or fixed = true");
    return;
  }
  if (!shapes_good) return;
  if (section.has("density") && !solid) {
    section.error(section.key_place("density"),
                  "density needs a shape with volume (planes and points have none); give mass");
    return;
  }
  if (keys.density) body.mass = *keys.density * composite.volume;
  if (keys.mass) body.mass = *keys.mass;
  if (!(body.mass >= kSmallest && body.mass <= kLargest)) return;  // reported, or nothing was good
  const Place density_at = section.place(section.has("density") ? "density" : "mass");
  if (solid) check_density(body.mass / composite.volume, density_at, section);

  const bool from_shapes = !keys.inertia_given && body.rotates;
  if (from_shapes && !solid) {
    if (section.misspelt({"inertia", "rotates", "shapes"})) return;
    section.error(section.place(),
                  "inertia is missing and no shape has a volume to take it from; give inertia, or "
                  "rotates = false for a point mass");
    return;
  }
  body.p_BI = keys.com.value_or(Vec3::Zero());
  if (from_shapes && !section.has("com") && composite.com.cwiseAbs().maxCoeff() > kOffCentre) {
    section.warn(section.place(),
                 "the centre of mass is at the origin, the shapes' own is not; if that is meant to be "
                 "it, write com = [" +
                     about(composite.com.x()) + ", " + about(composite.com.y()) +
                     (section.planar() ? "" : ", " + about(composite.com.z())) +
                     "], else com = " + (section.planar() ? "[0, 0]" : "[0, 0, 0]"));
  }
  if (!body.rotates) return;
  if (keys.inertia) set_inertia(*keys.inertia, section, body);
  if (from_shapes) {
    const Mat3 about_com = composite.inertia + steiner(composite.volume, composite.com - body.p_BI);
    set_inertia(body.mass / composite.volume * about_com, section, body);
  }
}

void read_motion(Section& section, const Scope& scope, Body& body) {
  const Rotation rotation = section.rotation("rotation").value_or(Rotation{});
  body.p_WB = scope.point(section.vector("position", Unit::length).value_or(Vec3::Zero()));
  body.q_WB = scope.attitude(rotation.q);
  body.angle = section.planar() ? scope.angle() + rotation.angle : 0;
  body.velocity = scope.direction(section.vector("velocity").value_or(Vec3::Zero()));
  if (section.planar()) {
    body.angular_velocity.z() = section.number("angular_velocity", kAny).value_or(0);
  } else {
    body.angular_velocity = scope.direction(section.vector("angular_velocity").value_or(Vec3::Zero()));
  }
  body.has_velocity = section.has("velocity") || section.has("angular_velocity");
  for (const char* key : {"velocity", "angular_velocity"}) {
    if (body.fixed && section.has(key)) {
      section.error(section.key_place(key),
                    std::string(key) + " has no meaning for a fixed body; remove it or fixed = true");
    }
  }
  if (!body.rotates && !body.fixed && section.has("angular_velocity")) {
    section.error(section.key_place("angular_velocity"), "angular_velocity has no meaning for a point mass");
  }
}

void read_belt(Section& section, Scheme scheme, Body& body) {
  body.is_belt = section.has("surface_velocity");
  body.surface_velocity = section.vector("surface_velocity").value_or(Vec3::Zero());
  if (!body.is_belt || scheme != Scheme::trapezoidal) return;
  section.error(
      section.key_place("surface_velocity"),
      "surface_velocity needs another scheme: \"trapezoidal\" looks for the end of sliding against bodies, not "
      "against their surfaces; take \"stabilised\", \"euler\" or \"spook\"");
}

void read_body(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  const int index = static_cast<int>(model.bodies.size());
  Section section(table, label("body", table), model.planar, reading.log);
  Body body;
  body.name = reading.names.claim(section, Kind::body, index);
  const auto fixed = section.boolean("fixed");
  const auto rotates = section.boolean("rotates");
  const bool clear = fixed.has_value() == section.has("fixed") && rotates.has_value() == section.has("rotates");
  body.fixed = fixed.value_or(false);
  body.rotates = rotates.value_or(true);
  read_motion(section, reading.scope, body);
  read_belt(section, model.step.scheme, body);
  const MassKeys keys = read_mass_keys(section);
  if (!body.rotates && keys.inertia_given) {
    section.error(section.key_place("inertia"),
                  "inertia has no meaning for a point mass; remove it or rotates = false");
  }
  model.bodies.push_back(body);

  section.node("shapes");
  const std::size_t first_shape = model.shapes.size();
  const int errors = reading.log.errors();
  read_shapes(table, index, reading);
  const bool shapes_good = reading.log.errors() == errors;
  if (!shapes_good || section.misspelt({"shapes"})) reading.has_shape.back() = true;  // as far as anybody knows
  section.finish();

  Composite composite;
  for (std::size_t i = first_shape; i < model.shapes.size(); ++i) {
    add(model.geometry, model.shapes[i], model.planar, composite);
  }
  Body& stored = model.bodies.back();
  if (clear) settle_mass(keys, composite, shapes_good, section, stored);
  const Quat to_inertial = stored.q_BI.conjugate();
  for (std::size_t i = first_shape; i < model.shapes.size(); ++i) {
    Shape& shape = model.shapes[i];
    shape.p_IS = to_inertial * (shape.p_IS - stored.p_BI);
    shape.q_IS = normalised(to_inertial * shape.q_IS);
  }
}

}  // namespace

void read_bodies(const toml::table& file, Reading& reading) {
  for (const toml::table* table : tables(file, "body", "body", reading.log)) read_body(*table, reading);
}

void check_bodies(const toml::table& file, bool has_parts, Reading& reading) {
  const bool hidden = file.contains("body") || file.contains("include") || !slip_of("body", file).empty();
  if (reading.model.bodies.empty() && (!hidden || (has_parts && !reading.log.failed()))) {
    reading.log.error({1, 1}, "there is no [[body]]; a model needs one at least");
  }
}

}  // namespace stickslip::load

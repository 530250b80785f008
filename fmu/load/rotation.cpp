#include <cmath>

#include "fmu/load/geometry.h"
#include "fmu/load/section.h"

namespace stickslip::load {

void Section::warn_of_degrees(const toml::node& value, std::string_view name, double angle) {
  if (std::fabs(angle) <= kTwoPi || value.is_string()) return;
  warn(place_of(value), std::string(name) + " " + kind_of(value) + " is over 2 pi radians; write \"" + kind_of(value) +
                            " deg\" if degrees are meant");
}

std::optional<double> Section::angle_in(const toml::node& value, std::string_view name) {
  const auto angle = number_in(value, name, kAny, Unit::angle);
  if (angle) warn_of_degrees(value, name, *angle);
  return angle;
}

std::optional<double> Section::angle(std::string_view key) {
  const toml::node* value = node(key);
  return value == nullptr ? std::nullopt : angle_in(*value, key);
}

std::optional<Rotation> Section::rotation(std::string_view key) {
  const toml::node* value = node(key);
  if (value == nullptr) return std::nullopt;
  if (planar_) {
    if (value->is_table() || value->is_array()) {
      error(place_of(*value), std::string(key) + " must be one angle in a planar world, got " + kind_of(*value));
      return std::nullopt;
    }
    const auto angle = angle_in(*value, key);
    if (!angle) return std::nullopt;
    return Rotation{about_axis(Vec3::UnitZ(), *angle), *angle};
  }
  const auto* table = value->as_table();
  if (table == nullptr) {
    error(place_of(*value),
          std::string(key) +
              " must be { axis = [x, y, z], angle = a }, { rpy = [r, p, y] } or { quaternion = [w, x, "
              "y, z] }, got " +
              kind_of(*value));
    return std::nullopt;
  }
  return spatial_rotation(*table, key);
}

std::optional<Rotation> Section::spatial_rotation(const toml::table& table, std::string_view name) {
  Section form(table, what_ + ": " + std::string(name), planar_, log_);
  const bool by_axis = form.has("axis") || form.has("angle");
  const bool by_rpy = form.has("rpy");
  const bool by_quaternion = form.has("quaternion");
  std::optional<Rotation> result;
  if (int{by_axis} + int{by_rpy} + int{by_quaternion} > 1) {
    form.error(form.place(), "give one of axis with angle, rpy, quaternion");
  } else if (by_rpy) {
    result = form.rpy_form();
  } else if (by_quaternion) {
    result = form.quaternion_form();
  } else {
    result = form.axis_form();
  }
  for (const char* key : {"axis", "angle", "rpy", "quaternion"}) form.node(key);
  form.finish();
  return result;
}

std::optional<Rotation> Section::axis_form() {
  const toml::node* axis_node = required("axis", "a rotation is { axis, angle }, { rpy } or { quaternion }");
  const toml::node* angle_node = required("angle");
  const auto axis = axis_node == nullptr ? std::nullopt : direction_in(*axis_node, "axis");
  const auto angle = angle_node == nullptr ? std::nullopt : angle_in(*angle_node, "angle");
  if (!axis || !angle) return std::nullopt;
  return Rotation{about_axis(*axis, *angle), *angle};
}

std::optional<Rotation> Section::rpy_form() {
  const toml::node* value = node("rpy");
  const auto rpy = vector("rpy", Unit::angle);
  if (!rpy) return std::nullopt;
  for (int i = 0; i < 3; ++i) {
    warn_of_degrees(*value->as_array()->get(static_cast<std::size_t>(i)), "rpy[" + std::to_string(i + 1) + "]",
                    (*rpy)[i]);
  }
  return Rotation{
      about_axis(Vec3::UnitZ(), rpy->z()) * about_axis(Vec3::UnitY(), rpy->y()) * about_axis(Vec3::UnitX(), rpy->x()),
      0};
}

std::optional<Rotation> Section::quaternion_form() {
  const auto wxyz = numbers("quaternion", kAny);
  if (!wxyz) return std::nullopt;
  const Place at = place("quaternion");
  if (wxyz->size() != 4) {
    error(at, "quaternion must be [w, x, y, z], got " + std::to_string(wxyz->size()) + " numbers");
    return std::nullopt;
  }
  const Quat q((*wxyz)[0], (*wxyz)[1], (*wxyz)[2], (*wxyz)[3]);
  const double norm = std::sqrt(q.squaredNorm());
  if (norm < 1e-6) {
    error(at, "quaternion must not be zero");
    return std::nullopt;
  }
  if (std::fabs(norm - 1) > 1e-3) warn(at, "quaternion has length " + about(norm) + " and is scaled to 1");
  return Rotation{Quat(q.w() / norm, q.vec() / norm), 0};
}

std::optional<Vec3> Section::direction(std::string_view key) {
  const toml::node* value = node(key);
  return value == nullptr ? std::nullopt : direction_in(*value, key);
}

std::optional<Vec3> Section::direction_in(const toml::node& value, std::string_view name) {
  const auto vector = vector_in(value, name, Unit::none);
  if (!vector) return std::nullopt;
  const double largest = vector->cwiseAbs().maxCoeff();
  if (largest < 1e-6) {
    error(place_of(value), std::string(name) + " must not be zero; give it a length of about 1");
    return std::nullopt;
  }
  const Vec3 scaled = *vector / largest;
  return scaled / std::sqrt(scaled.squaredNorm());
}

}  // namespace stickslip::load

#include "tests/benchmark/peers/engines/to_toml.h"

#include <cmath>
#include <cstdio>

namespace stickslip::peers {
namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

class Writer {
 public:
  explicit Writer(const Scene& scene) : scene_(scene) {}

  std::string write(const std::string& options) {
    head(options);
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) body(static_cast<int>(b));
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) joint(static_cast<int>(j));
    if (scene_.press.force > 0) text_ += "[[contact]]\nname = \"probe\"\nbodies = [\"" + name(scene_.watch) + "\"]\n";
    return text_;
  }

 private:
  static std::string name(int body) { return body < 0 ? "world" : "b" + std::to_string(body); }
  std::string vector(const Vec3& v) const {
    return "[" + number(v.x()) + ", " + number(v.y()) + (scene_.planar ? "]" : ", " + number(v.z()) + "]");
  }
  std::string turn(const Quat& q) const {
    if (scene_.planar) return number(2 * std::atan2(q.z(), q.w()));
    return "{ quaternion = [" + number(q.w()) + ", " + number(q.x()) + ", " + number(q.y()) + ", " + number(q.z()) +
           "] }";
  }
  void line(const std::string& key, const std::string& value) { text_ += key + " = " + value + "\n"; }

  void head(const std::string& options) {
    text_ += "# " + scene_.says + "\n[model]\nname = \"scene\"\n";
    line("dimension", scene_.planar ? "2" : "3");
    line("gravity", vector(scene_.gravity));
    text_ += "[step]\n" + options;
    line("size", number(scene_.h));
    text_ += "[experiment]\n";
    line("stop", number(scene_.h * scene_.steps));
    text_ += "[[material]]\nname = \"stuff\"\n";
    line("friction", number(scene_.friction));
    line("restitution", number(scene_.restitution));
  }

  void body(int index) {
    const Body& b = scene_.bodies[static_cast<std::size_t>(index)];
    text_ += "[[body]]\nname = \"" + name(index) + "\"\n";
    line("position", vector(b.position));
    line("rotation", turn(b.rotation));
    if (b.fixed) {
      line("fixed", "true");
    } else {
      line("mass", number(b.mass));
      line("inertia", scene_.planar ? number(b.inertia.z()) : vector(b.inertia));
      line("velocity", vector(b.velocity));
      line("angular_velocity", scene_.planar ? number(b.angular_velocity.z()) : vector(b.angular_velocity));
    }
    for (const Shape& one : scene_.shapes) {
      if (one.body == index) shape(one);
    }
  }

  void shape(const Shape& s) {
    text_ += "[[body.shapes]]\nmaterial = \"stuff\"\n";
    line("position", vector(s.position));
    if (s.form == Shape::Form::plane) {
      text_ += "type = \"plane\"\n";
      line("normal", vector(plane_normal(scene_, s)));
      return;
    }
    line("rotation", turn(s.rotation));
    if (s.form == Shape::Form::box) {
      text_ += "type = \"box\"\n";
      line("size", vector(2 * s.half_size));
      return;
    }
    line("radius", number(s.radius));
    if (s.form == Shape::Form::capsule) {
      text_ += "type = \"capsule\"\n";
      line("length", number(2 * s.half_length));
    } else {
      text_ += scene_.planar ? "type = \"disk\"\n" : "type = \"sphere\"\n";
    }
  }

  void joint(int index) {
    const Joint& j = scene_.joints[static_cast<std::size_t>(index)];
    const bool hinge = j.kind == Joint::Kind::hinge;
    text_ += "[[joint]]\nname = \"j" + std::to_string(index) + "\"\n";
    line("type", hinge ? "\"hinge\"" : "\"ball\"");
    line("bodies", "[\"" + name(j.parent) + "\", \"" + name(j.child) + "\"]");
    line("anchor", vector(j.anchor));
    if (hinge && !scene_.planar) line("axis", vector(j.axis));
  }

  const Scene& scene_;
  std::string text_;
};

}  // namespace

std::string to_toml(const Scene& scene, const std::string& options) {
  return Writer(scene).write(options);
}

}  // namespace stickslip::peers

#include <cstdio>

#include "model/core/joint_kind.h"
#include "tests/benchmark/motion/scene.h"

namespace stickslip::motion {
namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string input_of(const Scene& scene, const Drive& drive) {
  if (drive.kind == Drive::joint) {
    const Link& link = scene.links[static_cast<std::size_t>(drive.on)];
    return link.name + (link.turns() ? ".torque" : ".force");
  }
  return scene.parts[static_cast<std::size_t>(drive.on)].name + (drive.kind == Drive::force ? ".force" : ".torque");
}

class Writer {
 public:
  explicit Writer(const Scene& scene) : scene_(scene), planar_(scene.planar) {}

  std::string write() {
    head();
    for (std::size_t m = 0; m < scene_.surfaces.size(); ++m) surface(static_cast<int>(m));
    for (const Part& one : scene_.parts) part(one);
    for (const Link& one : scene_.links) link(one);
    for (const Cog& one : scene_.cogs) cog(one);
    for (const Coil& one : scene_.coils) coil(one);
    for (const Mount& one : scene_.mounts) mount(one);
    probes();
    return text_;
  }

 private:
  std::string vector(const Vec3& v) const {
    return "[" + number(v.x()) + ", " + number(v.y()) + (planar_ ? "]" : ", " + number(v.z()) + "]");
  }
  std::string turn(const Quat& q, double angle) const {
    if (planar_) return number(angle);
    return "{ quaternion = [" + number(q.w()) + ", " + number(q.x()) + ", " + number(q.y()) + ", " + number(q.z()) +
           "] }";
  }
  void line(const std::string& key, const std::string& value) { text_ += key + " = " + value + "\n"; }
  void quoted(const std::string& key, const std::string& value) { line(key, "\"" + value + "\""); }
  std::string body(int index) const { return index < 0 ? "world" : scene_.parts[static_cast<std::size_t>(index)].name; }
  void bodies(int first, int second) { line("bodies", "[\"" + body(first) + "\", \"" + body(second) + "\"]"); }

  void head() {
    text_ += "# motion_reliability --family " + scene_.family + " --seed " + std::to_string(scene_.seed) +
             " --count 1 --scheme " + name_of(scene_.scheme) + "\n[model]\n";
    quoted("name", "scene");
    line("dimension", planar_ ? "2" : "3");
    line("gravity", vector(scene_.gravity));
    text_ += "[step]\n";
    line("size", number(scene_.h));
    quoted("scheme", name_of(scene_.scheme));
    text_ += "[experiment]\n";
    line("stop", number(scene_.h * scene_.steps));
  }

  void surface(int index) {
    const Surface& s = scene_.surfaces[static_cast<std::size_t>(index)];
    text_ += "[[material]]\n";
    quoted("name", "m" + std::to_string(index));
    line("friction",
         s.across == 1 ? number(s.friction) : "[" + number(s.friction) + ", " + number(s.friction * s.across) + "]");
    line("restitution", number(s.restitution));
    if (s.compliance > 0) line("compliance", number(s.compliance));
    if (s.rolling > 0) line("rolling", number(s.rolling));
    if (s.spinning > 0) line("spinning", number(s.spinning));
  }

  void part(const Part& p) {
    text_ += "[[body]]\n";
    quoted("name", p.name);
    line("position", vector(p.position));
    line("rotation", turn(p.rotation, p.angle));
    if (p.fixed) {
      line("fixed", "true");
    } else {
      motion(p);
    }
    for (const Patch& one : p.patches) patch(one, p.material);
  }

  void motion(const Part& p) {
    line("mass", number(p.mass));
    if (!p.rotates) {
      line("rotates", "false");
    } else {
      line("inertia", planar_ ? number(p.inertia.z()) : vector(p.inertia));
    }
    if (!p.com.isZero(0)) line("com", vector(p.com));
    if (!p.has_velocity) return;
    line("velocity", vector(p.velocity));
    if (p.rotates) {
      line("angular_velocity", planar_ ? number(p.angular_velocity.z()) : vector(p.angular_velocity));
    }
  }

  void patch(const Patch& p, int material) {
    const char* names[] = {planar_ ? "disk" : "sphere",
                           "box",
                           "capsule",
                           "plane",
                           "point",
                           "cylinder",
                           "ellipsoid",
                           planar_ ? "polygon" : "hull",
                           planar_ ? "polyline" : "mesh"};
    text_ += "[[body.shapes]]\n";
    quoted("type", p.columns > 0 ? "heightfield" : names[static_cast<int>(p.type)]);
    quoted("material", "m" + std::to_string(material));
    if (p.columns > 0) return heights(p);
    if (p.radius > 0) line("radius", number(p.radius));
    if (p.length > 0) line("length", number(p.length));
    if (p.type == ShapeType::box || p.type == ShapeType::ellipsoid) line("size", vector(p.size));
    std::string points;
    for (const Vec3& one : p.points) points += (points.empty() ? "" : ", ") + vector(one);
    if (!points.empty()) line("points", "[" + points + "]");
    std::string triangles;
    for (const std::array<int, 3>& t : p.triangles) {
      triangles += triangles.empty() ? "[" : ", [";
      for (int k = 0; k < 3; ++k) triangles += (k > 0 ? ", " : "") + std::to_string(t[static_cast<std::size_t>(k)] + 1);
      triangles += "]";
    }
    if (!triangles.empty()) line("triangles", "[" + triangles + "]");
    if (!p.grain.isZero(0)) line("grain", vector(p.grain));
    line("position", vector(p.position));
    if (p.type != ShapeType::sphere && p.type != ShapeType::point) line("rotation", turn(p.rotation, p.angle));
  }

  // Row after row from the lowest y.
  void heights(const Patch& p) {
    const Vec3 size = p.points.back() - p.points.front();
    line("size", "[" + number(size.x()) + ", " + number(size.y()) + "]");
    std::string rows;
    int column = 0;
    for (const Vec3& one : p.points) {
      rows += (column > 0 ? ", " : rows.empty() ? "[" : "], [") + number(one.z());
      column = (column + 1) % p.columns;
    }
    line("heights", "[" + rows + "]]");
  }

  void link(const Link& l) {
    text_ += "[[joint]]\n";
    quoted("name", l.name);
    quoted("type", joint_type_name(l.type));
    bodies(l.parent, l.child);
    if (l.is_line()) {
      line("anchors", "[" + vector(l.anchor) + ", " + vector(l.far_anchor) + "]");
      if (l.type == JointType::rope) fittings(l);
      return;
    }
    line("anchor", vector(l.anchor));
    axes(l);
    start(l);
    if (l.damping > 0) line("damping", number(l.damping));
    fittings(l);
    if (l.type == JointType::ball && !l.start_turning.isZero(0)) {
      line("start", "{ angular_velocity = " + vector(l.start_turning) + " }");
    }
  }

  void axes(const Link& l) {
    switch (l.type) {
      case JointType::universal:
      case JointType::planar:
      case JointType::point_on_plane:
        return line("axes", "[" + vector(l.axis) + ", " + vector(l.across) + "]");
      case JointType::screw:
        line("pitch", number(l.pitch));
        return line("axis", vector(l.axis));
      case JointType::rolling:
      case JointType::rolling_ball:
        line("normal", vector(l.axis));
        line("radius", number(l.radius));
        if (!planar_ && l.type == JointType::rolling) line("axis", vector(l.wheel));
        return;
      case JointType::slider:
      case JointType::cylindrical:
      case JointType::point_on_line:
        return line("axis", vector(l.axis));
      case JointType::hinge:
        if (!planar_) line("axis", vector(l.axis));
        return;
      default:
        return;
    }
  }

  // A start that is given is held when loops are closed: in a loop only one coordinate has one.
  void start(const Link& l) {
    const std::vector<Way> ways = coordinates_of(l, planar_);
    std::string angles;
    std::string positions;
    std::string rates;
    bool any = false;
    for (std::size_t k = 0; k < ways.size(); ++k) {
      const double at = k == 0 ? l.start : l.more_starts[k - 1];
      const double rate = k == 0 ? l.start_rate : l.more_rates[k - 1];
      any = any || at != 0 || rate != 0;
      std::string& list = ways[k].turns ? angles : positions;
      list += (list.empty() ? "" : ", ") + number(at);
      rates += (rates.empty() ? "" : ", ") + number(rate);
    }
    if (!any) return;
    std::string text = "{ ";
    if (!angles.empty()) text += "angle = [" + angles + "], ";
    if (!positions.empty()) text += "position = [" + positions + "], ";
    line("start", text + "velocity = [" + rates + "] }");
  }

  void mount(const Mount& m) {
    const auto numbers = [&](const std::array<double, 6>& of) {
      std::string text = number(of[0]) + ", " + number(of[1]);
      if (planar_) return "[" + text + ", " + number(of[5]) + "]";
      for (std::size_t k = 2; k < 6; ++k) text += ", " + number(of[k]);
      return "[" + text + "]";
    };
    text_ += "[[bushing]]\n";
    quoted("name", m.name);
    bodies(m.first, m.second);
    line("anchor", vector(m.anchor));
    line("rotation", turn(m.rotation, m.angle));
    line("stiffness", numbers(m.stiffness));
    line("damping", numbers(m.damping));
  }

  // One value per coordinate, `none` where it has nothing of the kind; no line where no coordinate has.
  template <class Told>
  void per_way(const Link& l, const std::string& key, const char* none, const Told& told) {
    const std::vector<Way> ways = coordinates_of(l, planar_);
    std::string list;
    bool any = false;
    for (std::size_t k = 0; k < ways.size(); ++k) {
      const std::string one = told(l.ways[k], ways[k].turns);
      any = any || !one.empty();
      list += (k > 0 ? ", " : "") + (one.empty() ? none : one);
    }
    if (any) line(key, ways.size() == 1 ? list : "[" + list + "]");
  }

  void fittings(const Link& l) {
    per_way(l, "friction", "0", [](const Fittings& f, bool turns) {
      if (f.coefficient == 0) return f.friction > 0 ? number(f.friction) : std::string();
      return "{ coefficient = " + number(f.coefficient) +
             (turns ? ", radius = " + number(f.lever) + ", torque" : ", force") + " = " + number(f.friction) + " }";
    });
    per_way(l, "armature", "0",
            [](const Fittings& f, bool /*turns*/) { return f.armature > 0 ? number(f.armature) : std::string(); });
    if (l.type == JointType::rope) {
      const Fittings& f = l.first();
      if (f.lower > -kUnlimited) line("min", number(f.lower));
      if (f.upper < kUnlimited) line("max", number(f.upper));
      if (f.restitution > 0) line("restitution", number(f.restitution));
    } else {
      per_way(l, "limits", "[]", [](const Fittings& f, bool /*turns*/) {
        if (!f.limited()) return std::string();
        return "{ restitution = " + number(f.restitution) +
               (f.compliance > 0 ? ", compliance = " + number(f.compliance) : "") +
               (f.lower > -kUnlimited ? ", lower = " + number(f.lower) : "") +
               (f.upper < kUnlimited ? ", upper = " + number(f.upper) : "") + " }";
      });
    }
    per_way(l, "drive", "{}", motor);
  }

  static std::string motor(const Fittings& f, bool turns) {
    const Motor& m = f.motor;
    if (!f.has_motor()) return "";
    const char* modes[] = {"force", "velocity", "position", "locked"};
    std::string text = std::string("{ mode = \"") + modes[static_cast<int>(m.mode)] + "\"";
    if (m.stiffness > 0) text += ", stiffness = " + number(m.stiffness) + ", damping = " + number(m.damping);
    const bool aims = m.mode == DriveMode::velocity || m.mode == DriveMode::position;
    if (aims) text += ", target = " + number(m.target);
    if (m.most < kUnlimited) text += (turns ? ", max_torque = " : ", max_force = ") + number(m.most);
    return text + " }";
  }

  void cog(const Cog& c) {
    text_ += "[[gear]]\n";
    quoted("name", c.name);
    std::string joints;
    std::string ratios;
    for (std::size_t i = 0; i < c.links.size(); ++i) {
      joints += (i > 0 ? ", \"" : "\"") + scene_.links[static_cast<std::size_t>(c.links[i])].name + "\"";
      ratios += (i > 0 ? ", " : "") + number(c.ratios[i]);
    }
    line("joints", "[" + joints + "]");
    line("ratio", "[" + ratios + "]");
    if (c.backlash > 0) line("backlash", number(c.backlash));
  }

  void coil(const Coil& c) {
    text_ += "[[spring]]\n";
    quoted("name", c.name);
    line("stiffness", number(c.stiffness));
    line("damping", number(c.damping));
    if (c.link >= 0) {
      const Link& on = scene_.links[static_cast<std::size_t>(c.link)];
      quoted("joint", on.name);
      line(on.type == JointType::hinge ? "rest_angle" : "rest_position", number(c.rest));
      return;
    }
    bodies(c.first, c.second);
    line("anchors", "[" + vector(c.anchor) + ", " + vector(c.far_anchor) + "]");
    line("rest_length", number(c.rest));
  }

  void probes() {
    const Probes probes(scene_);
    for (std::size_t b = 0; b < scene_.parts.size(); ++b) {
      const Part& p = scene_.parts[b];
      if (probes.frame_of_part[b] < 0) continue;
      const int frames = !p.rotates ? 1 : planar_ ? 2 : 4;
      for (int k = 0; k < frames; ++k) {
        text_ += "[[frame]]\n";
        quoted("name", p.name + "_at_" + std::to_string(k));
        quoted("body", p.name);
        line("position", vector(p.com + (k > 0 ? Vec3(Vec3::Unit(k - 1)) : Vec3(Vec3::Zero()))));
      }
    }
    int index = 0;
    for (const Probes::Touch& touch : probes.touches) {
      text_ += "[[contact]]\n";
      quoted("name", "touch_" + std::to_string(index++));
      const std::string other = touch.second < 0 ? "" : "\", \"" + body(touch.second);
      line("bodies", "[\"" + body(touch.first) + other + "\"]");
    }
    if (scene_.drives.empty()) return;
    std::string list;
    for (const Drive& drive : scene_.drives) list += (list.empty() ? "\"" : ", \"") + input_of(scene_, drive) + "\"";
    text_ += "[interface]\ninputs = [" + list + "]\n";
  }

  const Scene& scene_;
  bool planar_;
  std::string text_;
};

}  // namespace

std::string to_toml(const Scene& scene) {
  return Writer(scene).write();
}

std::string to_csv(const Scene& scene) {
  std::string text = "\"time\"";
  for (const Drive& drive : scene.drives) {
    const std::string name = input_of(scene, drive);
    const bool scalar = drive.kind == Drive::joint || (drive.kind == Drive::torque && scene.planar);
    const int width = scene.planar ? 2 : 3;
    if (scalar) text += ",\"" + name + "\"";
    for (int k = 1; !scalar && k <= width; ++k) text += ",\"" + name + "[" + std::to_string(k) + "]\"";
  }
  text += "\n";
  for (int row = 0; row < scene.steps; ++row) {
    text += number(row * scene.h);
    for (const Drive& drive : scene.drives) {
      const double value = drive.at(row * scene.h);
      if (drive.kind == Drive::joint) {
        text += "," + number(value);
      } else if (drive.kind == Drive::torque && scene.planar) {
        text += "," + number(value * drive.direction.z());
      } else {
        for (int k = 0; k < (scene.planar ? 2 : 3); ++k) text += "," + number(value * drive.direction[k]);
      }
    }
    text += "\n";
  }
  return text;
}

}  // namespace stickslip::motion

#include "fmu/urdf/write.h"

#include <algorithm>
#include <cmath>

#include "fmu/archive/text.h"
#include "fmu/load/geometry.h"
#include "fmu/load/log.h"
#include "fmu/urdf/names.h"
#include "model/math/size.h"

namespace stickslip::urdf {

namespace {

constexpr double kNothing = 1e-15;  // what sines leave of a zero, m or a share of a turn
constexpr double kFriction0 = 0.5;

/// A basic string of TOML.
std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  return result + "\"";
}

/// What stands in a comment: one line of well-formed text.
std::string in_comment(std::string text) {
  text = host::printable(text, 400);
  return host::invalid_utf8(text) ? "(not UTF-8)" : text;
}

std::string num(double x) {
  return load::to_text(std::fabs(x) < kNothing ? 0.0 : x);
}

std::string vec(const Vec3& v) {
  return "[" + num(v.x()) + ", " + num(v.y()) + ", " + num(v.z()) + "]";
}

bool is_turned(const Quat& q) {
  return q.vec().cwiseAbs().maxCoeff() >= kNothing;
}

std::string turn(const Quat& q) {
  return "{ quaternion = [" + num(q.w()) + ", " + num(q.x()) + ", " + num(q.y()) + ", " + num(q.z()) + "] }";
}

class Writer {
 public:
  Writer(const Robot& robot, const Plan& plan, const WriteOptions& options)
      : robot_(robot), plan_(plan), options_(options) {}

  Written write() {
    model_name_ = Names().take(robot_.name, "robot");
    surface_ = names_.take("surface", "material");
    for (const Body& body : plan_.bodies) {
      body_names_.push_back(is_world(body) ? "world" : names_.take(robot_.links[size(body.link)].name, "link"));
    }
    joint_names_.resize(robot_.joints.size());
    for (const int joint : plan_.moving)
      joint_names_[size(joint)] = names_.take(robot_.joints[size(joint)].name, "joint");
    head();
    for (std::size_t i = 0; i < plan_.bodies.size(); ++i) body(i);
    for (const int index : plan_.moving) joint(index);
    for (const int index : plan_.moving) gear(index);
    for (std::size_t i = 0; i < plan_.bodies.size(); ++i) frames(i);
    for (const auto& [first, second] : options_.apart) {
      line("");
      line("[[no_contact]]  # they begin inside each other");
      line("bodies = [" + in_quotes(first) + ", " + in_quotes(second) + "]");
    }
    return std::move(written_);
  }

 private:
  void line(const std::string& text) {
    written_.text += text + "\n";
    ++line_;
  }
  void key(const char* name, const std::string& value) { line(std::string(name) + " = " + value); }
  /// The name, and what the URDF calls it where that is something else.
  void name(const std::string& given, const std::string& urdf) {
    line("name = " + in_quotes(given) + (given == urdf ? "" : "  # in the URDF " + in_comment(load::in_quotes(urdf))));
  }

  /// A fixed body with nothing to touch need not be there.
  bool is_world(const Body& body) const {
    return body.fixed && std::all_of(body.links.begin(), body.links.end(),
                                     [&](int link) { return robot_.links[size(link)].collisions.empty(); });
  }

  void head() {
    line("# Made by `stickslip import` from " + in_comment(options_.source) + ".");
    if (!robot_.ignored.empty()) {
      std::string list;
      for (const auto& [element, count] : robot_.ignored) {
        list += (list.empty() ? "" : ", ") + std::to_string(count) + " <" + element + ">";
      }
      line("# Not carried over, as a model has no place for it: " + in_comment(list) + ".");
    }
    if (!options_.remarks.empty()) line("# Repaired or not carried over, by the lines of the URDF:");
    for (const Remark& remark : options_.remarks) {
      line("#   " + std::to_string(remark.line) + ": " + in_comment(remark.text));
    }
    line("");
    line("[model]");
    key("name", in_quotes(model_name_));
    key("description", in_quotes("Robot from " + in_comment(options_.source)));
    const bool touches = std::any_of(robot_.links.begin(), robot_.links.end(),
                                     [](const Link& link) { return !link.collisions.empty(); });
    if (!touches) return;
    line("");
    line("[[material]]  # a URDF has none");
    key("name", in_quotes(surface_));
    key("friction", num(kFriction0));
  }

  void body(std::size_t index) {
    const Body& body = plan_.bodies[index];
    if (is_world(body)) return;
    line("");
    line("[[body]]");
    name(body_names_[index], robot_.links[size(body.link)].name);
    if (!body.world.p.isZero(kNothing)) key("position", vec(body.world.p));
    if (is_turned(body.world.q)) key("rotation", turn(body.world.q));
    if (body.fixed) {
      key("fixed", "true");
    } else if (body.inertness == Inertness::from_density) {
      key("density", num(kDensity));
    } else {
      key("mass", load::to_text(body.mass));
      key("com", vec(body.com));
      if (body.inertness == Inertness::given) key("inertia", tensor(body.inertia));
    }
    shapes(body);
  }

  static std::string tensor(const Mat3& inertia) {
    const Vec3 d = inertia.diagonal();
    const double small = kNothing * d.maxCoeff();
    const auto off = [&](int i, int j) { return std::fabs(inertia(i, j)) < small ? 0.0 : inertia(i, j); };
    std::string text = "[" + load::to_text(d.x()) + ", " + load::to_text(d.y()) + ", " + load::to_text(d.z());
    if (off(0, 1) != 0 || off(0, 2) != 0 || off(1, 2) != 0) {
      for (const double x : {off(0, 1), off(0, 2), off(1, 2)}) text += ", " + load::to_text(x);
    }
    return text + "]";
  }

  void shapes(const Body& body) {
    bool any = false;
    for (const int link : body.links) {
      const std::vector<Collision>& collisions = robot_.links[size(link)].collisions;
      for (std::size_t k = 0; k < collisions.size(); ++k) {
        if (!any) line("shapes = [");
        any = true;
        written_.shapes[line_] = {link, static_cast<int>(k)};
        const Collision& collision = collisions[k];
        const char* mesh = body.fixed && !collision.hull ? "mesh" : "hull";
        line("  " + shape(collision, plan_.in_body[size(link)] * collision.origin, mesh) + ",");
      }
    }
    if (any) line("]");
  }

  std::string shape(const Collision& collision, const Pose& at, const std::string& mesh) const {
    std::string text = "{ type = ";
    switch (collision.solid) {
      case Solid::box:
        text += "\"box\", size = " + vec(collision.size);
        break;
      case Solid::sphere:
        text += "\"sphere\", radius = " + num(collision.radius);
        break;
      case Solid::point:
        text += "\"point\"";
        break;
      case Solid::cylinder:
      case Solid::capsule:
        text += collision.solid == Solid::cylinder ? "\"cylinder\"" : "\"capsule\"";
        text += ", radius = " + num(collision.radius) + ", length = " + num(collision.length);
        break;
      case Solid::mesh:
        text += in_quotes(mesh) + ", file = " + in_quotes(collision.file);
        if (!(collision.size == Vec3::Constant(1))) text += ", scale = " + vec(collision.size);
        break;
    }
    if (!at.p.isZero(kNothing)) text += ", position = " + vec(at.p);
    if (is_turned(at.q)) text += ", rotation = " + turn(at.q);
    return text + ", material = " + in_quotes(surface_) + " }";
  }

  static const char* type_name(JointType type) {
    switch (type) {
      case JointType::prismatic:
        return "slider";
      case JointType::planar:
        return "planar";
      case JointType::ball:
        return "ball";
      default:
        return "hinge";
    }
  }

  /// As near to 0 as its limits let it, or where the joint that it follows puts it.
  double start_of(const Joint& joint, int followed) const {
    constexpr int kMostFollowed = 100;
    const auto master = std::find_if(robot_.joints.begin(), robot_.joints.end(), [&](const Joint& other) {
      return joint.mimic && other.name == joint.mimic->joint && !is_rigid(other);
    });
    double start = 0;
    if (master != robot_.joints.end() && followed < kMostFollowed) {
      start = joint.mimic->multiplier * start_of(*master, followed + 1) + joint.mimic->offset;
    }
    return joint.lower ? std::clamp(start, *joint.lower, *joint.upper) : start;
  }

  void joint(int index) {
    const Joint& joint = robot_.joints[size(index)];
    const int parent = plan_.body_of[size(joint.parent)];
    const int child = plan_.body_of[size(joint.child)];
    const Pose frame = plan_.bodies[size(parent)].world * plan_.in_body[size(joint.parent)] * joint.origin;
    const bool rigid = is_rigid(joint);
    line("");
    line("[[joint]]");
    name(joint_names_[size(index)], joint.name);
    const bool slides = joint.type == JointType::prismatic;
    const bool flat = joint.type == JointType::planar;
    key("type", in_quotes(rigid ? "fixed" : type_name(joint.type)));
    key("bodies", "[" + in_quotes(body_names_[size(parent)]) + ", " + in_quotes(body_names_[size(child)]) + "]");
    key("anchor", vec(frame.p));
    if (rigid || joint.type == JointType::ball) return;
    key("axis", vec(frame.q * joint.axis));
    const auto each = [&](double x) { return flat ? "[" + num(x) + ", " + num(x) + ", " + num(x) + "]" : num(x); };
    // Without its unit so large an angle would draw a warning: are these degrees?
    const auto value = [&](double x) {
      return slides || std::fabs(x) <= load::kTwoPi ? num(x) : in_quotes(num(x) + " rad");
    };
    if (joint.lower) {
      const bool open = *joint.lower == -kNoBound || *joint.upper == kNoBound;
      const std::string one =
          *joint.lower == -kNoBound ? "upper = " + value(*joint.upper) : "lower = " + value(*joint.lower);
      key("limits", open ? "{ " + one + " }" : "[" + value(*joint.lower) + ", " + value(*joint.upper) + "]");
    }
    if (const double start = start_of(joint, 0); start != 0) {
      key("start", std::string(slides ? "{ position = " : "{ angle = ") + value(start) + " }");
    }
    if (joint.damping > 0) key("damping", each(joint.damping));
    if (joint.friction > 0) key("friction", each(joint.friction));
    if (joint.armature > 0) key("armature", each(joint.armature));
    if (joint.effort > 0 && !joint.mimic && !flat && !options_.drive.empty()) {
      const std::string most = (slides ? ", max_force = " : ", max_torque = ") + num(joint.effort);
      key("drive", "{ mode = " + in_quotes(options_.drive) + (joint.effort < kNoBound ? most : "") + " }");
    }
    if (joint.velocity > 0 && joint.velocity < kNoBound)
      line("# no faster than " + num(joint.velocity) + (slides ? " m/s" : " rad/s") + ", says the URDF");
    if (joint.reduction) line("# its transmission reduces by " + num(*joint.reduction));
  }

  /// A joint that follows another one.
  void gear(int index) {
    const Joint& joint = robot_.joints[size(index)];
    if (!joint.mimic || is_rigid(joint)) return;
    for (const int other : plan_.moving) {
      const Joint& master = robot_.joints[size(other)];
      if (master.name != joint.mimic->joint || is_rigid(master)) continue;
      line("");
      line("[[gear]]");
      key("name", in_quotes(names_.take(joint.name + "_mimic", "gear")));
      key("joints", "[" + in_quotes(joint_names_[size(index)]) + ", " + in_quotes(joint_names_[size(other)]) + "]");
      key("ratio", "[1, " + num(-joint.mimic->multiplier) + "]");
      if (joint.mimic->offset != 0) key("offset", num(joint.mimic->offset));
    }
  }

  /// Links without a body of their own are points of the one that they are welded to.
  void frames(std::size_t index) {
    const Body& body = plan_.bodies[index];
    if (body.fixed) return;
    for (const int link : body.links) {
      if (link == body.link) continue;
      const Pose& at = plan_.in_body[size(link)];
      line("");
      line("[[frame]]");
      name(names_.take(robot_.links[size(link)].name, "link"), robot_.links[size(link)].name);
      key("body", in_quotes(body_names_[index]));
      if (!at.p.isZero(kNothing)) key("position", vec(at.p));
      if (is_turned(at.q)) key("rotation", turn(at.q));
    }
  }

  const Robot& robot_;
  const Plan& plan_;
  const WriteOptions& options_;
  Names names_;
  std::string model_name_;
  std::string surface_;
  std::vector<std::string> body_names_;   // 1 per body
  std::vector<std::string> joint_names_;  // 1 per joint
  int line_ = 1;                          // the one that is written next
  Written written_;
};

}  // namespace

Written write_model(const Robot& robot, const Plan& plan, const WriteOptions& options) {
  return Writer(robot, plan, options).write();
}

}  // namespace stickslip::urdf

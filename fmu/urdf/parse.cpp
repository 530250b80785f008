#include "fmu/urdf/parse.h"

#include <array>
#include <cmath>
#include <string_view>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/load/geometry.h"
#include "fmu/load/log.h"
#include "fmu/text/xml.h"
#include "model/core/validate.h"
#include "model/math/size.h"

namespace stickslip::urdf {

namespace {

using text::XmlAttribute;
using text::XmlNode;

constexpr std::size_t kMostErrors = 20;
constexpr std::size_t kMostElements = 20000;  // links, joints

Quat from_rpy(const Vec3& rpy) {
  return load::about_axis(Vec3::UnitZ(), rpy.z()) * load::about_axis(Vec3::UnitY(), rpy.y()) *
         load::about_axis(Vec3::UnitX(), rpy.x());
}

/// Reads elements; complains and goes on with what is harmless.
class Parser {
 public:
  Parser(const std::string& text, const std::string& path) : path_(path) {
    if (const auto error = tree_.parse(text)) {
      throw host::Error(path + ":" + std::to_string(error->line) + ": not well-formed XML: " + error->what);
    }
  }

  Robot parse() {
    const XmlNode root = tree_.root();
    if (std::string_view(root.name()) != "robot") {
      throw host::Error(at(root) + "a URDF begins with <robot>, this file with <" + host::printable(root.name()) +
                        ">; convert it to URDF first");
    }
    refuse_xacro(root);
    robot_.name = root.attribute("name").value();
    for (const XmlNode node : root.children()) {
      const std::string_view name = node.name();
      if (name == "link") {
        read_link(node);
      } else if (name != "joint" && name != "transmission" && node.is_element()) {
        ++robot_.ignored[node.name()];
      }
      if (robot_.links.size() > kMostElements) break;
    }
    add_world(root);
    for (const XmlNode node : root.children("joint")) {
      if (robot_.joints.size() > kMostElements) break;
      read_joint(node);
    }
    for (const XmlNode node : root.children("transmission")) read_transmission(node);
    if (robot_.links.size() > kMostElements || robot_.joints.size() > kMostElements) {
      complain(root, "a robot has at most " + std::to_string(kMostElements) + " links and as many joints");
    }
    if (robot_.links.empty()) {
      std::string others;
      for (const auto& [element, count] : robot_.ignored) others += (others.empty() ? "<" : ", <") + element + ">";
      complain(root, "there is no <link>; a robot has one at least" +
                         (others.empty() ? "" : ", and a model has no place for " + host::printable(others)));
    }
    if (!errors_.empty()) throw host::Error(errors_);
    return std::move(robot_);
  }

 private:
  std::string at(XmlNode node) const { return path_ + ":" + std::to_string(node.line()) + ": "; }

  static std::string text_of(XmlNode node) {
    std::string text;
    for (const XmlNode child : node.children()) text += child.value();
    return text;
  }

  void complain(XmlNode node, const std::string& text) {
    if (++count_ > kMostErrors) return;
    errors_ += (errors_.empty() ? "" : "\n") + at(node) + text;
  }

  void remark(XmlNode node, std::string text) { robot_.remarks.push_back({node.line(), std::move(text)}); }

  void refuse_xacro(XmlNode root) const {
    for (const XmlNode node : root.children()) {
      if (std::string_view(node.name()).substr(0, 6) != "xacro:") continue;
      throw host::Error(at(node) + "<" + host::printable(node.name()) +
                        "> is xacro, which makes URDFs; run `xacro FILE > robot.urdf` and import that");
    }
  }

  /// `element "name"`, as messages call it.
  static std::string label(XmlNode node) {
    return std::string(node.name()) + " " + in_message(node.attribute("name").value());
  }

  /// How a message about an element in a link or joint begins.
  std::string owner(XmlNode node) const { return owner_ + "<" + node.name() + ">: "; }

  /// The numbers of an attribute; `fallback` where it is missing, and, after a complaint, where it is no such thing.
  template <std::size_t N>
  std::array<double, N> numbers(XmlNode node, const char* name, const std::array<double, N>& fallback) {
    const XmlAttribute attribute = node.attribute(name);
    if (!attribute) return fallback;
    const auto words = host::words(attribute.value());
    std::array<double, N> result = fallback;
    bool good = words.size() == N;
    for (std::size_t i = 0; good && i < N; ++i) {
      const auto number = host::parse_double(words[i]);
      good = number && std::isfinite(*number) && std::fabs(*number) <= kLargest;
      if (good) result[i] = std::fabs(*number) < kSmallest ? 0 : *number;
    }
    if (good) return result;
    const bool macro = std::string_view(attribute.value()).find("${") != std::string_view::npos;
    const std::string wanted =
        N == 1 ? std::string("a finite number") : std::to_string(N) + " finite numbers with blanks between them";
    complain(node, owner(node) + name + " must be " + wanted + ", got " + in_message(attribute.value()) +
                       (macro ? "; it is xacro, run `xacro FILE > robot.urdf` first" : ""));
    return fallback;
  }

  double number(XmlNode node, const char* name, double fallback) { return numbers<1>(node, name, {fallback})[0]; }

  /// What limits something; numbers that are none are taken to say that nothing does.
  double bound(XmlNode node, const char* name) {
    const std::string_view text = host::trimmed(node.attribute(name).value());
    const bool negative = text.substr(0, 1) == "-";
    const std::string_view size = text.substr(negative || text.substr(0, 1) == "+" ? 1 : 0);
    const auto given = host::parse_double(text);
    const bool none = size == "inf" || size == "Inf" || size == "infinity" || size == "Infinity" || size == ".inf";
    if (none || (given && std::fabs(*given) > kLargest)) return negative ? -kNoBound : kNoBound;
    return number(node, name, 0);
  }

  Vec3 vector(XmlNode node, const char* name, const Vec3& fallback) {
    const auto v = numbers<3>(node, name, {fallback.x(), fallback.y(), fallback.z()});
    return {v[0], v[1], v[2]};
  }

  /// A number that must be there and not negative; 1 after a complaint.
  double extent(XmlNode node, const char* name) {
    if (node.attribute(name)) return not_negative(node, name);
    complain(node, owner(node) + name + " is missing");
    return 1;
  }

  Pose pose(XmlNode node) {
    const XmlNode origin = node.child("origin");
    if (!origin) return {};
    Pose result;
    result.p = vector(origin, "xyz", Vec3::Zero());
    const Vec3 rpy = vector(origin, "rpy", Vec3::Zero());
    if (!rpy.isZero(0)) result.q = load::normalised(from_rpy(rpy));
    const XmlAttribute quaternion = origin.attribute("quat_xyzw");
    if (quaternion && !origin.attribute("rpy")) {
      const auto q = numbers<4>(origin, "quat_xyzw", {0, 0, 0, 1});
      const Quat raw(q[3], q[0], q[1], q[2]);
      if (raw.squaredNorm() > 1e-6) result.q = load::normalised(raw);
    }
    return result;
  }

  template <class List>
  bool is_new(XmlNode node, std::map<std::string, int>& names, const List& list) {
    const std::string name = node.attribute("name").value();
    if (name.empty()) {
      complain(node, std::string("<") + node.name() + "> has no name; give it one");
      return false;
    }
    const auto [entry, fresh] = names.insert({name, static_cast<int>(list.size())});
    if (!fresh) {
      complain(node, label(node) + ": line " + std::to_string(list[size(entry->second)].line) + " has a " +
                         node.name() + " of that name; rename one");
    }
    return fresh;
  }

  void read_link(XmlNode node) {
    if (!is_new(node, links_, robot_.links)) return;
    owner_ = label(node) + ": ";
    Link link;
    link.line = node.line();
    link.name = node.attribute("name").value();
    if (const XmlNode inertial = node.child("inertial")) read_inertial(inertial, link);
    for (const XmlNode collision : node.children("collision")) read_collision(collision, link);
    for (const XmlNode other : node.children()) {
      const std::string_view name = other.name();
      if (other.is_element() && name != "inertial" && name != "collision") {
        ++robot_.ignored[other.name()];
      }
    }
    robot_.links.push_back(std::move(link));
  }

  /// Some hang their robot on a "world" that they do not mention otherwise.
  void add_world(XmlNode root) {
    for (const XmlNode joint : root.children("joint")) {
      const XmlNode parent = joint.child("parent");
      if (std::string_view(parent.attribute("link").value()) != "world" || links_.count("world") != 0) continue;
      links_["world"] = static_cast<int>(robot_.links.size());
      robot_.links.push_back({joint.line(), "world", std::nullopt, {}});
      remark(parent, "there is no link \"world\"; it is taken for the world");
    }
  }

  void read_inertial(XmlNode node, Link& link) {
    Inertial inertial;
    inertial.line = node.line();
    inertial.origin = pose(node);
    const XmlNode mass = node.child("mass");
    if (mass) inertial.mass = number(mass, "value", 0);
    if (inertial.mass < 0) {
      complain(mass, owner(mass) + "value must be >= 0, got " + load::about(inertial.mass));
      return;
    }
    if (const XmlNode tensor = node.child("inertia")) {
      const auto get = [&](const char* name) { return number(tensor, name, 0); };
      const double xx = get("ixx");
      const double yy = get("iyy");
      const double zz = get("izz");
      const double xy = get("ixy");
      const double xz = get("ixz");
      const double yz = get("iyz");
      inertial.inertia = Mat3(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    }
    link.inertial = inertial;
  }

  void read_collision(XmlNode node, Link& link) {
    Collision collision;
    collision.line = node.line();
    collision.origin = pose(node);
    const XmlNode geometry = node.child("geometry");
    XmlNode shape;
    for (const XmlNode child : geometry.children()) {
      if (child.is_element() && !shape) shape = child;
    }
    const std::string_view kind = shape.name();
    bool flat = false;
    if (kind == "box") {
      collision.size = vector(shape, "size", Vec3::Zero());
      if (collision.size.minCoeff() < 0) complain_of_size(shape, "size", "three numbers >= 0, full edges in m");
      flat = collision.size.minCoeff() <= 0;
    } else if (kind == "sphere") {
      collision.radius = extent(shape, "radius");
      collision.solid = collision.radius > 0 ? Solid::sphere : Solid::point;
    } else if (kind == "cylinder" || kind == "capsule") {
      collision.solid = kind == "cylinder" ? Solid::cylinder : Solid::capsule;
      collision.radius = extent(shape, "radius");
      collision.length = extent(shape, "length");
      flat = collision.radius == 0 || collision.length == 0;
    } else if (kind == "mesh") {
      collision.solid = Solid::mesh;
      collision.file = shape.attribute("filename").value();
      collision.size = vector(shape, "scale", Vec3::Constant(1));
      if (collision.file.empty()) complain(shape, owner(shape) + "filename is missing");
      if (collision.size.cwiseAbs().minCoeff() <= 0) complain_of_size(shape, "scale", "three numbers that are not 0");
    } else {
      remark(node, "link " + in_message(link.name) + ": a collision shape " +
                       (kind.empty() ? "without geometry" : "of kind <" + host::printable(kind) + ">") +
                       " is not carried over; a model has box, sphere, cylinder, capsule and mesh");
      return;
    }
    if (flat) {
      remark(node, "link " + in_message(link.name) + ": a collision shape without extent is not carried over");
    } else {
      link.collisions.push_back(collision);
    }
  }

  void complain_of_size(XmlNode shape, const char* name, const char* wanted) {
    complain(shape, owner(shape) + name + " must be " + wanted + ", got " + in_message(shape.attribute(name).value()));
  }

  int link_of(XmlNode joint, const char* which) {
    const XmlNode node = joint.child(which);
    const std::string name = node.attribute("link").value();
    const auto found = links_.find(name);
    if (found != links_.end() && size(found->second) < robot_.links.size()) return found->second;
    if (!node) {
      complain(joint, label(joint) + ": <" + which + "> is missing; it names a link");
    } else {
      std::vector<std::string> names;
      for (const Link& link : robot_.links) names.push_back(link.name);
      complain(node, label(joint) + ": there is no link " + in_message(name) + load::suggestion(name, names, {}));
    }
    return -1;
  }

  static std::optional<JointType> type_of(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, JointType>, 8> kTypes = {{{"fixed", JointType::fixed},
                                                                               {"revolute", JointType::revolute},
                                                                               {"continuous", JointType::continuous},
                                                                               {"prismatic", JointType::prismatic},
                                                                               {"planar", JointType::planar},
                                                                               {"spherical", JointType::ball},
                                                                               {"ball", JointType::ball},
                                                                               {"floating", JointType::floating}}};
    for (const auto& [known, type] : kTypes) {
      if (known == name) return type;
    }
    return std::nullopt;
  }

  void read_joint(XmlNode node) {
    if (!is_new(node, joints_, robot_.joints)) return;
    owner_ = label(node) + ": ";
    Joint joint;
    joint.line = node.line();
    joint.name = node.attribute("name").value();
    joint.parent = link_of(node, "parent");
    joint.child = link_of(node, "child");
    joint.origin = pose(node);
    const std::string_view type = node.attribute("type").value();
    if (const auto known = type_of(type)) {
      joint.type = *known;
    } else {
      complain(node, label(node) +
                         ": type must be fixed, revolute, continuous, prismatic, planar, floating or spherical, got " +
                         in_message(type));
    }
    if (joint.type != JointType::fixed && joint.type != JointType::floating && joint.type != JointType::ball) {
      read_axis(node, joint);
      read_limits(node, joint);
    }
    for (const XmlNode other : node.children()) {
      const std::string_view name = other.name();
      if (name == "safety_controller" || name == "calibration") ++robot_.ignored[other.name()];
    }
    robot_.joints.push_back(std::move(joint));
  }

  void read_axis(XmlNode node, Joint& joint) {
    const XmlNode axis = node.child("axis");
    if (!axis) return;
    joint.axis = vector(axis, "xyz", Vec3::UnitX());
    const double length = joint.axis.norm();
    if (length < 1e-6) {
      complain(axis, label(node) + ": axis must not be zero; give it a length of 1");
    } else {
      joint.axis /= length;
    }
  }

  void read_limits(XmlNode node, Joint& joint) {
    if (const XmlNode limit = node.child("limit")) {
      const bool bounded = joint.type == JointType::revolute || joint.type == JointType::prismatic;
      if (bounded) {
        read_range(limit, joint);
      }
      joint.effort = std::fabs(bound(limit, "effort"));
      joint.velocity = std::fabs(bound(limit, "velocity"));
    }
    if (const XmlNode dynamics = node.child("dynamics")) {
      joint.damping = not_negative(dynamics, "damping");
      joint.friction = not_negative(dynamics, "friction");
      joint.armature = not_negative(dynamics, "armature");
    }
    if (const XmlNode mimic = node.child("mimic")) {
      joint.mimic = Mimic{mimic.line(), mimic.attribute("joint").value(), number(mimic, "multiplier", 1),
                          number(mimic, "offset", 0)};
    }
  }

  void read_range(XmlNode limit, Joint& joint) {
    if (!limit.attribute("lower") && !limit.attribute("upper")) return;
    const double lower = bound(limit, "lower");
    const double upper = bound(limit, "upper");
    if (std::isinf(lower) && std::isinf(upper) && lower < upper) return;
    if (lower > upper || lower == kNoBound || upper == -kNoBound) {
      remark(limit, "joint " + in_message(joint.name) + ": its lower limit " + load::about(lower) +
                        " is above the upper one, " + load::about(upper) + "; it is taken to have none");
      return;
    }
    joint.lower = lower;
    joint.upper = upper;
  }

  double not_negative(XmlNode node, const char* name) {
    const double value = number(node, name, 0);
    if (value >= 0) return value;
    complain(node, owner(node) + name + " must be >= 0, got " + load::about(value));
    return 0;
  }

  /// The reduction between an actuator and its joint, and what some write of its rotor.
  void read_transmission(XmlNode node) {
    const XmlNode actuator = node.child("actuator");
    const auto value = [&](const char* name) {
      for (const XmlNode in : {actuator, node}) {
        const XmlNode child = in.child(name);
        if (!child) continue;
        const XmlAttribute attribute = child.attribute("value");
        return host::parse_double(attribute ? attribute.value() : text_of(child));
      }
      return std::optional<double>();
    };
    auto reduction = value("drake:gear_ratio");  // that of the rotor, where both are there
    if (!reduction) reduction = value("mechanicalReduction");
    const auto rotor = value("drake:rotor_inertia");
    for (const XmlNode named : node.children("joint")) {
      const auto found = joints_.find(named.attribute("name").value());
      if (found == joints_.end() || size(found->second) >= robot_.joints.size()) continue;
      Joint& joint = robot_.joints[size(found->second)];
      if (reduction && std::isfinite(*reduction) && *reduction != 0) joint.reduction = reduction;
      if (!rotor || !(*rotor > 0) || !std::isfinite(*rotor)) continue;
      const double ratio = joint.reduction.value_or(1);
      joint.armature = *rotor * ratio * ratio;
    }
  }

  const std::string& path_;
  text::XmlTree tree_;
  std::string owner_;  // the link or joint that is being read, as messages begin
  Robot robot_;
  std::map<std::string, int> links_;
  std::map<std::string, int> joints_;
  std::string errors_;
  std::size_t count_ = 0;
};

}  // namespace

std::string in_message(std::string_view text) {
  return load::in_quotes(host::printable(text));
}

Pose operator*(const Pose& outer, const Pose& inner) {
  return {outer.p + outer.q * inner.p, load::normalised(outer.q * inner.q)};
}

Robot parse(const std::string& text, const std::string& path) {
  return Parser(text, path).parse();
}

}  // namespace stickslip::urdf

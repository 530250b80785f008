#include <algorithm>
#include <cmath>

#include "fmu/load/coordinates.h"
#include "fmu/load/geometry.h"
#include "fmu/load/reading.h"
#include "model/core/joint_kind.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kCoincident = 1e-9;  // m
constexpr double kFlat = 1e-3;        // sine of the angle between a wheel and its plane
constexpr double kSquare = 1e-6;      // cosine of directions that count as square to each other

/// A joint as it stands in the world, before it is expressed on its bodies.
struct Stance {
  Vec3 first = Vec3::Zero();   // m, on the parent
  Vec3 second = Vec3::Zero();  // m, on the child
  Quat q_WJ = Quat::Identity();
  Quat child = Quat::Identity();  // in place of q_WJ on the child, where that rolls
};

/// With `min` or `max` a distance joint is a rope or strut: its length is a coordinate between limits.
bool is_rope(const Section& section) {
  return section.has("min") || section.has("max");
}

void read_distance(Section& section, const Reading& reading, Joint& joint, Stance& stance) {
  section.refuse("anchor", "a distance joint has two anchors");
  const auto anchors = two_anchors(section, reading);
  if (!anchors) return;
  stance.first = anchors->first;
  stance.second = anchors->second;
  const double length = std::sqrt((stance.second - stance.first).squaredNorm());
  if (joint.type == JointType::rope) return;
  joint.length = length;
  if (length < kCoincident) {
    section.error(section.place("anchors"), "the anchors coincide; a distance joint needs a length, use a ball joint");
  }
}

void read_anchor(Section& section, const Joint& joint, const Reading& reading, Stance& stance) {
  section.refuse("anchors", std::string("a ") + joint_type_name(joint.type) + " joint has one anchor");
  const bool optional = joint.type == JointType::slider || joint.type == JointType::fixed;
  if (optional && !section.has("anchor")) {
    const int carrier = joint.child == kWorld ? joint.parent : joint.child;
    stance.first = carrier == kWorld ? Vec3(Vec3::Zero()) : reading.model.bodies[size(carrier)].p_WB;
  } else if (section.required("anchor") != nullptr) {
    stance.first = reading.scope.point(section.vector("anchor", Unit::length).value_or(Vec3::Zero()));
  }
  stance.second = stance.first;
}

// Joint axes x and y from two directions; y is square to x.
Quat axes_of(const Vec3& x, const Vec3& y) {
  const Vec3 square = (y - y.dot(x) * x).normalized();
  return normalised(Quat(Mat3::columns(x, square, x.cross(square))));
}

/// `axes`: a universal joint's two, or the normal of a plane and the direction of its first coordinate.
std::optional<Quat> read_axes(Section& section, bool universal) {
  const toml::node* node = section.required("axes");
  if (node == nullptr) return std::nullopt;
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() != 2) {
    section.error(place_of(*node), "axes must be two directions, got " + kind_of(*node));
    return std::nullopt;
  }
  const auto first = section.direction_in((*array)[0], "axes[1]");
  const auto second = section.direction_in((*array)[1], "axes[2]");
  if (!first || !second) return std::nullopt;
  const double aligned = std::fabs(first->dot(*second));
  if (aligned > (universal ? kSquare : 1 - kSquare)) {
    section.error(place_of(*node), universal ? "the two axes of a universal joint must be square to each other"
                                             : "axes[2] must lie in the plane, and axes[1] is its normal");
    return std::nullopt;
  }
  return axes_of(*first, *second);
}

void read_axis(Section& section, const Joint& joint, const JointKind& kind, Stance& stance) {
  const bool plane = joint.type == JointType::planar || joint.type == JointType::point_on_plane;
  const bool universal = joint.type == JointType::universal;
  if (universal || (plane && section.has("axes"))) {
    section.refuse("axis", universal ? "a universal joint has two; give axes" : "axes[1] is it already");
    if (const auto axes = read_axes(section, universal)) stance.q_WJ = *axes;
    return;
  }
  section.refuse("axes", std::string("a ") + joint_type_name(joint.type) + " joint has " +
                             (kind.freedom_count > 0 && !kind.spans() ? "one; give axis" : "none"));
  if (section.planar() && joint.type == JointType::hinge) {
    section.refuse("axis", "a hinge of a planar world turns about z");
  } else if (kind.freedom_count > 0 && !kind.spans()) {
    if (section.required("axis") == nullptr) return;
    if (const auto axis = section.direction("axis")) stance.q_WJ = between(Vec3::UnitX(), *axis);
  } else {
    section.refuse("axis", std::string("a ") + joint_type_name(joint.type) + " joint has none");
  }
}

/// A plane of the parent, a radius below the child's centre, and a wheel's axis.
void read_rolling(Section& section, const Reading& reading, Joint& joint, Stance& stance) {
  section.refuse("axes", "a wheel has one; give axis and the plane's normal");
  if (section.required("radius") != nullptr)
    joint.radius = section.number("radius", kPositive, Unit::length).value_or(1);
  Vec3 normal = section.planar() ? Vec3::UnitY() : Vec3::UnitZ();
  if (section.required("normal", "of the plane that it rolls on, towards its centre") != nullptr) {
    normal = section.direction("normal").value_or(normal);
  }
  Vec3 down = normal;
  stance.q_WJ = stance.child = between(Vec3::UnitX(), normal);
  if (section.planar()) {
    section.refuse("axis", "a disk of a planar world turns about z");
  } else if (!section.has("axis")) {
    joint.type = JointType::rolling_ball;
  } else if (const auto axis = section.direction("axis")) {
    down = normal - normal.dot(*axis) * *axis;
    stance.child = between(Vec3::UnitX(), *axis);
    if (down.norm() < kFlat) {
      section.error(section.place("axis"), "axis is the plane's normal: a wheel that lies flat does not roll");
      return;
    }
  }
  // Both in the file's axes; its anchor has been moved into the world.
  stance.first = stance.second - joint.radius * reading.scope.direction(down.norm() * normal);
  stance.child = reading.scope.attitude(stance.child);
}

void read_pitch(Section& section, Joint& joint) {
  if (joint.type != JointType::screw) {
    section.refuse("pitch", std::string("only a screw has it, this is a ") + joint_type_name(joint.type));
    return;
  }
  if (section.required("pitch", "give the way of one turn, in m") == nullptr) return;
  joint.pitch = section.number("pitch", kAny, Unit::length).value_or(1);
  if (joint.pitch == 0) {
    section.error(section.place("pitch"), "pitch must not be 0; a screw that does not move along is a hinge");
  }
}

void read_coordinate_starts(Section& start, const JointKind& kind, Joint& joint) {
  const auto* begin = kind.freedoms;
  const auto* end = begin + kind.freedom_count;
  const bool angles = std::any_of(begin, end, [](const Freedom& f) { return f.turns; });
  const bool positions = std::any_of(begin, end, [](const Freedom& f) { return !f.turns; });
  if (angles) {
    per_coordinate(start, "angle", kind, Concern::angles, kAny,
                   [&](int k, double value) { joint.coordinates[k].start_position = value; });
  }
  if (positions) {
    per_coordinate(start, "position", kind, Concern::positions, kAny,
                   [&](int k, double value) { joint.coordinates[k].start_position = value; });
  }
  per_coordinate(start, "velocity", kind, Concern::all, kAny,
                 [&](int k, double value) { joint.coordinates[k].start_velocity = value; });
}

void read_start(Section& section, const JointKind& kind, Joint& joint) {
  if (kind.spans()) {
    section.refuse("start", "its anchors say where it starts");
    return;
  }
  if (kind.freedom_count == 0 && joint.type != JointType::ball) {
    section.refuse("start", std::string("a ") + joint_type_name(joint.type) + " joint has no coordinate");
    return;
  }
  const toml::node* node = section.node("start");
  if (node == nullptr) return;
  const toml::table* table = node->as_table();
  if (table == nullptr) {
    section.error(place_of(*node),
                  "start must be a table such as { angle = \"30 deg\", velocity = 0 }, got " + kind_of(*node));
    return;
  }
  Section start(*table, section.what() + ": start", section.planar(), section.log());
  const auto gives = [table](const char* key) { return table->contains(key); };
  joint.has_start = gives("angle") || gives("position") || gives("orientation");
  joint.has_start_rate = gives("velocity") || gives("angular_velocity");
  if (joint.type == JointType::ball) {
    if (const auto rotation = start.rotation("orientation")) joint.start_orientation = rotation->q;
    joint.start_angular_velocity = start.vector("angular_velocity").value_or(Vec3::Zero());
  } else {
    read_coordinate_starts(start, kind, joint);
  }
  start.finish();
}

bool has_angular_rows(const JointKind& kind) {
  return kind.held_turns > 0;
}

void read_softness(Section& section, const Model& model, Joint& joint) {
  joint.softness.compliance = softness(section, "compliance", model);
  joint.softness.relaxation_time = softness(section, "relaxation_time", model);
  if (has_angular_rows(joint_kind(section.planar(), joint.type))) {
    joint.softness.angular_compliance = softness(section, "angular_compliance", model);
  } else {
    section.refuse("angular_compliance", std::string("a ") + joint_type_name(joint.type) + " joint holds no angle");
  }
}

void place_on_bodies(const Stance& stance, const Model& model, Joint& joint) {
  std::tie(joint.p_IP, joint.q_IP) = on_body(joint.parent, stance.first, stance.q_WJ, model);
  const bool rolls = joint_kind(model.planar, joint.type).rolls != Rolls::nothing;
  std::tie(joint.p_IC, joint.q_IC) = on_body(joint.child, stance.second, rolls ? stance.child : stance.q_WJ, model);
}

/// Two joints that hold the same thing twice: allowed, but more likely a slip.
void warn_if_repeated(const Joint& joint, Section& section, const Model& model) {
  for (const Joint& other : model.joints) {
    const bool same = other.type == joint.type && other.parent == joint.parent && other.child == joint.child &&
                      (other.p_IP - joint.p_IP).norm() < kCoincident &&
                      (other.p_IC - joint.p_IC).norm() < kCoincident &&
                      std::fabs(other.q_IP.dot(joint.q_IP)) > 1 - kCoincident;
    if (same) section.warn(section.place(), "repeats joint " + in_quotes(other.name) + ": same bodies, type and place");
  }
}

bool turns(int body, const Model& model) {
  return !is_fixed(model, body) && body_at(model, body).rotates;
}

/// Joints whose point mass can do less than it looks like: it has no rotation to swing with or to leave to others.
void warn_of_point_masses(const Joint& joint, Section& section, const Model& model) {
  const auto check = [&](int body, const Vec3& lever, int other) {
    if (is_fixed(model, body) || turns(body, model)) return;
    const std::string name = "body " + in_quotes(body_name(body, model)) + " does not rotate: ";
    const bool swings = joint_kind(model.planar, joint.type).held_slides == 7 && joint.type != JointType::fixed;
    if (swings && lever.norm() > kCoincident) {
      section.warn(section.place("anchor"), name + "it cannot swing about an anchor " + about(lever.norm()) +
                                                " m away; use a distance joint or give it an inertia");
    } else if (joint.type == JointType::fixed && turns(other, model)) {
      section.warn(section.place("bodies"), name + "fixed to it, body " + in_quotes(body_name(other, model)) +
                                                " cannot turn either; use a " + (model.planar ? "hinge" : "ball") +
                                                " joint at the point mass");
    }
  };
  check(joint.parent, joint.p_IP, joint.child);
  check(joint.child, joint.p_IC, joint.parent);
}

/// What rolls turns.
void check_rolling(const Joint& joint, Section& section, const Model& model) {
  if (joint_kind(model.planar, joint.type).rolls == Rolls::nothing || is_fixed(model, joint.child)) return;
  if (body_at(model, joint.child).rotates) return;
  section.error(section.place("bodies"), "body " + in_quotes(body_name(joint.child, model)) +
                                             " does not rotate, so it cannot roll; give it an inertia");
}

/// What other programs and formats call a joint; true after an error that says what it is here.
bool says_it_otherwise(const toml::node& node, Section& section) {
  struct Name {
    const char* elsewhere;
    const char* here;
  };
  constexpr Name kNames[] = {{"revolute", "a hinge"},
                             {"continuous", "a hinge"},
                             {"prismatic", "a slider"},
                             {"spherical", "a ball"},
                             {"weld", "fixed"},
                             {"rope", "a distance joint with max"},
                             {"cable", "a distance joint with max"},
                             {"rod", "a distance joint"},
                             {"cardan", "a universal joint"},
                             {"floating", "no joint: what has none is free"},
                             {"free", "no joint: what has none is free"},
                             {"gear", "a [[gear]] between the coordinates of joints"}};
  const auto text = node.value<std::string>();
  for (const Name& name : kNames) {
    if (!text || *text != name.elsewhere) continue;
    section.error(place_of(node), "unknown type " + in_quotes(*text) + "; that is " + name.here + " here");
    return true;
  }
  return false;
}

void read_joint(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  Section section(table, label("joint", table), model.planar, reading.log);
  Joint joint;
  joint.name = reading.names.claim(section, Kind::joint, static_cast<int>(model.joints.size()));
  const auto bodies = two_bodies(true, section, reading);
  const toml::node* type_node = section.required("type");
  std::optional<JointType> type;
  if (type_node != nullptr && !says_it_otherwise(*type_node, section)) {
    type = choose(*type_node, "type", kJoints, section);
  }
  if (type && section.planar() && (*type == JointType::ball || !joint_kind(true, *type).exists)) {
    section.error(place_of(*type_node), std::string("a planar world has no ") + joint_type_name(*type) +
                                            " joints; use a " +
                                            (*type == JointType::point_on_plane ? "point_on_line" : "hinge"));
  }
  reading.joints.push_back(section.place());
  if (bodies) std::tie(joint.parent, joint.child) = *bodies;
  if (type) {
    joint.type = *type;
    if (joint.type == JointType::distance && is_rope(section)) joint.type = JointType::rope;
    Stance stance;
    if (joint.type == JointType::distance || joint.type == JointType::rope) {
      read_distance(section, reading, joint, stance);
    } else {
      read_anchor(section, joint, reading, stance);
    }
    const JointKind& kind = joint_kind(section.planar(), joint.type);
    if (kind.rolls != Rolls::nothing) {
      read_rolling(section, reading, joint, stance);
    } else {
      section.refuse("normal", "only what rolls has it");
      section.refuse("radius", "only what rolls has it");
      read_axis(section, joint, kind, stance);
    }
    stance.q_WJ = reading.scope.attitude(stance.q_WJ);  // a ball's too: its start stands in these axes
    read_pitch(section, joint);
    read_start(section, kind, joint);
    read_coordinates(section, kind, model, joint);
    if (joint.type != JointType::rope) read_softness(section, model, joint);
    section.finish();
    place_on_bodies(stance, model, joint);
  }
  if (bodies) {
    if (is_fixed(model, joint.parent) && is_fixed(model, joint.child)) {
      section.error(section.place("bodies"), "both bodies are fixed; a joint needs one that moves");
    }
    if (type) warn_if_repeated(joint, section, model);
    if (type) warn_of_point_masses(joint, section, model);
    if (type) check_rolling(joint, section, model);
    if (joint.parent != kWorld && joint.child != kWorld) reading.apart.insert(std::minmax(joint.parent, joint.child));
  }
  model.joints.push_back(joint);
}

/// True when `wanted` is `from` or above it; parents[body] are the bodies directly above.
bool is_above(int wanted, int from, const std::vector<std::vector<int>>& parents) {
  std::vector<bool> seen(parents.size(), false);
  std::vector<int> open = {from};
  while (!open.empty()) {
    const auto body = size(open.back());
    open.pop_back();
    if (static_cast<int>(body) == wanted) return true;
    if (seen[body]) continue;
    seen[body] = true;
    open.insert(open.end(), parents[body].begin(), parents[body].end());
  }
  return false;
}

// Those that mean something else when their bodies are swapped.
bool carries_on_parent(JointType type) {
  return type == JointType::point_on_line || type == JointType::point_on_plane || type == JointType::rolling ||
         type == JointType::rolling_ball;
}

}  // namespace

std::pair<Vec3, Quat> on_body(int body, const Vec3& p_WF, const Quat& q_WF, const Model& model) {
  if (body == kWorld) return {p_WF, q_WF};
  const Body& b = model.bodies[size(body)];
  const Quat to_inertial = (b.q_WB * b.q_BI).conjugate();
  const Vec3 p_WI = b.p_WB + b.q_WB * b.p_BI;
  return {to_inertial * (p_WF - p_WI), normalised(to_inertial * q_WF)};
}

std::optional<std::pair<Vec3, Vec3>> two_anchors(Section& section, const Reading& reading) {
  const toml::node* node = section.required("anchors");
  if (node == nullptr) return std::nullopt;
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() != 2) {
    section.error(place_of(*node), "anchors must be two points, one on each body, got " + kind_of(*node));
    return std::nullopt;
  }
  const auto first = section.vector_in((*array)[0], "anchors[1]", Unit::length);
  const auto second = section.vector_in((*array)[1], "anchors[2]", Unit::length);
  if (!first || !second) return std::nullopt;
  return std::pair(reading.scope.point(*first), reading.scope.point(*second));
}

void read_joints(const toml::table& file, Reading& reading) {
  for (const toml::table* table : tables(file, "joint", "joint", reading.log)) read_joint(*table, reading);
}

void check_circles(Reading& reading) {
  const Model& model = reading.model;
  std::vector<std::vector<int>> parents(model.bodies.size());
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    if (is_fixed(model, joint.parent) || is_fixed(model, joint.child)) continue;
    if (is_above(joint.child, joint.parent, parents)) {
      const std::string remedy =
          carries_on_parent(joint.type)
              ? "; swap the bodies of another joint between them, of this one the parent carries "
                "what the child moves on"
              : "; swap its bodies";
      reading.log.error(reading.joints[i], "joint " + in_quotes(joint.name) + ": closes a circle, its child " +
                                               in_quotes(body_name(joint.child, model)) + " is also above its parent " +
                                               in_quotes(body_name(joint.parent, model)) + remedy);
    } else {
      parents[size(joint.child)].push_back(joint.parent);
    }
  }
}

}  // namespace stickslip::load

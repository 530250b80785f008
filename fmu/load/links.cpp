// [[spring]], [[frame]], [[contact]], [[no_contact]]
#include <algorithm>
#include <cmath>

#include "fmu/load/coordinates.h"
#include "fmu/load/geometry.h"
#include "fmu/load/reading.h"
#include "model/core/joint_kind.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr double kShortest = 1e-9;  // m

/// Stiffness and damping; one of them must be there and not 0.
void read_hardness(Section& section, Spring& spring) {
  const auto stiffness = section.number("stiffness", kNotNegative);
  const auto damping = section.number("damping", kNotNegative);
  spring.stiffness = stiffness.value_or(0);
  spring.damping = damping.value_or(0);
  if (!section.has("stiffness") && !section.has("damping")) {
    section.error(section.place(), "stiffness is missing; give stiffness, damping or both");
  } else if ((stiffness || !section.has("stiffness")) && (damping || !section.has("damping")) &&
             spring.stiffness == 0 && spring.damping == 0) {
    section.error(section.place(section.has("stiffness") ? "stiffness" : "damping"),
                  "stiffness and damping are both 0; give one of them a value");
  }
}

/// Where a spring between the orientations of its two bodies has no torque.
void read_rest_turn(Section& section, const Reading& reading, Spring& spring) {
  const Model& model = reading.model;
  spring.torsional = true;
  if (model.planar) {
    spring.rest_length = section.angle("rest_angle").value_or(0);
    section.refuse("rest_rotation", "a planar world has one angle; use rest_angle");
    return;
  }
  const auto rest = section.rotation("rest_rotation");
  section.refuse("rest_angle", "in space a rest is a rotation; use rest_rotation");
  const auto attitude = [&](int body) { return on_body(body, Vec3::Zero(), Quat::Identity(), model).second; };
  spring.q_rest = normalised(attitude(spring.first) * (rest ? reading.scope.turn(rest->q) : Quat::Identity()) *
                             attitude(spring.second).conjugate());
}

/// A spring along a coordinate of a joint, or about the centre of a ball.
void read_joint_spring(const toml::node& node, Section& section, Reading& reading, Spring& spring) {
  const auto joint = coordinate_in(node, "joint", true, "a spring needs one, or a ball", section, reading);
  section.refuse("bodies", "the joint names them");
  section.refuse("anchors", "the spring acts along the joint's coordinate");
  section.refuse("rest_length", "use rest_angle for an angle, rest_position for a position, rest_rotation for a ball");
  read_hardness(section, spring);
  if (!joint) {
    for (const char* key : {"rest_angle", "rest_position", "rest_rotation"}) section.node(key);
    return;
  }
  const Joint& along = joint_at(reading.model, joint->joint);
  spring.first = along.parent;
  spring.second = along.child;
  if (along.type == JointType::ball) {
    section.refuse("rest_position", "a ball has an orientation");
    read_rest_turn(section, reading, spring);
    return;
  }
  const bool turns = kind_of(reading.model, joint->joint).freedoms[joint->k].turns;
  const auto rest = turns ? section.angle("rest_angle") : section.number("rest_position", kAny, Unit::length);
  const char* has =
      turns ? "the coordinate is an angle; use rest_angle" : "the coordinate is a position; use rest_position";
  section.refuse(turns ? "rest_position" : "rest_angle", has);
  section.refuse("rest_rotation", has);
  spring.joint = joint->joint;
  spring.coordinate = joint->k;
  spring.p_IA = along.p_IP;
  spring.p_IB = along.p_IC;
  spring.rest_length = rest.value_or(0);
}

/// A spring between the orientations of two bodies, wherever they are.
void read_torsion_spring(Section& section, Reading& reading, Spring& spring) {
  const auto bodies = two_bodies(true, section, reading);
  section.refuse("anchors", "the spring turns the bodies and does not care where they are");
  section.refuse("rest_length", reading.model.planar ? "use rest_angle" : "use rest_rotation");
  section.refuse("rest_position", "it belongs to a spring along a joint");
  read_hardness(section, spring);
  if (bodies) {
    std::tie(spring.first, spring.second) = *bodies;
    if (is_fixed(reading.model, spring.first) && is_fixed(reading.model, spring.second)) {
      section.error(section.place("bodies"), "both bodies are fixed; a spring needs one that moves");
    }
    for (const int body : {spring.first, spring.second}) {
      if (is_fixed(reading.model, body) || body_at(reading.model, body).rotates) continue;
      section.error(section.place("bodies"), "body " + in_quotes(body_name(body, reading.model)) + " does not rotate");
    }
  }
  read_rest_turn(section, reading, spring);
}

void read_point_spring(Section& section, Reading& reading, Spring& spring) {
  const Model& model = reading.model;
  const auto bodies = two_bodies(true, section, reading);
  const auto anchors = two_anchors(section, reading);
  read_hardness(section, spring);
  const auto rest = section.number("rest_length", kNotNegative, Unit::length);
  section.refuse("rest_angle", "it belongs to a spring about a joint");
  section.refuse("rest_position", "it belongs to a spring along a joint");
  section.refuse("rest_rotation", "it belongs to a spring between orientations; add torsional = true");
  if (bodies) {
    std::tie(spring.first, spring.second) = *bodies;
    if (is_fixed(model, spring.first) && is_fixed(model, spring.second)) {
      section.error(section.place("bodies"), "both bodies are fixed; a spring needs one that moves");
    }
  }
  if (!anchors) return;
  const double distance = std::sqrt((anchors->second - anchors->first).squaredNorm());
  if (distance < kShortest) {
    section.error(section.place("anchors"), "the anchors coincide, so the spring has no direction; move them apart");
  }
  spring.rest_length = rest.value_or(distance);
  spring.p_IA = on_body(spring.first, anchors->first, Quat::Identity(), model).first;
  spring.p_IB = on_body(spring.second, anchors->second, Quat::Identity(), model).first;
}

void read_spring(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  Section section(table, label("spring", table), model.planar, reading.log);
  Spring spring;
  spring.name = reading.names.claim(section, Kind::spring, static_cast<int>(model.springs.size()));
  if (const toml::node* joint = section.node("joint")) {
    read_joint_spring(*joint, section, reading, spring);
    section.refuse("torsional", "the joint says how the spring acts");
  } else if (section.boolean("torsional").value_or(false)) {
    read_torsion_spring(section, reading, spring);
  } else {
    read_point_spring(section, reading, spring);
  }
  section.finish();
  model.springs.push_back(spring);
}

void read_force(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  Section section(table, "force", model.planar, reading.log);
  OscillatingForce force;
  std::optional<int> body;
  if (const toml::node* node = section.required("body")) body = body_in(*node, "body", false, section, reading);
  force.body = body.value_or(0);
  if (section.required("amplitude") != nullptr) {
    force.amplitude = reading.scope.direction(section.vector("amplitude").value_or(Vec3::Zero()));
  }
  force.frequency = section.number("frequency", kNotNegative).value_or(0);
  force.phase = section.number("phase", kAny, Unit::angle).value_or(0);
  section.finish();
  model.forces.push_back(force);
}

void read_frame(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  Section section(table, label("frame", table), model.planar, reading.log);
  Frame frame;
  frame.name = reading.names.claim(section, Kind::frame, static_cast<int>(model.frames.size()));
  std::optional<int> body;
  if (const toml::node* node = section.required("body")) body = body_in(*node, "body", false, section, reading);
  frame.body = body.value_or(0);
  frame.p_IF = section.vector("position", Unit::length).value_or(Vec3::Zero());
  if (const auto rotation = section.rotation("rotation")) frame.q_IF = rotation->q;
  section.finish();
  if (body) {
    const Body& carrier = model.bodies[size(*body)];
    const Quat to_inertial = carrier.q_BI.conjugate();
    frame.p_IF = to_inertial * (frame.p_IF - carrier.p_BI);
    frame.q_IF = normalised(to_inertial * frame.q_IF);
  }
  model.frames.push_back(frame);
}

/// The one or two bodies of a contact sensor.
void read_sensor_bodies(const toml::node& node, Section& section, Reading& reading, Sensor& sensor) {
  const toml::array* array = node.as_array();
  if (array == nullptr || array->empty() || array->size() > 2) {
    section.error(place_of(node), "bodies must be one or two names, got " + kind_of(node));
    return;
  }
  std::vector<int> bodies;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const toml::node& element = (*array)[i];
    const auto body = body_in(element, "bodies[" + std::to_string(i + 1) + "]", false, section, reading);
    if (!body) return;
    if (!reading.has_shape[size(*body)]) {
      section.error(place_of(element),
                    "body " + in_quotes(body_name(*body, reading.model)) + " has no shapes, so nothing can touch it");
    }
    bodies.push_back(*body);
  }
  sensor.first = bodies.front();
  if (bodies.size() == 1) return;
  sensor.second = bodies.back();
  if (sensor.first == sensor.second) {
    section.error(place_of(node), "both bodies are " + in_quotes(body_name(sensor.first, reading.model)) +
                                      "; name two different ones, or one for contact with everything");
  } else if (is_fixed(reading.model, sensor.first) && is_fixed(reading.model, sensor.second)) {
    section.error(place_of(node), "both bodies are fixed; they never touch");
  }
}

void read_contact(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  Section section(table, label("contact", table), model.planar, reading.log);
  Sensor sensor;
  sensor.name = reading.names.claim(section, Kind::contact, static_cast<int>(model.sensors.size()));
  if (const toml::node* node = section.required("bodies")) read_sensor_bodies(*node, section, reading, sensor);
  sensor.range = section.number("range", kPositive, Unit::length).value_or(sensor.range);
  section.finish();
  model.sensors.push_back(sensor);
  reading.sensors.push_back(section.place());
}

void read_no_contact(const toml::table& table, Reading& reading) {
  Section section(table, "no_contact", reading.model.planar, reading.log);
  if (const auto bodies = two_bodies(false, section, reading)) {
    if (!reading.apart.insert(std::minmax(bodies->first, bodies->second)).second) {
      section.warn(section.place(), "these bodies never collide anyway: a joint or another no_contact says so");
    }
  }
  section.finish();
}

}  // namespace

void read_links(const toml::table& file, Reading& reading) {
  for (const toml::table* table : tables(file, "spring", "spring", reading.log)) read_spring(*table, reading);
  for (const toml::table* table : tables(file, "force", "force", reading.log)) read_force(*table, reading);
  for (const toml::table* table : tables(file, "frame", "frame", reading.log)) read_frame(*table, reading);
  for (const toml::table* table : tables(file, "contact", "contact", reading.log)) read_contact(*table, reading);
  for (const toml::table* table : tables(file, "no_contact", "no_contact", reading.log)) {
    read_no_contact(*table, reading);
  }
}

}  // namespace stickslip::load

#include "model/interface/candidates.h"

#include <algorithm>

#include "model/core/capacity.h"
#include "model/core/layout.h"
#include "model/interface/groups.h"
#include "model/kinematics/joint_geometry.h"
#include "model/step/initialise.h"
#include "model/step/place.h"
#include "model/step/step.h"

namespace stickslip {
namespace {

const char* const kIndex[] = {"[1]", "[2]", "[3]", "[4]"};

// What the numbers of solver.status say.
std::string status_codes() {
  std::string text;
  for (int number = 0; number < kStatusCount; ++number) {
    if (number > 0) text += "; ";
    text += std::to_string(number) + " " + code_of(status_with(number)).says;
  }
  return text;
}

class Lister {
 public:
  explicit Lister(const Model& model)
      : model_(model),
        layout_(model),
        groups_(model),
        starts_(static_cast<std::size_t>(layout_.starts)),
        parameters_(static_cast<std::size_t>(layout_.parameters)),
        inputs_(static_cast<std::size_t>(layout_.inputs)) {
    default_inputs(model, layout_, inputs_);
    default_starts(model, layout_, starts_);
    default_parameters(model, layout_, parameters_);
  }

  std::vector<Candidate> list() {
    const std::vector<int> placing = placing_joints(model_);
    for (int b = 0; b < count(model_.bodies.size()); ++b) body(b, placing[static_cast<std::size_t>(b)]);
    for (int j = 0; j < count(model_.joints.size()); ++j) joint(j, placing);
    for (int f = 0; f < count(model_.frames.size()); ++f) frame(f);
    for (int s = 0; s < count(model_.sensors.size()); ++s) sensor(s);
    for (int g = 0; g < count(model_.gears.size()); ++g) gear(g);
    for (int s = 0; s < count(model_.springs.size()); ++s) spring(s);
    for (int b = 0; b < count(model_.bushings.size()); ++b) bushing(b);
    for (int m = 0; m < count(model_.materials.size()); ++m) material(m);
    solver();
    owner_.clear();
    group_ = -1;
    parameters("gravity", Quantity::acceleration, layout_.gravity, "gravity, world axes");
    return std::move(list_);
  }

 private:
  static int count(std::size_t size) { return static_cast<int>(size); }
  int group_of(int body) const { return body < 0 ? -1 : groups_.of_body[static_cast<std::size_t>(body)]; }
  int width() const { return model_.planar ? 2 : 3; }

  Variable& add(const std::string& leaf, const std::string& text, Quantity quantity, Causality causality,
                Variability variability, Slot slot) {
    Candidate candidate;
    Variable& v = candidate.variable;
    v.name = owner_.empty() ? leaf : owner_ + "." + leaf;
    v.description = text;
    v.quantity = quantity;
    v.causality = causality;
    v.variability = variability;
    v.slot = slot;
    candidate.group = group_;
    list_.push_back(candidate);
    return list_.back().variable;
  }

  void input(const std::string& leaf, Quantity quantity, int index, bool listed_only, const char* text) {
    add(leaf, text, quantity, Causality::input, Variability::continuous, {Store::input, index});
    list_.back().listed_only = listed_only;
  }
  void inputs(const std::string& leaf, Quantity quantity, int index, const char* text) {
    for (int k = 0; k < width(); ++k) input(leaf + kIndex[k], quantity, index + k, true, text);
  }

  Variable& output(const std::string& leaf, Quantity quantity, int index, const char* text) {
    return add(leaf, text, quantity, Causality::output, Variability::continuous, {Store::output, index});
  }
  void outputs(const std::string& leaf, Quantity quantity, int index, int size, const char* text) {
    for (int k = 0; k < size; ++k) output(leaf + kIndex[k], quantity, index + k, text);
  }
  // A torque of `index` .. `index + 2`, of which a planar world has the last.
  void torque(const std::string& leaf, int index, const char* in_plane, const char* in_space) {
    if (model_.planar) {
      output(leaf, Quantity::torque, index + 2, in_plane);
    } else {
      outputs(leaf, Quantity::torque, index, 3, in_space);
    }
  }
  // Follows from starts alone, unless a loop had to be closed.
  void kinematic(const std::string& leaf, Quantity quantity, int index, const char* text) {
    Variable& v = output(leaf, quantity, index, text);
    if (group_ < 0 || groups_.has_loop[static_cast<std::size_t>(group_)] == 0) {
      v.initial_dependency = InitialDependency::starts;
    }
  }
  void kinematics(const std::string& leaf, Quantity quantity, int index, int size, const char* text) {
    for (int k = 0; k < size; ++k) kinematic(leaf + kIndex[k], quantity, index + k, text);
  }
  Variable& discrete(const std::string& leaf, ValueType type, int index, const std::string& text) {
    const Store store = type == ValueType::integer ? Store::integer_output : Store::boolean_output;
    Variable& v = add(leaf, text, Quantity::none, Causality::output, Variability::discrete, {store, index});
    v.type = type;
    return v;
  }

  Variable& parameter(const std::string& leaf, Quantity quantity, int index, const char* text) {
    Variable& v = add(leaf, text, quantity, Causality::parameter, Variability::tunable, {Store::parameter, index});
    v.start = parameters_[static_cast<std::size_t>(index)];
    return v;
  }
  void at_least(Variable& v, double min) {
    v.has_min = true;
    v.min = min;
  }
  void parameters(const std::string& leaf, Quantity quantity, int index, const char* text) {
    for (int k = 0; k < width(); ++k) parameter(leaf + kIndex[k], quantity, index + k, text);
  }
  void hardness(bool turns, const std::string& at, int stiffness, int damping) {
    const Quantity against_way = turns ? Quantity::angular_stiffness : Quantity::stiffness;
    const Quantity against_speed = turns ? Quantity::angular_damping : Quantity::damping;
    at_least(parameter("stiffness" + at, against_way, stiffness, "stiffness"), 0);
    at_least(parameter("damping" + at, against_speed, damping, "damping"), 0);
  }

  void start(const std::string& leaf, Quantity quantity, int index, const char* text) {
    Variable& v = add(leaf, text, quantity, Causality::parameter, Variability::fixed, {Store::start, index});
    v.start = starts_[static_cast<std::size_t>(index)];
  }
  void starts(const std::string& leaf, Quantity quantity, int index, int size, const char* text) {
    for (int k = 0; k < size; ++k) start(leaf + kIndex[k], quantity, index + k, text);
  }

  void body(int index, int placing) {
    const Body& b = model_.bodies[static_cast<std::size_t>(index)];
    owner_ = b.name;
    group_ = group_of(index);
    if (b.is_belt) {
      parameters("surfaceVelocity", Quantity::velocity, layout_.surface_velocity + 3 * index,
                 "of its surface against the body, body axes");
    }
    if (b.fixed) return;
    const int in = layout_.body_input(index);
    inputs("force", Quantity::force, in, "force on the body at its centre of mass, world axes");
    if (b.rotates) torque_inputs(in + 3);
    const int out = layout_.body_output(index);
    kinematics("position", Quantity::length, out, width(), "of the body's origin, world axes");
    kinematics("velocity", Quantity::velocity, out + 3, width(), "of the body's origin, world axes");
    if (b.rotates) rotation_outputs(out + 6, out + 10, out + 13);
    const int mass = layout_.mass + index;
    at_least(parameter("mass", Quantity::mass, mass, "mass; the inertia scales with it"),
             std::min(1e-9, 0.1 * parameters_[static_cast<std::size_t>(mass)]));
    if (placing < 0) body_starts(b.rotates, layout_.body_start(index));
  }

  void torque_inputs(int index) {
    const char* text = "torque on the body, world axes";
    if (model_.planar) {
      input("torque", Quantity::torque, index + 2, true, text);
    } else {
      inputs("torque", Quantity::torque, index, text);
    }
  }

  void rotation_outputs(int orientation, int rate, int angle) {
    if (model_.planar) {
      kinematic("angle", Quantity::angle, angle, "rotation, not wrapped");
      kinematic("angularVelocity", Quantity::angular_velocity, rate + 2, "rate of the angle");
      return;
    }
    kinematics("orientation", Quantity::none, orientation, 4, "unit quaternion w x y z from body to world axes");
    kinematics("angularVelocity", Quantity::angular_velocity, rate, 3, "world axes");
  }

  void body_starts(bool rotates, int index) {
    starts("start.position", Quantity::length, index, width(), "initial position of the body's origin");
    starts("start.velocity", Quantity::velocity, index + 3, width(), "initial velocity of the body's origin");
    if (!rotates) return;
    if (model_.planar) {
      start("start.angle", Quantity::angle, index + 13, "initial rotation");
      start("start.angularVelocity", Quantity::angular_velocity, index + 12, "initial rate of the angle");
      return;
    }
    starts("start.orientation", Quantity::none, index + 6, 4,
           "initial orientation, quaternion w x y z, normalised on use");
    starts("start.angularVelocity", Quantity::angular_velocity, index + 10, 3, "initial angular velocity, world axes");
  }

  void joint(int index, const std::vector<int>& placing) {
    const Joint& j = model_.joints[static_cast<std::size_t>(index)];
    owner_ = j.name;
    group_ = std::max(group_of(j.parent), group_of(j.child));
    const int out = layout_.joint_output(index);
    for (int k = 0; k < kind_of(model_, index).freedom_count; ++k) coordinate(index, k);
    const bool ball = j.type == JointType::ball && !model_.planar;
    if (ball) {
      kinematics("orientation", Quantity::none, out + Layout::kJointOrientation, 4,
                 "of the child's joint axes in the parent's, quaternion w x y z");
      kinematics("angularVelocity", Quantity::angular_velocity, out + Layout::kJointTurning, 3,
                 "of the child in the parent, parent's joint axes");
    }
    reaction("reaction", out + Layout::kReaction, "parent on child at the anchor, world axes");
    reaction("reaction.local", out + Layout::kLocalReaction, "parent on child at the anchor, parent's joint axes");
    const bool places = std::find(placing.begin(), placing.end(), index) != placing.end();
    const bool given = j.has_start || j.has_start_rate;
    if (!places && (kind_of(model_, index).places || !given)) return;
    const int from = layout_.joint_start(index);
    for (int k = 0; k < kind_of(model_, index).freedom_count; ++k) coordinate_start(index, k);
    if (ball) {
      starts("start.orientation", Quantity::none, from + Layout::kStartOrientation, 4,
             "initial orientation of the child's joint axes in the parent's");
      starts("start.angularVelocity", Quantity::angular_velocity, from + Layout::kStartTurning, 3,
             "initial angular velocity, parent's joint axes");
    }
  }

  void reaction(const std::string& leaf, int index, const char* text) {
    outputs(leaf + ".force", Quantity::force, index, width(), text);
    torque(leaf + ".torque", index + 3, "parent on child at the anchor", text);
  }

  // `[k]` behind the names of a joint's coordinate k where it has several.
  std::string which(int joint, int k) const { return kind_of(model_, joint).freedom_count > 1 ? kIndex[k] : ""; }

  void coordinate(int joint, int k) {
    const std::string at = which(joint, k);
    const int in = layout_.joint_input(joint, k);
    const int out = layout_.joint_output(joint) + k;
    const int rate = out + Layout::kJointRates;
    const int change = out + Layout::kJointAccelerations;
    const int damping = layout_.joint_damping + coordinate_slot(joint, k);
    if (kind_of(model_, joint).freedoms[k].turns) {
      input("torque" + at, Quantity::torque, in, false, "torque about the axis, on the child");
      kinematic("angle" + at, Quantity::angle, out, "from the reference configuration, not wrapped");
      kinematic("velocity" + at, Quantity::angular_velocity, rate, "rate of the angle");
      output("acceleration" + at, Quantity::angular_acceleration, change, "change of the rate over the last step");
      at_least(parameter("damping" + at, Quantity::angular_damping, damping, "viscous damping"), 0);
      loads(joint, k, at, true);
      return;
    }
    input("force" + at, Quantity::force, in, false,
          kind_of(model_, joint).spans() ? "force that parts the anchors" : "force along the axis, on the child");
    const bool spans = kind_of(model_, joint).spans();
    kinematic("position" + at, Quantity::length, out,
              spans ? "distance of the anchors" : "from the reference configuration");
    kinematic("velocity" + at, Quantity::velocity, rate, "rate of the position");
    output("acceleration" + at, Quantity::acceleration, change, "change of the rate over the last step");
    at_least(parameter("damping" + at, Quantity::damping, damping, "viscous damping"), 0);
    loads(joint, k, at, false);
  }

  // Limits, dry friction, rotor and drive of a coordinate.
  void loads(int joint, int k, const std::string& at, bool turns) {
    const Coordinate& c = joint_at(model_, joint).coordinates[k];
    const int slot = coordinate_slot(joint, k);
    limits(joint, k, at, turns);
    if (c.friction >= 0) {
      at_least(parameter("friction" + at, turns ? Quantity::torque : Quantity::force, layout_.joint_friction + slot,
                         "dry friction: breaks away there, slides against it"),
               0);
      load(joint, k, "friction", at, turns, CoordinateLoad::friction, "of dry friction, on the child");
    }
    if (c.coefficient >= 0) {
      at_least(parameter("frictionCoefficient" + at, Quantity::none, layout_.joint_coefficient + slot,
                         "of the dry friction that the force of the joint makes"),
               0);
    }
    if (c.armature >= 0) {
      Variable& v = parameter("armature" + at, turns ? Quantity::inertia : Quantity::mass, layout_.armature + slot,
                              "inertia of the rotor as the coordinate feels it");
      at_least(v, 0);
    }
    if (c.drive.given) drive(joint, k, at, turns);
  }

  void load(int joint, int k, const std::string& leaf, const std::string& at, bool turns, CoordinateLoad which,
            const char* text) {
    const int index = layout_.joint_output(joint) + Layout::kCoordinateLoads + Layout::coordinate_load(which, k);
    output(leaf + (turns ? "Torque" : "Force") + at, turns ? Quantity::torque : Quantity::force, index, text);
  }

  void drive(int joint, int k, const std::string& at, bool turns) {
    const Drive& d = joint_at(model_, joint).coordinates[k].drive;
    const int slot = coordinate_slot(joint, k);
    const int in = layout_.drive_input(joint, k);
    input("drive.mode" + at, Quantity::none, in, false, "0 force input alone, 1 velocity, 2 position, 3 locked");
    Variable& mode = list_.back().variable;
    mode.type = ValueType::integer;
    mode.variability = Variability::discrete;
    mode.start = inputs_[static_cast<std::size_t>(in)];
    at_least(mode, 0);
    mode.has_max = true;
    mode.max = kDriveModes - 1;
    target("drive.velocity" + at, turns ? Quantity::angular_velocity : Quantity::velocity, in + Layout::kDriveVelocity,
           "wanted, of a velocity or position drive");
    target("drive.position" + at, turns ? Quantity::angle : Quantity::length, in + Layout::kDrivePosition,
           "wanted, of a position drive");
    output(std::string("drive.") + (turns ? "torque" : "force") + at, turns ? Quantity::torque : Quantity::force,
           layout_.joint_output(joint) + Layout::kCoordinateLoads + Layout::coordinate_load(CoordinateLoad::drive, k),
           "of the drive, on the child; without the force input");
    at_least(parameter("drive.stiffness" + at, turns ? Quantity::angular_stiffness : Quantity::stiffness,
                       layout_.drive_stiffness + slot, "of a position drive"),
             0);
    at_least(parameter("drive.damping" + at, turns ? Quantity::angular_damping : Quantity::damping,
                       layout_.drive_damping + slot, "of a position drive"),
             0);
    if (d.most == kUnlimited) return;
    at_least(parameter(std::string("drive.max") + (turns ? "Torque" : "Force") + at,
                       turns ? Quantity::torque : Quantity::force, layout_.drive_most + slot, "the most that it gives"),
             0);
  }

  void target(const std::string& leaf, Quantity quantity, int index, const char* text) {
    input(leaf, quantity, index, false, text);
    list_.back().variable.start = inputs_[static_cast<std::size_t>(index)];
  }

  void limits(int joint, int k, const std::string& at, bool turns) {
    const Limits& limits = joint_at(model_, joint).coordinates[k].limits;
    const int slot = coordinate_slot(joint, k);
    const Quantity quantity = turns ? Quantity::angle : Quantity::length;
    if (limits.has_lower()) parameter("lowerLimit" + at, quantity, layout_.lower_limit + slot, "least coordinate");
    if (limits.has_upper()) parameter("upperLimit" + at, quantity, layout_.upper_limit + slot, "largest coordinate");
    if (!limits.has_lower() && !limits.has_upper()) return;
    const int load = layout_.joint_output(joint) + Layout::kCoordinateLoads;
    output(std::string("limit.") + (turns ? "torque" : "force") + at, turns ? Quantity::torque : Quantity::force,
           load + Layout::coordinate_load(CoordinateLoad::limit, k), "of the coordinate's limits, on the child");
  }

  void coordinate_start(int joint, int k) {
    const std::string at = which(joint, k);
    const int from = layout_.joint_start(joint) + k;
    if (kind_of(model_, joint).freedoms[k].turns) {
      start("start.angle" + at, Quantity::angle, from, "initial angle");
      start("start.velocity" + at, Quantity::angular_velocity, from + Layout::kStartRates, "initial rate of the angle");
    } else {
      start("start.position" + at, Quantity::length, from, "initial position");
      start("start.velocity" + at, Quantity::velocity, from + Layout::kStartRates, "initial rate of the position");
    }
  }

  void frame(int index) {
    const Frame& f = model_.frames[static_cast<std::size_t>(index)];
    owner_ = f.name;
    group_ = group_of(f.body);
    if (group_ >= 0) {
      const int in = layout_.frame_input(index);
      inputs("force", Quantity::force, in, "force on the body at the frame, world axes");
      if (body_at(model_, f.body).rotates) torque_inputs(in + 3);
    }
    const int out = layout_.frame_output(index);
    kinematics("position", Quantity::length, out, width(), "world axes");
    kinematics("velocity", Quantity::velocity, out + 3, width(), "world axes");
    outputs("acceleration", Quantity::acceleration, out + 6, width(), "change of the velocity over the last step");
    rotation_outputs(out + 9, out + 13, out + 16);
  }

  void sensor(int index) {
    owner_ = model_.sensors[static_cast<std::size_t>(index)].name;
    group_ = -1;
    const int out = layout_.sensor_output(index);
    outputs("force", Quantity::force, out, width(), "on the first body, world axes");
    torque("torque", out + 3, "on the first body about its centre of mass",
           "on the first body about its centre of mass, world axes");
    output("normalForce", Quantity::force, out + 6, "sum of the normal forces");
    output("frictionForce", Quantity::force, out + 7, "magnitude of the friction force");
    output("gap", Quantity::length, out + 8, "smallest distance, negative when overlapping, capped at the range");
    output("slip", Quantity::velocity, out + 9, "fastest sliding of a loaded contact point");
    outputs("centre", Quantity::length, out + Layout::kSensorCentre, width(),
            "centre of the normal forces, world axes; 0 without load");
    output("peakImpulse", Quantity::impulse, out + Layout::kSensorPeak,
           "largest sum of normal impulses at once in the last communication step");
    discrete("count", ValueType::integer, layout_.sensor_count(index), "loaded contact points");
    discrete("active", ValueType::boolean, layout_.sensor_active(index), "a contact point carries load");
    discrete("sticking", ValueType::boolean, layout_.sensor_sticking(index), "all loaded points stick");
  }

  void gear(int index) {
    const Gear& g = gear_at(model_, index);
    owner_ = g.name;
    group_ = -1;
    const GearTerm& first = g.terms.front();
    const bool turns = kind_of(model_, first.joint).freedoms[first.coordinate].turns;
    output(turns ? "torque" : "force", turns ? Quantity::torque : Quantity::force, layout_.gear_outputs + index,
           "of the gear; each coordinate gets it times its ratio, on the child");
    const int ratios = layout_.gear_ratio + most_gear_terms(model_) * index;
    for (int k = 0; k < count(g.terms.size()); ++k) {
      parameter("ratio[" + std::to_string(k + 1) + "]", Quantity::none, ratios + k,
                "of the coordinate in the sum that is the offset");
    }
    parameter("offset", turns ? Quantity::angle : Quantity::length, layout_.gear_offset + index,
              "of the sum of ratio times coordinate");
    if (g.backlash == 0) return;
    at_least(parameter("backlash", turns ? Quantity::angle : Quantity::length, layout_.gear_backlash + index,
                       "play of the sum of ratio times coordinate, end to end"),
             0);
  }

  void spring(int index) {
    const Spring& s = model_.springs[static_cast<std::size_t>(index)];
    owner_ = s.name;
    group_ = -1;
    if (s.joint >= 0) {
      joint_spring(kind_of(model_, s.joint).freedoms[s.coordinate].turns, index, "the joint's coordinate");
      return;
    }
    if (s.torsional) {
      torsion(index);
      return;
    }
    const int out = layout_.spring_output(index);
    output("force", Quantity::force, out, "along the spring and its damper, positive in tension");
    output("length", Quantity::length, out + 1, "distance of the anchors");
    spring_hardness(false, index);
    at_least(parameter("restLength", Quantity::length, layout_.rest_length + index, "length without force"), 0);
  }

  void torsion(int index) {
    if (model_.planar) {
      joint_spring(true, index, "of the second body against the first, 0 in the reference configuration");
      return;
    }
    const int out = layout_.spring_output(index);
    outputs("torque", Quantity::torque, out + 2, 3, "of the spring and its damper on the second body, world axes");
    output("angle", Quantity::angle, out + 1, "of the turn from rest, at most half a turn");
    spring_hardness(true, index);
  }

  void spring_hardness(bool turns, int index) {
    hardness(turns, "", layout_.spring_stiffness + index, layout_.spring_damping + index);
  }

  void joint_spring(bool hinge, int index, const char* what) {
    const int out = layout_.spring_output(index);
    const char* pull = "of the spring and its damper, positive when the coordinate is beyond rest";
    output(hinge ? "torque" : "force", hinge ? Quantity::torque : Quantity::force, out, pull);
    output(hinge ? "angle" : "position", hinge ? Quantity::angle : Quantity::length, out + 1, what);
    spring_hardness(hinge, index);
    parameter(hinge ? "restAngle" : "restPosition", hinge ? Quantity::angle : Quantity::length,
              layout_.rest_length + index, "coordinate without force");
  }

  void bushing(int index) {
    const Bushing& b = bushing_at(model_, index);
    owner_ = b.name;
    group_ = -1;
    const int out = layout_.bushing_output(index);
    const int way = out + Layout::kBushingWay;
    outputs("force", Quantity::force, out, width(), "on the second body, world axes");
    torque("torque", out + 3, "on the second body at its anchor", "on the second body at its anchor, world axes");
    outputs("displacement", Quantity::length, way, width(), "of the second anchor from the first, axes of the bushing");
    if (model_.planar) {
      output("angle", Quantity::angle, way + 5, "of the second body against the first");
    } else {
      outputs("turn", Quantity::angle, way + 3, 3, "vector of the second body's turn, axes of the bushing");
    }
    if (!b.diagonal) return;
    for (int k = 0; k < b.count; ++k) {
      const int slot = kMostDirections * index + k;
      hardness(k >= width(), "[" + std::to_string(k + 1) + "]", layout_.bushing_stiffness + slot,
               layout_.bushing_damping + slot);
    }
  }

  void material(int index) {
    owner_ = model_.materials[static_cast<std::size_t>(index)].name;
    group_ = -1;
    at_least(parameter("friction", Quantity::none, layout_.friction + index, "coefficient of dry friction"), 0);
    Variable& e = parameter("restitution", Quantity::none, layout_.restitution + index, "coefficient of restitution");
    at_least(e, 0);
    e.has_max = true;
    e.max = 1;
    if (resists_rolling(model_)) {
      at_least(parameter("rolling", Quantity::length, layout_.rolling + index,
                         "torque that resists rolling over normal force"),
               0);
    }
    if (resists_spinning(model_)) {
      at_least(parameter("spinning", Quantity::length, layout_.spinning + index,
                         "torque that resists turning about the normal over normal force"),
               0);
    }
  }

  void solver() {
    owner_ = "solver";
    group_ = -1;
    discrete("status", ValueType::integer, 0, "the gravest of the last communication step: " + status_codes())
        .quantity = Quantity::status;
    Variable& lcps = discrete("lcps", ValueType::integer, 1,
                              "complementarity problems of a step, the most in the last communication step");
    at_least(lcps, 0);
    lcps.has_max = true;
    lcps.max = max_lcps(model_);
    discrete("iterations", ValueType::integer, 2,
             "pivots or sweeps of a step, the most in the last communication step");
    discrete("fallbacks", ValueType::integer, 3,
             "rungs of the fallback ladder that a step needed, the most in the last communication step");
    discrete("misses", ValueType::integer, 4,
             "pairs of shapes whose contact a step did not see, the most in the last communication step");
    discrete("overflow", ValueType::integer, 5,
             "contact points beyond max_contacts dropped in a step, the most in the last communication step");
    const int out = layout_.solver_output;
    output("residual", Quantity::none, out, "scale-free residual, the largest in the last communication step");
    output("penetration", Quantity::length, out + 1, "deepest overlap of any two shapes");
    output("jointError", Quantity::none, out + 2, "largest violation of a joint, m or rad");
    output("energyGain", Quantity::energy, out + 3,
           "energy that came from nothing in the last communication step: by undoing overlaps and drift, by gravity "
           "while a rebound takes two steps");
    owner_ = "energy";
    const int energy = layout_.energy_output;
    output("kinetic", Quantity::energy, energy, "kinetic energy");
    output("potential", Quantity::energy, energy + 1, "of gravity, zero at the origin, and springs");
    output("dissipated", Quantity::energy, energy + 2, "what is no longer there, since the start: never falls");
    output("rebound", Quantity::energy, energy + 3,
           "held by contacts between the two steps of a rebound, and by what steadies loaded joints");
  }

  const Model& model_;
  Layout layout_;
  Groups groups_;
  std::vector<double> starts_;
  std::vector<double> parameters_;
  std::vector<double> inputs_;
  std::vector<Candidate> list_;
  std::string owner_;
  int group_ = -1;
};

}  // namespace

std::vector<Candidate> all_candidates(const Model& model) {
  return Lister(model).list();
}

}  // namespace stickslip

#include "fmu/load/coordinates.h"

namespace stickslip::load {

namespace {

const char* const kNone = "an empty array where a coordinate has none";

std::optional<double> position_in(const toml::node& value, const std::string& name, const Freedom& freedom,
                                  Section& section) {
  return freedom.turns ? section.angle_in(value, name) : section.number_in(value, name, kAny, Unit::length);
}

void judge(const toml::node& node, const std::string& name, const Limits& limits, Section& section) {
  if (limits.lower < limits.upper) return;
  section.error(place_of(node), name + ": the lower one must be less than the upper one, got " + about(limits.lower) +
                                    " and " + about(limits.upper));
}

void read_pair(const toml::array& pair, const toml::node& node, const std::string& name, const Freedom& freedom,
               Section& section, Limits& limits) {
  if (pair.empty()) return;
  if (pair.size() != 2) {
    section.error(place_of(node), name + " must be [lower, upper] or a table with one of them, got " + kind_of(node));
    return;
  }
  const auto lower = position_in(pair[0], name + "[1]", freedom, section);
  const auto upper = position_in(pair[1], name + "[2]", freedom, section);
  if (!lower || !upper) return;
  limits.lower = *lower;
  limits.upper = *upper;
  judge(node, name, limits, section);
}

void read_table(const toml::table& table, const toml::node& node, const std::string& name, const Freedom& freedom,
                Section& section, Limits& limits) {
  Section inner(table, section.what() + ": " + name, section.planar(), section.log());
  const toml::node* lower = inner.node("lower");
  const toml::node* upper = inner.node("upper");
  if (lower == nullptr && upper == nullptr && !inner.misspelt({"lower", "upper"})) {
    inner.error(inner.place(), "lower and upper are both missing; give one of them, or leave the limits out");
  }
  if (lower != nullptr) limits.lower = position_in(*lower, "lower", freedom, inner).value_or(limits.lower);
  if (upper != nullptr) limits.upper = position_in(*upper, "upper", freedom, inner).value_or(limits.upper);
  limits.restitution = inner.number("restitution", kShare).value_or(0);
  limits.compliance = inner.number("compliance", kNotNegative).value_or(0);
  if (limits.compliance > 0 && limits.restitution > 0) {
    inner.error(inner.key_place("restitution"),
                "what gives way rebounds as a spring; leave out one of restitution and "
                "compliance");
  }
  inner.finish();
  judge(node, name, limits, section);
}

/// v+ = 2 w - v takes a speed that friction or a drive holds for one to be turned round; the projection puts it right.
void refuse_without_projection(Section& section, const std::string& key, const Model& model) {
  if (!section.has(key) || model.step.scheme != Scheme::trapezoidal || model.step.trapezoidal.projection) return;
  section.error(section.key_place(key), key +
                                            " under \"trapezoidal\" needs projection = true: without it the speed that "
                                            "it holds would change its sign from step to step");
}

/// That of a bearing, which its load makes, and what it has without load.
void read_bearing(const toml::table& table, const std::string& name, const Freedom& freedom, Section& section,
                  Coordinate& coordinate) {
  Section inner(table, section.what() + ": " + name, section.planar(), section.log());
  const char* alone = freedom.turns ? "torque" : "force";
  const std::string is = std::string("the coordinate is ") + (freedom.turns ? "an angle" : "a position");
  inner.refuse(freedom.turns ? "force" : "torque", is + "; use " + alone);
  coordinate.friction = inner.number(alone, kNotNegative).value_or(0);
  if (inner.required("coefficient", "of friction over the force that the joint carries"))
    coordinate.coefficient = inner.number("coefficient", kNotNegative).value_or(0);
  if (!freedom.turns) {
    inner.refuse("radius", is + ", which friction needs no lever to hold");
  } else if (inner.required("radius", "of the bearing, in m")) {
    coordinate.lever = inner.number("radius", kPositive, Unit::length).value_or(1);
  }
  if (freedom.spans) {
    inner.error(inner.place(), "a rope carries no force across its line that could rub; give the friction as a number");
  }
  inner.finish();
}

void read_friction(Section& section, const JointKind& kind, const Model& model, Joint& joint) {
  each_coordinate(section, "friction", kind, Concern::all, "numbers or tables", false,
                  [&](const toml::node& value, const std::string& name, int k) {
                    Coordinate& coordinate = joint.coordinates[k];
                    if (const toml::table* table = value.as_table()) {
                      read_bearing(*table, name, kind.freedoms[k], section, coordinate);
                    } else if (value.is_number()) {
                      coordinate.friction = section.number_in(value, name, kNotNegative, Unit::none).value_or(0);
                    } else {
                      section.error(place_of(value), name + " must be a number or a table such as { coefficient = 0.1" +
                                                         (kind.freedoms[k].turns ? ", radius = \"5 mm\"" : "") +
                                                         " }, got " + kind_of(value));
                    }
                  });
  refuse_without_projection(section, "friction", model);
}

void read_armature(Section& section, const JointKind& kind, Joint& joint) {
  per_coordinate(section, "armature", kind, Concern::all, kNotNegative,
                 [&](int k, double value) { joint.coordinates[k].armature = value; });
}

void read_target(Section& section, const Freedom& freedom, Drive& drive) {
  if (drive.mode != DriveMode::velocity && drive.mode != DriveMode::position) {
    section.refuse("target", "only a velocity and a position drive have one");
  } else if (const toml::node* target = section.node("target")) {
    const bool speed = drive.mode == DriveMode::velocity;
    const auto value = speed ? section.number_in(*target, "target", kAny, Unit::none)
                             : position_in(*target, "target", freedom, section);
    drive.target = value.value_or(0);
  }
}

void read_drive(const toml::table& table, const std::string& name, const Freedom& freedom, Section& section,
                Drive& drive) {
  Section inner(table, section.what() + ": " + name, section.planar(), section.log());
  drive.given = true;
  std::optional<DriveMode> chosen;
  if (const toml::node* mode = inner.required("mode", "one of force, velocity, position, locked")) {
    chosen = choose(*mode, "mode", kDriveModeNames, inner);
  }
  drive.mode = chosen.value_or(drive.mode);
  drive.stiffness = inner.number("stiffness", kNotNegative).value_or(0);
  drive.damping = inner.number("damping", kNotNegative).value_or(0);
  const char* most = freedom.turns ? "max_torque" : "max_force";
  inner.refuse(freedom.turns ? "max_force" : "max_torque",
               std::string("the coordinate is ") + (freedom.turns ? "an angle" : "a position") + "; use " + most);
  drive.most = inner.number(most, kPositive).value_or(kUnlimited);
  if (chosen) {
    read_target(inner, freedom, drive);
  } else {
    inner.node("target");  // whether it means something is not known
  }
  inner.finish();
  if (drive.mode == DriveMode::position && drive.stiffness == 0 && !inner.misspelt({"stiffness"})) {
    inner.error(inner.place("stiffness"), "a position drive needs a stiffness > 0; without one it holds no position");
  }
}

void read_drives(Section& section, const JointKind& kind, const Model& model, Joint& joint) {
  each_coordinate(section, "drive", kind, Concern::all, "tables", false,
                  [&](const toml::node& value, const std::string& name, int k) {
                    const toml::table* table = value.as_table();
                    if (table == nullptr) {
                      section.error(place_of(value),
                                    name + " must be a table such as { mode = \"velocity\" }, got " + kind_of(value));
                    } else if (!table->empty()) {
                      read_drive(*table, name, kind.freedoms[k], section, joint.coordinates[k].drive);
                    }
                  });
  refuse_without_projection(section, "drive", model);
}

void read_limits(Section& section, const JointKind& kind, Joint& joint) {
  each_coordinate(section, "limits", kind, Concern::all, "limits", true,
                  [&](const toml::node& value, const std::string& name, int k) {
                    Limits& limits = joint.coordinates[k].limits;
                    const Freedom& freedom = kind.freedoms[k];
                    if (const toml::array* pair = value.as_array()) {
                      read_pair(*pair, value, name, freedom, section, limits);
                    } else if (const toml::table* table = value.as_table()) {
                      read_table(*table, value, name, freedom, section, limits);
                    } else {
                      section.error(place_of(value), name + " must be [lower, upper], a table with one of them, or " +
                                                         kNone + ", got " + kind_of(value));
                    }
                  });
}

/// A rope or strut: limits of the distance.
void read_reach(Section& section, Joint& joint) {
  section.refuse("limits", "min and max are its limits");
  Limits& limits = joint.coordinates[0].limits;
  if (const auto min = section.number("min", kNotNegative, Unit::length)) limits.lower = *min;
  if (const auto max = section.number("max", kPositive, Unit::length)) limits.upper = *max;
  limits.restitution = section.number("restitution", kShare).value_or(0);
  limits.compliance = section.number("compliance", kNotNegative).value_or(0);
  if (limits.compliance > 0 && limits.restitution > 0) {
    section.error(section.key_place("restitution"),
                  "what gives way rebounds as a spring; leave out one of restitution and compliance");
  }
  if (const toml::node* node = section.node(section.has("max") ? "max" : "min"))
    judge(*node, "min and max", limits, section);
}

/// What yields to nothing, against what yields to nothing: no force holds both.
void warn_of_drives_into_limits(const JointKind& kind, const Joint& joint, Section& section) {
  for (int k = 0; k < kind.freedom_count; ++k) {
    const Drive& drive = joint.coordinates[k].drive;
    const Limits& limits = joint.coordinates[k].limits;
    const bool limited = limits.has_lower() || limits.has_upper();
    if (drive.mode != DriveMode::velocity || drive.most < kUnlimited || !limited || limits.compliance > 0) continue;
    const std::string most = kind.freedoms[k].turns ? "max_torque" : "max_force";
    section.warn(section.key_place("drive"), "drive: a velocity drive without " + most +
                                                 " pushes without end where its coordinate meets a limit, with "
                                                 "solver.status 1 and a force that says nothing; give it a " +
                                                 most);
  }
}

/// `cardan[2]` in two; the whole and 0 where there is no index.
std::pair<std::string, int> split_index(const std::string& name) {
  const std::size_t open = name.find('[');
  if (open == std::string::npos || name.size() != open + 3 || name.back() != ']') return {name, 0};
  const char digit = name[open + 1];
  return {name.substr(0, open), digit >= '1' && digit <= '9' ? digit - '0' : 0};
}

}  // namespace

std::optional<CoordinateName> coordinate_in(const toml::node& node, std::string_view name, bool balls,
                                            const char* needs, Section& section, Reading& reading) {
  const auto text = section.string_in(node, name);
  if (!text) return std::nullopt;
  const auto [joint_name, index] = split_index(*text);
  const auto joint = reading.names.resolve(node, joint_name, Kind::joint, section);
  if (!joint) return std::nullopt;
  const int count = kind_of(reading.model, *joint).freedom_count;
  if (count == 0) {
    if (balls && joint_at(reading.model, *joint).type == JointType::ball && index == 0)
      return CoordinateName{*joint, 0};
    section.error(place_of(node), "joint " + in_quotes(joint_name) + " has no coordinate; " + needs);
  } else if (index > count || (index == 0 && count > 1)) {
    section.error(place_of(node), "joint " + in_quotes(joint_name) + " has " + std::to_string(count) + " coordinate" +
                                      (count > 1 ? "s; say which: " : "; write ") +
                                      in_quotes(count > 1 ? joint_name + "[1]" : joint_name));
  } else {
    return CoordinateName{*joint, index == 0 ? 0 : index - 1};
  }
  return std::nullopt;
}

void read_coordinates(Section& section, const JointKind& kind, const Model& model, Joint& joint) {
  if (kind.freedom_count == 0) {
    for (const char* key : {"damping", "limits", "friction", "armature", "drive"}) {
      section.refuse(key, std::string("a ") + joint_type_name(joint.type) + " joint has no coordinate");
    }
  } else {
    per_coordinate(section, "damping", kind, Concern::all, kNotNegative,
                   [&](int k, double value) { joint.coordinates[k].damping = value; });
    read_friction(section, kind, model, joint);
    read_armature(section, kind, joint);
    read_drives(section, kind, model, joint);
  }
  if (kind.spans()) {
    read_reach(section, joint);
    warn_of_drives_into_limits(kind, joint, section);
    return;
  }
  for (const char* key : {"min", "max", "restitution"}) {
    section.refuse(key, std::string("it belongs to a distance joint, this is a ") + joint_type_name(joint.type));
  }
  if (kind.freedom_count > 0) read_limits(section, kind, joint);
  warn_of_drives_into_limits(kind, joint, section);
}

}  // namespace stickslip::load

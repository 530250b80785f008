#include <cmath>

#include "fmu/load/coordinates.h"

namespace stickslip::load {

namespace {

bool is_repeated(const Gear& gear, const CoordinateName& name) {
  for (const GearTerm& term : gear.terms) {
    if (term.joint == name.joint && term.coordinate == name.k) return true;
  }
  return false;
}

/// The coordinates; false where one of them is not clear.
bool read_terms(Section& section, Reading& reading, Gear& gear) {
  const toml::node* node = section.required("joints", "name two coordinates or more");
  if (node == nullptr) return false;
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() < 2) {
    section.error(place_of(*node), "joints must be two names of coordinates or more, got " + kind_of(*node));
    return false;
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string key = "joints[" + std::to_string(i + 1) + "]";
    const auto name = coordinate_in((*array)[i], key, false, "a gear needs one of each joint", section, reading);
    if (!name) return false;
    if (is_repeated(gear, *name)) {
      section.error(place_of((*array)[i]), key + " stands there already; a gear is between different coordinates");
      return false;
    }
    gear.terms.push_back({name->joint, name->k, 0});
  }
  if (bodies_of(reading.model, gear) > kMostGearBodies) {
    section.error(place_of(*node), "these joints have more than " + std::to_string(kMostGearBodies) +
                                       " bodies together; a gear may act on so many at most, split it in two");
    return false;
  }
  return true;
}

void read_ratio(Section& section, Gear& gear) {
  const toml::node* node = section.required("ratio", "one number a coordinate: sum of ratio times coordinate = offset");
  if (node == nullptr) return;
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() != gear.terms.size()) {
    section.error(place_of(*node), "ratio must be " + std::to_string(gear.terms.size()) +
                                       " numbers, one a coordinate, got " + kind_of(*node));
    return;
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string name = "ratio[" + std::to_string(i + 1) + "]";
    const auto ratio = section.number_in((*array)[i], name, kAny, Unit::none);
    if (!ratio) continue;
    gear.terms[i].ratio = *ratio;
    if (*ratio == 0) section.error(place_of((*array)[i]), name + " must not be 0; leave its joint out");
  }
}

/// In the unit of the first coordinate.
double amount(Section& section, const std::string& key, Rule rule, bool turns) {
  if (!turns) return section.number(key, rule, Unit::length).value_or(0);
  const double value = section.angle(key).value_or(0);
  if (rule.low == 0 && value < 0) section.error(section.place(key), key + " must be >= 0, got " + about(value));
  return rule.low == 0 ? std::fmax(value, 0.0) : value;
}

void read_gear(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  Section section(table, label("gear", table), model.planar, reading.log);
  Gear gear;
  gear.name = reading.names.claim(section, Kind::gear, static_cast<int>(model.gears.size()));
  const bool clear = read_terms(section, reading, gear);
  if (clear) {
    read_ratio(section, gear);
  } else {
    section.node("ratio");
  }
  const bool turns =
      !gear.terms.empty() && kind_of(model, gear.terms.front().joint).freedoms[gear.terms.front().coordinate].turns;
  gear.offset = amount(section, "offset", kAny, turns);
  gear.backlash = amount(section, "backlash", kNotNegative, turns);
  if (gear.backlash > 0) {
    gear.restitution = section.number("restitution", kShare).value_or(0);
  } else {
    section.refuse("restitution", "it belongs to a backlash");
  }
  section.finish();
  if (!clear) return;
  model.gears.push_back(gear);
  reading.gears.push_back(section.place());
}

}  // namespace

void read_gears(const toml::table& file, Reading& reading) {
  for (const toml::table* table : tables(file, "gear", "gear", reading.log)) read_gear(*table, reading);
}

}  // namespace stickslip::load

#pragma once

#include <string>
#include <vector>

#include "fmu/load/reading.h"
#include "model/core/joint_kind.h"

namespace stickslip::load {

/// The coordinates of a joint that a key is about.
enum class Concern { all, angles, positions };

inline bool concerns(const Freedom& freedom, Concern about) {
  return about == Concern::all || freedom.turns == (about == Concern::angles);
}

/// "angle, position" of a cylindrical joint: what an array for these coordinates holds, in its order.
inline std::string coordinates_in_order(const JointKind& kind, const std::vector<int>& of) {
  std::string names;
  for (const int k : of)
    names += std::string(names.empty() ? "" : ", ") + (kind.freedoms[k].turns ? "angle" : "position");
  return names;
}

/// The value of a key for each coordinate that it is about: the one at the key where there is one coordinate, else
/// those of an array. `read` gets a value, its name for messages, and the coordinate. `values` is what messages call
/// them.
template <class Read>
void each_coordinate(Section& section, const std::string& key, const JointKind& kind, Concern about, const char* values,
                     bool value_may_be_array, Read&& read) {
  std::vector<int> of;
  for (int k = 0; k < kind.freedom_count; ++k) {
    if (concerns(kind.freedoms[k], about)) of.push_back(k);
  }
  const toml::node* node = section.node(key);
  if (node == nullptr) return;
  const toml::array* array = node->as_array();
  if (of.size() == 1 && (array == nullptr || value_may_be_array)) {
    read(*node, key, of[0]);
  } else if (array == nullptr || array->size() != of.size()) {
    section.error(place_of(*node),
                  key + " must be " +
                      (of.size() == 1 ? std::string("one number")
                                      : "an array of " + std::to_string(of.size()) + " " + values +
                                            ", one a coordinate (" + coordinates_in_order(kind, of) + ")") +
                      ", got " + kind_of(*node));
  } else {
    for (std::size_t i = 0; i < of.size(); ++i) read((*array)[i], key + "[" + std::to_string(i + 1) + "]", of[i]);
  }
}

/// One number per coordinate. `take` gets the coordinate and its value.
template <class Take>
void per_coordinate(Section& section, const std::string& key, const JointKind& kind, Concern about, Rule rule,
                    Take&& take) {
  each_coordinate(
      section, key, kind, about, "numbers", false, [&](const toml::node& value, const std::string& name, int k) {
        const Unit unit = about == Concern::all ? Unit::none : Unit::length;
        const auto number =
            about == Concern::angles ? section.angle_in(value, name) : section.number_in(value, name, rule, unit);
        if (number) take(k, *number);
      });
}

/// A coordinate of a joint, such as "elbow" or "cardan[2]"; a ball has none, and counts with 0.
struct CoordinateName {
  int joint = 0;
  int k = 0;
};

/// The coordinate that the text at `node` names, or a ball if `balls` are allowed; nothing after an error. `needs` ends
/// the message for a joint without coordinates.
std::optional<CoordinateName> coordinate_in(const toml::node& node, std::string_view name, bool balls,
                                            const char* needs, Section& section, Reading& reading);

/// What belongs to a joint's coordinates: damping, dry friction, rotors, drives and limits.
void read_coordinates(Section& section, const JointKind& kind, const Model& model, Joint& joint);

}  // namespace stickslip::load

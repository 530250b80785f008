#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fmu/load/about.h"
#include "fmu/load/available.h"
#include "fmu/load/log.h"
#include "fmu/load/scope.h"
#include "fmu/load/section.h"
#include "model/core/model.h"
#include "model/math/size.h"

namespace stickslip::load {

enum class Kind { material, body, joint, gear, spring, bushing, frame, contact, include };

/// The namespace of a model. Names of a part are those of its file behind the part's prefix; a part sees its own only.
class Names {
 public:
  struct Entry {
    Kind kind;
    int index;
    Place place;
  };

  /// What the names that follow stand behind; empty, or with a dot at its end.
  void enter(const std::string& prefix) { prefix_ = prefix; }
  /// Takes the section's name, that at `key`, and returns the whole of it; complains about bad, taken and repeated
  /// ones. Empty when there is none that works.
  std::string claim(Section& section, Kind kind, int index, std::string_view key = "name");
  void add_whole(const std::string& name, Entry entry) { entries_.insert({name, std::move(entry)}); }
  const Entry* find(const std::string& name) const;  // as the file writes it
  const Entry* find_whole(const std::string& name) const;
  /// The one that `name`, which stands at `value`, means. Nothing, and an error, when there is none of that kind; no
  /// error where one of that kind has no good name: it may be the one that is meant, and has an error of its own.
  std::optional<int> resolve(const toml::node& value, const std::string& name, Kind kind, Section& section) const;
  /// What an unreadable table of the kind is called nobody knows.
  void add_unreadable(Kind kind) { unreadable_.insert(kind); }

 private:
  std::vector<std::string> all(Kind kind) const;

  std::string prefix_;
  std::map<std::string, Entry> entries_;  // by their whole names
  std::set<Kind> unreadable_;
};

const char* to_string(Kind kind);

/// A file half read.
struct Reading {
  Model& model;
  Log& log;
  About& about;
  Names names;
  Scope scope;                  // of the tables that are being read
  std::vector<bool> has_shape;  // 1 per body
  std::vector<Place> shapes;
  std::vector<Place> joints;
  std::vector<Place> gears;
  std::vector<Place> sensors;
  std::set<std::pair<int, int>> apart;  // bodies that never collide with each other, lower index first
  std::vector<std::pair<std::string, std::string>> overlaps;  // bodies that begin inside each other

  void enter(const Scope& part) {
    scope = part;
    names.enter(part.prefix());
  }
};

/// How messages call a table: `body "lid"`, or `body` when it has no name.
std::string label(const char* kind, const toml::table& table);

/// The table at a key of the file; an error when something else is there.
const toml::table* table_at(const toml::table& file, std::string_view key, Log& log);

/// The tables of an array of tables such as [[body]]; an error when `key` is something else.
std::vector<const toml::table*> tables(const toml::table& parent, std::string_view key, const std::string& what,
                                       Log& log);

/// The body a value names; kWorld for "world" when that is allowed. Nothing after an error.
std::optional<int> body_in(const toml::node& value, std::string_view name, bool world_allowed, Section& section,
                           Reading& reading);
/// `bodies`: two different ones.
std::optional<std::pair<int, int>> two_bodies(bool world_allowed, Section& section, Reading& reading);
std::optional<int> material_in(const toml::node& value, std::string_view name, Section& section, Reading& reading);
/// `anchors`: two points, as places in the world.
std::optional<std::pair<Vec3, Vec3>> two_anchors(Section& section, const Reading& reading);
/// A place in the world, reference configuration, as one in a body's inertial frame.
std::pair<Vec3, Quat> on_body(int body, const Vec3& p_WF, const Quat& q_WF, const Model& model);
/// How far a constraint gives way: -1 when the key is absent; a warning where the scheme does not look at it.
double softness(Section& section, std::string_view key, const Model& model);
std::string body_name(int body, const Model& model);

/// The value of the choice that the string at `value` names; nothing after an error.
template <class T, std::size_t N>
std::optional<T> choose(const toml::node& value, std::string_view name, const std::array<Choice<T>, N>& choices,
                        Section& section) {
  const auto text = section.string_in(value, name);
  if (!text) return std::nullopt;
  std::vector<std::string> known;
  std::vector<std::string> available;
  for (const Choice<T>& choice : choices) {
    known.emplace_back(choice.name);
    if (choice.value) available.emplace_back(choice.name);
    if (choice.name != *text) continue;
    if (!choice.value) {
      section.error(place_of(value), std::string(name) + " " + in_quotes(*text) + " is not available in this version");
    }
    return choice.value;
  }
  section.error(place_of(value),
                "unknown " + std::string(name) + " " + in_quotes(*text) + suggestion(*text, known, available));
  return std::nullopt;
}

/// False when it is not even clear whether the world is planar: nothing else can be judged then.
bool read_settings(const toml::table& file, Reading& reading);
void read_materials(const toml::table& file, Reading& reading);
void read_material_pairs(const toml::table& file, Reading& reading);
void read_bodies(const toml::table& file, Reading& reading);
/// A model needs a body at least, its own or one of a part.
void check_bodies(const toml::table& file, bool has_parts, Reading& reading);
void read_shapes(const toml::table& body, int index, Reading& reading);
void read_joints(const toml::table& file, Reading& reading);
/// Parents must not go round in a circle of moving bodies: a start moves "the child and all that hangs on it".
void check_circles(Reading& reading);
void read_gears(const toml::table& file, Reading& reading);
void read_bushings(const toml::table& file, Reading& reading);
void read_links(const toml::table& file, Reading& reading);
void read_interface(const toml::table& file, Reading& reading);

/// What follows from the whole: the pairs of shapes that may touch and the capacity for their contacts.
void find_pairs(Reading& reading);
/// Chooses max_contacts if the file does not, and sees that the workspace fits into memory.
void settle_capacity(const toml::table& file, Reading& reading);
/// Every pattern must select something.
void check_interface(const toml::table& file, Reading& reading);
/// The initial state must exist and shapes must not start inside each other.
void check_start(Reading& reading);

}  // namespace stickslip::load

#include "fmu/load/reading.h"

#include <algorithm>
#include <array>

#include "model/math/size.h"

namespace stickslip::load {

namespace {

constexpr std::array<std::string_view, 5> kTaken = {"world", "solver", "energy", "time", "gravity"};

}  // namespace

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::material:
      return "material";
    case Kind::body:
      return "body";
    case Kind::joint:
      return "joint";
    case Kind::gear:
      return "gear";
    case Kind::spring:
      return "spring";
    case Kind::bushing:
      return "bushing";
    case Kind::frame:
      return "frame";
    case Kind::contact:
      return "contact";
    case Kind::include:
      return "part";
  }
  return "";
}

namespace {

std::optional<std::string> good_name(Section& section, std::string_view key, std::size_t prefix) {
  const toml::node* node = section.required(key);
  if (node == nullptr) return std::nullopt;
  auto name = section.string_in(*node, key);
  if (!name) return std::nullopt;
  if (!is_name(*name)) {
    section.error(
        place_of(*node),
        std::string(key) + " must be letters, digits and _ and not start with a digit, got " + in_quotes(*name));
    return std::nullopt;
  }
  if (std::find(kTaken.begin(), kTaken.end(), *name) != kTaken.end()) {
    section.error(place_of(*node),
                  "the name " + in_quotes(*name) + " is taken by stickslip itself; choose another one");
    return std::nullopt;
  }
  if (prefix + name->size() > kLongestName) {
    section.error(place_of(*node), "the name is longer than " + std::to_string(kLongestName) +
                                       " characters with those of the parts that it is in; choose shorter ones");
    return std::nullopt;
  }
  return name;
}

}  // namespace

namespace {

/// Where a name stands already, seen from the one at `at`, and what to do about it.
std::string where(const Place& first, const Place& at) {
  const bool same_file = first.file == nullptr || at.file == nullptr || *first.file == *at.file;
  if (same_file && first.line == at.line && first.col == at.col) {
    return ": the file is included twice; give each include a name with `as`";
  }
  const std::string line = " in line " + std::to_string(first.line);
  return same_file ? line + "; choose another one"
                   : line + " of " + path_in_quotes(*first.file) +
                         "; choose another one, or give the include a name with `as`";
}

}  // namespace

std::string Names::claim(Section& section, Kind kind, int index, std::string_view key) {
  const auto name = good_name(section, key, prefix_.size());
  if (!name) {
    add_unreadable(kind);
    return {};
  }
  const Place at = section.place(key);
  const auto [entry, is_new] = entries_.insert({prefix_ + *name, {kind, index, at}});
  if (!is_new) {
    section.error(at, "the name " + in_quotes(*name) + " is already that of a " + to_string(entry->second.kind) +
                          where(entry->second.place, at));
  }
  return prefix_ + *name;
}

const Names::Entry* Names::find(const std::string& name) const {
  return find_whole(prefix_ + name);
}

const Names::Entry* Names::find_whole(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::string> Names::all(Kind kind) const {
  std::vector<std::string> result;
  for (const auto& [name, entry] : entries_) {
    if (entry.kind == kind && name.compare(0, prefix_.size(), prefix_) == 0) {
      result.push_back(name.substr(prefix_.size()));
    }
  }
  return result;
}

std::optional<int> Names::resolve(const toml::node& value, const std::string& name, Kind kind, Section& section) const {
  const Entry* entry = find(name);
  if (entry != nullptr && entry->kind == kind) return entry->index;
  const std::string kind_name = to_string(kind);
  if (entry != nullptr) {
    section.error(place_of(value), in_quotes(name) + " is a " + to_string(entry->kind) + ", not a " + kind_name);
  } else if (unreadable_.count(kind) == 0) {
    const bool outside = !prefix_.empty() && find_whole(name) != nullptr;
    section.error(place_of(value), "there is no " + kind_name + " " + in_quotes(name) +
                                       (outside ? " in this file; a part sees no names of the file that includes it"
                                                : suggestion(name, all(kind))));
  }
  return std::nullopt;
}

std::string label(const char* kind, const toml::table& table) {
  const toml::node* name = table.get("name");
  const auto* text = name == nullptr ? nullptr : name->as_string();
  return text == nullptr ? std::string(kind) : std::string(kind) + " " + in_quotes(text->get());
}

const toml::table* table_at(const toml::table& file, std::string_view key, Log& log) {
  const toml::node* node = file.get(key);
  if (node == nullptr || node->is_table()) return node == nullptr ? nullptr : node->as_table();
  log.error(place_of(*node),
            std::string(key) + " must be a table, got " + kind_of(*node) + "; write [" + std::string(key) + "]");
  return nullptr;
}

std::vector<const toml::table*> tables(const toml::table& parent, std::string_view key, const std::string& what,
                                       Log& log) {
  std::vector<const toml::table*> result;
  const toml::node* node = parent.get(key);
  if (node == nullptr) return result;
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    log.error(place_of(*node),
              what + " must be an array of tables, got " + kind_of(*node) + "; write [[" + what + "]]");
    return result;
  }
  for (const toml::node& element : *array) {
    if (const toml::table* table = element.as_table()) {
      result.push_back(table);
    } else {
      log.error(place_of(element), what + " must hold tables, got " + kind_of(element));
    }
  }
  return result;
}

std::optional<int> body_in(const toml::node& value, std::string_view name, bool world_allowed, Section& section,
                           Reading& reading) {
  const auto text = section.string_in(value, name);
  if (!text) return std::nullopt;
  if (*text == "world") {
    if (world_allowed) return kWorld;
    section.error(place_of(value), std::string(name) + " must name a body, got \"world\"; name a fixed body instead");
    return std::nullopt;
  }
  return reading.names.resolve(value, *text, Kind::body, section);
}

std::optional<std::pair<int, int>> two_bodies(bool world_allowed, Section& section, Reading& reading) {
  const toml::node* value = section.required("bodies");
  if (value == nullptr) return std::nullopt;
  const toml::array* array = value->as_array();
  if (array == nullptr || array->size() != 2) {
    section.error(place_of(*value), "bodies must be two names, got " + kind_of(*value));
    return std::nullopt;
  }
  const auto first = body_in((*array)[0], "bodies[1]", world_allowed, section, reading);
  const auto second = body_in((*array)[1], "bodies[2]", world_allowed, section, reading);
  if (!first || !second) return std::nullopt;
  if (*first == *second) {
    section.error(place_of((*array)[1]),
                  "both bodies are " + in_quotes(body_name(*first, reading.model)) + "; name two different ones");
    return std::nullopt;
  }
  return std::pair(*first, *second);
}

std::optional<int> material_in(const toml::node& value, std::string_view name, Section& section, Reading& reading) {
  const auto text = section.string_in(value, name);
  if (!text) return std::nullopt;
  return reading.names.resolve(value, *text, Kind::material, section);
}

std::string body_name(int body, const Model& model) {
  return body == kWorld ? "world" : model.bodies[size(body)].name;
}

}  // namespace stickslip::load

#include "fmu/load/load.h"

#include <algorithm>
#include <utility>

#include "fmu/load/parts.h"
#include "fmu/load/reading.h"

namespace stickslip::load {

namespace {

/// The tables at the top level.
void check_top_level(const toml::table& file, Log& log) {
  static const std::vector<std::string> known = {
      "model",  "step",    "experiment", "material", "material_pair", "body",       "joint",     "gear",
      "spring", "bushing", "force",      "frame",    "contact",       "no_contact", "interface", "include"};
  for (const auto& [key, value] : file) {
    const std::string_view name = key.str();
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    log.error(place_of(key), "unknown key " + in_quotes(name) + suggestion(name, known));
  }
}

/// References into what cannot be read are not judged: it has an error already.
void find_unreadable(const toml::table& file, Names& names) {
  for (const Kind kind : {Kind::material, Kind::body, Kind::joint}) {
    const toml::node* node = file.get(to_string(kind));
    const bool no_array = node != nullptr && !node->is_array();
    if (no_array || !slip_of(to_string(kind), file).empty()) names.add_unreadable(kind);
  }
}

/// Calls `read` for the file and each of its parts.
template <class Read>
void for_each_part(const std::deque<Part>& parts, Reading& reading, Read&& read) {
  for (const Part& part : parts) {
    reading.enter(part.scope);
    read(part.table, reading);
  }
  reading.enter({});
}

/// Of parts, [model], [step], [experiment] and [interface] are for the part alone.
void read_all(const std::string& name, toml::table table, Reading& reading, std::vector<PartText>& texts) {
  if (!read_settings(table, reading)) {
    check_top_level(table, reading.log);
    return;
  }
  const std::deque<Part> parts = collect_parts(name, std::move(table), reading, texts);
  const toml::table& file = parts.front().table;
  for (const Part& part : parts) {
    check_top_level(part.table, reading.log);
    find_unreadable(part.table, reading.names);
  }
  for_each_part(parts, reading, read_materials);
  for_each_part(parts, reading, read_material_pairs);
  for_each_part(parts, reading, read_bodies);
  check_bodies(file, parts.size() > 1, reading);
  for_each_part(parts, reading, read_joints);
  check_circles(reading);
  for_each_part(parts, reading, read_gears);
  for_each_part(parts, reading, read_bushings);
  for_each_part(parts, reading, read_links);
  read_interface(file, reading);
  if (reading.log.failed()) return;
  find_pairs(reading);
  settle_capacity(file, reading);
  if (reading.log.failed()) return;
  Error error;  // what only shows once everything is put together, such as anchors 1e30 m away on both sides
  if (!validate(reading.model, error)) reading.log.error({}, error.text);
  if (reading.log.failed()) return;
  check_interface(file, reading);
  check_start(reading);
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string place = diagnostic.file + ":";
  if (diagnostic.line > 0) place += std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.col) + ":";
  return place + (diagnostic.severity == Severity::warning ? " warning: " : " ") + diagnostic.text;
}

Loaded load_text(std::string_view text, const std::string& name) {
  Loaded loaded;
  loaded.text = text;
  Log log(name);
  Model model;
  if (auto table = parse_toml(text, name, log)) {
    Reading reading{model, log, loaded.about, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    read_all(name, std::move(*table), reading, loaded.parts);
    loaded.overlaps = std::move(reading.overlaps);
  }
  if (!log.failed()) loaded.model = std::move(model);
  loaded.diagnostics = log.take();
  return loaded;
}

Loaded load_file(const std::string& path) {
  std::string problem;
  const std::string text = read_text(path, false, problem);
  if (problem.empty()) return load_text(text, path);
  Loaded loaded;
  loaded.diagnostics.push_back({path, 0, 0, problem, Severity::error});
  return loaded;
}

}  // namespace stickslip::load

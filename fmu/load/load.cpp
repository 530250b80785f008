#include "fmu/load/load.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "fmu/load/reading.h"
#include "fmu/load/utf8.h"
#include "fmu/text/stream.h"

namespace stickslip::load {

namespace {

constexpr std::size_t kLargestFile = std::size_t{64} << 20U;

/// The tables at the top level, and those of the format that this version does not have.
void check_top_level(const toml::table& file, Log& log) {
  static const std::vector<std::string> known = {"model",   "step",       "experiment", "material", "material_pair",
                                                 "body",    "joint",      "spring",     "force",    "frame",
                                                 "contact", "no_contact", "interface"};
  for (const auto& [key, value] : file) {
    const std::string_view name = key.str();
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (name == "include") {
      log.error(place_of(key), "include is not available in this version");
    } else {
      log.error(place_of(key), "unknown key " + in_quotes(name) + suggestion(name, known));
    }
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

void read_all(const toml::table& file, Reading& reading) {
  check_top_level(file, reading.log);
  find_unreadable(file, reading.names);
  if (!read_settings(file, reading)) return;
  read_materials(file, reading);
  read_bodies(file, reading);
  read_joints(file, reading);
  read_links(file, reading);
  read_interface(file, reading);
  if (reading.log.failed()) return;
  find_pairs(reading);
  settle_capacity(file, reading);
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

namespace {

// What the parser has to say, without what it was busy with: that depends on how it was compiled.
std::string reason_of(const toml::parse_error& error) {
  std::string_view text = error.description();
  constexpr std::string_view kBusy = "Error while parsing ";
  const std::size_t colon = text.find(": ");
  if (text.substr(0, kBusy.size()) == kBusy && colon != text.npos) text.remove_prefix(colon + 2);
  const auto says = [&](std::string_view part) { return text.find(part) != text.npos; };
  if (says("as array-of-tables") || (says("existing array") && says("as table"))) {
    return std::string(text) + "; write [[...]] each time it stands there";
  }
  if (says("cannot redefine")) return std::string(text) + "; it stands there twice, leave one out";
  if (says("could not determine value type")) return std::string(text) + "; text stands in quotes";
  return std::string(text);
}

}  // namespace

Loaded load_text(std::string_view text, const std::string& name) {
  Loaded loaded;
  loaded.text = text;
  Log log(name);
  Model model;
  // Both ahead of toml++ 3.3, whose tables of Unicode are not safe for all that can stand there.
  if (const auto malformed = first_malformed(text)) {
    log.error(*malformed, "the text is not UTF-8 from here on; save the file in that encoding");
  } else if (const auto stray = first_stray(text)) {
    log.error(*stray, "a character beyond ASCII outside of strings and comments; keys and values have none");
  } else if (const toml::parse_result parsed = toml::parse(text)) {
    Reading reading{model, log, loaded.about, {}, {}, {}, {}, {}, {}};
    read_all(parsed.table(), reading);
  } else {
    const toml::parse_error& error = parsed.error();
    log.error(place_of(error.source()), "syntax: " + reason_of(error));
  }
  if (!log.failed()) loaded.model = std::move(model);
  loaded.diagnostics = log.take();
  return loaded;
}

Loaded load_file(const std::string& path) {
  std::error_code none;
  std::string problem;
  std::string text;
  if (std::filesystem::is_directory(path, none)) {
    problem = "is a folder, not a file";
  } else if (std::ifstream stream(path, std::ios::binary); !stream) {
    problem = "cannot be read: " + std::generic_category().message(errno);
  } else {
    text = text::read_to_end(stream, kLargestFile);
    if (stream.bad()) problem = "cannot be read to its end";
    if (text.size() > kLargestFile) problem = "is larger than 64 MiB; this is no model file";
  }
  if (problem.empty()) return load_text(text, path);
  Loaded loaded;
  loaded.diagnostics.push_back({path, 0, 0, problem, Severity::error});
  return loaded;
}

}  // namespace stickslip::load

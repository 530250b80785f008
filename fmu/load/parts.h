#pragma once

#include <deque>
#include <string>
#include <vector>

#include "fmu/load/load.h"
#include "fmu/load/reading.h"
#include "fmu/load/scope.h"

/// [[include]]: a file and the parts that it is put together from.
namespace stickslip::load {

struct Part {
  std::string file;  // as messages call it
  toml::table table;
  Scope scope;
};

/// The file itself first, then its parts, each followed by its own. What `set` says stands in their tables already.
/// The texts of the parts are added to `texts`, each file once.
std::deque<Part> collect_parts(const std::string& file, toml::table table, Reading& reading,
                               std::vector<PartText>& texts);

/// Parses a text; nothing, and an error, when it is not TOML.
std::optional<toml::table> parse_toml(std::string_view text, const std::string& file, Log& log);

/// Puts the values of an include's `set` into the tables of its part; those that are for a part of the part go into
/// that one's `set`.
void apply_settings(toml::table& settings, const std::string& part_file, toml::table& part, Section& include);

/// The text of a file. On failure it is empty and `problem` is not: what to say after the file's name.
std::string read_text(const std::string& path, bool regular, std::string& problem);

}  // namespace stickslip::load

#pragma once

#include <string>
#include <vector>

#include "fmu/load/load.h"
#include "fmu/load/toml.h"

namespace stickslip::load {

/// Where something stands in the file.
struct Place {
  int line = 0;
  int col = 0;
  toml::source_path_ptr file = {};  // none: the one that was asked for
};

Place place_of(const toml::source_region& region);
inline Place place_of(const toml::node& node) {
  return place_of(node.source());
}
inline Place place_of(const toml::key& key) {
  return place_of(key.source());
}

/// Collects what there is to say about a file and its parts.
class Log {
 public:
  explicit Log(std::string file) : files_{std::move(file)} {}

  /// A file that is read: what is said about it stands behind what is said about those before.
  void add_file(const std::string& file);

  void error(const Place& at, std::string text);
  void warn(const Place& at, std::string text);
  bool failed() const { return errors_ > 0; }
  int errors() const { return errors_; }
  /// The file of a place.
  const std::string& file_of(const Place& at) const { return at.file ? *at.file : files_.front(); }

  /// Everything said, in the order of the files; of a part that is there several times, only once what is the same.
  std::vector<Diagnostic> take();

 private:
  void say(const Place& at, std::string text, Severity severity);

  std::vector<std::string> files_;
  std::vector<Diagnostic> said_;
  int errors_ = 0;
};

/// Shortest decimal form that reads back as the same number.
std::string to_text(double value);
/// A computed number to four digits.
std::string about(double value);
std::string in_quotes(std::string_view text);  // cut when it is long
std::string path_in_quotes(std::string_view path);

/// Another key of `table` that is close enough to be a slip of the pen for `key`, or empty.
std::string slip_of(std::string_view key, const toml::table& table);

/// `; did you mean "mass"?`, or `; known: ...` with the listed ones when nothing is near and they are few, or empty.
std::string suggestion(std::string_view text, const std::vector<std::string>& candidates,
                       const std::vector<std::string>& listed);
inline std::string suggestion(std::string_view text, const std::vector<std::string>& candidates) {
  return suggestion(text, candidates, candidates);
}

}  // namespace stickslip::load

#include "fmu/load/parts.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "fmu/load/utf8.h"
#include "fmu/text/stream.h"

namespace stickslip::load {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = std::size_t{64} << 20U;
constexpr std::size_t kMostParts = 4096;
constexpr const char* kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./";
constexpr std::size_t kDeepest = 64;  // parts in parts

/// What the parser has to say, without what it was busy with: that depends on how it was compiled.
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

/// A file is known by its place on the disk, however it is written.
std::string identity_of(const std::string& path) {
  std::error_code problem;
  const fs::path place = fs::weakly_canonical(path, problem);
  return problem ? fs::path(path).lexically_normal().string() : place.string();
}

/// Follows the includes of a file, depth first.
class Collector {
 public:
  Collector(Reading& reading, std::vector<PartText>& texts) : reading_(reading), texts_(texts) {}

  void add(const std::string& file, toml::table table, const Scope& scope) {
    Part& part = parts_.emplace_back(Part{file, std::move(table), scope});
    above_.push_back({identity_of(file), file});
    (void)tables(part.table, "include", "include", reading_.log);  // complains about what is none
    toml::node* includes = part.table.get("include");
    if (includes != nullptr && includes->is_array()) {
      for (toml::node& include : *includes->as_array()) {
        if (include.is_table()) follow(*include.as_table(), part);
      }
    }
    above_.pop_back();
  }

  std::deque<Part> take() { return std::move(parts_); }

 private:
  struct Open {
    std::string identity;
    std::string file;
  };

  void follow(toml::table& table, const Part& outer) {
    reading_.enter(outer.scope);
    Section section(table, "include", reading_.model.planar, reading_.log);
    std::string name;
    if (section.has("as")) name = reading_.names.claim(section, Kind::include, 0, "as");
    const Vec3 position = section.vector("position", Unit::length).value_or(Vec3::Zero());
    const Rotation rotation = section.rotation("rotation").value_or(Rotation{});
    const toml::node* settings = section.node("set");
    std::string written;
    if (const toml::node* file = section.required("file")) written = section.string_in(*file, "file").value_or("");
    section.finish();
    if (section.has("set") && !settings->is_table()) {
      section.error(section.place("set"),
                    "set must be a table such as { \"tyre.friction\" = 0.9 }, got " + kind_of(*settings));
    }
    if (written.empty() || (section.has("as") && name.empty())) return;  // has an error
    const std::string file = (fs::path(outer.file).parent_path() / written).lexically_normal().string();
    std::optional<toml::table> part = open(file, section);
    if (!part) return;
    if (table.get("set") != nullptr && table.get("set")->is_table()) {
      apply_settings(*table.get("set")->as_table(), file, *part, section);
    }
    add(file, std::move(*part), Scope(outer.scope, name, position, rotation));
  }

  std::optional<toml::table> open(const std::string& file, Section& section) {
    const Place at = section.place("file");
    if (parts_.size() >= kMostParts) {
      section.error(at, "a model has at most " + std::to_string(kMostParts) + " parts; include fewer");
      return std::nullopt;
    }
    if (above_.size() >= kDeepest) {
      section.error(at, "parts are nested at most " + std::to_string(kDeepest) + " deep; include it further up");
      return std::nullopt;
    }
    const std::string identity = identity_of(file);
    const auto same = [&](const auto& other) { return other.identity == identity; };
    if (std::any_of(above_.begin(), above_.end(), same)) {
      std::string circle;
      for (const Open& open : above_) circle += path_in_quotes(open.file) + " includes ";
      section.error(at, "a file cannot be a part of itself: " + circle + path_in_quotes(file) + "; remove one of them");
      return std::nullopt;
    }
    const auto known = std::find_if(texts_.begin(), texts_.end(), [&](const PartText& t) { return t.file == file; });
    if (known != texts_.end()) return parse(known->text, file);
    std::string problem;
    std::string text = read_text(file, true, problem);
    if (!problem.empty()) {
      section.error(at, path_in_quotes(file) + " " + problem + "; `file` is relative to the file that includes it");
      return std::nullopt;
    }
    read_ += text.size();
    if (read_ > kLargestFile) {
      section.error(at, "the parts are larger than 64 MiB together; this is no model");
      return std::nullopt;
    }
    texts_.push_back({file, record_name(file), std::move(text)});
    return parse(texts_.back().text, file);
  }

  std::optional<toml::table> parse(const std::string& text, const std::string& file) {
    auto table = parse_toml(text, file, reading_.log);
    if (table && !has_our_dimension(*table)) return std::nullopt;
    return table;
  }

  /// A part's [model] is its own, but a planar part does not fit into a spatial world, nor the other way round.
  bool has_our_dimension(const toml::table& table) {
    const toml::table* model = table.get("model") == nullptr ? nullptr : table.get("model")->as_table();
    if (model == nullptr) return true;
    const toml::node* node = model->get("dimension");
    const int dimension = node == nullptr ? 3 : static_cast<int>(node->value<int64_t>().value_or(0));
    const int wanted = reading_.model.planar ? 2 : 3;
    if (dimension == wanted) return true;
    const std::string of_the_part = node == nullptr ? "3, as it says nothing else" : kind_of(*node);
    reading_.log.error(node == nullptr ? place_of(*model) : place_of(*node),
                       "model: a part has the dimension of the model that includes it, " + std::to_string(wanted) +
                           ", and this one has " + of_the_part);
    return false;
  }

  /// Its path from the model file, so that the record in an FMU is a model again; where that leads out of the model's
  /// folder, into the folder "outside".
  std::string record_name(const std::string& file) const {
    const fs::path model = parts_.front().file;
    std::string name = fs::path(file).lexically_relative(model.parent_path()).generic_string();
    const bool plain = name.find_first_not_of(kPlain) == std::string::npos;
    const bool inside = !name.empty() && name.front() != '/' && name != ".." && name.rfind("../", 0) != 0;
    const bool taken = name == "model.toml" || name == "model.bin" || name.rfind("outside/", 0) == 0;
    if (plain && inside && !taken) return name;
    std::string last = fs::path(file).filename().string();
    for (char& c : last) c = std::string_view(kPlain).find(c) == std::string_view::npos ? '_' : c;
    return "outside/" + std::to_string(texts_.size() + 1) + "_" + last;
  }

  Reading& reading_;
  std::vector<PartText>& texts_;
  std::deque<Part> parts_;
  std::vector<Open> above_;  // the files that are being followed, outermost first
  std::size_t read_ = 0;     // bytes
};

}  // namespace

std::optional<toml::table> parse_toml(std::string_view text, const std::string& file, Log& log) {
  log.add_file(file);
  const auto source = std::make_shared<const std::string>(file);
  const auto at = [&](const Place& place) { return Place{place.line, place.col, source}; };
  // Both ahead of toml++ 3.3, whose tables of Unicode are not safe for all that can stand there.
  if (const auto malformed = first_malformed(text)) {
    log.error(at(*malformed), "the text is not UTF-8 from here on; save the file in that encoding");
    return std::nullopt;
  }
  if (const auto stray = first_stray(text)) {
    log.error(at(*stray), "a character beyond ASCII outside of strings and comments; keys and values have none");
    return std::nullopt;
  }
  toml::parse_result parsed = toml::parse(text, file);
  if (parsed) return std::move(parsed).table();
  log.error(place_of(parsed.error().source()), "syntax: " + reason_of(parsed.error()));
  return std::nullopt;
}

std::string read_text(const std::string& path, bool regular, std::string& problem) {
  std::error_code none;
  std::string text;
  if (fs::is_directory(path, none)) {
    problem = "is a folder, not a file";
  } else if (regular && fs::exists(path, none) && !fs::is_regular_file(path, none)) {
    problem = "is no regular file";
  } else if (std::ifstream stream(path, std::ios::binary); !stream) {
    problem = "cannot be read: " + std::generic_category().message(errno);
  } else {
    text = text::read_to_end(stream, kLargestFile);
    if (stream.bad()) problem = "cannot be read to its end";
    if (text.size() > kLargestFile) problem = "is larger than 64 MiB; this is no model file";
  }
  return problem.empty() ? text : std::string();
}

std::deque<Part> collect_parts(const std::string& file, toml::table table, Reading& reading,
                               std::vector<PartText>& texts) {
  Collector collector(reading, texts);
  collector.add(file, std::move(table), {});
  return collector.take();
}

}  // namespace stickslip::load

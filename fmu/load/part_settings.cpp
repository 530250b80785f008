// The `set` of an [[include]].
#include <charconv>
#include <utility>

#include "fmu/load/parts.h"

namespace stickslip::load {

namespace {

constexpr std::size_t kMostListed = 1000;

/// `shapes[2]` in two; the number is 0 where there is none.
std::pair<std::string, std::size_t> split_number(const std::string& word) {
  const std::size_t open = word.find('[');
  if (open == std::string::npos || word.back() != ']') return {word, 0};
  std::size_t number = 0;
  const char* end = word.data() + word.size() - 1;
  const auto [stop, problem] = std::from_chars(word.data() + open + 1, end, number);
  if (problem != std::errc() || stop != end || number == 0) return {word, 0};
  return {word.substr(0, open), number};
}

/// The table of an array of tables whose `key` is `name`.
toml::table* named(toml::node& node, std::string_view key, const std::string& name) {
  toml::array* array = node.as_array();
  if (array == nullptr) return nullptr;
  for (toml::node& element : *array) {
    toml::table* table = element.as_table();
    const toml::node* found = table == nullptr ? nullptr : table->get(key);
    const auto* text = found == nullptr ? nullptr : found->as_string();
    if (text != nullptr && text->get() == name) return table;
  }
  return nullptr;
}

toml::table* find_named(toml::table& part, const std::string& name) {
  for (auto&& [key, value] : part) {
    if (toml::table* table = named(value, "name", name)) return table;
  }
  return nullptr;
}

std::vector<std::string> names_of(const toml::table& part) {
  std::vector<std::string> names;
  for (auto&& [key, value] : part) {
    const toml::array* array = value.as_array();
    if (array == nullptr) continue;
    for (const toml::node& element : *array) {
      const toml::table* table = element.as_table();
      if (table == nullptr || names.size() >= kMostListed) continue;
      const toml::node* name = table->get(key.str() == "include" ? "as" : "name");
      if (name != nullptr && name->is_string()) names.push_back(name->as_string()->get());
    }
  }
  return names;
}

/// One entry: `name` is NAME.KEY, where KEY may go on into tables and lists of tables: shapes[1].radius.
class Setting {
 public:
  Setting(const toml::key& key, toml::node& value, Section& include)
      : name_(key.str()), at_(place_of(key)), key_(key), value_(value), include_(include) {}

  void apply(const std::string& file, toml::table& part) {
    const std::size_t dot = name_.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == name_.size()) {
      fail("must be NAME.KEY in quotes, such as \"tyre.friction\"");
      return;
    }
    const std::string owner = name_.substr(0, dot);
    const std::string rest = name_.substr(dot + 1);
    if (toml::table* table = find_named(part, owner)) {
      assign(*table, rest);
    } else if (toml::table* inner = inner_include(part, owner)) {
      hand_on(*inner, rest);
    } else {
      fail(path_in_quotes(file) + " has nothing called " + in_quotes(owner) + suggestion(owner, names_of(part)));
    }
  }

 private:
  static toml::table* inner_include(toml::table& part, const std::string& name) {
    toml::node* includes = part.get("include");
    return includes == nullptr ? nullptr : named(*includes, "as", name);
  }

  void hand_on(toml::table& include, const std::string& rest) {
    if (include.get("set") == nullptr) include.insert("set", toml::table());
    toml::table* settings = include.get("set")->as_table();
    if (settings == nullptr) return;  // has an error of its own
    settings->erase(rest);
    settings->insert(toml::key(rest, toml::source_region(key_.source())), std::move(value_));
  }

  void assign(toml::table& owner, const std::string& path) {
    toml::table* table = &owner;
    std::size_t from = 0;
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', from)) {
      const std::string word = path.substr(from, dot - from);
      toml::node* node = element(*table, word);
      table = node == nullptr ? nullptr : node->as_table();
      if (table == nullptr) {
        fail("there is no table " + in_quotes(word) + " in it; set the key above it as a whole");
        return;
      }
      from = dot + 1;
    }
    const auto [key, number] = split_number(path.substr(from));
    if (number == 0) {
      table->erase(key);
      table->insert(toml::key(key, toml::source_region(key_.source())), std::move(value_));
      return;
    }
    toml::node* node = table->get(key);
    toml::array* array = node == nullptr ? nullptr : node->as_array();
    if (array == nullptr || number > array->size()) {
      fail("there is no " + in_quotes(path.substr(from)) + " in it");
      return;
    }
    array->replace(array->cbegin() + static_cast<std::ptrdiff_t>(number - 1), std::move(value_));
  }

  static toml::node* element(toml::table& table, const std::string& word) {
    const auto [key, number] = split_number(word);
    toml::node* node = table.get(key);
    if (node == nullptr || number == 0) return node;
    toml::array* array = node->as_array();
    return array == nullptr || number > array->size() ? nullptr : array->get(number - 1);
  }

  void fail(const std::string& text) { include_.error(at_, "set: " + in_quotes(name_) + ": " + text); }

  std::string name_;
  Place at_;
  const toml::key& key_;
  toml::node& value_;
  Section& include_;
};

}  // namespace

void apply_settings(toml::table& settings, const std::string& part_file, toml::table& part, Section& include) {
  for (auto&& [key, value] : settings) Setting(key, value, include).apply(part_file, part);
}

}  // namespace stickslip::load

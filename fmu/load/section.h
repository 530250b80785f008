#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fmu/load/log.h"
#include "fmu/load/toml.h"
#include "fmu/load/units.h"
#include "model/core/validate.h"
#include "model/math/real.h"

namespace stickslip::load {

/// What a number must satisfy.
struct Rule {
  double low = -kLargest;
  double high = kLargest;
  bool above_low = false;  // low itself is excluded
};

constexpr Rule kAny{};
constexpr Rule kPositive{0, kLargest, true};
constexpr Rule kNotNegative{0, kLargest, false};
constexpr Rule kShare{0, 1, false};

/// A rotation; in planar worlds the angle counts and may exceed 2 pi.
struct Rotation {
  Quat q = Quat::Identity();
  double angle = 0;
};

/// One table of the file: hands out typed values, remembers the keys asked for and complains about the rest. Every
/// getter reports what is wrong and then returns nothing, as it does when the key is absent.
class Section {
 public:
  /// `what` starts every message: `body "lid"`.
  Section(const toml::table& table, std::string what, bool planar, Log& log);

  bool has(std::string_view key) const { return table_.contains(key); }
  bool asked(std::string_view key) const;
  const toml::node* node(std::string_view key);
  /// Like node(), and an error when the key is missing or misspelt.
  const toml::node* required(std::string_view key, std::string_view remedy = {});
  /// True when one of the keys stands there with a slip of the pen, which is an error of its own: that they are missing
  /// need not be said.
  bool misspelt(std::initializer_list<std::string_view> keys) const;
  /// An error when the key is there: a key of the format that means nothing here.
  void refuse(std::string_view key, std::string_view reason);

  std::optional<double> number(std::string_view key, Rule rule, Unit unit = Unit::none);
  std::optional<int> integer(std::string_view key, int low, int high);
  std::optional<bool> boolean(std::string_view key);
  std::optional<std::string> string(std::string_view key);
  /// Two components in planar worlds (z = 0), three in spatial ones.
  std::optional<Vec3> vector(std::string_view key, Unit unit = Unit::none, Rule rule = kAny);
  /// A vector scaled to length 1.
  std::optional<Vec3> direction(std::string_view key);
  std::optional<Rotation> rotation(std::string_view key);
  /// An angle; one over 2 pi without a unit is most likely in degrees and draws a warning.
  std::optional<double> angle(std::string_view key);
  std::optional<std::vector<double>> numbers(std::string_view key, Rule rule, Unit unit = Unit::none);

  /// The same for a value inside another one; `name` is how messages call it.
  std::optional<double> number_in(const toml::node& value, std::string_view name, Rule rule, Unit unit);
  std::optional<Vec3> vector_in(const toml::node& value, std::string_view name, Unit unit, Rule rule = kAny);
  std::optional<std::string> string_in(const toml::node& value, std::string_view name);
  std::optional<double> angle_in(const toml::node& value, std::string_view name);
  std::optional<Vec3> direction_in(const toml::node& value, std::string_view name);

  /// Reports every key that was never asked for; those in `later` belong to the format but not to this version.
  void finish(std::initializer_list<std::string_view> later = {});

  void error(const Place& at, const std::string& text) { log_.error(at, what_ + ": " + text); }
  void warn(const Place& at, const std::string& text) { log_.warn(at, what_ + ": " + text); }
  Place place() const { return place_; }
  Place place(std::string_view key) const;      // of the key's value
  Place key_place(std::string_view key) const;  // of the key itself
  const std::string& what() const { return what_; }
  bool planar() const { return planar_; }
  Log& log() { return log_; }

 private:
  std::optional<Rotation> spatial_rotation(const toml::table& table, std::string_view name);
  std::optional<Rotation> axis_form();
  std::optional<Rotation> rpy_form();
  std::optional<Rotation> quaternion_form();
  void warn_of_degrees(const toml::node& value, std::string_view name, double angle);
  void refuse_unknown(const toml::key& key, const std::vector<std::string>& known);

  const toml::table& table_;
  std::string what_;
  bool planar_;
  Log& log_;
  Place place_;
  std::vector<std::string> asked_;
  std::vector<std::string> refused_;  // keys that an error has named already
};

/// What a value is, for messages: `"abc"`, `-1`, `a table`, `3 values`.
std::string kind_of(const toml::node& node);

}  // namespace stickslip::load

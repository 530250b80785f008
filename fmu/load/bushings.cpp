#include <cmath>

#include "fmu/load/diagonal.h"
#include "fmu/load/geometry.h"
#include "fmu/load/reading.h"
#include "model/math/size.h"

namespace stickslip::load {

namespace {

/// A matrix, or the numbers of its diagonal.
struct Hardness {
  Square matrix{};
  bool diagonal = true;
  bool zero = true;
};

int direction_count(bool planar) {
  return planar ? 3 : kDirections;
}

std::string place_in(const std::string& key, int row, int column) {
  return key + "[" + std::to_string(row + 1) + "][" + std::to_string(column + 1) + "]";
}

/// Why nothing passive has this matrix; empty where it may be.
std::string flaw_of(const std::string& key, const Square& m, int n) {
  constexpr double kSymmetric = 1e-9;
  constexpr double kRoundOff = 1e-12;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const double a = m[size(i)][size(j)];
      const double b = m[size(j)][size(i)];
      if (std::fabs(a - b) <= kSymmetric * (std::fabs(a) + std::fabs(b))) continue;
      return key + " must be symmetric: " + place_in(key, j, i) + " is " + about(b) + " and " + place_in(key, i, j) +
             " is " + about(a);
    }
  }
  if (least_scaled_eigenvalue(m, n) >= -kRoundOff) return {};
  return key +
         " must not be negative in any direction: an eigenvalue of it is; make what stands beside its diagonal "
         "smaller";
}

bool read_diagonal(const toml::array& array, const std::string& key, Section& section, Hardness& hardness) {
  bool good = true;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const auto value = section.number_in(array[i], key + "[" + std::to_string(i + 1) + "]", kNotNegative, Unit::none);
    hardness.matrix[i][i] = value.value_or(0);
    good = good && value.has_value();
  }
  return good;
}

bool read_matrix(const toml::array& rows, const std::string& key, Section& section, Hardness& hardness) {
  const int n = static_cast<int>(rows.size());
  hardness.diagonal = false;
  bool good = true;
  for (int i = 0; i < n; ++i) {
    const toml::array* row = rows[size(i)].as_array();
    if (row == nullptr || static_cast<int>(row->size()) != n) {
      section.error(place_of(rows[size(i)]), key + "[" + std::to_string(i + 1) + "] must be " + std::to_string(n) +
                                                 " numbers, got " + kind_of(rows[size(i)]));
      return false;
    }
    for (int j = 0; j < n; ++j) {
      const auto value = section.number_in((*row)[size(j)], place_in(key, i, j), kAny, Unit::none);
      hardness.matrix[size(i)][size(j)] = value.value_or(0);
      good = good && value.has_value();
    }
  }
  if (!good) return false;
  const std::string flaw = flaw_of(key, hardness.matrix, n);
  if (!flaw.empty()) section.error(place_of(rows), flaw);
  return flaw.empty();
}

bool read_hardness(const std::string& key, Section& section, Hardness& hardness) {
  const toml::node* node = section.node(key);
  if (node == nullptr) return true;
  const int n = direction_count(section.planar());
  const toml::array* array = node->as_array();
  if (array == nullptr || static_cast<int>(array->size()) != n) {
    section.error(place_of(*node), key + " must be " + std::to_string(n) + " numbers or " + std::to_string(n) +
                                       " rows of as many, got " + kind_of(*node));
    return false;
  }
  const bool good = (*array)[0].is_array() ? read_matrix(*array, key, section, hardness)
                                           : read_diagonal(*array, key, section, hardness);
  for (const auto& row : hardness.matrix) {
    for (const double value : row) hardness.zero = hardness.zero && value == 0;
  }
  return good;
}

/// Where component `k` of a planar or spatial displacement and turn stands.
int component(bool planar, int k) {
  return planar && k == 2 ? 5 : k;
}

void set_directions(const Hardness& stiffness, const Hardness& damping, bool planar, Bushing& bushing) {
  const int n = direction_count(planar);
  bushing.diagonal = stiffness.diagonal && damping.diagonal;
  if (bushing.diagonal) {
    bushing.count = n;
    for (int k = 0; k < n; ++k) {
      BushingDirection& direction = bushing.directions[k];
      direction.u[component(planar, k)] = 1;
      direction.stiffness = stiffness.matrix[size(k)][size(k)];
      direction.damping = damping.matrix[size(k)][size(k)];
    }
    return;
  }
  for (const CommonDirection& common : common_directions(stiffness.matrix, damping.matrix, n)) {
    BushingDirection& direction = bushing.directions[bushing.count++];
    for (int k = 0; k < n; ++k) direction.u[component(planar, k)] = common.u[size(k)];
    direction.stiffness = common.first;
    direction.damping = common.second;
  }
}

void read_hardnesses(Section& section, Bushing& bushing) {
  Hardness stiffness;
  Hardness damping;
  const bool good_stiffness = read_hardness("stiffness", section, stiffness);
  const bool good_damping = read_hardness("damping", section, damping);
  if (!section.has("stiffness") && !section.has("damping")) {
    section.error(section.place(), "stiffness is missing; give stiffness, damping or both");
  } else if (good_stiffness && good_damping && stiffness.zero && damping.zero) {
    section.error(section.place(section.has("stiffness") ? "stiffness" : "damping"),
                  "stiffness and damping are all 0; give one of them a value");
  } else if (good_stiffness && good_damping) {
    set_directions(stiffness, damping, section.planar(), bushing);
  }
}

void read_bushing(const toml::table& table, Reading& reading) {
  Model& model = reading.model;
  Section section(table, label("bushing", table), model.planar, reading.log);
  Bushing bushing;
  bushing.name = reading.names.claim(section, Kind::bushing, static_cast<int>(model.bushings.size()));
  const auto bodies = two_bodies(true, section, reading);
  Vec3 anchor = Vec3::Zero();
  if (section.required("anchor") != nullptr) {
    anchor = reading.scope.point(section.vector("anchor", Unit::length).value_or(anchor));
  }
  const auto rotation = section.rotation("rotation");
  const Quat axes = reading.scope.attitude(rotation ? rotation->q : Quat::Identity());
  read_hardnesses(section, bushing);
  section.finish();
  if (bodies) {
    std::tie(bushing.first, bushing.second) = *bodies;
    if (is_fixed(model, bushing.first) && is_fixed(model, bushing.second)) {
      section.error(section.place("bodies"), "both bodies are fixed; a bushing needs one that moves");
    }
  }
  std::tie(bushing.p_IA, bushing.q_IA) = on_body(bushing.first, anchor, axes, model);
  std::tie(bushing.p_IB, bushing.q_IB) = on_body(bushing.second, anchor, axes, model);
  model.bushings.push_back(bushing);
}

}  // namespace

void read_bushings(const toml::table& file, Reading& reading) {
  for (const toml::table* table : tables(file, "bushing", "bushing", reading.log)) read_bushing(*table, reading);
}

}  // namespace stickslip::load

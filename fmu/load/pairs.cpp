#include <algorithm>

#include "fmu/load/reading.h"
#include "model/collision/collide.h"
#include "model/math/size.h"
#include "model/workspace/workspace.h"

namespace stickslip::load {

namespace {

constexpr int kPlenty = 64;  // contacts that every model can have if it can use them
constexpr int kMostDefaultContacts = 1024;
constexpr double kGigabyte = 1e9;
constexpr double kModestMemory = 0.5 * kGigabyte;  // that a model takes unless its file asks for more contacts
constexpr double kMostMemory = 4 * kGigabyte;
constexpr int kLikelyPoints = 4;  // of a pair: a face on a face
constexpr int kNeighbours = 6;    // bodies that a body can be expected to touch

int pair_override(int a, int b, const Model& model) {
  const auto [first, second] = std::minmax(a, b);
  for (std::size_t i = 0; i < model.material_pairs.size(); ++i) {
    if (model.material_pairs[i].first == first && model.material_pairs[i].second == second) return static_cast<int>(i);
  }
  return -1;
}

bool can_touch(const Shape& a, const Shape& b, const Reading& reading) {
  const Model& model = reading.model;
  if (a.body == b.body || (is_fixed(a.body, model) && is_fixed(b.body, model))) return false;
  if (reading.apart.contains(std::minmax(a.body, b.body))) return false;
  return max_points(a.type, b.type, model.planar) > 0;
}

void warn_of_idle_sensors(Reading& reading) {
  const Model& model = reading.model;
  for (std::size_t i = 0; i < model.sensors.size(); ++i) {
    const Sensor& sensor = model.sensors[i];
    const bool used = std::any_of(model.pairs.begin(), model.pairs.end(), [&](const ShapePair& pair) {
      const int a = model.shapes[size(pair.first)].body;
      const int b = model.shapes[size(pair.second)].body;
      const bool anything = sensor.second == kAnything;
      return (a == sensor.first && (anything || b == sensor.second)) ||
             (b == sensor.first && (anything || a == sensor.second));
    });
    if (!used) {
      reading.log.warn(reading.sensors[i], "contact " + in_quotes(sensor.name) +
                                               ": these bodies never collide; a joint or no_contact keeps them apart");
    }
  }
}

int default_max_contacts(const Model& model) {
  std::vector<int> most(model.bodies.size(), 0);  // likely points of a body's richest pair
  long all = 0;
  for (const ShapePair& pair : model.pairs) {
    const Shape& a = model.shapes[size(pair.first)];
    const Shape& b = model.shapes[size(pair.second)];
    const int points = max_points(a.type, b.type, model.planar);
    all += points;
    for (const int body : {a.body, b.body}) {
      int& richest = most[size(body)];
      richest = std::max(richest, std::min(kLikelyPoints, points));
    }
  }
  long likely = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) likely += model.bodies[i].fixed ? 0 : kNeighbours * most[i];
  likely = std::clamp<long>(likely, kPlenty, kMostDefaultContacts);
  return static_cast<int>(std::clamp<long>(all, 1, likely));
}

}  // namespace

void find_pairs(Reading& reading) {
  Model& model = reading.model;
  const int count = static_cast<int>(model.shapes.size());
  for (int i = 0; i < count; ++i) {
    const Shape& a = model.shapes[size(i)];
    for (int j = i + 1; j < count; ++j) {
      const Shape& b = model.shapes[size(j)];
      if (!can_touch(a, b, reading)) continue;
      if (model.pairs.size() == std::size_t{kMostPairs}) {
        reading.log.error(reading.shapes[size(i)], "more than 4194304 pairs of shapes may touch; use no_contact");
        return;
      }
      model.pairs.push_back({i, j, pair_override(a.material, b.material, model)});
    }
  }
  warn_of_idle_sensors(reading);
}

void settle_capacity(const toml::table& file, Reading& reading) {
  Model& model = reading.model;
  int& capacity = model.step.max_contacts;
  const bool chosen = capacity != 0;
  if (!chosen) capacity = default_max_contacts(model);
  while (!chosen && capacity > kPlenty && workspace_bytes(model) > kModestMemory) capacity -= capacity / 8;
  if (!(workspace_bytes(model) > kMostMemory)) return;
  const toml::table* step = file["step"].as_table();
  const toml::node* at = step != nullptr ? step->get("max_contacts") : nullptr;
  reading.log.error(
      at != nullptr ? place_of(*at) : Place{},
      "step: room for " + std::to_string(capacity) + " contact points and the joints takes " +
          about(workspace_bytes(model) / kGigabyte) +
          " GB of memory, more than 4; lower max_contacts, the edges of the cone or the number of joints");
}

}  // namespace stickslip::load

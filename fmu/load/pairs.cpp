#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "fmu/load/reading.h"
#include "model/collision/collide.h"
#include "model/collision/pairs.h"
#include "model/core/validate.h"
#include "model/math/size.h"
#include "model/workspace/workspace.h"

namespace stickslip::load {

namespace {

constexpr int kPlenty = 64;  // contacts that every model can have if it can use them
constexpr double kGigabyte = 1e9;
constexpr double kModestMemory = 0.5 * kGigabyte;  // that a model takes unless its file asks for more contacts
constexpr double kMostMemory = 4 * kGigabyte;
constexpr int kLikelyPoints = 4;  // of a pair: a face on a face
constexpr int kNeighbours = 6;    // shapes that a shape can be expected to touch

bool is_used(const Sensor& sensor, const Model& model) {
  const int count = static_cast<int>(model.shapes.size());
  for (int i = 0; i < count; ++i) {
    if (model.shapes[size(i)].body != sensor.first) continue;
    for (int j = 0; j < count; ++j) {
      const bool other = sensor.second == kAnything || model.shapes[size(j)].body == sensor.second;
      if (other && may_touch(model, std::min(i, j), std::max(i, j))) return true;
    }
  }
  return false;
}

void warn_of_idle_sensors(Reading& reading) {
  const Model& model = reading.model;
  for (std::size_t i = 0; i < model.sensors.size(); ++i) {
    if (is_used(model.sensors[i], model)) continue;
    reading.log.warn(reading.sensors[i], "contact " + in_quotes(model.sensors[i].name) +
                                             ": these bodies never collide; a joint or no_contact keeps them apart");
  }
}

// The most points that a shape of this type has with one of those that there are, if that is not an unusual number.
int likely_points(const Model& model, ShapeType type, const std::set<ShapeType>& types) {
  int most = 0;
  for (const ShapeType other : types) most = std::max(most, max_points(type, other, model.planar));
  return std::min(kLikelyPoints, most);
}

int default_max_contacts(const Model& model) {
  std::set<ShapeType> types;
  for (const Shape& shape : model.shapes) types.insert(shape.type);
  double likely = 0;
  for (const Shape& shape : model.shapes) {
    if (!model.bodies[size(shape.body)].fixed) likely += kNeighbours * likely_points(model, shape.type, types);
  }
  const double most = std::clamp<double>(likely, kPlenty, kMostContacts);
  return static_cast<int>(std::clamp(count_pairs(model).points, 1.0, most));
}

// Bodies with shapes by what they cannot move against: fixed joints, one after another, or the world.
std::map<int, std::vector<int>> rigid_clusters(const Model& model) {
  const auto world = static_cast<int>(model.bodies.size());
  std::vector<int> cluster(model.bodies.size() + 1);
  std::iota(cluster.begin(), cluster.end(), 0);
  const auto root = [&](int body) {
    while (cluster[size(body)] != body) body = cluster[size(body)] = cluster[size(cluster[size(body)])];
    return body;
  };
  const auto place = [&](int body) { return is_fixed(model, body) ? world : body; };
  for (const Joint& joint : model.joints) {
    const bool gives_way = joint.softness.compliance > 0 || joint.softness.angular_compliance > 0;
    if (joint.type != JointType::fixed || gives_way) continue;
    cluster[size(root(place(joint.parent)))] = root(place(joint.child));
  }
  std::set<int> with_shapes;
  for (const Shape& shape : model.shapes) with_shapes.insert(shape.body);
  std::map<int, std::vector<int>> members;
  for (const int body : with_shapes) members[root(place(body))].push_back(body);
  return members;
}

// What cannot move against each other does not collide: a force there would be any.
void keep_rigid_clusters_apart(Reading& reading) {
  const Model& model = reading.model;
  for (const auto& [root, bodies] : rigid_clusters(model)) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        const bool fixed = model.bodies[size(bodies[i])].fixed && model.bodies[size(bodies[j])].fixed;
        if (!fixed) reading.apart.emplace(bodies[i], bodies[j]);
      }
    }
  }
}

}  // namespace

void find_pairs(Reading& reading) {
  Model& model = reading.model;
  keep_rigid_clusters_apart(reading);
  for (const auto& [first, second] : reading.apart) model.apart.push_back({first, second});
  if (model.shapes.size() > std::size_t{kMostShapes}) {
    reading.log.error(reading.shapes[size(kMostShapes)], "more than " + std::to_string(kMostShapes) +
                                                             " shapes; put several into one hull, or leave some out");
    return;
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

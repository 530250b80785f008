#include "model/collision/pairs.h"

#include <algorithm>
#include <vector>

#include "model/collision/collide.h"
#include "model/math/size.h"

namespace stickslip {
namespace {

// How many shapes of each type.
struct TypeCounts {
  double of[kShapeTypes] = {};

  void add(const TypeCounts& other) {
    for (int t = 0; t < kShapeTypes; ++t) of[t] += other.of[t];
  }
  // Pairs of one type from here and the other from there, or the other way round.
  double crossed(int first, int second, const TypeCounts& other) const {
    const double pairs = of[first] * other.of[second];
    return first == second ? pairs : pairs + of[second] * other.of[first];
  }
  // Pairs of two of these shapes, in both orders where they are of one type; each with itself included.
  double among(int first, int second) const { return of[first] * of[second]; }
};

std::vector<TypeCounts> count_types(const Model& model) {
  std::vector<TypeCounts> counts(model.bodies.size());
  for (const Shape& shape : model.shapes) ++counts[size(shape.body)].of[static_cast<int>(shape.type)];
  return counts;
}

bool is_kept_apart(const Model& model, int first, int second) {
  const auto before = [](const BodyPair& a, const BodyPair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  };
  return std::binary_search(model.apart.begin(), model.apart.end(), BodyPair{first, second}, before);
}

}  // namespace

bool may_touch(const Model& model, int first, int second) {
  const Shape& a = shape_at(model, first);
  const Shape& b = shape_at(model, second);
  if (a.body == b.body || (body_at(model, a.body).fixed && body_at(model, b.body).fixed)) return false;
  return max_points(a.type, b.type, model.planar) > 0 && !is_kept_apart(model, a.body, b.body);
}

PairCount count_pairs(const Model& model) {
  const std::vector<TypeCounts> bodies = count_types(model);
  TypeCounts all;
  TypeCounts fixed;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    all.add(bodies[b]);
    if (model.bodies[b].fixed) fixed.add(bodies[b]);
  }
  PairCount count;
  for (int t = 0; t < kShapeTypes; ++t) {
    for (int u = t; u < kShapeTypes; ++u) {
      const int points = max_points(static_cast<ShapeType>(t), static_cast<ShapeType>(u), model.planar);
      if (points == 0 || all.among(t, u) == 0) continue;
      double pairs = all.among(t, u) - fixed.among(t, u);
      for (std::size_t b = 0; b < bodies.size(); ++b) {
        if (!model.bodies[b].fixed) pairs -= bodies[b].among(t, u);
      }
      if (t == u) pairs *= 0.5;
      for (const BodyPair& apart : model.apart) {
        if (body_at(model, apart.first).fixed && body_at(model, apart.second).fixed) continue;
        pairs -= bodies[size(apart.first)].crossed(t, u, bodies[size(apart.second)]);
      }
      count.pairs += pairs;
      count.points += pairs * points;
    }
  }
  return count;
}

}  // namespace stickslip

#include "model/collision/near_shapes.h"

#include <cmath>

#include "model/collision/manifold.h"
#include "model/math/arithmetic.h"
#include "model/math/elementary.h"
#include "model/math/size.h"

namespace stickslip {
namespace {

constexpr int kShapesPerLeaf = 8;
constexpr std::size_t kPairsPerShape = 16;  // that are remembered; spheres of one size have six near them
constexpr double kMargin = 1e-5;            // m, of a box beyond the play: more than the slop of what is listed
constexpr double kStraight = 3.14159265358979323846;
constexpr double kMostDrift = 4;  // of the frame's in a step: so much further what is flagged is looked for

bool is_endless(const Shape& shape) {
  return shape.type == ShapeType::plane;
}

bool stands_still(const Model& model, int shape) {
  return is_fixed(model, shape_at(model, shape).body);
}

/// What a shape takes along a world axis, counted from its origin.
struct Extent {
  double middle;
  double half;
};

Extent extent_of(const Model& model, const Shape& shape, const Mat3& R, int axis) {
  const auto box = [&](const Vec3& half) {
    return std::fabs(R(axis, 0)) * half[0] + std::fabs(R(axis, 1)) * half[1] + std::fabs(R(axis, 2)) * half[2];
  };
  switch (shape.type) {
    case ShapeType::box:
      return {0, box(shape.half_size)};
    case ShapeType::capsule:
      return {0, shape.radius + shape.half_length * std::fabs(R(axis, model.planar ? 0 : 2))};
    case ShapeType::mesh: {
      const Bounds& all = model.geometry.bounds[size(shape.first_bounds)];
      const Vec3 middle = 0.5 * (all.low + all.high);
      return {R(axis, 0) * middle[0] + R(axis, 1) * middle[1] + R(axis, 2) * middle[2],
              box(0.5 * (all.high - all.low))};
    }
    default:
      return {0, bounding_radius(shape)};
  }
}

}  // namespace

double turning_way(const Reach& reach, int body, double radius) {
  const double turn = std::min(kStraight, reach.turn[body]);
  return turn > 0 ? 2 * radius * sine(0.5 * turn) : 0.0;
}

NearShapes::NearShapes(const Model& model) {
  const std::size_t shapes = model.shapes.size();
  at_.resize(shapes);
  base_.resize(shapes);
  play_.assign(shapes, -1);
  box_.resize(shapes);
  middle_.resize(shapes);
  near_.resize(shapes);
  pairs_.reserve(kPairsPerShape * shapes);
  for (std::size_t i = 0; i < shapes; ++i) {
    (is_endless(model.shapes[i]) ? planes_ : order_).push_back(static_cast<int>(i));
  }
  while ((order_.size() >> levels_) > kShapesPerLeaf) ++levels_;
  node_.resize(std::size_t{2} << levels_);
}

void NearShapes::place_all(const Model& model, Span<const BodyPose> poses) {
  for (std::size_t i = 0; i < at_.size(); ++i) at_[i] = place(model.shapes[i], poses[model.shapes[i].body]);
}

template <class Number>
double NearShapes::median_of_moving(const Model& model, Number&& number_of) {
  int count = 0;
  for (const int i : order_) {
    if (!stands_still(model, i)) middle_[size(count++)] = number_of(i);
  }
  if (count == 0) return 0;
  const auto middle = middle_.begin() + count / 2;
  std::nth_element(middle_.begin(), middle, middle_.begin() + count);
  return *middle;
}

// Where half of what moves goes less far, and half further. Small scenes gain nothing by it.
void NearShapes::find_drift(const Model& model, const Reach& reach) {
  drift_ = Vec3::Zero();
  if (levels_ == 0) return;
  for (int k = 0; k < 3; ++k) {
    drift_[k] = median_of_moving(model, [&](int i) { return reach.way[6 * shape_at(model, i).body + k]; });
  }
  if (!(drift_.norm() < HUGE_VAL)) drift_ = Vec3::Zero();
}

// How far any point of the shape may come in the frame.
double NearShapes::way_of(const Model& model, int shape, const BodyPose& body, const Reach& reach) const {
  const Shape& own = model.shapes[size(shape)];
  const double radius = bounding_radius(own) + (at_[size(shape)].p - body.p).norm();
  const double* way = &reach.way[6 * own.body];
  return (get3(way) - drift_).norm() + get3(way + 3).norm() + turning_way(reach, own.body, radius);
}

void NearShapes::enclose(const Model& model, Span<const BodyPose> poses, const Reach& reach,
                         Span<const ContactMemory> flagged) {
  place_all(model, poses);
  base_ = at_;
  find_drift(model, reach);
  for (std::size_t i = 0; i < at_.size(); ++i) {
    const Shape& shape = model.shapes[i];
    if (is_endless(shape)) continue;
    play_[i] = 2 * way_of(model, static_cast<int>(i), poses[shape.body], reach);
  }
  int before = -1;
  for (const ContactMemory& contact : flagged) {
    const auto pair = static_cast<int>(contact.id >> kFeatureBits);
    if (pair == before || pair >= pair_end(model)) continue;
    before = pair;
    const ShapePair shapes = shapes_of(model, pair);
    for (const int shape : {shapes.first, shapes.second}) {
      const Shape& own = model.shapes[size(shape)];
      if (!is_endless(own)) play_[size(shape)] = 4 * way_of(model, shape, poses[own.body], reach);
    }
  }
  build(model);
}

void NearShapes::widen(const Model& model, const Sweep& sweep) {
  bool wider = false;
  for (const int i : order_) {
    const Shape& shape = model.shapes[size(i)];
    const double* v = &sweep.velocity[6 * shape.body];
    const double radius = bounding_radius(shape) + shape.p_IS.norm();
    const double way = (sweep.h * get3(v) - drift_).norm() + sweep.h * get3(v + 3).norm() * radius;
    if (way <= play_[size(i)]) continue;
    play_[size(i)] = way;
    wider = true;
  }
  if (wider) build(model);
}

// How much of its drift the frame seems to have gone.
double NearShapes::part_of_drift(const Model& model) {
  const double all = drift_.squaredNorm();
  if (!(all > 0)) return 0;
  return median_of_moving(model, [&](int i) { return drift_.dot(at_[size(i)].p - base_[size(i)].p); }) / all;
}

// How far any point of the shape can be from where the frame has taken it since the boxes were made: |R - R0| turns no
// point of the radius further.
double NearShapes::moved(const Model& model, int shape, const Vec3& frame) const {
  const Placement& now = at_[size(shape)];
  const Placement& then = base_[size(shape)];
  double turned = 0;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) turned += (now.R(i, j) - then.R(i, j)) * (now.R(i, j) - then.R(i, j));
  }
  return (now.p - then.p - frame).norm() + bounding_radius(model.shapes[size(shape)]) * root(0.5 * turned);
}

void NearShapes::follow(const Model& model, Span<const BodyPose> poses) {
  place_all(model, poses);
  const double part = part_of_drift(model);
  const Vec3 frame = part * drift_;
  const auto stays = [&](int i) { return moved(model, i, frame) <= play_[size(i)]; };
  if (std::fabs(part) <= kMostDrift && std::all_of(order_.begin(), order_.end(), stays)) return;
  base_ = at_;
  drift_ = Vec3::Zero();
  std::fill(play_.begin(), play_.end(), 0.0);
  build(model);
}

NearShapes::Box NearShapes::box_of(const Model& model, int shape) const {
  const Placement& at = base_[size(shape)];
  const double more = play_[size(shape)] + kMargin;
  Box box;
  bool finite = true;
  for (int k = 0; k < 3; ++k) {
    const Extent extent = extent_of(model, model.shapes[size(shape)], at.R, k);
    const double half = extent.half + more;
    const double middle = at.p[k] + extent.middle;
    box.low[k] = middle - half;
    box.high[k] = middle + half;
    finite = finite && box.high[k] - box.low[k] < HUGE_VAL;
  }
  if (finite) return box;
  for (int k = 0; k < 3; ++k) {
    box.low[k] = -HUGE_VAL;
    box.high[k] = HUGE_VAL;
  }
  return box;
}

// A level of the tree has 2^level nodes, which share the shapes evenly: the first one of that `place`.
int NearShapes::first_of(int level, int place) const {
  return static_cast<int>((static_cast<std::int64_t>(order_.size()) * place) >> level);
}

// Along the axis on which its shapes are spread most, half of them to each child.
void NearShapes::split(int level, int place) {
  const auto begin = order_.begin() + first_of(level, place);
  const auto end = order_.begin() + first_of(level, place + 1);
  int axis = 0;
  double widest = -1;
  for (int k = 0; k < 3; ++k) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (auto i = begin; i != end; ++i) {
      low = std::min(low, base_[size(*i)].p[k]);
      high = std::max(high, base_[size(*i)].p[k]);
    }
    if (high - low > widest) {
      widest = high - low;
      axis = k;
    }
  }
  for (auto i = begin; i != end; ++i) {
    const double x = base_[size(*i)].p[axis];
    middle_[size(*i)] = std::fabs(x) < HUGE_VAL ? x : 0.0;
  }
  std::nth_element(begin, order_.begin() + first_of(level + 1, 2 * place + 1), end, [&](int a, int b) {
    return middle_[size(a)] != middle_[size(b)] ? middle_[size(a)] < middle_[size(b)] : a < b;
  });
}

void NearShapes::build(const Model& model) {
  known_ = false;
  for (const int i : order_) box_[size(i)] = box_of(model, i);
  for (int level = 0; level < levels_; ++level) {
    for (int place = 0; place < 1 << level; ++place) split(level, place);
  }
  for (int place = 0; place < 1 << levels_; ++place) {
    Box& all = node_[size((1 << levels_) + place)];
    std::fill_n(all.low, 3, HUGE_VAL);
    std::fill_n(all.high, 3, -HUGE_VAL);
    for (int i = first_of(levels_, place); i < first_of(levels_, place + 1); ++i) all.add(box_[size(order_[size(i)])]);
  }
  for (int node = (1 << levels_) - 1; node > 0; --node) {
    node_[size(node)] = node_[size(2 * node)];
    node_[size(node)].add(node_[size(2 * node + 1)]);
  }
}

bool NearShapes::reaches(const Model& model, int plane, const Box& solid) const {
  if (!stands_still(model, plane)) return true;
  const Placement& at = at_[size(plane)];
  const Vec3 n = plane_normal(at, model.planar);
  double lowest = -kMostDrift * std::fabs(n.dot(drift_));
  for (int k = 0; k < 3; ++k) lowest += n[k] * ((n[k] > 0 ? solid.low[k] : solid.high[k]) - at.p[k]);
  return !(lowest > 0);
}

NearShapes::Box NearShapes::grown(int shape, double margin) const {
  Box box = box_[size(shape)];
  for (int k = 0; k < 3; ++k) {
    box.low[k] -= margin;
    box.high[k] += margin;
  }
  return box;
}

// Shapes after `after` that may come within the margin, in their order.
int NearShapes::find_near(const Model& model, int shape, int after, double margin) {
  int count = 0;
  const auto found = [&](int i) {
    if (i > after && i != shape) near_[size(count++)] = i;
  };
  if (is_endless(model.shapes[size(shape)])) {
    for (const int i : order_) {
      if (reaches(model, shape, grown(i, margin))) found(i);
    }
    std::sort(near_.begin(), near_.begin() + count);
    return count;
  }
  const Box box = grown(shape, margin);
  const int leaves = 1 << levels_;
  for (int node = 1;;) {
    const bool here = node_[size(node)].overlaps(box);
    if (here && node < leaves) {
      node *= 2;
      continue;
    }
    if (here) {
      for (int k = first_of(levels_, node - leaves); k < first_of(levels_, node - leaves + 1); ++k) {
        if (box_[size(order_[size(k)])].overlaps(box)) found(order_[size(k)]);
      }
    }
    // To the next branch that has not been seen.
    ++node;
    while ((node & 1) == 0) node /= 2;
    if (node == 1) break;
  }
  for (const int i : planes_) {
    if (reaches(model, i, box)) found(i);
  }
  std::sort(near_.begin(), near_.begin() + count);
  return count;
}

}  // namespace stickslip

#include "fmu/view/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "model/core/joint_kind.h"
#include "model/math/size.h"

namespace stickslip::view {

namespace {

/// Of more shapes than these the round ones have fewer triangles: a browser may have to draw without a graphics card.
constexpr std::size_t kManyShapes = 200;
constexpr double kThinnest = 0.03;     // of a body's longest edge, where its inertia says that it has no thickness
constexpr double kBobRadius = 0.04;    // of the extent: a point mass
constexpr double kRodRadius = 0.01;    // of the extent: what stands for a body without shapes
constexpr double kPlanarDepth = 0.05;  // of the extent: planar shapes are this deep each way
constexpr double kPlaneReach = 6;      // of the extent: how far a plane is shown
constexpr double kSquaresPerExtent = 3;
constexpr double kNear = 12;  // extents: a plane that the scene is about

/// 1, 2 or 5 times a power of ten, not above x.
double round_length(double x) {
  double unit = 1;
  while (unit > x) unit /= 10;
  while (10 * unit <= x) unit *= 10;
  return x >= 5 * unit ? 5 * unit : x >= 2 * unit ? 2 * unit : unit;
}

/// A box about everything seen.
struct Bounds {
  Vec3 low = Vec3::Constant(1e300);
  Vec3 high = Vec3::Constant(-1e300);

  void add(const Vec3& p, double radius) {
    low = low.cwiseMin(p - Vec3::Constant(radius));
    high = high.cwiseMax(p + Vec3::Constant(radius));
  }
  bool empty() const { return low.x() > high.x(); }
};

/// m, from the shape's origin to its farthest point; negative for shapes without end.
double reach_of(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::sphere:
    case ShapeType::hull:
    case ShapeType::mesh:
      return shape.radius;
    case ShapeType::box:
    case ShapeType::ellipsoid:
      return shape.half_size.norm();
    case ShapeType::capsule:
    case ShapeType::cylinder:
      return shape.half_length + shape.radius;
    case ShapeType::plane:
      return -1;
    case ShapeType::point:
      return 0;
  }
  return 0;
}

/// The edges of the box that has a body's mass and inertia; zero for a point mass.
Vec3 equal_box(const Body& body) {
  if (!body.rotates || body.mass <= 0) return Vec3::Zero();
  const Vec3& I = body.inertia;
  const Vec3 squares = 6 / body.mass * Vec3(I.y() + I.z() - I.x(), I.x() + I.z() - I.y(), I.x() + I.y() - I.z());
  const Vec3 edges = Vec3(std::sqrt(std::max(squares.x(), 0.0)), std::sqrt(std::max(squares.y(), 0.0)),
                          std::sqrt(std::max(squares.z(), 0.0)));
  return edges.cwiseMax(Vec3::Constant(kThinnest * edges.maxCoeff()));
}

class Builder {
 public:
  Builder(const Model& model, Span<const BodyPose> poses) : model_(model), poses_(poses) {}

  Scene take() {
    scene_.planar = model_.planar;
    if (model_.gravity.norm() > 0) scene_.up = -model_.gravity.normalized();
    if (model_.planar) scene_.up = Vec3::UnitY();
    measure();
    depth_ = kPlanarDepth * scene_.extent;
    for (int b = 0; b < static_cast<int>(model_.bodies.size()); ++b) {
      scene_.bodies.push_back(model_.bodies[size(b)].name);
      scene_.fixed.push_back(model_.bodies[size(b)].fixed);
    }
    for (const Shape& shape : model_.shapes) add_shape(shape);
    for (const Joint& joint : model_.joints) add_joint(joint);
    for (const Spring& spring : model_.springs) add_spring(spring);
    for (const Frame& frame : model_.frames) scene_.frames.push_back({frame.name, frame.body, frame.p_IF, frame.q_IF});
    add_bodies_without_shapes();
    return std::move(scene_);
  }

 private:
  Vec3 world(int body, const Vec3& p) const {
    const BodyPose pose = pose_of(poses_, body);
    return pose.p + pose.R * p;
  }

  /// Points are hardly seen.
  bool has_shape(int body) const {
    return std::any_of(model_.shapes.begin(), model_.shapes.end(),
                       [&](const Shape& s) { return s.body == body && s.type != ShapeType::point; });
  }

  void measure() {
    Bounds all;
    for (const Shape& shape : model_.shapes) {
      const double reach = reach_of(shape);
      if (reach >= 0) all.add(world(shape.body, shape.p_IS), reach);
    }
    for (int b = 0; b < static_cast<int>(model_.bodies.size()); ++b)
      if (!has_shape(b)) all.add(poses_[b].p, model_.planar ? 0 : 0.5 * equal_box(model_.bodies[size(b)]).norm());
    for (const Joint& joint : model_.joints) {
      if (joint.parent != kWorld || joint.child != kWorld) all.add(world(joint.parent, joint.p_IP), 0);
      all.add(world(joint.child, joint.p_IC), 0);
    }
    for (const Spring& spring : model_.springs) {
      if (!spring.between_points()) continue;
      all.add(world(spring.first, spring.p_IA), 0);
      all.add(world(spring.second, spring.p_IB), 0);
    }
    for (const Bushing& bushing : model_.bushings) all.add(world(bushing.second, bushing.p_IB), 0);
    if (all.empty()) return;
    settle(all);
    for (const Shape& shape : model_.shapes) {
      if (shape.type != ShapeType::plane) continue;
      const Vec3 normal = normal_of(shape);
      const double height = normal.dot(scene_.centre - world(shape.body, shape.p_IS));
      if (height > 0 && height < kNear * scene_.extent) scene_.feet.push_back(scene_.centre - height * normal);
      scene_.facing += normal - normal.dot(scene_.up) * scene_.up;
    }
    for (const Vec3& foot : scene_.feet) all.add(foot, 0);
    settle(all);
  }

  void settle(const Bounds& all) {
    scene_.centre = 0.5 * (all.low + all.high);
    scene_.extent = 0.5 * (all.high - all.low).norm();
    if (!(scene_.extent > 0)) scene_.extent = 1;
  }

  /// Of a plane, in the world.
  Vec3 normal_of(const Shape& shape) const {
    return (pose_of(poses_, shape.body).q * shape.q_IS) * (model_.planar ? Vec3::UnitY() : Vec3::UnitZ());
  }

  /// One mesh for all shapes that differ in nothing but place and scale.
  template <class Make>
  int mesh(int kind, double a, double b, Make&& make) {
    const auto [place, is_new] = known_.insert({{kind, a, b}, static_cast<int>(scene_.meshes.size())});
    if (is_new) scene_.meshes.push_back(make());
    return place->second;
  }
  int cube_mesh() { return mesh(0, 0, 0, cube); }
  int ball_mesh() { return mesh(1, 0, 0, model_.shapes.size() > kManyShapes ? coarse_ball : ball); }
  int drum_mesh() { return mesh(2, 0, 0, drum); }

  int colour_of(int body) const {
    if (is_fixed(model_, body)) return 0;
    return 1 + body % kPaletteColours;
  }

  void add(int mesh, int body, const Vec3& p, const Quat& q, const Vec3& scale) {
    scene_.parts.push_back({mesh, body, p, q, scale, colour_of(body), false});
  }

  void add_shape(const Shape& shape) {
    const double r = shape.radius;
    const double l = shape.half_length;
    switch (shape.type) {
      case ShapeType::sphere:
        if (model_.planar) {
          add(drum_mesh(), shape.body, shape.p_IS, shape.q_IS, {r, r, depth_});
        } else {
          add(ball_mesh(), shape.body, shape.p_IS, shape.q_IS, {r, r, r});
        }
        break;
      case ShapeType::box:
        add(cube_mesh(), shape.body, shape.p_IS, shape.q_IS,
            model_.planar ? Vec3(shape.half_size.x(), shape.half_size.y(), depth_) : shape.half_size);
        break;
      case ShapeType::capsule:
        add(model_.planar ? mesh(3, r, l, [&] { return stadium(r, l, depth_); })
                          : mesh(4, r, l, [&] { return capsule(r, l); }),
            shape.body, shape.p_IS, shape.q_IS, Vec3::Constant(1));
        break;
      case ShapeType::cylinder:
        add(drum_mesh(), shape.body, shape.p_IS, shape.q_IS, {r, r, l});
        break;
      case ShapeType::ellipsoid:
        add(ball_mesh(), shape.body, shape.p_IS, shape.q_IS, shape.half_size);
        break;
      case ShapeType::hull:
        add_hull(shape);
        break;
      case ShapeType::mesh:
        add_surface(shape);
        break;
      case ShapeType::plane:
        add_plane(shape);
        break;
      case ShapeType::point:
        add(ball_mesh(), shape.body, shape.p_IS, shape.q_IS, Vec3::Constant(kRodRadius * scene_.extent));
        break;
    }
  }

  /// Its flat sides; of a planar one a plate.
  void add_hull(const Shape& shape) {
    const Geometry& all = model_.geometry;
    const auto point = [&](int k) { return all.points[size(shape.first_point + k)]; };
    Mesh mesh;
    if (model_.planar) {
      std::vector<Vec3> outline;
      for (int k = 0; k < shape.point_count; ++k) outline.push_back(point(k));
      mesh = plate(outline, depth_);
    }
    for (int f = shape.first_facet; f < shape.first_facet + shape.facet_count; ++f) {
      const Facet& facet = all.facets[size(f)];
      std::vector<Vec3> outline;
      for (int k = 0; k < facet.corner_count; ++k) {
        outline.push_back(point(all.corners[size(facet.first_corner + k)]));
      }
      mesh.add_flat(outline, facet.normal);
    }
    scene_.meshes.push_back(mesh);
    add(static_cast<int>(scene_.meshes.size()) - 1, shape.body, shape.p_IS, shape.q_IS, Vec3::Constant(1));
  }

  /// Its triangles; of a planar one the upper sides of slabs.
  void add_surface(const Shape& shape) {
    const Geometry& all = model_.geometry;
    Mesh mesh;
    for (int k = shape.first_piece; k < shape.first_piece + shape.piece_count; ++k) {
      const MeshPiece& piece = all.pieces[size(k)];
      const Vec3& normal = all.flats[size(shape.first_flat + piece.flat)].normal;
      const auto corner = [&](int c) { return all.points[size(shape.first_point + piece.corners[c])]; };
      if (model_.planar) {
        const Vec3 back(0, 0, 2 * depth_);
        mesh.add_flat({corner(0) + back, corner(0) - back, corner(1) - back, corner(1) + back}, normal);
      } else {
        mesh.add_flat({corner(0), corner(1), corner(2)}, normal);
      }
    }
    scene_.meshes.push_back(mesh);
    add(static_cast<int>(scene_.meshes.size()) - 1, shape.body, shape.p_IS, shape.q_IS, Vec3::Constant(1));
    scene_.parts.back().ground = model_.planar;
  }

  /// The part of a plane that lies near the scene: squares, in planar worlds the upper side of a slab.
  void add_plane(const Shape& shape) {
    const Vec3 normal = normal_of(shape);
    const Vec3 p = world(shape.body, shape.p_IS);
    const Vec3 foot = scene_.centre - normal * normal.dot(scene_.centre - p);
    const BodyPose pose = pose_of(poses_, shape.body);
    const Vec3 p_I = pose.R.transpose() * (foot - pose.p);
    const double reach = kPlaneReach * scene_.extent;
    if (model_.planar) {
      const double thickness = 2 * depth_;
      add(cube_mesh(), shape.body, p_I - shape.q_IS * Vec3(0, thickness, 0), shape.q_IS,
          {reach, thickness, 4 * depth_});
    } else {
      const double cell = round_length(scene_.extent / kSquaresPerExtent);
      const int count = static_cast<int>(std::ceil(reach / cell));
      // Squares stay where they are when the scene is another one.
      Vec3 local = shape.q_IS.conjugate() * (p_I - shape.p_IS);
      local = Vec3(cell * 2 * std::floor(local.x() / cell / 2), cell * 2 * std::floor(local.y() / cell / 2), 0);
      add(mesh(5, cell, count, [&] { return floor_squares(cell, count); }), shape.body, shape.p_IS + shape.q_IS * local,
          shape.q_IS, Vec3::Constant(1));
    }
    scene_.parts.back().ground = true;
  }

  void add_joint(const Joint& joint) {
    if (joint.type == JointType::distance || joint.type == JointType::rope) {
      scene_.links.push_back({joint.name, joint.parent, joint.child, joint.p_IP, joint.p_IC, false});
      return;
    }
    const bool on_child = joint.child != kWorld;
    const bool has_axis = joint_kind(model_.planar, joint.type).freedom_count > 0;
    Vec3 axis = Vec3::Zero();
    if (has_axis) axis = (on_child ? joint.q_IC : joint.q_IP) * Vec3::UnitX();
    if (model_.planar && joint.type == JointType::hinge) axis = Vec3::UnitZ();
    scene_.pivots.push_back({joint.name, joint_type_name(joint.type), on_child ? joint.child : joint.parent,
                             on_child ? joint.p_IC : joint.p_IP, axis});
  }

  void add_spring(const Spring& spring) {
    if (!spring.between_points()) return;
    scene_.links.push_back({spring.name, spring.first, spring.second, spring.p_IA, spring.p_IB, true});
  }

  /// The box with the body's mass and inertia, or a ball, and rods to where joints and springs hold it.
  void add_bodies_without_shapes() {
    for (int b = 0; b < static_cast<int>(model_.bodies.size()); ++b) {
      const Body& body = model_.bodies[size(b)];
      if (has_shape(b)) continue;
      const Vec3 edges = model_.planar ? Vec3::Zero() : equal_box(body);
      if (edges.maxCoeff() > 0) {
        add(cube_mesh(), b, Vec3::Zero(), Quat::Identity(), 0.5 * edges);
      } else if (!body.fixed) {
        const double r = kBobRadius * scene_.extent;
        add(model_.planar ? drum_mesh() : ball_mesh(), b, Vec3::Zero(), Quat::Identity(),
            model_.planar ? Vec3(r, r, depth_) : Vec3::Constant(r));
      }
      for (const Shape& shape : model_.shapes)
        if (shape.body == b) add_rod(b, shape.p_IS);
      for (const Joint& joint : model_.joints) {
        if (joint.parent == b) add_rod(b, joint.p_IP);
        if (joint.child == b) add_rod(b, joint.p_IC);
      }
      for (const Spring& spring : model_.springs) {
        if (spring.between_points() && spring.first == b) add_rod(b, spring.p_IA);
        if (spring.between_points() && spring.second == b) add_rod(b, spring.p_IB);
      }
      for (const Bushing& bushing : model_.bushings) {
        if (bushing.first == b) add_rod(b, bushing.p_IA);
        if (bushing.second == b) add_rod(b, bushing.p_IB);
      }
    }
  }

  void add_rod(int body, const Vec3& to) {
    const double length = to.norm();
    const double r = kRodRadius * scene_.extent;
    if (length < 2 * r) return;
    add(drum_mesh(), body, 0.5 * to, turn_between(Vec3::UnitZ(), to), {r, r, 0.5 * length});
  }

  const Model& model_;
  Span<const BodyPose> poses_;
  Scene scene_;
  double depth_ = 0;
  std::map<std::tuple<int, double, double>, int> known_;
};

}  // namespace

Scene scene_of(const Model& model, Span<const BodyPose> poses) {
  return Builder(model, poses).take();
}

Vec3 palette(int colour) {
  static const std::array<Vec3, kPaletteColours + 1> kColours{
      Vec3(0.80, 0.81, 0.83), Vec3(0.25, 0.50, 0.78), Vec3(0.90, 0.56, 0.22),
      Vec3(0.33, 0.63, 0.41), Vec3(0.77, 0.33, 0.35), Vec3(0.55, 0.44, 0.72),
      Vec3(0.58, 0.47, 0.40), Vec3(0.85, 0.50, 0.70), Vec3(0.20, 0.64, 0.68)};
  return kColours.at(static_cast<std::size_t>(colour));
}

}  // namespace stickslip::view

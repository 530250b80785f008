#include <gtest/gtest.h>

#include <set>

#include "fmu/load/mesh_shape.h"
#include "model/core/mesh_tree.h"
#include "model/math/size.h"
#include "tests/model/collision/scene.h"

/// Meshes: against the solids that they are the surface of, against planes, and against all triangles one by one.
namespace stickslip::test {
namespace {

Shape mesh_of(const load::Surface& surface, bool planar, Geometry& geometry) {
  Shape mesh;
  mesh.type = ShapeType::mesh;
  EXPECT_EQ(load::store_mesh(surface, planar, geometry, mesh), "");
  return mesh;
}

/// The surface of a box, each face cut into cells by its own number of them.
load::Surface surface_of_box(const Vec3& half, int cells) {
  load::Surface surface;
  const auto point = [&](const Vec3& p) {
    for (std::size_t k = 0; k < surface.points.size(); ++k) {
      if ((surface.points[k] - p).norm() < 1e-12) return static_cast<int>(k);
    }
    surface.points.push_back(p);
    return static_cast<int>(surface.points.size()) - 1;
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const int u = (axis + 1) % 3;
      const int v = (axis + 2) % 3;
      const auto at = [&](int i, int j) {
        Vec3 p;
        p[axis] = sign * half[axis];
        p[u] = sign * half[u] * (2.0 * i / cells - 1);
        p[v] = half[v] * (2.0 * j / cells - 1);
        return point(p);
      };
      for (int i = 0; i < cells; ++i) {
        for (int j = 0; j < cells; ++j) {
          for (const int c : {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)}) {
            surface.corners.push_back(c);
          }
        }
      }
    }
  }
  return surface;
}

constexpr ShapeType kSpatial[] = {ShapeType::sphere,   ShapeType::box,       ShapeType::capsule, ShapeType::point,
                                  ShapeType::cylinder, ShapeType::ellipsoid, ShapeType::hull};
constexpr ShapeType kPlanar[] = {ShapeType::sphere, ShapeType::box, ShapeType::capsule, ShapeType::point,
                                 ShapeType::hull};

TEST(Mesh, OfABoxIsAsFarAwayAsTheBox) {
  int apart = 0;
  int touching = 0;
  for (const int cells : {1, 3}) {
    for (const ShapeType type : kSpatial) {
      Dice dice(1, false);
      for (int k = 0; k < 2000; ++k) {
        Geometry geometry;
        const Shape shape = dice.shape(type, geometry);
        const Vec3 half(dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1));
        const Shape mesh = mesh_of(surface_of_box(half, cells), false, geometry);
        const Placement at_shape = dice.placement(1.2);
        const Placement at_box = dice.placement(1.2);
        const double solid =
            least_gap(collide({shape, at_shape, box(half.x(), half.y(), half.z()), at_box, false, geometry}, 10));
        const double surface = least_gap(collide({shape, at_shape, mesh, at_box, false, geometry}, 10));
        // Beside an edge that is nearly parallel a cylinder is known by its axis.
        const double tolerance = type == ShapeType::cylinder ? 1e-3 : 1e-9;
        if (solid > 1e-9) {
          ++apart;
          EXPECT_NEAR(surface, solid, tolerance) << static_cast<int>(type) << " cells " << cells << " scene " << k;
        } else if (solid < -1e-9 && solid > -1e-4) {
          ++touching;
          EXPECT_LT(surface, 0) << static_cast<int>(type) << " cells " << cells << " scene " << k;
        }
      }
    }
  }
  EXPECT_GT(apart, 10000);
  EXPECT_GT(touching, 1);
}

TEST(Mesh, OfABoxIsNoDeeperThanAShapeWasMovedIntoIt) {
  for (const ShapeType type : kSpatial) {
    if (type == ShapeType::point) continue;
    Dice dice(2, false);
    for (int k = 0; k < 1000; ++k) {
      Geometry geometry;
      const Shape shape = dice.shape(type, geometry);
      const Vec3 half(dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1));
      const Shape mesh = mesh_of(surface_of_box(half, 2), false, geometry);
      const Shape solid = box(half.x(), half.y(), half.z());
      Placement at_shape = dice.placement(1.2);
      const Placement at_box = dice.placement(1.2);
      const std::vector<ContactPoint> before = collide({shape, at_shape, solid, at_box, false, geometry}, 10);
      const auto nearest = std::min_element(before.begin(), before.end(),
                                            [](const ContactPoint& a, const ContactPoint& b) { return a.gap < b.gap; });
      if (nearest->gap < 1e-3) continue;
      at_shape.p -= (nearest->gap + 1e-4) * nearest->normal;
      const double found = least_gap(collide({shape, at_shape, mesh, at_box, false, geometry}, 1e-3));
      EXPECT_LT(found, -1e-6) << static_cast<int>(type) << " scene " << k;
      EXPECT_GT(found, -2e-4) << static_cast<int>(type) << " scene " << k;
    }
  }
}

load::Surface rough_ground(Dice& dice, int cells, double height) {
  std::vector<double> heights;
  for (int k = 0; k < (cells + 1) * (cells + 1); ++k) heights.push_back(dice.uniform(0, height));
  return load::surface_of_heights(heights, cells + 1, 4, 4);
}

TEST(Mesh, GradientOfEachGapIsExact) {
  int compared = 0;
  for (const ShapeType type : kSpatial) {
    Dice dice(3, false);
    for (int k = 0; k < 300; ++k) {
      Geometry geometry;
      const Shape shape = dice.shape(type, geometry);
      const Shape mesh = mesh_of(rough_ground(dice, 8, 0.5), false, geometry);
      Pair pair{shape, dice.placement(1), mesh, dice.placement(0.1), false, geometry};
      pair.at_a.p += 0.8 * pair.at_b.R.col(2);
      const Twist of_a = dice.twist();
      constexpr double kStep = 1e-6;
      const auto shifted = [&](double time) {
        Pair other = pair;
        other.at_a = moved(pair.at_a, of_a, time);
        return collide(other, 0.31);
      };
      const std::vector<ContactPoint> before = shifted(-kStep);
      const std::vector<ContactPoint> after = shifted(kStep);
      std::set<std::uint64_t> ids;
      for (const ContactPoint& point : collide(pair, 0.3)) {
        EXPECT_TRUE(ids.insert(point.id).second);
        EXPECT_LT(point.id, std::uint64_t{1} << kFeatureBits);
        EXPECT_NEAR(point.normal.norm(), 1, 1e-14);
        EXPECT_LT((point.p_first - point.p_second - point.gap * point.normal).norm(), 1e-13);
        const ContactPoint* p = find(before, point.id);
        const ContactPoint* q = find(after, point.id);
        if (p == nullptr || q == nullptr) continue;
        ++compared;
        const double rate = point.normal.dot(of_a.at(pair.at_a, point.p_first));
        EXPECT_NEAR((q->gap - p->gap) / (2 * kStep), rate, 2e-5)
            << static_cast<int>(type) << " scene " << k << " id " << point.id << " gap " << point.gap;
      }
    }
  }
  EXPECT_GT(compared, 2000);
}

TEST(Mesh, OfRoughGroundIsAsFarAwayAsTheNearestOfItsTriangles) {
  int compared = 0;
  for (const ShapeType type : kSpatial) {
    for (unsigned seed = 0; seed < 20; ++seed) {
      Dice dice(seed, false);
      const load::Surface surface = rough_ground(dice, 5, 1.2);
      Geometry geometry;
      const Shape mesh = mesh_of(surface, false, geometry);
      std::vector<Shape> spikes;  // triangles on points far below
      for (std::size_t k = 0; k < surface.corners.size(); k += 3) {
        std::vector<Vec3> corners;
        for (std::size_t c = 0; c < 3; ++c) corners.push_back(surface.points[size(surface.corners[k + c])]);
        Vec3 foot = (corners[0] + corners[1] + corners[2]) / 3;
        foot.z() = -3;
        corners.push_back(foot);
        const Vec3 middle = (corners[0] + corners[1] + corners[2] + corners[3]) / 4;
        spikes.push_back(add_hull(corners, false, geometry));
        spikes.back().p_IS = middle;
      }
      const Shape shape = dice.shape(type, geometry);
      for (int k = 0; k < 30; ++k) {
        Placement at_shape = dice.placement(1.5);
        at_shape.p.z() = dice.uniform(0.5, 2.5);
        double expected = 1e300;
        for (const Shape& spike : spikes) {
          const Placement at_spike = at(spike.p_IS.x(), spike.p_IS.y(), spike.p_IS.z());
          expected = std::fmin(expected, least_gap(collide({shape, at_shape, spike, at_spike, false, geometry}, 10)));
        }
        if (expected < 1e-6) continue;
        ++compared;
        const double found = least_gap(collide({shape, at_shape, mesh, at(0, 0, 0), false, geometry}, expected + 1e-3));
        EXPECT_NEAR(found, expected, type == ShapeType::cylinder ? 1e-3 : 1e-9)
            << static_cast<int>(type) << " seed " << seed << " scene " << k;
      }
    }
  }
  EXPECT_GT(compared, 2000);
}

TEST(Mesh, ThatIsFlatIsAPlane) {
  Geometry flat;
  const Shape ground = mesh_of(load::surface_of_heights(std::vector<double>(101 * 101, 0.0), 101, 10, 10), false, flat);
  EXPECT_EQ(ground.flat_count, 1);
  for (const ShapeType type : kSpatial) {
    Dice dice(4, false);
    for (int k = 0; k < 300; ++k) {
      Geometry geometry = flat;
      const Shape shape = dice.shape(type, geometry);
      Placement at_shape = dice.placement(1);
      const double lowest = least_gap(collide({shape, at_shape, plane(), at(0, 0, 0), false, geometry}, 100));
      at_shape.p.z() -= lowest - dice.uniform(-1e-3, 1e-2);
      const auto on_plane = collide({shape, at_shape, plane(), at(0, 0, 0), false, geometry}, 0.02);
      const auto on_mesh = collide({shape, at_shape, ground, at(0, 0, 0), false, geometry}, 0.02);
      ASSERT_EQ(on_mesh.size(), on_plane.size()) << static_cast<int>(type) << " scene " << k;
      for (const ContactPoint& point : on_plane) {
        const ContactPoint* same = find(on_mesh, point.id);
        ASSERT_NE(same, nullptr) << static_cast<int>(type) << " scene " << k;
        EXPECT_NEAR(same->gap, point.gap, 1e-14);
        EXPECT_EQ(same->normal, point.normal);
      }
    }
  }
}

TEST(Mesh, LetsWhatHangsOverItsBorderBeBehindIt) {
  Geometry geometry;
  const Shape ground = mesh_of(load::surface_of_heights(std::vector<double>(9, 0.0), 3, 1, 1), false, geometry);
  const Shape tilted = box(0.1, 0.1, 0.1);
  const double turn = 0.8;
  const double depth = 0.05;
  // Of the edge that is `depth` behind the ground and 2 cm within its border; the side above it leans outwards.
  const Vec3 edge = {-0.1 * std::cos(turn) - 0.1 * std::sin(turn), 0, 0.1 * std::sin(turn) - 0.1 * std::cos(turn)};
  const auto least_gap_at = [&](double x) {
    const Placement placed = at(x - edge.x(), 0, -depth - edge.z(), {0, turn, 0});
    const auto found = collide({tilted, placed, ground, at(0, 0, 0), false, geometry}, 1e-2);
    return found.empty() ? 1e-2 : least_gap(found);
  };
  EXPECT_EQ(least_gap_at(0.5 - 0.02), 1e-2);
  EXPECT_LT(least_gap_at(0.5 - 0.02 - depth * std::tan(turn)), 0);  // crosses the border
}

TEST(Mesh, FindsThePiecesThatABoxMeets) {
  Dice dice(5, false);
  Geometry geometry;
  const Shape mesh = mesh_of(rough_ground(dice, 37, 0.5), false, geometry);
  const auto meets = [](const Bounds& a, const Bounds& b) {
    for (int k = 0; k < 3; ++k) {
      if (a.low[k] > b.high[k] || b.low[k] > a.high[k]) return false;
    }
    return true;
  };
  for (int scene = 0; scene < 100; ++scene) {
    const Vec3 p = dice.vector(2);
    const Vec3 half = dice.vector(0.5).cwiseAbs();
    const Bounds box = {p - half, p + half};
    const auto bounds_of = [&](int k) {
      Bounds all = {Vec3::Constant(1e300), Vec3::Constant(-1e300)};
      for (const int corner : geometry.pieces[static_cast<std::size_t>(k)].corners) {
        all.low = all.low.cwiseMin(geometry.points[static_cast<std::size_t>(corner)]);
        all.high = all.high.cwiseMax(geometry.points[static_cast<std::size_t>(corner)]);
      }
      return all;
    };
    std::set<int> expected;
    for (int k = 0; k < mesh.piece_count; ++k) {
      if (meets(box, bounds_of(k))) expected.insert(k);
    }
    std::set<int> found;
    int looked = 0;
    walk_mesh(
        geometry.bounds, mesh.piece_count, [&](const Bounds& node) { return meets(box, node); },
        [&](int piece) {
          ++looked;
          const bool is_new = !meets(box, bounds_of(piece)) || found.insert(piece).second;
          EXPECT_TRUE(is_new);
        });
    EXPECT_EQ(found, expected);
    EXPECT_LE(looked, 4 * static_cast<int>(expected.size()) + 200);
  }
}

TEST(Polyline, ThatGoesAroundAPolygonIsAsFarAwayAsThePolygon) {
  for (const ShapeType type : kPlanar) {
    Dice dice(6, true);
    for (int k = 0; k < 2000; ++k) {
      Geometry geometry;
      const Shape shape = dice.shape(type, geometry);
      const Shape polygon = dice.hull(0.8, geometry);
      load::Surface outline;
      for (int c = 0; c < polygon.point_count; ++c) {
        outline.points.push_back(geometry.points[static_cast<std::size_t>(polygon.first_point + c)]);
        const int next = (c + 1) % polygon.point_count;
        outline.corners.insert(outline.corners.end(), {next, c});  // clockwise: the free side is outside
      }
      const Shape line = mesh_of(outline, true, geometry);
      const Placement at_shape = dice.placement(1.5);
      const Placement at_line = dice.placement(1.5);
      const double solid = least_gap(collide({shape, at_shape, polygon, at_line, true, geometry}, 10));
      if (solid < 1e-9) continue;
      EXPECT_NEAR(least_gap(collide({shape, at_shape, line, at_line, true, geometry}, 10)), solid, 1e-9)
          << static_cast<int>(type) << " scene " << k;
    }
  }
}

}  // namespace
}  // namespace stickslip::test

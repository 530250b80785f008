#include "fmu/load/hull.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>

#include "fmu/load/mesh_file.h"
#include "model/math/size.h"
#include "tests/fmu/load/texts.h"

namespace stickslip::load {
namespace {

std::vector<Vec3> cloud(int count, unsigned seed) {
  std::mt19937 dice(seed);
  const auto next = [&] { return static_cast<double>(dice()) / 4294967296.0 - 0.5; };
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k) {
    const double x = next();
    const double y = next();
    points.emplace_back(x, y, next());
  }
  return points;
}

/// Sides are flat, turn counter-clockwise, leave every point inside and meet in every edge once each way.
void expect_hull(const Hull& hull, const std::vector<Vec3>& points, double tolerance) {
  ASSERT_EQ(hull.problem, "");
  std::multiset<std::pair<int, int>> edges;
  for (const std::vector<int>& side : hull.facets) {
    const Vec3& a = hull.points[size(side[0])];
    Vec3 area = Vec3::Zero();
    for (std::size_t k = 1; k + 1 < side.size(); ++k) {
      area += (hull.points[size(side[k])] - a).cross(hull.points[size(side[k + 1])] - a);
    }
    const Vec3 normal = area.normalized();
    for (const int k : side) EXPECT_NEAR(normal.dot(hull.points[size(k)] - a), 0, 1e-6);
    for (const Vec3& p : points) EXPECT_LE(normal.dot(p - a), tolerance);
    for (std::size_t k = 0; k < side.size(); ++k) edges.insert({side[k], side[(k + 1) % side.size()]});
  }
  for (const auto& [from, to] : edges) {
    EXPECT_EQ(edges.count({from, to}), 1U);
    EXPECT_EQ(edges.count({to, from}), 1U);
  }
  const int euler = static_cast<int>(hull.points.size() + hull.facets.size()) - static_cast<int>(edges.size()) / 2;
  EXPECT_EQ(euler, 2);
}

TEST(Hull, HoldsEveryPointAndIsClosed) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::vector<Vec3> points = cloud(5 + static_cast<int>(seed % 60), seed);
    SCOPED_TRACE(seed);
    expect_hull(convex_hull(points, 64, kGivenPrecision), points, 1e-8);
  }
}

TEST(Hull, OfABoxWithPointsOnItsFacesHasSixSides) {
  std::vector<Vec3> points;
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-2.0, 0.0, 2.0}) {
      for (const double z : {-3.0, 0.5, 3.0}) points.emplace_back(x, y, z);
    }
  }
  const Hull hull = convex_hull(points, 32, kGivenPrecision);
  EXPECT_EQ(hull.points.size(), 8U);
  EXPECT_EQ(hull.facets.size(), 6U);
  EXPECT_EQ(hull.lost_volume, 0);
  expect_hull(hull, points, 1e-12);
}

/// Wheels as files have them: rings of points with six digits, many of them in one plane or on one line but for that.
TEST(Hull, OfRoundedPointsInPlanesAndLinesIsClosed) {
  const auto rounded = [](double x) { return std::round(x * 1e6) / 1e6; };
  for (const int around : {12, 40, 64, 90}) {
    SCOPED_TRACE(around);
    std::vector<Vec3> points;
    for (int k = 0; k < around; ++k) {
      const double angle = 0.3 + 6.283185307179586 * k / around;
      for (const double radius : {0.02, 0.05, 0.0825}) {
        for (int row = 0; row < 8; ++row) {
          const double along = 0.011 * row - 0.04;
          points.emplace_back(rounded(radius * std::cos(angle)), rounded(along + 0.1 * radius * std::sin(angle)),
                              rounded(radius * std::sin(angle)));
        }
      }
    }
    const double area = 0.5 * around * 0.0825 * 0.0825 * std::sin(6.283185307179586 / around);
    const Hull hull = convex_hull(points, 64, kFilePrecision);
    expect_hull(hull, hull.points, 1e-6);
    Geometry geometry;
    Shape shape;
    store_hull(hull, false, geometry, shape);
    const double volume = hull_mass(geometry.points, geometry.facets, geometry.corners, false).volume;
    EXPECT_NEAR(volume / (1 - hull.lost_volume), area * 0.077, 1e-4 * area * 0.077);
  }
}

TEST(Hull, OfGivenPointsKeepsCornersThatOneOfAFileLoses) {
  // A pyramid whose base has a fifth corner, half a micrometre out of the middle of a side.
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, -5e-7, 0}, {0.5, 0.5, 1}};
  EXPECT_EQ(convex_hull(points, 32, kFilePrecision).points.size(), 5U);
  const Hull hull = convex_hull(points, 32, kGivenPrecision);
  EXPECT_EQ(hull.points.size(), 6U);
  expect_hull(hull, points, 1e-9);
}

TEST(Hull, ABudgetOfPointsSaysWhatVolumeItCosts) {
  std::vector<Vec3> ball;
  for (const Vec3& p : cloud(3000, 7)) {
    if (p.norm() > 0.05) ball.push_back(p.normalized());
  }
  double before = 1;
  for (const int budget : {8, 16, 32, 64}) {
    const Hull hull = convex_hull(ball, budget, kGivenPrecision);
    expect_hull(hull, hull.points, 1e-6);
    EXPECT_LE(hull.points.size(), size(budget));
    EXPECT_LT(hull.lost_volume, before);
    before = hull.lost_volume;
  }
  EXPECT_LT(before, 0.16);
}

TEST(Hull, OfABoxWeighsWhatTheBoxWeighs) {
  const std::string points =
      "[[0, 0, 0], [0.4, 0, 0], [0, 0.2, 0], [0.4, 0.2, 0], [0, 0, 0.6], [0.4, 0, 0.6], [0, 0.2, 0.6], [0.4, 0.2, "
      "0.6]]";
  const std::string text = std::string(kSteel) + "[[body]]\nname = \"a\"\ndensity = 700\ncom = [0.2, 0.1, 0.3]\n";
  const Model hull = loaded(text + "shapes = [{ type = \"hull\", points = " + points + ", material = \"steel\" }]");
  const Model box = loaded(text +
                           "shapes = [{ type = \"box\", size = [0.4, 0.2, 0.6], position = [0.2, 0.1, 0.3], "
                           "material = \"steel\" }]");
  EXPECT_NEAR(hull.bodies[0].mass, box.bodies[0].mass, 1e-12);
  EXPECT_LT((hull.bodies[0].inertia - box.bodies[0].inertia).norm(), 1e-13);
  EXPECT_LT(hull.shapes[0].p_IS.norm(), 1e-15);
  EXPECT_NEAR(hull.shapes[0].half_length, 0.1, 1e-15);
  EXPECT_NEAR(hull.shapes[0].radius, Vec3(0.2, 0.1, 0.3).norm(), 1e-15);
}

TEST(Hull, APolygonWeighsWhatItsTrianglesDo) {
  // The right triangle with legs b and h: area b h / 2, moment about its centroid area (b^2 + h^2) / 18.
  const Model model = loaded(std::string(kSteel) +
                                 "[[body]]\nname = \"a\"\ndensity = 10\ncom = [0.3, 0.2]\nshapes = [{ type = "
                                 "\"polygon\", points = [[0, 0], [0, 0.6], [0.9, 0]], material = \"steel\" }]",
                             kPlanar);
  const double area = 0.5 * 0.9 * 0.6;
  EXPECT_NEAR(model.bodies[0].mass, 10 * area, 1e-12);
  EXPECT_NEAR(model.bodies[0].inertia.z(), 10 * area * (0.81 + 0.36) / 18, 1e-13);
}

TEST(Hull, CylinderAndEllipsoidWeighWhatTheyShould) {
  const std::string body =
      std::string(kSteel) + "[[body]]\nname = \"a\"\ndensity = 1000\nshapes = [{ material = \"steel\", ";
  const Body cylinder = loaded(body + "type = \"cylinder\", radius = 0.2, length = 0.6 }]").bodies[0];
  const double mass = 1000 * M_PI * 0.04 * 0.6;
  EXPECT_NEAR(cylinder.mass, mass, 1e-10);
  EXPECT_NEAR(cylinder.inertia.z(), mass * 0.02, 1e-12);
  EXPECT_NEAR(cylinder.inertia.x(), mass * (0.01 + 0.03), 1e-12);
  const Body egg = loaded(body + "type = \"ellipsoid\", size = [0.2, 0.4, 0.6] }]").bodies[0];
  EXPECT_NEAR(egg.mass, 1000 * 4.0 / 3 * M_PI * 0.1 * 0.2 * 0.3, 1e-11);
  EXPECT_NEAR(egg.inertia.x(), egg.mass / 5 * (0.04 + 0.09), 1e-13);
}

/// A tetrahedron in each form.
constexpr const char* kObj =
    "# comment\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1/1/1 2//2 4\nf 1 4 3\nf -3 -2 -1\n";

TEST(MeshFile, ReadsObjWithCornersOfEveryForm) {
  const MeshFile mesh = parse_mesh(kObj, MeshFormat::obj);
  ASSERT_EQ(mesh.problem, "");
  EXPECT_EQ(mesh.points.size(), 4U);
  EXPECT_EQ(mesh.triangles, (std::vector<int>{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}));
}

std::string binary_stl(const std::vector<std::array<float, 9>>& triangles, std::uint32_t count) {
  std::string bytes(80, ' ');
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (const auto& triangle : triangles) {
    bytes.append(12, '\0');
    bytes.append(reinterpret_cast<const char*>(triangle.data()), 36);
    bytes.append(2, '\0');
  }
  return bytes;
}

TEST(MeshFile, ReadsStlAsTextAndBinary) {
  const MeshFile text = parse_mesh(
      "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 0\nendloop\nendfacet\n",
      MeshFormat::stl);
  ASSERT_EQ(text.problem, "");
  EXPECT_EQ(text.points.size(), 3U);
  const MeshFile binary =
      parse_mesh(binary_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 1, 0, 0, 0, 1}}, 2), MeshFormat::stl);
  ASSERT_EQ(binary.problem, "");
  EXPECT_EQ(binary.points.size(), 4U);
  EXPECT_EQ(binary.triangles.size(), 6U);
}

TEST(MeshFile, SaysWhatIsWrongWithAFile) {
  const auto problem = [](const std::string& bytes, bool is_stl) {
    return parse_mesh(bytes, is_stl ? MeshFormat::stl : MeshFormat::obj).problem;
  };
  EXPECT_EQ(problem("", true), "is empty");
  EXPECT_EQ(problem("hello", true), "is no STL file");
  EXPECT_EQ(problem("hello", false), "has no triangles");
  EXPECT_EQ(problem("v 0 0\n", false), "has a bad line 1: three finite numbers expected");
  EXPECT_EQ(problem("v 0 0 nan\n", false), "has a bad line 1: three finite numbers expected");
  EXPECT_EQ(problem("v 0 0 0\nf 1 2 3\n", false), "has a bad line 2: no vertex 2");
  EXPECT_EQ(problem("v 0 0 0\nf 1 1\n", false), "has a bad line 2: a face has three vertices or more");
  EXPECT_EQ(problem("solid a\nfacet\nvertex 0 0 0\nendloop\n", true),
            "has a bad line 4: a facet has three vertices, this one 1");
  EXPECT_EQ(problem("solid a\nfacet\nvertex 0 0 0\n", true), "ends within a facet");
  EXPECT_EQ(problem(binary_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0}}, 7), true), "ends before its 7 triangles do");
  EXPECT_EQ(problem(binary_stl({}, 4000000000U), true), "has more than 1000000 triangles; make the mesh coarser");
  EXPECT_EQ(problem(binary_stl({{0, 0, 0, 1, 0, 0, 0, NAN, 0}}, 1), true),
            "has a bad triangle, number 1: three finite numbers expected");
}

}  // namespace
}  // namespace stickslip::load

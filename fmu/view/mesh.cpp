#include "fmu/view/mesh.h"

#include <cmath>

#include "model/math/elementary.h"

namespace stickslip::view {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDark = 0.8;
constexpr int kAround = 32;        // sides of what is round; a multiple of 8, so that octants end at edges
constexpr int kUp = 8;             // rings from equator to pole
constexpr int kAroundCoarse = 16;  // the same where there are many
constexpr int kUpCoarse = 3;

struct Turn {
  double c, s;
};

Turn turn(double angle) {
  return {cosine(angle), sine(angle)};
}

Turn around(int i, int sides = kAround) {
  return turn(2 * kPi * i / sides);
}

double quadrant_shade(int i, int sides, bool other) {
  return ((i * 4 / sides) % 2 == 0) == other ? kDark : 1.0;
}

/// One ring of quads about z between two circles, whose normals are given in the half plane (radius, z).
struct Circle {
  double r, z;
  double nr, nz;
};

void add_ring(const Circle& low, const Circle& high, bool other, Mesh& mesh, int sides = kAround) {
  for (int i = 0; i < sides; ++i) {
    const Turn a = around(i, sides);
    const Turn b = around(i + 1, sides);
    const double shade = quadrant_shade(i, sides, other);
    const auto corner = [&](const Circle& k, const Turn& t) {
      return Mesh::Corner{Vec3(k.r * t.c, k.r * t.s, k.z), Vec3(k.nr * t.c, k.nr * t.s, k.nz), shade};
    };
    mesh.add_quad({corner(low, a), corner(low, b), corner(high, b), corner(high, a)});
  }
}

/// Half a ball above (sign 1) or below (-1) the height z.
void add_dome(double radius, double z, double sign, Mesh& mesh, int sides = kAround, int rings = kUp) {
  for (int k = 0; k < rings; ++k) {
    const Turn a = turn(0.5 * kPi * k / rings);
    const Turn b = k + 1 < rings ? turn(0.5 * kPi * (k + 1) / rings) : Turn{0, 1};
    const Circle near{radius * a.c, z + sign * radius * a.s, a.c, sign * a.s};
    const Circle far{radius * b.c, z + sign * radius * b.s, b.c, sign * b.s};
    if (sign > 0) {
      add_ring(near, far, false, mesh, sides);
    } else {
      add_ring(far, near, true, mesh, sides);
    }
  }
}

void add_lid(double radius, double z, double sign, Mesh& mesh) {
  const Circle rim{radius, z, 0, sign};
  const Circle centre{0, z, 0, sign};
  if (sign > 0) {
    add_ring(rim, centre, false, mesh);
  } else {
    add_ring(centre, rim, false, mesh);
  }
}

}  // namespace

void Mesh::add_quad(const std::array<Corner, 4>& quad) {
  const auto first = static_cast<std::uint32_t>(corners.size());
  corners.insert(corners.end(), quad.begin(), quad.end());
  // At a pole two corners are one and a triangle is left.
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
    const auto place = [&](std::size_t k) { return first + static_cast<std::uint32_t>(k); };
    if (quad.at(a).p != quad.at(b).p && quad.at(b).p != quad.at(c).p && quad.at(c).p != quad.at(a).p)
      triangles.push_back({place(a), place(b), place(c)});
  };
  add(0, 1, 2);
  add(0, 2, 3);
}

void Mesh::add_flat_quad(const std::array<Vec3, 4>& points, double shade) {
  const Vec3 n = (points[1] - points[0]).cross(points[2] - points[0]).normalized();
  add_quad({Corner{points[0], n, shade}, Corner{points[1], n, shade}, Corner{points[2], n, shade},
            Corner{points[3], n, shade}});
}

void Mesh::add_flat(const std::vector<Vec3>& outline, const Vec3& normal) {
  const auto first = static_cast<std::uint32_t>(corners.size());
  for (const Vec3& p : outline) corners.push_back({p, normal, 1});
  for (std::uint32_t k = 1; k + 1 < outline.size(); ++k) triangles.push_back({first, first + k, first + k + 1});
}

Quat turn_between(const Vec3& from, const Vec3& to) {
  const Vec3 a = from.normalized();
  const Vec3 b = to.normalized();
  const Vec3 middle = a + b;
  // Half a turn, about whatever lies across.
  if (middle.squaredNorm() < 1e-20) {
    const Vec3 across = a.cross(std::fabs(a.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY());
    return {0, across.normalized()};
  }
  const Vec3 half = middle.normalized();
  return {a.dot(half), a.cross(half)};
}

Mesh cube() {
  Mesh mesh;
  for (int k = 0; k < 3; ++k) {
    for (const double side : {-1.0, 1.0}) {
      const Vec3 n = side * Vec3::Unit(k);
      const Vec3 u = Vec3::Unit((k + 1) % 3);
      const Vec3 v = side * Vec3::Unit((k + 2) % 3);
      mesh.add_flat_quad({Vec3(n - u - v), Vec3(n + u - v), Vec3(n + u + v), Vec3(n - u + v)});
    }
  }
  return mesh;
}

Mesh ball() {
  Mesh mesh;
  add_dome(1, 0, 1, mesh);
  add_dome(1, 0, -1, mesh);
  return mesh;
}

Mesh coarse_ball() {
  Mesh mesh;
  add_dome(1, 0, 1, mesh, kAroundCoarse, kUpCoarse);
  add_dome(1, 0, -1, mesh, kAroundCoarse, kUpCoarse);
  return mesh;
}

Mesh drum() {
  Mesh mesh;
  add_ring({1, -1, 1, 0}, {1, 1, 1, 0}, false, mesh);
  add_lid(1, 1, 1, mesh);
  add_lid(1, -1, -1, mesh);
  return mesh;
}

Mesh capsule(double radius, double half_length) {
  Mesh mesh;
  add_dome(radius, half_length, 1, mesh);
  add_ring({radius, -half_length, 1, 0}, {radius, half_length, 1, 0}, false, mesh);
  add_dome(radius, -half_length, -1, mesh);
  return mesh;
}

Mesh stadium(double radius, double half_length, double depth) {
  Mesh mesh;
  // The right half of the circle is moved to the right, the left half to the left.
  const auto outline = [&](int i, bool left) {
    const Turn t = around(i);
    return Vec3(radius * t.c + (left ? -half_length : half_length), radius * t.s, 0);
  };
  const Vec3 up(0, 0, depth);
  for (int i = -kAround / 4; i < 3 * kAround / 4; ++i) {
    const bool left = i >= kAround / 4;
    const Vec3 a = outline(i, left);
    const Vec3 b = outline(i + 1, left);
    const Vec3 next = outline(i + 1, i + 1 >= kAround / 4 && i + 1 < 3 * kAround / 4);  // where the straight part ends
    const auto side = [&](const Vec3& p, const Vec3& q, const Vec3& n_p, const Vec3& n_q) {
      mesh.add_quad({Mesh::Corner{p - up, n_p, 1}, Mesh::Corner{q - up, n_q, 1}, Mesh::Corner{q + up, n_q, 1},
                     Mesh::Corner{p + up, n_p, 1}});
      mesh.add_flat_quad({up, Vec3(p + up), Vec3(q + up), up});
      mesh.add_flat_quad({Vec3(-up), Vec3(q - up), Vec3(p - up), Vec3(-up)});
    };
    const Turn from = around(i);
    const Turn to = around(i + 1);
    side(a, b, {from.c, from.s, 0}, {to.c, to.s, 0});
    if (next != b) side(b, next, {to.c, to.s, 0}, {to.c, to.s, 0});
  }
  return mesh;
}

Mesh plate(const std::vector<Vec3>& outline, double depth) {
  const Vec3 up(0, 0, depth);
  Mesh mesh;
  std::vector<Vec3> top;
  std::vector<Vec3> bottom;
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const Vec3& p = outline[k];
    const Vec3& q = outline[(k + 1) % outline.size()];
    mesh.add_flat_quad({Vec3(p - up), Vec3(q - up), Vec3(q + up), Vec3(p + up)});
    top.push_back(p + up);
    bottom.push_back(outline[outline.size() - 1 - k] - up);
  }
  mesh.add_flat(top, Vec3::UnitZ());
  mesh.add_flat(bottom, -Vec3::UnitZ());
  return mesh;
}

Mesh floor_squares(double cell, int count) {
  Mesh mesh;
  for (int i = -count; i < count; ++i) {
    for (int j = -count; j < count; ++j) {
      const double x = cell * i;
      const double y = cell * j;
      mesh.add_flat_quad({Vec3(x, y, 0), Vec3(x + cell, y, 0), Vec3(x + cell, y + cell, 0), Vec3(x, y + cell, 0)},
                         (i + j) % 2 == 0 ? 1.0 : 0.93);
    }
  }
  return mesh;
}

Mesh arrow() {
  constexpr double kNeck = 0.75;
  constexpr double kShaft = 0.03;
  constexpr double kHead = 0.09;
  Mesh mesh;
  add_lid(kShaft, 0, -1, mesh);
  add_ring({kShaft, 0, 1, 0}, {kShaft, kNeck, 1, 0}, false, mesh);
  add_ring({kShaft, kNeck, 0, -1}, {kHead, kNeck, 0, -1}, false, mesh);
  add_ring({kHead, kNeck, 0.94, 0.34}, {0, 1, 0.94, 0.34}, false, mesh);
  for (Mesh::Corner& corner : mesh.corners) corner.shade = 1;
  return mesh;
}

}  // namespace stickslip::view

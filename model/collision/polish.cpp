#include "model/collision/polish.h"

#include <algorithm>
#include <cmath>

#include "model/math/arithmetic.h"

namespace stickslip {
namespace {

constexpr int kMostNewton = 6;
constexpr double kConverged = 4e-16;
constexpr double kAtEnd = 1e-9;   // relative to a cylinder's length: nearer, and a point lies on the rim
constexpr double kWorse = 1e-12;  // relative to the cores: a separation that falls by more was another maximum
constexpr double kFarther = 0.1;  // a normal that turns by more was not nearly right

bool is_round(const Convex& convex) {
  return convex.type == ShapeType::ellipsoid || convex.type == ShapeType::cylinder;
}

/// A core about the point that is nearest.
struct Spot {
  bool flat = false;         // a side: the normal is its
  bool edge = false;         // straight along `line`: the normal is square to it
  Vec3 line = Vec3::Zero();  // unit
  Mat3 bend = Mat3::Zero();  // how the farthest point moves as the direction turns, m
};

// From D'D n / |D n|, the farthest point of an ellipsoid with half axes D.
Mat3 bend_of_ellipsoid(const Convex& convex, const Vec3& n) {
  const Vec3 d = convex.R.transpose() * n;
  const Vec3& half = convex.half_size;
  const double length = half.cwiseProduct(d).norm();
  const Vec3 p = half.cwiseProduct(half).cwiseProduct(d) / length;
  const Mat3 local = (1 / length) * (half.cwiseProduct(half).asDiagonal() - p * p.transpose());
  return convex.R * local * convex.R.transpose();
}

// From r d / |d|, d the direction's part across the axis.
Mat3 bend_of_rim(const Convex& convex, const Vec3& n) {
  const Vec3 axis = convex.R.col(2);
  const Vec3 across = n - n.dot(axis) * axis;
  const double length = across.norm();
  const Vec3 on = axis.cross(across / length);
  return convex.radius / length * (on * on.transpose());
}

Spot spot_of(const Convex& convex, const Vec3& p, const Vec3* corners, int count, const Vec3& n) {
  Spot spot;
  if (convex.type == ShapeType::ellipsoid) {
    spot.bend = bend_of_ellipsoid(convex, n);
    return spot;
  }
  if (convex.type == ShapeType::cylinder) {
    const Vec3 axis = convex.R.col(2);
    const Vec3 across = n - n.dot(axis) * axis;
    spot.flat = !(across.squaredNorm() > 1e-12);
    if (spot.flat) return spot;
    spot.bend = bend_of_rim(convex, n);
    spot.line = axis;
    spot.edge = std::fabs((p - convex.p).dot(axis)) < (1 - kAtEnd) * convex.half_length;
    return spot;
  }
  int distinct = 1;
  for (int k = 1; k < count; ++k) {
    if (corners[k] == corners[0] || (k == 2 && corners[2] == corners[1])) continue;
    if (++distinct == 2) spot.line = (corners[k] - corners[0]).normalized();
  }
  spot.edge = distinct == 2;
  spot.flat = distinct == 3;
  return spot;
}

// Two directions square to n; the second alone is free where n is square to an edge, the first.
struct Frame {
  Vec3 first;
  Vec3 second;
};

Frame frame_about(const Vec3& n, const Spot& a, const Spot& b) {
  Vec3 first = a.edge ? a.line : b.line;
  if (!a.edge && !b.edge) {
    first = Vec3::Unit(std::fabs(n.x()) < 0.6 ? 0 : 1);
    first = (first - first.dot(n) * n).normalized();
  }
  return {first, n.cross(first)};
}

// The step of Newton's method, square to n.
Vec3 newton_step(const Vec3& n, const Vec3& way, const Spot& a, const Spot& b) {
  const Frame f = frame_about(n, a, b);
  const Mat3 bend = a.bend + b.bend;
  const double along = way.dot(n);
  const double m22 = f.second.dot(bend * f.second) + along;
  const double r2 = way.dot(f.second);
  if (a.edge || b.edge) return m22 != 0 ? Vec3(r2 / m22 * f.second) : Vec3(Vec3::Zero());
  const double m11 = f.first.dot(bend * f.first) + along;
  const double m12 = f.first.dot(bend * f.second);
  const double r1 = way.dot(f.first);
  const double determinant = m11 * m22 - m12 * m12;
  if (determinant == 0) return Vec3::Zero();
  return (r1 * m22 - r2 * m12) / determinant * f.first + (r2 * m11 - r1 * m12) / determinant * f.second;
}

Vec3 square_to(const Vec3& n, const Vec3& line) {
  return (n - n.dot(line) * line).normalized();
}

}  // namespace

void polish(const Convex& a, const Convex& b, const Nearest& nearest, const Vec3& shift, Separation& found) {
  if (!is_round(a) && !is_round(b)) return;
  Vec3 n = found.normal;
  Spot of_a = spot_of(a, nearest.p_a - shift, nearest.corners_a, nearest.count, n);
  Spot of_b = spot_of(b, nearest.p_b, nearest.corners_b, nearest.count, n);
  if (of_a.flat && !of_b.flat && !of_b.edge) found.p_b = farthest(b, n);
  if (of_b.flat && !of_a.flat && !of_a.edge) found.p_b = farthest(a, -n) - found.gap * n;
  if (of_a.flat || of_b.flat) return;
  const double scale = a.reach + b.reach;
  const double before = n.dot(farthest(a, -n) - farthest(b, n));
  const bool two_edges = of_a.edge && of_b.edge;
  if (two_edges) {
    const Vec3 common = of_a.line.cross(of_b.line);
    if (!(common.squaredNorm() > 1e-6)) return;
    n = (common.dot(n) < 0 ? -1.0 : 1.0) * common.normalized();
  } else {
    if (of_a.edge) n = square_to(n, of_a.line);
    if (of_b.edge) n = square_to(n, of_b.line);
  }
  for (int k = 0; k < kMostNewton && !two_edges; ++k) {
    // Any point of an edge will do: along it nothing is asked.
    const Vec3 p_a = is_round(a) ? farthest(a, -n) : nearest.corners_a[0] - shift;
    const Vec3 p_b = is_round(b) ? farthest(b, n) : nearest.corners_b[0];
    if (is_round(a)) of_a.bend = spot_of(a, nearest.p_a - shift, nearest.corners_a, nearest.count, n).bend;
    if (is_round(b)) of_b.bend = spot_of(b, nearest.p_b, nearest.corners_b, nearest.count, n).bend;
    const Vec3 step = newton_step(n, p_a - p_b, of_a, of_b);
    if (!(step.squaredNorm() < kFarther * kFarther)) return;
    n = (n + step).normalized();
    if (step.squaredNorm() <= kConverged * kConverged) break;
  }
  const Vec3 p_a = farthest(a, -n);
  const Vec3 p_b = farthest(b, n);
  const double gap = n.dot(p_a - p_b);
  if (!(gap >= before - kWorse * scale) || !((n - found.normal).norm() < kFarther)) return;
  Vec3 on_b = found.p_b;
  if (!of_b.edge) {
    on_b = p_b;
  } else if (!of_a.edge) {
    on_b = p_a - gap * n;
  }
  found = {gap, n, on_b};
}

}  // namespace stickslip

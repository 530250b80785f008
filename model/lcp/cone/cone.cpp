#include "model/lcp/cone/cone.h"

#include <algorithm>
#include <cmath>

#include "model/math/arithmetic.h"
#include "model/math/elementary.h"

namespace stickslip::lcp {
namespace {

constexpr double kHalfRoot = 0.70710678118654752440;

// What most cones are made of; opposite edges are exact negatives.
constexpr Edge kOctagon[] = {{{1, 0}},     {{kHalfRoot, kHalfRoot}},   {{0, 1}},     {{-kHalfRoot, kHalfRoot}},
                             {{-1, -0.0}}, {{-kHalfRoot, -kHalfRoot}}, {{-0.0, -1}}, {{kHalfRoot, -kHalfRoot}}};

Edge find_edge(int k, int edges) {
  // Octants and quarters exactly, so that opposite edges are exact negatives.
  constexpr double kTwoPi = 6.28318530717958647693;
  const int half = edges / 2;
  if (k >= half) {
    const Edge e = find_edge(k - half, edges);
    return {{-e.along[0], -e.along[1]}};
  }
  if (k == 0) return {{1, 0}};
  if (4 * k == edges) return {{0, 1}};
  if (8 * k == edges) return {{kHalfRoot, kHalfRoot}};
  if (8 * k == 3 * edges) return {{-kHalfRoot, kHalfRoot}};
  const double angle = kTwoPi * k / edges;
  return {{cosine(angle), sine(angle)}};
}

inline Edge edge_at(int k, int edges) {
  if (edges == 8) return kOctagon[k];
  return edges == 4 ? kOctagon[2 * k] : find_edge(k, edges);
}

}  // namespace

Edge polygon_edge(int k, int edges) {
  return edge_at(k, edges);
}

PreciseEdge precise_edge(int k, int edges) {
  const int half = edges / 2;
  if (k >= half) {
    const PreciseEdge e = precise_edge(k - half, edges);
    return {{-e.along[0], -e.along[1]}};
  }
  if (4 * k > edges) {
    const PreciseEdge e = precise_edge(half - k, edges);
    return {{-e.along[0], e.along[1]}};
  }
  // Series up to an eighth of a turn, beyond that those of the complement.
  constexpr DoubleDouble kTwoPi = {6.28318530717958647693, 2.449293598294706414e-16};
  const bool beyond = 8 * k > edges;
  const DoubleDouble angle = kTwoPi * (beyond ? edges - 4 * k : 4 * k) / (4.0 * edges);
  DoubleDouble sum[2] = {1.0, angle};  // cosine, sine
  DoubleDouble term = angle;
  for (int power = 2; power < 30; ++power) {
    term = term * angle / power;
    if (power % 2 == 0) term = -term;
    sum[power % 2] = sum[power % 2] + term;
  }
  return {{sum[beyond ? 1 : 0], sum[beyond ? 0 : 1]}};
}

EdgeShares decompose(const double* t, int tangents, int edges) {
  if (tangents == 0) return {0, {0, 0}};
  if (tangents == 1) return {t[0] >= 0 ? 0 : 1, {std::fabs(t[0]), 0}};
  if (t[0] == 0 && t[1] == 0) return {0, {0, 0}};
  // The sector between edge k and the next one is to the left of the one and to the right of the other.
  Edge a = edge_at(0, edges);
  double beyond = a.along[0] * t[1] - a.along[1] * t[0];
  for (int k = 0; k < edges; ++k) {
    const Edge b = edge_at(k + 1 < edges ? k + 1 : 0, edges);
    const double determinant = a.along[0] * b.along[1] - a.along[1] * b.along[0];
    const double next = b.along[0] * t[1] - b.along[1] * t[0];
    if (beyond >= 0 && next < 0) return {k, {-next / determinant, beyond / determinant}};
    a = b;
    beyond = next;
  }
  return {0, {0, 0}};
}

Pattern project_on_polygon(int edges, double budget, double* target) {
  const EdgeShares shares = decompose(target, 2, edges);
  if (shares.share[0] + shares.share[1] <= budget) return {Motion::stick, 0};
  // It is on the facet of the sector, on a neighbour of that, or a corner.
  Pattern best = {Motion::edge, shares.first};
  double nearest = HUGE_VAL;
  double point[2] = {0, 0};
  for (int k = shares.first + edges - 1; k <= shares.first + edges + 1; ++k) {
    const Edge a = edge_at(k % edges, edges);
    const Edge b = edge_at((k + 1) % edges, edges);
    const double along[2] = {b.along[0] - a.along[0], b.along[1] - a.along[1]};
    const double from[2] = {target[0] - budget * a.along[0], target[1] - budget * a.along[1]};
    const double length = budget * (along[0] * along[0] + along[1] * along[1]);
    double s = length > 0 ? (from[0] * along[0] + from[1] * along[1]) / length : 0.0;
    s = std::min(1.0, std::max(0.0, s));
    const double x = from[0] - s * budget * along[0];
    const double y = from[1] - s * budget * along[1];
    if (x * x + y * y >= nearest) continue;
    nearest = x * x + y * y;
    point[0] = target[0] - x;
    point[1] = target[1] - y;
    const int first = k % edges;
    best = s <= 0 ? Pattern{Motion::edge, first}
                  : (s >= 1 ? Pattern{Motion::edge, (first + 1) % edges} : Pattern{Motion::facet, first});
  }
  std::copy(point, point + 2, target);
  return best;
}

void project_on_disk(int tangents, double budget, double* target) {
  double square = target[0] * target[0];
  if (tangents == 2) square += target[1] * target[1];
  if (square <= budget * budget) return;
  const double factor = budget / root(square);
  target[0] *= factor;
  if (tangents == 2) target[1] *= factor;
}

double sliding_speed(const double* v, int tangents, int edges) {
  if (tangents == 0) return 0;
  if (tangents == 1) return std::fabs(v[0]);
  if (edges == 0) return root(v[0] * v[0] + v[1] * v[1]);
  double lambda = 0;
  for (int k = 0; k < edges / 2; ++k) {  // the others are opposite
    const Edge d = edge_at(k, edges);
    lambda = std::max(lambda, std::fabs(d.along[0] * v[0] + d.along[1] * v[1]));
  }
  return lambda;
}

}  // namespace stickslip::lcp

#pragma once

#include <cstdint>

#include "model/lcp/cone/double_double.h"

/// Friction cones: the round one, and polygons with evenly spaced edges (`edges` = 2 with one tangent).
namespace stickslip::lcp {

/// Unit vector of edge k.
struct Edge {
  double along[2];
};
Edge polygon_edge(int k, int edges);

/// The same in twice the precision.
struct PreciseEdge {
  DoubleDouble along[2];
};
PreciseEdge precise_edge(int k, int edges);

/// The smallest combination of edges that gives the tangential impulse t: the neighbours `first` and `first + 1`
/// (modulo `edges`), with their shares.
struct EdgeShares {
  int first;
  double share[2];
};
EdgeShares decompose(const double* t, int tangents, int edges);

/// What friction does on a polygon: stick, or slide against edge `edge`, or against the facet between it and the next.
enum class Motion : std::uint8_t { stick, edge, facet };

struct Pattern {
  Motion kind;
  int edge;
};

/// The point nearest to `target` of the polygon whose corners are `budget` away, in place, and where on it that is.
Pattern project_on_polygon(int edges, double budget, double* target);

/// The same for the disk (one tangent: the interval) of radius `budget`.
void project_on_disk(int tangents, double budget, double* target);

/// The smallest lambda that all edges allow at the tangential velocity v, or its length for the round cone
/// (`edges` 0); where the contact carries force it is the only one.
double sliding_speed(const double* v, int tangents, int edges);

}  // namespace stickslip::lcp

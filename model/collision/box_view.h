#pragma once

#include "model/collision/manifold.h"

/// A pair of boxes as one of them, the reference, sees it, and what the parts of box_box hand to each other.
namespace stickslip {

constexpr int kFirstCorner = 0;    // feature: corner of the first box
constexpr int kSecondCorner = 16;  // feature: corner of the second box
constexpr int kEdgePair = 256;     // feature: 16 * edge of the first + edge of the second

/// The incident box has its centre in t and the columns of C as axes, in the reference box's frame.
struct BoxView {
  Vec3 h_ref;
  Vec3 h_inc;
  Vec3 t;
  Mat3 C;
};

struct BoxFace {
  int axis = 0;
  double sign = 1;
  double separation = -1e300;
};

/// Separating axis that is square to one edge of each box.
struct BoxEdges {
  int ref_axis = 0;
  int inc_axis = 0;
  double separation = -1e300;
  Vec3 direction = Vec3::Zero();  // unit, from the reference to the incident box
};

/// A contact point in the reference box's frame. `feature` holds the corner, or the reference's edge and the incident
/// one's.
struct BoxPoint {
  enum Kind { ref_corner, inc_corner, edges };
  Kind kind = edges;
  int ref_feature = 0;
  int inc_feature = 0;
  Vec3 normal = Vec3::Zero();  // from the reference to the incident box
  Vec3 p_ref = Vec3::Zero();
  Vec3 p_inc = Vec3::Zero();
  double gap = 0;
};

/// Points of one pair, collected before they go to the sink.
struct BoxPoints {
  static constexpr int kCapacity = 32;
  BoxPoint list[kCapacity];
  int count = 0;
  double least_gap = 1e300;

  void add(const BoxPoint& point) {
    if (count < kCapacity) list[count++] = point;
    least_gap = std::min(least_gap, point.gap);
  }
};

/// Edge `axis` of a box: `side_u` and `side_v` are its sides along the next axis and the one after that.
inline int edge_index(int axis, double side_u, double side_v) {
  return axis * 4 + (side_u > 0 ? 1 : 0) + (side_v > 0 ? 2 : 0);
}

inline BoxView seen_from_incident(const BoxView& v) {
  return {v.h_inc, v.h_ref, -(v.C.transpose() * v.t), v.C.transpose()};
}

/// Corners over faces and crossings of edges where the reference face and the incident one overlap, seen along the
/// reference face's normal.
void clip_faces(const BoxView& v, const BoxFace& face, double tolerance, BoxPoints& points);

/// Closest points of the two edges that the axis is square to; false when they lie beyond the edges' ends.
bool edge_edge_point(const BoxView& v, const BoxEdges& edges, double tolerance, BoxPoint& point);

/// Incident corners outside the reference box within the margin, each with the direction of least distance, where that
/// direction leaves the incident box.
void closest_corners(const BoxView& v, double margin, BoxPoints& points);

}  // namespace stickslip

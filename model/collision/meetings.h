#pragma once

#include "model/collision/manifold.h"
#include "model/collision/separation.h"

/// Where two convex cores meet, before it is known which of these places become contacts.
namespace stickslip {

struct Meeting {
  std::uint64_t feature = 0;
  Vec3 normal = Vec3::Zero();  // from the second to the first
  Vec3 p_a = Vec3::Zero();     // on the cores
  Vec3 p_b = Vec3::Zero();
  double gap = 0;  // of the cores
};

/// Features of meetings: below kMeetingNames a corner of the first, below twice that one of the second.
constexpr int kMeetingNames = 64;
constexpr int kMeetingEdge = kMeetingNames * kMeetingNames;  // both ends of an edge are below this
constexpr int kCrossing = 1 << 24;                           // an edge of the first, times that, and one of the second
constexpr int kNearestPoints = 1 << 26;

/// The most that pass_on may get.
constexpr int kMostMeetings = 192;

struct Meetings {
  static constexpr int kMost = 96;
  Meeting list[kMost];
  int count = 0;
};

/// The meetings up to `margin` of the features that face each other along the separation; `flat`: see lay_flat.
void find_meetings(const Convex& a, const Convex& b, const Separation& apart, double margin, double flat,
                   Meetings& found);

/// Makes contacts of meetings: of more than there is room for those that lie farthest apart, the near ones first.
/// `frame` takes them to the world, `layer_a` and `layer_b` are around the cores.
void pass_on(Span<const Meeting> found, double layer_a, double layer_b, const Placement& frame, PointSink& sink);

}  // namespace stickslip

#include <algorithm>
#include <cmath>

#include "model/collision/convex.h"
#include "model/collision/mesh_view.h"
#include "model/math/arithmetic.h"

/// Ridges of a mesh against a convex shape. A ridge is a rod without thickness; what of it the shape meets is a contact
/// where no piece beside it is nearer: where the normal leans away from them all.
namespace stickslip {
namespace {

constexpr double kLeans = 1e-6;  // sine, of a normal from nearest points
constexpr double kLeansOfSide =
    0.2;                         // likewise, of one of a side or of two edges: there the way along it is no shorter
constexpr int kMostAround = 64;  // pieces around a corner

// The pieces on both sides of a ridge; its own one first.
struct Ridge {
  int piece = 0;
  int side = 0;
  int other = -1;
  int other_side = 0;
};

double slack_of(const Meeting& meeting) {
  return (meeting.feature & kNearestPoints) != 0 ? kLeans : kLeansOfSide;
}

// Whether the way along the normal falls short of no point of the piece, seen from its side or from its corner.
bool leans_away(const Vec3& normal, const Vec3& into_piece, double slack) {
  return normal.dot(into_piece) <= slack * into_piece.norm();
}

bool is_free_on_ridge(const MeshView& mesh, const Ridge& ridge, const Vec3& normal, double slack) {
  if (!leans_away(normal, -mesh.outwards(ridge.piece, ridge.side), slack)) return false;
  if (ridge.other >= 0) return leans_away(normal, -mesh.outwards(ridge.other, ridge.other_side), slack);
  return leans_away(normal, -mesh.flat_of(ridge.piece).normal, slack);  // a border has no back
}

// Of all pieces around the corner between two of its sides; from the piece on across sides until it comes round or
// ends. `way` is the step from the side that is crossed to the one that is next.
bool is_free_around(const MeshView& mesh, int piece, int corner, int way, const Vec3& normal, double slack) {
  const int start = piece;
  for (int k = 0; k < kMostAround; ++k) {
    const MeshPiece& here = mesh.pieces[piece];
    int at = 0;
    while (at < 2 && here.corners[at] != corner) ++at;
    const Vec3& p = mesh.points[corner];
    for (int i = 1; i < 3; ++i) {
      if (!leans_away(normal, mesh.points[here.corners[(at + i) % 3]] - p, slack)) return false;
    }
    piece = here.across[way > 0 ? at : (at + 2) % 3];
    if (piece < 0 || piece == start) return true;
  }
  return true;
}

bool is_free_at_corner(const MeshView& mesh, const Ridge& ridge, int corner, const Vec3& normal, double slack) {
  if (ridge.other < 0 && !leans_away(normal, -mesh.flat_of(ridge.piece).normal, slack)) return false;
  return is_free_around(mesh, ridge.piece, corner, 1, normal, slack) &&
         is_free_around(mesh, ridge.piece, corner, -1, normal, slack);
}

// What of the convex shape a meeting belongs to, in as few bits as there are.
int part_of(const Meeting& meeting) {
  constexpr int kLast = (1 << kMeshPartBits) - 1;
  constexpr int kEdges = kLast - kMeetingNames;
  if ((meeting.feature & kNearestPoints) != 0) return kLast;
  if ((meeting.feature & kCrossing) == 0) return static_cast<int>(meeting.feature) % kMeetingNames;
  const int edge = static_cast<int>((meeting.feature ^ kCrossing) / kMeetingEdge);
  return kMeetingNames + edge % kEdges;
}

Convex rod_between(const Vec3& from, const Vec3& to) {
  Convex rod;
  rod.type = ShapeType::capsule;
  rod.p = 0.5 * (from + to);
  const Vec3 way = to - from;
  const double length = way.norm();
  rod.half_length = rod.reach = 0.5 * length;
  const Vec3 axis = way / length;
  const Vec3 aside = Vec3::Unit(std::fabs(axis.x()) < 0.6 ? 0 : 1);
  const Vec3 x = (aside - aside.dot(axis) * axis).normalized();
  const Vec3 y = axis.cross(x);
  for (int k = 0; k < 3; ++k) {
    rod.R(k, 0) = x[k];
    rod.R(k, 1) = y[k];
    rod.R(k, 2) = axis[k];
  }
  return rod;
}

Convex dot_at(const Vec3& p) {
  Convex dot;
  dot.type = ShapeType::point;
  dot.p = p;
  dot.planar = true;
  return dot;
}

// Between the two flats; of a border, its own flat's way out and up.
Vec3 middle_of(const MeshView& mesh, const Ridge& ridge) {
  const Vec3& n = mesh.flat_of(ridge.piece).normal;
  const Vec3 out = mesh.outwards(ridge.piece, ridge.side).normalized();
  if (ridge.other < 0) return (n + out).normalized();
  const Vec3 sum = n + mesh.flat_of(ridge.other).normal;
  return sum.squaredNorm() > 1e-6 ? Vec3(sum.normalized()) : out;
}

bool separate(const MeshPair& pair, const Ridge& ridge, const Convex& rod, Separation& apart) {
  const Vec3 middle = middle_of(pair.mesh, ridge);
  const double margin = pair.margin + pair.convex.layer;
  if (is_wholly_behind(pair, ridge.piece) && (ridge.other < 0 || is_wholly_behind(pair, ridge.other))) return false;
  if (middle.dot(farthest(pair.convex, -middle) - farthest(rod, middle)) > margin) return false;
  return find_separation_from(middle, pair.convex, rod, margin, apart);
}

// Calls `name(meeting)` wherever the convex shape meets a ridge, which is a rod or in planar worlds a dot; keeps the
// meeting if that says so.
template <class Name>
void meet_with(const MeshPair& pair, const Ridge& ridge, const Convex& shape, MeshMeetings& found, Name&& name) {
  Separation apart;
  if (!separate(pair, ridge, shape, apart)) return;
  Meetings meetings;
  find_meetings(pair.convex, shape, apart, pair.margin + pair.convex.layer, pair.flat, meetings);
  for (int k = 0; k < meetings.count; ++k) {
    if (name(meetings.list[k])) found.add(meetings.list[k]);
  }
}

void meet_ridge(const MeshPair& pair, const Ridge& ridge, MeshMeetings& found) {
  const MeshView& mesh = pair.mesh;
  const Vec3 from = mesh.corner(ridge.piece, ridge.side);
  const Vec3 way = mesh.side(ridge.piece, ridge.side);
  meet_with(pair, ridge, rod_between(from, from + way), found, [&](Meeting& meeting) {
    const double along = (meeting.p_b - from).dot(way) / way.norm();
    const bool at_start = along <= pair.tolerance;
    const bool at_end = along >= way.norm() - pair.tolerance;
    const double slack = slack_of(meeting);
    if (at_start || at_end) {
      const MeshPiece& piece = mesh.pieces[ridge.piece];
      const int corner = piece.corners[at_start ? ridge.side : (ridge.side + 1) % 3];
      meeting.feature = mesh_feature(MeshFeature::corner, corner, 0);
      return is_free_at_corner(mesh, ridge, corner, meeting.normal, slack);
    }
    meeting.feature = mesh_feature(MeshFeature::edge, 3 * ridge.piece + ridge.side, part_of(meeting));
    return is_free_on_ridge(mesh, ridge, meeting.normal, slack);
  });
}

// In planar worlds ridges are points.
void meet_tip(const MeshPair& pair, const Ridge& ridge, MeshMeetings& found) {
  const int corner = pair.mesh.pieces[ridge.piece].corners[ridge.side];
  meet_with(pair, ridge, dot_at(pair.mesh.points[corner]), found, [&](Meeting& meeting) {
    meeting.feature = mesh_feature(MeshFeature::corner, corner, 0);
    return is_free_on_ridge(pair.mesh, ridge, meeting.normal, kLeans);
  });
}

}  // namespace

void meet_ridges(const MeshPair& pair, int piece, MeshMeetings& found) {
  const MeshView& mesh = pair.mesh;
  for (int k = 0; k < mesh.sides; ++k) {
    const int other = mesh.pieces[piece].across[k];
    if (other >= 0 && other < piece) continue;  // that one's own
    if (bend_across(mesh, piece, k) != MeshBend::ridge) continue;
    const Ridge ridge = {piece, k, other, other >= 0 ? mesh.side_back(piece, k) : 0};
    if (mesh.planar) {
      meet_tip(pair, ridge, found);
    } else {
      meet_ridge(pair, ridge, found);
    }
  }
}

}  // namespace stickslip

#pragma once

#include "model/collision/meetings.h"
#include "model/core/mesh_tree.h"

/// A mesh as the pairs with it see it, in its own axes, and what the parts of convex_mesh hand to each other.
namespace stickslip {

/// What a contact with a mesh is named by: a flat of the mesh and a corner of the other shape, or an edge or a corner
/// of the mesh and what of the other shape lies there.
enum class MeshFeature : std::uint64_t { flat, edge, corner };
constexpr int kMeshPartBits = 8;    // of the other shape
constexpr int kMeshIndexBits = 22;  // of the mesh: flats, three sides a piece, or points
static_assert(3 * kMostMeshPieces <= 1 << kMeshIndexBits && 2 + kMeshIndexBits + kMeshPartBits == kFeatureBits, "");

constexpr std::uint64_t mesh_feature(MeshFeature kind, int index, int part) {
  return (static_cast<std::uint64_t>(kind) << kMeshIndexBits | static_cast<std::uint64_t>(index)) << kMeshPartBits |
         static_cast<std::uint64_t>(part);
}

struct MeshView {
  MeshView(const Geometry& geometry, const Shape& mesh, bool is_planar)
      : points(Span<const Vec3>(geometry.points).sub(mesh.first_point, mesh.point_count)),
        pieces(Span<const MeshPiece>(geometry.pieces).sub(mesh.first_piece, mesh.piece_count)),
        flats(Span<const MeshFlat>(geometry.flats).sub(mesh.first_flat, mesh.flat_count)),
        bounds(Span<const Bounds>(geometry.bounds).sub(mesh.first_bounds, mesh_tree_nodes(mesh.piece_count))),
        planar(is_planar),
        sides(is_planar ? 2 : 3) {}

  const MeshFlat& flat_of(int piece) const { return flats[pieces[piece].flat]; }
  /// Corner k of a piece; one past the last is the first again.
  const Vec3& corner(int piece, int k) const { return points[pieces[piece].corners[k < sides ? k : k - sides]]; }
  Vec3 side(int piece, int k) const { return corner(piece, k + 1) - corner(piece, k); }
  /// In the plane of the piece and out of it across side k; not of unit length. Of a line it points along it.
  Vec3 outwards(int piece, int k) const {
    if (planar) return k == 0 ? corner(piece, 0) - corner(piece, 1) : corner(piece, 1) - corner(piece, 0);
    return side(piece, k).cross(flat_of(piece).normal);
  }
  /// The side of the piece across that leads back.
  int side_back(int piece, int k) const {
    const int other = pieces[piece].across[k];
    for (int i = 0; i < sides; ++i) {
      if (pieces[other].across[i] == piece) return i;
    }
    return 0;
  }

  Span<const Vec3> points;
  Span<const MeshPiece> pieces;
  Span<const MeshFlat> flats;
  Span<const Bounds> bounds;
  bool planar;
  int sides;
};

/// How the surface goes on across a side.
enum class MeshBend { flat, ridge, valley };

/// The meetings of a convex shape with a mesh, collected before they go to the sink: of each feature the nearest. Along
/// an edge of the mesh others of the same name, for there are more of them than names, get the next that is free.
class MeshMeetings {
 public:
  explicit MeshMeetings(double tolerance) : same2_(tolerance * tolerance) {}

  void add(Meeting meeting) {
    int farthest = 0;
    for (int k = 0; k < count_; ++k) {
      if (list_[k].feature == meeting.feature) {
        const bool same = !is_on_edge(meeting) || (list_[k].p_b - meeting.p_b).squaredNorm() <= same2_;
        if (same) {
          if (meeting.gap < list_[k].gap) list_[k] = meeting;
          return;
        }
        meeting.feature = next_name(meeting.feature);
        k = -1;
        continue;
      }
      if (list_[k].gap > list_[farthest].gap) farthest = k;
    }
    if (count_ < kMostMeetings) {
      list_[count_++] = meeting;
    } else if (meeting.gap < list_[farthest].gap) {
      list_[farthest] = meeting;
    }
  }

  Span<const Meeting> all() const { return {list_, count_}; }

 private:
  static bool is_on_edge(const Meeting& m) {
    return m.feature >> (kMeshIndexBits + kMeshPartBits) == static_cast<std::uint64_t>(MeshFeature::edge);
  }
  static std::uint64_t next_name(std::uint64_t feature) {
    constexpr std::uint64_t kPart = (1 << kMeshPartBits) - 1;
    return (feature & ~kPart) | ((feature + 1) & kPart);
  }

  double same2_;
  Meeting list_[kMostMeetings];
  int count_ = 0;
};

/// One convex shape on one mesh, seen from the mesh.
struct MeshPair {
  const Convex& convex;
  const MeshView& mesh;
  double margin;     // of gaps between the shapes; those of cores are larger by the layer
  double flat;       // m, see lay_flat
  double tolerance;  // m, beside a feature
  double skin;       // m, how deep what has no extent may have come
};

bool is_wholly_behind(const MeshPair& pair, int piece);
MeshBend bend_across(const MeshView& mesh, int piece, int side);

/// Meetings of the shape with the ridges that are the piece's own, and with their ends.
void meet_ridges(const MeshPair& pair, int piece, MeshMeetings& found);

}  // namespace stickslip

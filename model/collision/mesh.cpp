#include <algorithm>
#include <cmath>

#include "model/collision/convex.h"
#include "model/collision/mesh_view.h"
#include "model/collision/nearest.h"

/// A convex shape on a mesh, in three kinds of contacts: a corner of the shape over a flat of the mesh, as on a plane;
/// a ridge of the mesh, and an end of one, against the shape. What is flat across a side has no edge there, and a
/// valley is no place to touch first: so nothing is felt where pieces of a flat meet, and a corner keeps its identity
/// from piece to piece. A mesh has one side; what lies wholly behind a flat, or has come around a border, does not
/// touch it.
namespace stickslip {
namespace {

constexpr double kTolerance = 1e-6;  // relative to the smaller shape
constexpr double kSkin = 1e-3;       // relative to the mesh
constexpr double kSlack = 10;        // tolerances
constexpr double kBeyond = 2;        // depths, beside a piece that ends in a valley

// Whether a corner lies over the piece. Where it is behind the flats on both sides of a valley it is over neither.
bool is_over_piece(const MeshPair& pair, int piece, const Vec3& p, double height) {
  for (int k = 0; k < pair.mesh.sides; ++k) {
    const Vec3 outwards = pair.mesh.outwards(piece, k);
    const double beyond = outwards.dot(p - pair.mesh.corner(piece, k)) / outwards.norm();
    if (beyond <= pair.tolerance) continue;
    if (beyond > kBeyond * -height || bend_across(pair.mesh, piece, k) != MeshBend::valley) return false;
  }
  return true;
}

bool overlap(const Bounds& a, const Bounds& b) {
  for (int k = 0; k < 3; ++k) {
    if (a.low[k] > b.high[k] || b.low[k] > a.high[k]) return false;
  }
  return true;
}

// The point of a piece that is nearest to p.
Vec3 nearest_on(const MeshView& mesh, int piece, const Vec3& p) {
  const Vec3& a = mesh.corner(piece, 0);
  Vec3 best = a;
  double least = 1e300;
  bool over = true;
  for (int k = 0; k < mesh.sides - (mesh.planar ? 1 : 0); ++k) {
    const Vec3& from = mesh.corner(piece, k);
    const Vec3 edge = mesh.side(piece, k);
    const double share = std::min(std::max(edge.dot(p - from) / edge.squaredNorm(), 0.0), 1.0);
    const Vec3 on_edge = from + share * edge;
    const double square = (p - on_edge).squaredNorm();
    if (square < least) {
      least = square;
      best = on_edge;
    }
    over = over && mesh.outwards(piece, k).dot(p - from) <= 0;
  }
  if (mesh.planar || !over) return best;
  const MeshFlat& plane = mesh.flat_of(piece);
  return p - (plane.normal.dot(p) - plane.height) * plane.normal;
}

Bounds bounds_of(const MeshView& mesh, int piece) {
  Bounds all = {mesh.corner(piece, 0), mesh.corner(piece, 0)};
  for (int k = 1; k < mesh.sides; ++k) {
    all.low = all.low.cwiseMin(mesh.corner(piece, k));
    all.high = all.high.cwiseMax(mesh.corner(piece, k));
  }
  return all;
}

Bounds bounds_of(const Convex& convex, double around) {
  Bounds all;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = Vec3::Unit(k);
    all.low[k] = farthest(convex, -axis)[k] - convex.layer - around;
    all.high[k] = farthest(convex, axis)[k] + convex.layer + around;
  }
  return all;
}

bool touches_piece(const MeshPair& pair, int piece) {
  Vec3 corners[3];
  Convex flat;
  flat.type = ShapeType::hull;
  flat.planar = pair.mesh.planar;
  for (int k = 0; k < pair.mesh.sides; ++k) flat.p += pair.mesh.corner(piece, k) / pair.mesh.sides;
  for (int k = 0; k < pair.mesh.sides; ++k) {
    corners[k] = pair.mesh.corner(piece, k) - flat.p;
    flat.reach = std::max(flat.reach, corners[k].norm());
  }
  flat.points = Span<const Vec3>(corners, pair.mesh.sides);
  const Nearest nearest = nearest_points(pair.convex, flat, Look(), pair.mesh.flat_of(piece).normal);
  return !nearest.apart || nearest.distance <= pair.convex.layer + std::max(kSlack * pair.tolerance, pair.skin);
}

// Whether the shape meets the flat of a piece anywhere.
bool crosses_flat(const MeshPair& pair, int piece) {
  const MeshView& mesh = pair.mesh;
  if (touches_piece(pair, piece)) return true;
  const Bounds around = bounds_of(pair.convex, std::max(kSlack * pair.tolerance, pair.skin));
  bool crosses = false;
  walk_mesh(
      mesh.bounds, mesh.pieces.size(), [&](const Bounds& node) { return !crosses && overlap(around, node); },
      [&](int other) {
        if (crosses || mesh.pieces[other].flat != mesh.pieces[piece].flat) return;
        crosses = overlap(around, bounds_of(mesh, other)) && touches_piece(pair, other);
      });
  return crosses;
}

// Whether the line through p along n passes through the box.
bool passes(const Vec3& p, const Vec3& n, const Bounds& box) {
  double from = -1e300;
  double to = 1e300;
  for (int k = 0; k < 3; ++k) {
    if (n[k] == 0) {
      if (p[k] < box.low[k] || p[k] > box.high[k]) return false;
      continue;
    }
    const double one = (box.low[k] - p[k]) / n[k];
    const double other = (box.high[k] - p[k]) / n[k];
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
  return from <= to;
}

// Whether the line through p along n passes through the piece.
bool passes_piece(const MeshView& mesh, int piece, const Vec3& p, const Vec3& n) {
  const Vec3 across = n.cross(Vec3::UnitZ());  // planar worlds
  int sides[2] = {0, 0};
  for (int k = 0; k < mesh.sides; ++k) {
    const Vec3 way = mesh.corner(piece, k) - p;
    const double turn = mesh.planar ? across.dot(way) : n.dot(way.cross(mesh.side(piece, k)));
    if (turn >= 0) ++sides[0];
    if (turn <= 0) ++sides[1];
  }
  return mesh.planar ? sides[0] > 0 && sides[1] > 0 : sides[0] == mesh.sides || sides[1] == mesh.sides;
}

// Whether what of the shape is behind a piece has come there around the border of the mesh, not through it: it does not
// cross the flat, and where it is farthest out of it there is no mesh.
bool came_around(const MeshPair& pair, int piece) {
  const MeshView& mesh = pair.mesh;
  const Vec3& n = mesh.flat_of(piece).normal;
  const Vec3 highest = farthest(pair.convex, n);
  bool beyond = true;
  walk_mesh(
      mesh.bounds, mesh.pieces.size(), [&](const Bounds& node) { return beyond && passes(highest, n, node); },
      [&](int other) { beyond = beyond && !passes_piece(mesh, other, highest, n); });
  return beyond && !crosses_flat(pair, piece);
}

// What came_around() has answered: it is the same for all pieces of a flat, and behind a mesh every corner asks for
// many.
class Borders {
 public:
  explicit Borders(const MeshPair& pair) : pair_(pair) {}

  bool came_around(int piece) {
    if (!in_use_) std::fill(known_, known_ + kPlaces, -1);
    in_use_ = true;
    const int flat = pair_.mesh.pieces[piece].flat;
    int& known = known_[flat % kPlaces];
    if (known >> 1 != flat) known = 2 * flat + (stickslip::came_around(pair_, piece) ? 1 : 0);
    return (known & 1) != 0;
  }

 private:
  static constexpr int kPlaces = 2048;
  const MeshPair& pair_;
  bool in_use_ = false;
  int known_[kPlaces];  // 2 flat, and 1 more where it is so; -1: nothing
};

// Whether a point of the shape behind a piece comes out of the mesh by another piece first. A piece that the shape is
// wholly behind, or came around, is no way out.
bool is_nearer_to_another(const MeshPair& pair, const Vec3& p, int behind, double tolerance, Borders& borders) {
  const MeshView& mesh = pair.mesh;
  const double depth = (p - nearest_on(mesh, behind, p)).norm() - tolerance;
  const Vec3 around = Vec3::Constant(depth);
  const Bounds near = {p - around, p + around};
  bool nearer = false;
  walk_mesh(
      mesh.bounds, mesh.pieces.size(), [&](const Bounds& node) { return !nearer && overlap(near, node); },
      [&](int piece) {
        nearer = nearer || ((p - nearest_on(mesh, piece, p)).norm() < depth && !is_wholly_behind(pair, piece) &&
                            !borders.came_around(piece));
      });
  return nearer;
}

void meet_flat(const MeshPair& pair, int piece, Borders& borders, MeshMeetings& found) {
  const int flat = pair.mesh.pieces[piece].flat;
  const MeshFlat& plane = pair.mesh.flats[flat];
  const double layer = pair.convex.layer;
  for_each_corner(pair.convex, -plane.normal, [&](int name, const Vec3& p) {
    const double height = plane.normal.dot(p) - plane.height;
    const double gap = height - layer;
    if (gap > pair.margin) return;
    if (!is_over_piece(pair, piece, p, height)) return;
    const Vec3 foot = p - height * plane.normal;
    const double slack = kSlack * pair.tolerance;
    if (height < -slack && (borders.came_around(piece) || is_nearer_to_another(pair, p, piece, slack, borders))) return;
    found.add({mesh_feature(MeshFeature::flat, flat, name), plane.normal, p, foot, height});
  });
}

}  // namespace

bool is_wholly_behind(const MeshPair& pair, int piece) {
  const MeshFlat& plane = pair.mesh.flat_of(piece);
  const double highest = plane.normal.dot(farthest(pair.convex, plane.normal)) - plane.height + pair.convex.layer;
  return highest < -std::max(pair.tolerance, pair.skin);
}

MeshBend bend_across(const MeshView& mesh, int piece, int side) {
  const int other = mesh.pieces[piece].across[side];
  if (other < 0) return MeshBend::ridge;
  if (mesh.pieces[other].flat == mesh.pieces[piece].flat) return MeshBend::flat;
  const Vec3& n = mesh.flat_of(piece).normal;
  const Vec3& m = mesh.flat_of(other).normal;
  // The other flat falls away from this one where this one's normal leans out over it.
  const double lean = mesh.outwards(piece, side).dot(m);
  return lean > 0 || (lean == 0 && n.dot(m) < 0) ? MeshBend::ridge : MeshBend::valley;
}

void convex_mesh(const Geometry& geometry, const Shape& convex, const Placement& at_convex, const Shape& mesh,
                 const Placement& at_mesh, bool planar, PointSink& sink) {
  Convex a = make_convex(geometry, convex, planar);
  a.p = at_mesh.R.transpose() * (at_convex.p - at_mesh.p);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a.R(i, j) = snap_cosine(at_mesh.R.col(i).dot(at_convex.R.col(j)));
  }
  const MeshView view(geometry, mesh, planar);
  const double extent = a.reach + a.layer;
  const double size = extent > 0 ? extent : mesh.radius;
  const MeshPair pair = {
      a, view, sink.margin(), sink.flat(), kTolerance * size, extent > 0 ? 0.0 : kSkin * mesh.radius};
  const Bounds near = bounds_of(a, std::max(pair.margin, pair.skin) + pair.tolerance);
  MeshMeetings found(kSlack * pair.tolerance);
  Borders borders(pair);
  walk_mesh(
      view.bounds, mesh.piece_count, [&](const Bounds& node) { return overlap(near, node); },
      [&](int piece) {
        if (!overlap(near, bounds_of(view, piece))) return;
        const MeshFlat& plane = view.flat_of(piece);
        const double lowest = plane.normal.dot(farthest(a, -plane.normal)) - plane.height - a.layer;
        if (lowest > pair.margin) return;
        if (!is_wholly_behind(pair, piece)) meet_flat(pair, piece, borders, found);
        meet_ridges(pair, piece, found);
      });
  pass_on(found.all(), a.layer, 0, at_mesh, sink);
}

}  // namespace stickslip

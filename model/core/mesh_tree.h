#pragma once

#include "model/core/model.h"
#include "model/math/span.h"

/// The tree over the pieces of a mesh. It is a full binary one whose shape follows from the number of pieces: the root
/// holds all of them in their order, of every node the first half of its pieces hangs on its first child. Node k has
/// the children 2 k + 1 and 2 k + 2.
namespace stickslip {

constexpr int kMostPiecesPerLeaf = 4;

/// From the root to the leaves.
constexpr int mesh_tree_levels(int pieces) {
  int levels = 0;
  for (int most = kMostPiecesPerLeaf; most < pieces; most *= 2) ++levels;
  return levels;
}

constexpr int mesh_tree_nodes(int pieces) {
  return (2 << mesh_tree_levels(pieces)) - 1;
}

constexpr int kMostMeshTreeLevels = mesh_tree_levels(kMostMeshPieces);

/// A node and its pieces.
struct MeshNode {
  int index = 0;
  int first = 0;
  int count = 0;
  int level = 0;

  MeshNode child(int k) const {
    const int half = count / 2;
    return {2 * index + 1 + k, k == 0 ? first : first + half, k == 0 ? half : count - half, level + 1};
  }
};

/// Calls visit(piece) for the pieces of all leaves that enter(bounds) lets through, from the first to the last.
template <class Enter, class Visit>
void walk_mesh(Span<const Bounds> bounds, int pieces, Enter&& enter, Visit&& visit) {
  const int levels = mesh_tree_levels(pieces);
  MeshNode open[kMostMeshTreeLevels + 2];
  int count = 0;
  open[count++] = {0, 0, pieces, 0};
  while (count > 0) {
    const MeshNode node = open[--count];
    if (node.count == 0 || !enter(bounds[node.index])) continue;
    if (node.level == levels) {
      for (int k = 0; k < node.count; ++k) visit(node.first + k);
      continue;
    }
    open[count++] = node.child(1);
    open[count++] = node.child(0);
  }
}

}  // namespace stickslip

#pragma once

#include <cstdint>

#include "model/math/span.h"
#include "model/math/untouched.h"

namespace stickslip::lcp {

/// Entries that a factor may have off its diagonal, whatever it shares the room with. Piles in space take some twenty a
/// node.
inline double most_fill(double nodes) {
  const double all = nodes * (nodes - 1) / 2;
  return all < 40 * nodes ? all : 40 * nodes;
}

inline int size_fill(int nodes) {
  return static_cast<int>(most_fill(nodes));
}

/// The order in which the nodes of a graph are eliminated, and the fill that this makes. The order is that of minimum
/// degree, ties to the lowest node: it depends on the graph alone, so keeping it while the graph stays changes nothing.
///
/// The graph of a half eliminated matrix is kept as a quotient graph (George, Liu): an eliminated node becomes an
/// element, the list of those that it has linked with each other. That list is the column of the factor, so the
/// factor's pattern is all the memory that this takes.
class Elimination {
 public:
  /// Room for so many nodes and links between two of them (repeated ones count).
  Elimination(int nodes, int links);

  /// `ends`: two nodes per link, in any order and repeated as they come. False when the factor takes more than so many
  /// nodes may have.
  bool analyse(int nodes, Span<const int> ends);

  /// How many it has analysed so far that were not the one before.
  int graphs() const { return graphs_; }

  int nodes() const { return nodes_; }
  int fill() const { return column_start_[static_cast<std::size_t>(nodes_)]; }
  /// When node k is eliminated.
  int position(int node) const { return position_[static_cast<std::size_t>(node)]; }
  /// Of the column at this position: its entries are those at column_start(position) .. column_start(position + 1) - 1.
  int column_start(int position) const { return column_start_[static_cast<std::size_t>(position)]; }
  /// Positions of the rows of all entries, ascending within a column.
  const int* rows() const { return rows_.data(); }
  /// The entry below the diagonal that links the two nodes.
  int entry(int a, int b) const;

 private:
  void read_graph(int nodes, Span<const int> ends);
  bool has_read(int nodes, Span<const int> ends) const;
  bool is_known() const;
  bool eliminate_all();
  bool make_element(int node);
  void update_neighbour(int node, int element);
  void update_degree(int node);
  void build_columns();
  void sift_up(int place);
  void sift_down(int place);
  bool before(int a, int b) const;

  int nodes_ = 0;
  int graphs_ = 0;
  bool valid_ = false;
  // The graph, and that which the order was made for.
  UntouchedVector<int> start_, near_, known_start_, known_near_;
  int known_nodes_ = -1;
  UntouchedVector<int> read_ends_;  // what it was last given
  int read_count_ = -1;
  UntouchedVector<int> scratch_;
  // The quotient graph: per node its nodes and then its elements, in the place of its neighbours.
  UntouchedVector<int> list_, list_nodes_, list_elements_;
  UntouchedVector<int> element_start_, element_size_, element_;
  int element_end_ = 0;
  UntouchedVector<int> degree_, mark_;
  int stamp_ = 0;
  UntouchedVector<int> heap_, place_;
  int heap_size_ = 0;
  UntouchedVector<int> order_, position_, column_start_, rows_;
};

}  // namespace stickslip::lcp

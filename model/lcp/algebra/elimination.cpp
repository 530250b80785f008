#include "model/lcp/algebra/elimination.h"

#include <algorithm>

#include "model/math/size.h"

namespace stickslip::lcp {

Elimination::Elimination(int nodes, int links) {
  const auto fill = size(size_fill(nodes));
  for (auto* per_node : {&list_nodes_, &list_elements_, &element_start_, &element_size_, &degree_, &mark_, &heap_,
                         &place_, &order_, &position_}) {
    per_node->resize(size(nodes));
  }
  for (auto* per_end : {&near_, &known_near_, &read_ends_, &list_}) per_end->resize(size(2 * links));
  start_.resize(size(nodes + 2));
  known_start_.resize(size(nodes + 2));
  column_start_.resize(size(nodes + 1));
  element_.resize(fill);
  rows_.resize(fill);
  scratch_.resize(std::max(2 * near_.size(), fill));
}

bool Elimination::analyse(int nodes, Span<const int> ends) {
  if (has_read(nodes, ends)) return valid_;
  read_count_ = ends.size();
  std::copy(ends.begin(), ends.end(), read_ends_.begin());
  read_graph(nodes, ends);
  if (is_known()) return valid_;
  ++graphs_;
  known_nodes_ = nodes;
  std::copy_n(start_.begin(), nodes + 1, known_start_.begin());
  std::copy_n(near_.begin(), start_[size(nodes)], known_near_.begin());
  valid_ = eliminate_all();
  if (valid_) build_columns();
  return valid_;
}

/// Neighbours of each node, ascending and each once: sorted by counting, first by neighbour, then by node.
void Elimination::read_graph(int nodes, Span<const int> ends) {
  nodes_ = nodes;
  const int count = ends.size();
  const auto count_starts = [&] {
    std::fill_n(start_.begin(), nodes + 2, 0);
    for (int k = 0; k < count; ++k) ++start_[size(ends[k] + 2)];
    for (int i = 2; i < nodes + 2; ++i) start_[size(i)] += start_[size(i - 1)];
  };
  int* near_first = scratch_.data();
  int* node_second = scratch_.data() + count;
  count_starts();
  for (int k = 0; k < count; ++k) {
    const int at = start_[size(ends[k] + 1)]++;
    near_first[at] = ends[k];
    node_second[at] = ends[k ^ 1];
  }
  count_starts();
  for (int k = 0; k < count; ++k) near_[size(start_[size(node_second[k] + 1)]++)] = near_first[k];
  int kept = 0;
  int from = 0;
  for (int i = 0; i < nodes; ++i) {
    const int end = start_[size(i + 1)];
    start_[size(i)] = kept;
    for (int k = from; k < end; ++k) {
      const bool again = kept > start_[size(i)] && near_[size(kept - 1)] == near_[size(k)];
      if (!again && near_[size(k)] != i) near_[size(kept++)] = near_[size(k)];
    }
    from = end;
  }
  start_[size(nodes)] = kept;
}

bool Elimination::has_read(int nodes, Span<const int> ends) const {
  return nodes == nodes_ && ends.size() == read_count_ && std::equal(ends.begin(), ends.end(), read_ends_.begin());
}

bool Elimination::is_known() const {
  return known_nodes_ == nodes_ && std::equal(start_.begin(), start_.begin() + nodes_ + 1, known_start_.begin()) &&
         std::equal(near_.begin(), near_.begin() + start_[size(nodes_)], known_near_.begin());
}

bool Elimination::before(int a, int b) const {
  const int da = degree_[size(a)];
  const int db = degree_[size(b)];
  return da < db || (da == db && a < b);
}

void Elimination::sift_up(int place) {
  const int node = heap_[size(place)];
  while (place > 0) {
    const int parent = (place - 1) / 2;
    if (!before(node, heap_[size(parent)])) break;
    heap_[size(place)] = heap_[size(parent)];
    place_[size(heap_[size(place)])] = place;
    place = parent;
  }
  heap_[size(place)] = node;
  place_[size(node)] = place;
}

void Elimination::sift_down(int place) {
  const int node = heap_[size(place)];
  for (;;) {
    int child = 2 * place + 1;
    if (child >= heap_size_) break;
    if (child + 1 < heap_size_ && before(heap_[size(child + 1)], heap_[size(child)])) ++child;
    if (!before(heap_[size(child)], node)) break;
    heap_[size(place)] = heap_[size(child)];
    place_[size(heap_[size(place)])] = place;
    place = child;
  }
  heap_[size(place)] = node;
  place_[size(node)] = place;
}

bool Elimination::eliminate_all() {
  std::copy_n(near_.begin(), start_[size(nodes_)], list_.begin());
  heap_size_ = nodes_;
  for (int i = 0; i < nodes_; ++i) {
    list_nodes_[size(i)] = degree_[size(i)] = start_[size(i + 1)] - start_[size(i)];
    list_elements_[size(i)] = 0;
    mark_[size(i)] = 0;
    heap_[size(i)] = place_[size(i)] = i;
  }
  stamp_ = 0;
  element_end_ = 0;
  for (int i = nodes_ / 2 - 1; i >= 0; --i) sift_down(i);
  for (int k = 0; k < nodes_; ++k) {
    const int node = heap_[0];
    order_[size(k)] = node;
    position_[size(node)] = k;
    heap_[0] = heap_[size(--heap_size_)];
    if (heap_size_ > 0) sift_down(0);
    if (!make_element(node)) return false;
  }
  return true;
}

/// Eliminates the node: everything next to it becomes one element, which the elements next to it go up in.
bool Elimination::make_element(int node) {
  const int first = start_[size(node)];
  const int nodes = list_nodes_[size(node)];
  const int elements = list_elements_[size(node)];
  const int begin = element_end_;
  const int room = size_fill(nodes_);
  const int stamp = ++stamp_;
  mark_[size(node)] = stamp;
  const auto take = [&](int i) {
    if (mark_[size(i)] == stamp) return true;
    if (element_end_ == room) return false;
    mark_[size(i)] = stamp;
    element_[size(element_end_++)] = i;
    return true;
  };
  for (int k = first; k < first + nodes; ++k) {
    if (!take(list_[size(k)])) return false;
  }
  for (int k = first + nodes; k < first + nodes + elements; ++k) {
    const int e = list_[size(k)];
    for (int l = 0; l < element_size_[size(e)]; ++l) {
      if (!take(element_[size(element_start_[size(e)] + l)])) return false;
    }
    element_size_[size(e)] = -element_size_[size(e)];  // gone up
  }
  element_start_[size(node)] = begin;
  element_size_[size(node)] = element_end_ - begin;
  for (int k = begin; k < element_end_; ++k) update_neighbour(element_[size(k)], node);
  for (int k = begin; k < element_end_; ++k) update_degree(element_[size(k)]);
  return true;
}

/// The element says what links the node with others in it; the list only gets shorter. Marks are those of the element.
void Elimination::update_neighbour(int node, int element) {
  const int first = start_[size(node)];
  const int nodes = list_nodes_[size(node)];
  const int end = first + nodes + list_elements_[size(node)];
  int kept = first;
  for (int k = first; k < first + nodes; ++k) {
    if (mark_[size(list_[size(k)])] != stamp_) list_[size(kept++)] = list_[size(k)];
  }
  list_nodes_[size(node)] = kept - first;
  for (int k = first + nodes; k < end; ++k) {
    if (element_size_[size(list_[size(k)])] > 0) list_[size(kept++)] = list_[size(k)];
  }
  list_[size(kept++)] = element;
  list_elements_[size(node)] = kept - first - list_nodes_[size(node)];
}

void Elimination::update_degree(int node) {
  const int first = start_[size(node)];
  const int nodes = list_nodes_[size(node)];
  const int stamp = ++stamp_;
  mark_[size(node)] = stamp;
  int degree = nodes;
  for (int k = first; k < first + nodes; ++k) mark_[size(list_[size(k)])] = stamp;
  for (int k = first + nodes; k < first + nodes + list_elements_[size(node)]; ++k) {
    const int e = list_[size(k)];
    const int* entry = &element_[size(element_start_[size(e)])];
    for (int l = 0; l < element_size_[size(e)]; ++l) {
      if (mark_[size(entry[l])] == stamp) continue;
      mark_[size(entry[l])] = stamp;
      ++degree;
    }
  }
  degree_[size(node)] = degree;
  sift_up(place_[size(node)]);
  sift_down(place_[size(node)]);
}

/// Columns by position with ascending rows: a transposition twice over sorts them.
void Elimination::build_columns() {
  const int fill = element_end_;
  // Row by row: the columns that reach it, ascending because columns are visited in order.
  std::fill_n(start_.begin(), nodes_ + 1, 0);
  for (int k = 0; k < fill; ++k) ++start_[size(position_[size(element_[size(k)])] + 1)];
  for (int i = 0; i < nodes_; ++i) start_[size(i + 1)] += start_[size(i)];
  for (int k = 0; k < nodes_; ++k) {
    const int node = order_[size(k)];
    const int count = std::abs(element_size_[size(node)]);
    column_start_[size(k)] = count;
    for (int l = 0; l < count; ++l) {
      const int row = position_[size(element_[size(element_start_[size(node)] + l)])];
      scratch_[size(start_[size(row)]++)] = k;
    }
  }
  int sum = 0;
  for (int k = 0; k <= nodes_; ++k) {
    const int count = k < nodes_ ? column_start_[size(k)] : 0;
    column_start_[size(k)] = sum;
    sum += count;
  }
  int from = 0;
  for (int row = 0; row < nodes_; ++row) {
    for (int k = from; k < start_[size(row)]; ++k) {
      rows_[size(column_start_[size(scratch_[size(k)])]++)] = row;
    }
    from = start_[size(row)];
  }
  for (int k = nodes_; k > 0; --k) column_start_[size(k)] = column_start_[size(k - 1)];
  column_start_[0] = 0;
}

int Elimination::entry(int a, int b) const {
  const int column = std::min(position(a), position(b));
  const int row = std::max(position(a), position(b));
  const int* end = rows_.data() + column_start(column + 1);
  return static_cast<int>(std::lower_bound(rows_.data() + column_start(column), end, row) - rows_.data());
}

}  // namespace stickslip::lcp

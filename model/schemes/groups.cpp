#include "model/schemes/groups.h"

#include <algorithm>

namespace stickslip {
namespace {

int first_of_group(Span<const int> group, int body) {
  while (group[body] != body) body = group[body];
  return body;
}

}  // namespace

void part(Span<int> group) {
  for (int b = 0; b < group.size(); ++b) group[b] = b;
}

void join(Span<int> group, int a, int b) {
  const int first = first_of_group(group, a);
  const int second = first_of_group(group, b);
  group[std::max(first, second)] = std::min(first, second);
}

void settle_groups(Span<int> group) {
  for (int b = 0; b < group.size(); ++b) group[b] = first_of_group(group, b);
}

void find_groups(Workspace& work) {
  part(work.group);
  for (const ConstraintRow& row : work.rows.rows()) {
    int last = -1;
    for (const lcp::Block& block : work.rows.blocks_of(row)) {
      if (work.derived.mass[block.body] == 0) continue;
      if (last >= 0) join(work.group, last, block.body);
      last = block.body;
    }
  }
  settle_groups(work.group);
}

int group_of(const ConstraintRow& row, const Workspace& work) {
  for (const lcp::Block& block : work.rows.blocks_of(row)) {
    if (work.derived.mass[block.body] > 0) return work.group[block.body];
  }
  return -1;
}

}  // namespace stickslip

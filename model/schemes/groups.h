#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Bodies that hang together have the same number in `group`, that of the first of them: every body has its own after
/// `part`, and what `join` has joined is right after `settle_groups`.
void part(Span<int> group);
void join(Span<int> group, int a, int b);
void settle_groups(Span<int> group);

/// Gives every body in work.group the first one of those that the rows in the workspace connect it with, directly or
/// through others. What is fixed connects nothing.
void find_groups(Workspace& work);

/// The group that a row acts in; -1 where it moves nothing.
int group_of(const ConstraintRow& row, const Workspace& work);

}  // namespace stickslip

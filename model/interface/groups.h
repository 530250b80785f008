#pragma once

#include <vector>

#include "model/core/model.h"

namespace stickslip {

/// Bodies that joints connect, directly or through others: their initial poses depend on each other's starts.
struct Groups {
  explicit Groups(const Model& model);
  std::vector<int> of_body;    // -1: fixed
  std::vector<char> has_loop;  // per group: closed by projection, which depends on masses too
};

}  // namespace stickslip

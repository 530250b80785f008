#include "model/lcp/workspace.h"

#include <algorithm>

#include "model/math/size.h"

namespace stickslip::lcp {

double bytes_of(const Capacity& c) {
  return bytes_of_pivots(c) + sizeof(double) * (72.0 * size_fill(c.bodies) + 200.0 * c.rows + 400.0 * c.bodies);
}

Workspace::Workspace(const Capacity& c, const Jobs& given)
    : capacity(c), jobs(given), system(c), reports(size(c.bodies)), share(size(c.bodies + 1)) {
  const int count = std::max(1, jobs.workers);
  workers.reserve(size(count));
  for (int k = 0; k < count; ++k) workers.emplace_back(c, system);
}

bool Workspace::fits(const Problem& p, int edges) const {
  const int joints = p.contacts.empty() ? p.rows.size() : p.contacts[0].normal;
  return joints <= joint_capacity(capacity) && p.inverse_mass.size() <= capacity.bodies &&
         p.rows.size() <= capacity.rows && p.blocks.size() <= capacity.blocks &&
         p.contacts.size() <= capacity.contacts && edges <= capacity.edges;
}

}  // namespace stickslip::lcp

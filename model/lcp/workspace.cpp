#include "model/lcp/workspace.h"

namespace stickslip::lcp {

double bytes_of(const Capacity& c) {
  return bytes_of_pivots(c) + sizeof(double) * (72.0 * size_fill(c.bodies) + 200.0 * c.rows + 400.0 * c.bodies);
}

Workspace::Workspace(const Capacity& c) : capacity(c), islands(c), pivots(c) {}

bool Workspace::fits(const Problem& p, int edges) const {
  const int joints = p.contacts.empty() ? p.rows.size() : p.contacts[0].normal;
  return joints <= joint_capacity(capacity) && p.inverse_mass.size() <= capacity.bodies &&
         p.rows.size() <= capacity.rows && p.blocks.size() <= capacity.blocks &&
         p.contacts.size() <= capacity.contacts && edges <= capacity.edges;
}

}  // namespace stickslip::lcp

#include "model/lcp/workspace.h"

#include <algorithm>

#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// A nonsingular basis has at most two unknowns a row, and z0 takes one more. (Five of a contact in space, four of one
/// in the plane, one of one without friction, two of a bounded row.)
int basis_capacity(const Capacity& c) {
  const int unknowns = c.dense ? unknown_capacity(c) : std::min(unknown_capacity(c), kSmallUnknowns);
  return std::min(unknowns, 2 * c.rows) + 2;
}

int units_of(const Capacity& c) {
  return joint_capacity(c) + c.contacts;
}

}  // namespace

double bytes_of(const Capacity& whole) {
  const Capacity c = small_capacity(whole);
  const auto square = [](double n) { return n * n; };
  const double joints = joint_capacity(c);
  return sizeof(double) * (7 * square(c.rows) + 2 * square(basis_capacity(c)) + 0.5 * square(units_of(c)) +
                           joints * (2 * joints + c.rows)) +
         sizeof(double) * (72.0 * size_fill(whole) + 200.0 * whole.rows + 400.0 * whole.bodies);
}

Workspace::Workspace(const Capacity& c) : capacity(c), islands(c), small(c), dense(small_capacity(c)) {}

DenseWork::DenseWork(const Capacity& c)
    : capacity(c),
      delassus(c),
      condensation(c),
      lemke(unknown_capacity(c), c.rows, basis_capacity(c)),
      newton(units_of(c), c.rows, unknown_capacity(c)),
      minimum_norm(c),
      precise(c),
      rows(size(c.rows)),
      basic(size(unknown_capacity(c))),
      z(basic.size()),
      impulse(size(c.rows)),
      row_impulse(size(c.rows)),
      row_velocity(size(c.rows)),
      sliding(size(c.contacts)),
      scratch(size(6 * c.bodies)) {}

bool Workspace::fits(const Problem& p, int edges) const {
  const int joints = p.contacts.empty() ? p.rows.size() : p.contacts[0].normal;
  return joints <= joint_capacity(capacity) && p.inverse_mass.size() <= capacity.bodies &&
         p.rows.size() <= capacity.rows && p.blocks.size() <= capacity.blocks &&
         p.contacts.size() <= capacity.contacts && edges <= capacity.edges;
}

}  // namespace stickslip::lcp

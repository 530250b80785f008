#include "model/lcp/workspace.h"

#include <algorithm>

#include "model/math/size.h"

namespace stickslip::lcp {
namespace {

/// A nonsingular basis has at most five unknowns a contact and two a bounded row, and z0 takes one more.
int basis_capacity(const Capacity& c) {
  return std::min(unknown_capacity(c), 2 * c.rows + 3 * c.contacts) + 2;
}

}  // namespace

double bytes_of(const Capacity& c) {
  const auto square = [](double n) { return n * n; };
  return sizeof(double) * (9 * square(c.rows) + 2 * square(basis_capacity(c)) +
                           3 * square(static_cast<double>(c.rows) + static_cast<double>(c.contacts) * c.edges));
}

Workspace::Workspace(const Capacity& c)
    : capacity(c),
      delassus(c),
      condensation(c),
      lemke(unknown_capacity(c), c.rows, basis_capacity(c)),
      newton(c.rows, c.rows, unknown_capacity(c)),
      gauss_seidel(c),
      minimum_norm(c),
      precise(c),
      momentum(size(6 * c.bodies)),
      contacts(size(c.contacts)),
      rows(size(c.rows)),
      basic(size(unknown_capacity(c))),
      z(basic.size()),
      impulse(size(c.rows)),
      row_impulse(size(c.rows)),
      row_velocity(size(c.rows)),
      sliding(size(c.contacts)),
      scratch(size(6 * c.bodies)) {}

bool Workspace::fits(const Problem& p, int edges) const {
  return p.inverse_mass.size() <= capacity.bodies && p.rows.size() <= capacity.rows &&
         p.blocks.size() <= capacity.blocks && p.contacts.size() <= capacity.contacts && edges <= capacity.edges;
}

}  // namespace stickslip::lcp

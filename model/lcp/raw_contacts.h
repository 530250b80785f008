#pragma once

#include "model/lcp/condensed.h"
#include "model/lcp/raw.h"

/// Contacts in problems given by numbers.
namespace stickslip::lcp {

/// Whether M and q are those of contacts: numbers of their rows, blown up to edges that are evenly spaced.
bool has_contacts(const Lcp& lcp);

/// Tangents of a contact with so many edges.
constexpr int tangents_of(int edges) {
  return edges == 2 ? 1 : 2;
}

/// The unknown that is row l of contact k: the normal, and the edges along the one or two tangents.
int unknown_of(const Lcp& lcp, int k, int l);

/// mu of contact k.
double friction_of(const Lcp& lcp, int k);

/// Sets up contact k, whose rows start at k (1 + tangents): unknowns and unit, with `edges` friction edges (0: the
/// round cone). Its scaled coupling is mu times the tangents' scale over the normal's, `scales` being those of its
/// rows, of which the tangents get the larger one.
void set_contact(int k, int tangents, int edges, double mu, double* scales, Unknown* unknowns, Unit* units);

}  // namespace stickslip::lcp

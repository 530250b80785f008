#pragma once

#include "model/lcp/raw/raw.h"

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

}  // namespace stickslip::lcp

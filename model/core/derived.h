#pragma once

#include "model/core/layout.h"
#include "model/core/model.h"
#include "model/core/stop.h"
#include "model/lcp/problem.h"
#include "model/math/span.h"

namespace stickslip {

/// What follows from Model and parameters; rebuilt at every step, never trusted across states.
struct Derived {
  Vec3 gravity = Vec3::Zero();
  Span<double> mass;     // kg, 1 per body; 0 for fixed bodies
  Span<double> inertia;  // kg m^2, 3 per body; 0 where a direction is locked
  Span<lcp::BodyInverse> inverse_mass;
  Span<const Stop> stops;
  Span<double> friction;     // 1 per pair of materials (surface_of), then 1 per stop
  Span<double> restitution;  // likewise
  Span<double> rolling;      // m, 1 per pair of materials
  Span<double> spinning;     // likewise
  Span<double> compliance;   // m/N, rad/(N m), likewise; negative: not given
  Span<double> damping;  // of contacts that are springs, 1 critical; 1 per pair of materials; negative: they are none
  Span<unsigned char> slack;  // 1 per joint: a rope between whose bodies nothing acts while it is not at a stop
  Span<double> gear_offset;   // 1 per gear
  Span<double> gear_ratio;    // per gear as many as the one with most coordinates has

  double ratio(int gear, int term) const { return gear_ratio[gear_ratio.size() / gear_offset.size() * gear + term]; }
};

/// Of one body, or of all, at these velocities.
double kinetic_energy(const Derived& derived, Span<const double> velocity, int body);
double kinetic_energy(const Derived& derived, Span<const double> velocity);

/// Of two materials.
double combined(Combination rule, double first, double second);

void update_derived(const Model& model, const Layout& layout, Span<const double> parameters, Derived& derived);

}  // namespace stickslip

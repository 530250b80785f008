#pragma once

#include <cmath>

#include "model/lcp/rows/system.h"

/// The law of a unit as a projection: its impulses f and velocities u (compliance included) solve it when
/// f = p(f - u/m), m = 1 + T. With nu > 0 every corner of p is rounded off,
///
///   s(x) = (x + sqrt(x^2 + 4 nu))/2,   smooth in (x, nu), and max(0, x) for nu -> 0
///   p_n = s(z_n),  r = mu p_n          contact: z = f - u/m
///   p_t = z_t r/rho,  rho = r + s(|z_t| - r)
///   p = lower + s(z - lower) - s(z - upper)   bounded row
///
/// p_n comes from the normal alone and friction from what that allows: the zeros are those of Coulomb's law itself, not
/// of the associated law that a projection on the whole cone would give.
namespace stickslip::lcp {

/// The map and its derivatives at one unit, in its own directions: normal, along the friction, across. G = dp/dz is
/// lower triangular there.
struct LocalLaw {
  double along[2];     // unit vector of z_t in the tangents; for a polygon the normal of the facet, or the edge
  double F[3];         // f - p(z)
  double dF[3];        // its derivative by log nu
  double G[4];         // nn, tn, tt, aa
  double rest[3];      // 1 - G: nn, tt, aa, without cancellation
  double size[3];      // what changes of z are large or small compared to; 0: nothing
  double mobility[2];  // m of the normal and the tangents
};

/// f and u: of the unit's rows. `edges` of the unit count only where nu = 0.
void find_law(const Constraint& unit, const double* T, const double* f, const double* u, double nu, LocalLaw& out);

/// Of a contact or a bounded row, see below.
double natural_defect_within(const Constraint& unit, const double* f, const double* u);
double residual_defect_of_polygon(const Constraint& unit, const double* f, const double* u);

/// Largest |f - p(f - u)|.
inline double natural_defect(const Constraint& unit, const double* f, const double* u) {
  return unit.kind == ConstraintKind::joint ? std::fabs(u[0]) : natural_defect_within(unit, f, u);
}

/// What residuals measure (residual.h), in the unit's own cone: the same but for polygons, which have a speed lambda.
inline double residual_defect(const Constraint& unit, const double* f, const double* u) {
  return unit.edges == 0 ? natural_defect(unit, f, u) : residual_defect_of_polygon(unit, f, u);
}

/// To the unit's directions and back.
inline void turn(const Constraint& unit, const double* along, const double* x, double* out) {
  out[0] = x[0];
  if (unit.rows == 2) out[1] = along[0] * x[1];
  if (unit.rows < 3) return;
  out[1] = along[0] * x[1] + along[1] * x[2];
  out[2] = along[0] * x[2] - along[1] * x[1];
}
inline void turn_back(const Constraint& unit, const double* along, const double* x, double* out) {
  out[0] = x[0];
  if (unit.rows == 2) out[1] = along[0] * x[1];
  if (unit.rows < 3) return;
  out[1] = along[0] * x[1] - along[1] * x[2];
  out[2] = along[1] * x[1] + along[0] * x[2];
}

}  // namespace stickslip::lcp

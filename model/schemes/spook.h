#pragma once

#include "model/schemes/scheme.h"

/// Spook (L11): w = v+, q+ = q + h v+, M~ = M, everything at q; one complementarity problem per step, and one more for
/// each stage where impacts are ahead.
///
///   holonomic rows      phi = 1/(1 + 4 tau/h),  T = 4 eps phi/h^2,  s = (4 phi/h) g - phi G v
///   nonholonomic rows   T = delta/h,  s = 0;  a damper d is one with delta = 1/d
///   contacts            s = g/h for g >= 0, a holonomic row for g < 0
///   friction            T = gamma/h
///
/// eps and tau are physical: at rest g = eps F whatever h is, and a spring k with a damper d is a row with eps = 1/k,
/// tau = d/k. A spring too stiff for the step (h^2 k A > 1) would ring for ever; its tau rises to 2 h with k, which
/// ends at the joint.
///
/// Stability. On linear rows lambda = -(h/eps) ((g_- + 2 g + g_+)/4 + tau G v+), so that with m = (g + g_-)/2
///
///   v' M v/2 + sum (m^2/(2 eps) + (h tau/(4 eps)) (G v)^2)
///
/// falls by sum (h tau/(4 eps)) (G v+ + G v)^2 in every step, for any mixture of eps and tau. This takes the place of
/// the proof in L11 section 10, where a spectral radius is taken for submultiplicative.
///
/// Deviations from the paper. Impacts are anticipated, in a stage before the step (stage.h). Gyroscopic torque is a
/// linearly implicit midpoint. The Hessian of g is left out, as in the paper.
namespace stickslip {

void discretise_spook(const Model& model, const Layout& layout, double h, const State& state, Workspace& work);

}  // namespace stickslip

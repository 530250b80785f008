#pragma once

#include "model/lcp/newton/space.h"

namespace stickslip::lcp {

/// Among all impulses with the same motion, each unit on the face of its cone that the motion leaves it, those with the
/// smallest sum of squares, in place of f. u belongs to f and the law as posed; both are so on return. False where they
/// were not found and f is what it was.
///
/// With P the projection on a face, linear but for signs, the smallest ones are f = P(J v), one multiplier v per body
/// velocity, and J'f = p is what must stay: Newton's method in body space, (eps M + J'P'J) dv = p - J'f - eps M (v -
/// v_c), in proximal passes that take eps out again.
bool make_smallest(const Island& island, IslandWork& work);

}  // namespace stickslip::lcp

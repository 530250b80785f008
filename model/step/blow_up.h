#pragma once

#include "model/workspace/workspace.h"

/// What tells that a step has blown up: something is off by more than the step's length explains. Bounds are those of
/// the thing itself, since h omega and the gain of energy relative to T are large in healthy places too (fast bearings,
/// a loaded cable near rest).
///
///   joint     apart or beyond its limits by half its arms, or half a radian out of line: whips at 1/60 s reach a fifth
///             of that; or what closes joints at the end of a step does not
///   overlap   the middle of the narrower shape is inside the other, and did not turn there within the step
///   energy    most of the liveliest motion so far came from nothing (energy_account.h)
///
/// What a model makes soft is not off by what its loads explain.
namespace stickslip {

/// How well shapes and joints fit at the poses in a workspace.
struct Fit {
  Overlap overlap;
  double joint_error = 0;  // m or rad, the largest
  double joint_share = 0;  // of what a joint may be off, the largest
  double joint_apart = 0;  // m or rad, the error that this is of
  int worst_joint = -1;    // and whose it is
};

Fit measure_fit(const Model& model, const Layout& layout, const State& state, Workspace& work);

struct BlowUp {
  enum class Of : std::uint8_t { nothing, joint, overlap, energy };
  Of of = Of::nothing;
  int first = -1;  // the joint; or the body, of an overlap both, of energy the one that moves with most of it
  int second = -1;
  double size = 0;  // m, rad or J
};

/// What a step of h that ended in `state` has blown up; `closes`: its drift was taken out, as far as that goes.
BlowUp find_blow_up(const Model& model, double h, const Fit& fit, bool closes, const State& state,
                    const Workspace& work);

}  // namespace stickslip

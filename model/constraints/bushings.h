#pragma once

#include "model/constraints/rows.h"
#include "model/core/layout.h"
#include "model/core/state.h"

/// Bushings: a spring and damper row for each direction u in which stiffness and damping are diagonal. With x the
/// displacement d of the frames and the vector theta of their turn, both in the axes of the first frame, a row is
/// u'x, and its gradient exact: what it pushes and turns the second body by, the first is pushed and turned back by,
/// at the same point. theta as constraints/torsion.h has it.
namespace stickslip {

void add_bushing_rows(const Model& model, const Layout& layout, const State& state, int bushing,
                      Span<const BodyPose> poses, RowSet& rows);

bool is_bushing(const ConstraintRow& row);

/// x of a bushing: displacement and turn, at poses that belong to the state.
struct BushingWay {
  Vec3 displacement = Vec3::Zero();
  Vec3 turn = Vec3::Zero();
};
BushingWay bushing_way(const Model& model, const State& state, int bushing, Span<const BodyPose> poses);

/// u'x of one of its rows.
double bushing_elongation(const Model& model, const State& state, const ConstraintRow& row, Span<const BodyPose> poses);

/// What a unit of a row's impulse does to the second body, in the world: along and about.
BushingWay bushing_direction(const Model& model, const ConstraintRow& row, Span<const BodyPose> poses);

/// Where it pushes, from the bodies' centres of mass: at the second's anchor.
struct BushingLevers {
  Vec3 first = Vec3::Zero();
  Vec3 second = Vec3::Zero();
};
BushingLevers bushing_levers(const Model& model, int bushing, Span<const BodyPose> poses);

double bushing_energy(const Model& model, const Layout& layout, const State& state, int bushing,
                      Span<const BodyPose> poses);

}  // namespace stickslip

#include "model/step/blow_up.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/coordinates.h"
#include "model/constraints/gears.h"
#include "model/constraints/joints.h"
#include "model/constraints/stops.h"
#include "model/math/arithmetic.h"
#include "model/math/size.h"
#include "model/step/projection.h"

namespace stickslip {
namespace {

constexpr double kHalf = 0.5;  // of a joint's arms, or of a radian

bool is_given(double compliance) {
  return compliance > 0 && compliance < 1e300;
}

double first_given(double own, double general) {
  return own < 0 ? general : own;
}

// What a joint gives way under the load of the step, as its model wants it.
double softness_of(const Model& model, double h, int joint, const Workspace& work) {
  if (model.step.scheme != Scheme::spook) return 0;
  const Softness& own = joint_at(model, joint).softness;
  const Softness& general = model.step.spook.softness;
  const double* impulse = &work.impulses.joint[6 * joint];
  double given = 0;
  const double compliance = first_given(own.compliance, general.compliance);
  const double turning = first_given(own.angular_compliance, general.angular_compliance);
  if (is_given(compliance)) given += compliance * get3(impulse).norm() / h;
  if (is_given(turning)) given += turning * get3(impulse + 3).norm() / h;
  return 2 * given;
}

bool gives_way(const Model& model, int pair, const Workspace& work) {
  const int surface = surface_of(model, pair);
  return work.derived.damping[surface] >= 0 ||
         (model.step.scheme == Scheme::spook &&
          is_given(first_given(work.derived.compliance[surface], model.step.spook.softness.compliance)));
}

// How deep corners that turn within a step may come: rho (h |w|)^2/2 each.
double turned_in(const Model& model, double h, int pair, const State& state) {
  double deep = 0;
  const ShapePair which = shapes_of(model, pair);
  for (const int index : {which.first, which.second}) {
    const Shape& shape = model.shapes[size(index)];
    const double radius = bounding_radius(shape);
    const double turn = h * get3(&state.motion.velocity[6 * shape.body + 3]).norm();
    if (std::isfinite(radius)) deep += 0.5 * (radius + shape.p_IS.norm()) * turn * turn;
  }
  return deep;
}

BlowUp of_overlap(const Model& model, double h, const Overlap& overlap, const State& state, const Workspace& work) {
  const int pair = overlap.worst_pair;
  if (overlap.share <= 1 || gives_way(model, pair, work)) return {};
  const double most = least_half_width(model, pair);
  const double depth = overlap.share * most;
  if (depth <= most + turned_in(model, h, pair, state)) return {};
  const ShapePair which = shapes_of(model, pair);
  return {BlowUp::Of::overlap, model.shapes[size(which.first)].body, model.shapes[size(which.second)].body, depth};
}

// m: from where a joint acts to the centres of mass, with what the bodies are beyond these, and a rod's length.
double size_of_arms(const Model& model, int joint, double length) {
  const Joint& which = joint_at(model, joint);
  const auto arm = [&](int body, const Vec3& anchor) {
    if (is_fixed(model, body)) return 0.0;
    const Body& b = body_at(model, body);
    return anchor.norm() + root(std::max(0.0, b.inertia.maxCoeff()) / b.mass);
  };
  const double arms = arm(which.parent, which.p_IP) + arm(which.child, which.p_IC) + length;
  return arms > 0 ? arms : HUGE_VAL;  // between points there is nothing to judge by
}

void note_share(double error, double bound, int joint, Fit& fit) {
  const double share = error / (kHalf * bound);
  if (share <= fit.joint_share) return;
  fit.joint_share = share;
  fit.joint_apart = error;
  fit.worst_joint = joint;
}

// A coordinate beyond its limits is as far off as a joint that is apart.
void measure_limits(const Coordinates& at, Span<const BodyPose> poses, Fit& fit) {
  for (int s = 0; s < at.derived.stops.size(); ++s) {
    const Stop& stop = at.derived.stops[s];
    if (limits_of(at.model, stop).compliance > 0) continue;  // it is a spring, and off as one
    const double beyond = -stop_gap(at, s, at.state.motion, poses, 0);
    fit.joint_error = std::max(fit.joint_error, beyond);
    if (beyond <= 0 || stop.gear >= 0) continue;
    const Freedom& freedom = kind_of(at.model, stop.joint).freedoms[stop.coordinate];
    const double length =
        freedom.spans ? at.state.parameters[at.layout.upper_limit + coordinate_slot(stop.joint, 0)] : 0;
    note_share(beyond, freedom.turns ? 1.0 : size_of_arms(at.model, stop.joint, length), stop.joint, fit);
  }
}

}  // namespace

Fit measure_fit(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  Fit fit;
  const ListedContacts listed = {work.contacts, work.candidates};
  fit.overlap = find_overlap(model, work.poses, listed, work.near);
  measure_limits({model, layout, state, work.derived}, work.poses, fit);
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const JointMisfit misfit = joint_misfit(model, j, work.poses);
    for (int k = 0; k < misfit.count; ++k) {
      const double error = std::fabs(misfit.rows[k].violation);
      fit.joint_error = std::max(fit.joint_error, error);
      const double arms = size_of_arms(model, j, joint_at(model, j).length);
      note_share(error, misfit.rows[k].angular ? 1.0 : arms, j, fit);
    }
  }
  work.rows.clear();
  add_gear_rows(model, work.derived, state, work.poses, work.rows);
  for (const ConstraintRow& row : work.rows.rows()) {
    fit.joint_error = std::max(fit.joint_error, std::fabs(row.violation));
  }
  return fit;
}

BlowUp find_blow_up(const Model& model, double h, const Fit& fit, bool closes, const State& state,
                    const Workspace& work) {
  const bool open = !closes && fit.joint_apart > kNoticed;
  if (open || (fit.joint_share > 1 && fit.joint_apart > softness_of(model, h, fit.worst_joint, work))) {
    return {BlowUp::Of::joint, fit.worst_joint, -1, fit.joint_apart};
  }
  return of_overlap(model, h, fit.overlap, state, work);
}

}  // namespace stickslip

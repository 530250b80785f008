#include "model/schemes/pressed_springs.h"

#include <algorithm>

#include "model/math/arithmetic.h"
#include "model/schemes/first_order.h"
#include "model/schemes/rows.h"

namespace stickslip {
namespace {

double inverse_mass_of(const ConstraintRow& row, const Workspace& work) {
  return work.rows.inverse_mass(row, work.derived.inverse_mass);
}

// K of a step of length h.
double resolution(double h, const ConstraintRow& row, const Workspace& work) {
  return h * h * pressed_spring(row, work).stiffness * inverse_mass_of(row, work);
}

}  // namespace

bool is_pressed_spring(const ConstraintRow& row, const Workspace& work) {
  return row.role == RowRole::normal && is_spring(work.contacts.storage[row.source], work);
}

bool is_unresolved_spring(double h, const ConstraintRow& row, const Workspace& work) {
  return resolution(h, row, work) > 1;
}

void drop_resolved_springs(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  const auto gives_way = [&](const ContactPoint& point) { return is_spring(point, work); };
  const Span<const ContactPoint> points = work.contacts.points();
  if (std::none_of(points.begin(), points.end(), gives_way)) return;
  build_impact_rows(model, layout, state, work);
  int kept = 0;
  work.contacts.stops = 0;
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::normal) continue;
    const ContactPoint& point = work.contacts.storage[row.source];
    if (is_spring(point, work) && !is_unresolved_spring(h, row, work)) continue;
    if (point.stop >= 0) ++work.contacts.stops;
    work.contacts.storage[kept++] = point;
  }
  work.contacts.count = kept;
}

void pose_pressed_spring(const TrapezoidalOptions& options, const Pass& pass, const State& state,
                         const ConstraintRow& row, const Workspace& work, lcp::Row& out) {
  const PressedSpring spring = pressed_spring(row, work);
  const double speed = work.rows.speed(row, state.motion.velocity);
  const double K = resolution(pass.step, row, work);
  const double added = K > 1 ? (1 - 1 / K) * (1 - options.gamma) * pass.h * spring.stiffness : 0.0;
  const double hardness = spring.damping + added + options.gamma * pass.h * spring.stiffness;
  const double depth = std::min(row.violation, 0.0) - pass.h * (options.gamma - options.alpha) * speed;
  out.T = 1 / (options.alpha * pass.h * hardness);
  out.s = spring.stiffness * depth / hardness;
}

double held_by_way(const ConstraintRow& row, double way, const Workspace& work) {
  const double before = std::min(0.0, row.violation);
  const double after = std::min(0.0, row.violation + way);
  return 0.5 * pressed_spring(row, work).stiffness * (after * after - before * before);
}

bool is_any_spring_pressed(const Workspace& work) {
  for (int i = 0; i < work.rows.row_count; ++i) {
    if (work.problem.solution.impulse[i] > 0 && is_pressed_spring(work.rows.rows_storage[i], work)) return true;
  }
  return false;
}

}  // namespace stickslip

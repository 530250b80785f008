#include "model/step/projection.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/bending.h"
#include "model/constraints/contacts.h"
#include "model/constraints/gears.h"
#include "model/constraints/joints.h"
#include "model/constraints/springs.h"
#include "model/constraints/stops.h"
#include "model/math/arithmetic.h"
#include "model/schemes/geometric_stiffness.h"
#include "model/schemes/held_coordinates.h"
#include "model/workspace/solve_rows.h"

namespace stickslip {
namespace {

constexpr double kClosed = 1e-14;  // m or rad, relative to the coordinates: round-off
constexpr double kSlack = 1e30;    // T of a damper: it does not resist a displacement
constexpr double kTouch = 1e-300;  // stands for the force of a contact without one that overlaps
constexpr double kCloses = 0.5;    // what is left of drift that Newton steps take out, at most
constexpr double kSlip = 1e-3;     // m, how far a loaded contact may have drifted and still be the same

bool overlaps(const Model& model, const Layout& layout, const ContactPoint& point, const State& state,
              const Workspace& work) {
  if (point.stop >= 0) {
    const Coordinates at = {model, layout, state, work.derived};
    return stop_gap(at, point.stop, state.motion, work.poses, 0) < -point.round_off;
  }
  ContactPoint found[kMaxPointsPerPair];
  const int count = find_points(model, point.pair, work.poses, 0, {found, kMaxPointsPerPair});
  return std::any_of(found, found + count, [&](const ContactPoint& now) {
    return now.id == point.id && now.gap < -gap_round_off(now, work.poses);
  });
}

void mark_if_it_overlaps(const Model& model, const Layout& layout, int contact, const State& state, Workspace& work) {
  const ContactPoint& point = work.contacts.storage[contact];
  if (work.compression[contact] > 0 || is_spring(point, work)) return;
  if (!overlaps(model, layout, point, state, work)) return;
  work.compression[contact] = kTouch;
}

void add_touching(const ContactPoint& point, Workspace& work) {
  ContactSet& contacts = work.contacts;
  const auto is_it = [&](const ContactPoint& other) { return other.id == point.id; };
  if (point.stop < 0 && contacts.room() <= 0) return;
  if (std::any_of(contacts.points().begin(), contacts.points().end(), is_it)) return;
  work.compression[contacts.count] = kTouch;
  contacts.storage[contacts.count] = point;
  contacts.storage[contacts.count++].gap = 0;  // as the pass began it was no contact
  if (point.stop >= 0) ++contacts.stops;
}

// Closing may move into each other what the pass has left apart, and features that have taken over in it.
void add_what_overlaps(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  int last = -1;
  for (const ContactPoint& point : work.candidates.points()) {
    if (point.stop >= 0) {
      if (overlaps(model, layout, point, state, work)) add_touching(point, work);
      continue;
    }
    if (point.pair == last) continue;
    last = point.pair;
    ContactPoint found[kMaxPointsPerPair];
    const int count = find_points(model, point.pair, work.poses, 0, {found, kMaxPointsPerPair});
    for (int k = 0; k < count; ++k) {
      if (found[k].gap < -gap_round_off(found[k], work.poses) && !is_spring(found[k], work)) {
        add_touching(found[k], work);
      }
    }
  }
}

// Coordinates that drives or friction have held over the last pass.
void add_kept_coordinates(const Model& model, const State& state, Workspace& work) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    for (int k = 0; k < kind_of(model, j).freedom_count; ++k) {
      const Held* held = kept_coordinate(j, k, work);
      if (held == nullptr) continue;
      add_coordinate_row(model, j, k, RowRole::drive, k, work.poses, work.rows);
      work.rows.last().violation =
          joint_position(model, j, k, state.motion, work.poses, held->position) - held->position;
    }
  }
}

// What has carried force and what only overlaps need not fit each other: of three corners on a line the middle one may
// have carried force while an outer one has come to overlap. Beside what overlaps everything is pushed, nothing pulled.
bool only_pushes(const ContactPoint& point, const Workspace& work) {
  const auto moves = [&](int body) { return body >= 0 && work.derived.inverse_mass[body].linear[0] > 0; };
  for (int c = 0; c < work.contacts.count; ++c) {
    if (work.compression[c] != kTouch) continue;
    const ContactPoint& other = work.contacts.storage[c];
    for (int body : {point.first_body, point.second_body}) {
      if (moves(body) && (body == other.first_body || body == other.second_body)) return true;
    }
  }
  return false;
}

bool only_pushes(const ConstraintRow& row, const Workspace& work) {
  return row.role == RowRole::normal && only_pushes(work.contacts.storage[row.source], work);
}

// Of those that only push, or of the others.
void add_loaded_contacts(const Model& model, const Layout& layout, bool pushing, const State& state, Workspace& work) {
  for (int c = 0; c < work.contacts.count; ++c) {
    if (work.compression[c] <= 0 || is_spring(work.contacts.storage[c], work)) continue;
    if (only_pushes(work.contacts.storage[c], work) != pushing) continue;
    if (const int stop = work.contacts.storage[c].stop; stop >= 0) {
      ContactPoint point = work.contacts.storage[c];
      point.gap = stop_gap({model, layout, state, work.derived}, stop, state.motion, work.poses, 0);
      add_stop_row(model, work.derived, point, c, work.poses, work.rows);
      continue;
    }
    ContactPoint found[kMaxPointsPerPair];
    const std::uint64_t id = work.contacts.storage[c].id;
    const int count = find_points(model, work.contacts.storage[c].pair, work.poses, kSlip, {found, kMaxPointsPerPair});
    for (int k = 0; k < count; ++k) {
      if (found[k].id == id)
        add_contact_rows(found[k], c, Tangents(), model.planar, 0, Vec3::Zero(), work.poses, work.rows);
    }
  }
}

// Returns the largest violation of what is to be closed. Contacts come last.
double build_closing_rows(const Model& model, const Layout& layout, double h, const State& state, Workspace& work) {
  work.rows.clear();
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) add_joint_rows(model, j, work.poses, work.rows);
  add_gear_rows(model, work.derived, state, work.poses, work.rows);
  add_kept_coordinates(model, state, work);
  double worst = 0;
  for (const ConstraintRow& row : work.rows.rows()) worst = std::max(worst, std::fabs(row.violation));
  for (int s = 0; s < static_cast<int>(model.springs.size()); ++s) {
    add_spring_rows(model, layout, state, s, work.poses, work.rows);
  }
  if (model.step.geometric_stiffness != GeometricStiffness::none) {
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
      add_joint_tension_rows(model, state, j, stiffness_weight(model, h), work.loads_at, work.derived.inverse_mass,
                             work.poses, work.rows);
      if (work.in_linkage[j] != 0) continue;
      add_bending_rows(model, state, j, stiffness_weight(model, h), work.loads_at, work.holders,
                       work.derived.inverse_mass, work.poses, work.rows);
    }
  }
  const int first = work.rows.row_count;
  add_loaded_contacts(model, layout, false, state, work);
  add_loaded_contacts(model, layout, true, state, work);
  for (int i = first; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    worst = std::max(worst, only_pushes(row, work) ? -row.violation : std::fabs(row.violation));
  }
  return worst;
}

// A spring keeps its elongation as far as it is stiff: the metric is M + h^2 k g g', not M. Likewise with joints under
// load where they have their geometric stiffness: in the metric of M a taut chain would close its joints by folding its
// light links rather than by moving the weight at its end, a little more at every step.
void translate(const ConstraintRow& row, double h, lcp::Row& out) {
  if (row.role != RowRole::spring) {
    out.s = row.violation;
  } else {
    out.T = row.stiffness > 0 ? 1 / (h * h * row.stiffness) : kSlack;
  }
}

// Turns a body, and keeps its angular momentum in the world as it is: rates turn with the body.
void turn(const Model& model, int body, const Vec3& by, State& state, const Workspace& work) {
  displace(model.planar, state.motion, body, Vec3::Zero(), by);
  const Vec3 inertia = get3(&work.derived.inertia[3 * body]);
  if (model.planar || inertia.minCoeff() <= 0) return;
  const Mat3 back = pose_at(false, state.motion, body).R.transpose() * work.poses[body].R;
  const auto carried = [&](const double* rate) {
    const Vec3 momentum = back * inertia.cwiseProduct(get3(rate));
    return momentum.cwiseQuotient(inertia);
  };
  for (Span<double> rates : {state.motion.velocity, state.reported}) {
    put3(carried(&rates[6 * body + 3]), &rates[6 * body + 3]);
  }
}

double round_off(Span<const BodyPose> poses) {
  double size = 1;
  for (const BodyPose& pose : poses) size = std::max(size, pose.p.cwiseAbs().maxCoeff());
  return kClosed * size;
}

}  // namespace

void mark_loaded_contacts(const Model& model, const Layout& layout, const State& state, Workspace& work) {
  for (int c = 0; c < work.problem.contact_count; ++c) {
    work.compression[c] = work.problem.solution.impulse[work.problem.contacts[c].normal];
  }
  for (int c = work.problem.contact_count; c < work.contacts.count; ++c) work.compression[c] = 0;
  for (int c = 0; c < work.contacts.count; ++c) {
    mark_if_it_overlaps(model, layout, c, state, work);
  }
}

bool project_drift(const Model& model, const Layout& layout, double h, State& state, Workspace& work) {
  double first = 0;
  for (int k = 0;; ++k) {
    const double closed = round_off(work.poses);
    const double worst = build_closing_rows(model, layout, h, state, work);
    if (k == 0) first = worst;
    if (!(worst > closed)) return true;
    if (k == kMostDriftSolves) return worst <= std::max(kNoticed, kCloses * first);
    std::fill(work.problem.momentum.begin(), work.problem.momentum.end(), 0.0);
    work.problem.inverse_mass = work.derived.inverse_mass;
    if (model.step.geometric_stiffness != GeometricStiffness::none) {
      set_effective_mass(model, layout, stiffness_weight(model, h), state, work);
    }
    solve_rows(closing_options(closed), work, [&](const ConstraintRow& row, lcp::Row& out) {
      translate(row, h, out);
      if (only_pushes(row, work)) out.kind = lcp::RowKind::normal;
    });
    for (int b = 0; b < work.poses.size(); ++b) {
      const double* move = &work.problem.solution.velocity[6 * b];
      displace(model.planar, state.motion, b, get3(move), Vec3::Zero());
      if (!get3(move + 3).isZero(0)) turn(model, b, get3(move + 3), state, work);
    }
    update_poses(model, state.motion, work.poses);
    for (int c = 0; c < work.contacts.count; ++c) mark_if_it_overlaps(model, layout, c, state, work);
    add_what_overlaps(model, layout, state, work);
  }
}

}  // namespace stickslip

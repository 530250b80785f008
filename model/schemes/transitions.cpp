#include "model/schemes/transitions.h"

#include <algorithm>
#include <cmath>

#include "model/constraints/stops.h"
#include "model/math/arithmetic.h"
#include "model/schemes/contact_memory.h"
#include "model/schemes/located.h"

namespace stickslip {
namespace {

/// One contact in the solution: speeds along its tangents and normal, before (v), within (w) and after (v+).
struct ContactMotion {
  int row = 0;  // of the normal
  int tangents = 0;
  double before[3] = {0, 0, 0};  // normal, then tangents
  double within[3] = {0, 0, 0};
  double moved[3] = {0, 0, 0};  // mean speed of the path: displacement/h
  double after[3] = {0, 0, 0};
  bool gives_way = false;  // a spring: its normal may move
  bool smooth = true;      // or v alternates around w, and says nothing about when anything happens
  double normal_impulse = 0;
  double friction_impulse = 0;
};

const ContactMargin* find_margin(const State& state, std::uint64_t id) {
  const ContactMargin* begin = state.margins.begin();
  const ContactMargin* end = begin + state.header->margin_count;
  const ContactMargin* found = std::lower_bound(
      begin, end, id, [](const ContactMargin& entry, std::uint64_t value) { return entry.id < value; });
  return found != end && found->id == id ? found : nullptr;
}

double norm(const double* x, int count) {
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += x[k] * x[k];
  return root(sum);
}

// Whether v is further outside of what w was in the last pass and is now than these differ.
bool rings(const ContactMotion& m, const double* last, double quiet) {
  double outside = 0;
  double apart = 0;
  for (int k = 0; k <= m.tangents; ++k) {
    const double nearest = std::clamp(m.before[k], std::min(last[k], m.within[k]), std::max(last[k], m.within[k]));
    outside += (m.before[k] - nearest) * (m.before[k] - nearest);
    apart += (m.within[k] - last[k]) * (m.within[k] - last[k]);
  }
  return outside > std::max(apart, quiet * quiet);
}

// Marks in work.loaded the bodies at springs and dampers that relax within the pass: what the path shows of them
// between its ends is not how they move.
void mark_stiff_bodies(Workspace& work) {
  std::fill(work.loaded.begin(), work.loaded.end(), static_cast<unsigned char>(0));
  for (int i = 0; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.role != RowRole::spring) continue;
    if (work.rows.inverse_mass(row, work.problem.inverse_mass) <= work.problem.rows[i].T) continue;
    for (const lcp::Block& block : work.rows.blocks_of(row)) work.loaded[block.body] = 1;
  }
}

bool is_stiff(int normal_row, const Workspace& work) {
  const Span<const lcp::Block> blocks = work.rows.blocks_of(work.rows.rows_storage[normal_row]);
  return std::any_of(blocks.begin(), blocks.end(),
                     [&](const lcp::Block& block) { return work.loaded[block.body] != 0; });
}

// The contact where the pass begins; nothing if only the bodies ahead have it.
const ContactPoint* at_start(std::uint64_t id, const ContactSet& candidates) {
  const ContactPoint* begin = candidates.storage.begin();
  const ContactPoint* end = begin + candidates.count;
  const ContactPoint* found =
      std::lower_bound(begin, end, id, [](const ContactPoint& point, std::uint64_t value) { return point.id < value; });
  return found != end && found->id == id ? found : nullptr;
}

Vec3 relative_velocity(const ContactPoint& point, Span<const double> velocity, Span<const BodyPose> poses) {
  const int a = point.first_body;
  const int b = point.second_body;
  return velocity_at(velocity, poses, a, point.p_first - poses[a].p) -
         velocity_at(velocity, poses, b, point.p_second - poses[b].p);
}

// Speeds at both ends of the pass, on a line with those at its middle, where rows are: a point that is held while its
// body turns has none there, but v at the middle says O(h) of it.
void move_to_ends(const Model& model, double* last, const State& state, const Workspace& work, ContactMotion& m) {
  const ConstraintRow& row = work.rows.rows_storage[m.row];
  const ContactPoint* start = at_start(row.id, work.candidates);
  if (start == nullptr) return;
  if (start->stop >= 0) {
    const auto speed = [&](Span<const double> velocity) {
      return stop_speed(model, work.derived, start->stop, velocity, work.start_poses);
    };
    last[0] = 2 * speed(state.reported) - last[0];
    m.before[0] = speed(state.motion.velocity);
    m.after[0] = 2 * m.after[0] - speed(work.path.velocity);
    return;
  }
  ContactPoint point = *start;
  join_ends_of_spring(point, work);
  const Vec3 was = relative_velocity(point, state.reported, work.start_poses);
  const Vec3 is = relative_velocity(point, state.motion.velocity, work.start_poses);
  const Vec3 becomes = relative_velocity(point, work.path.velocity, work.start_poses);
  for (int k = 0; k <= m.tangents; ++k) {
    const Tangents& t = work.tangents[row.source];
    Vec3 along = k == 0 ? point.normal : k == 1 ? t.t1 : t.t2;
    if (k > 0 && m.gives_way) along -= along.dot(point.normal) * point.normal;
    last[k] = 2 * along.dot(was) - last[k];
    m.before[k] = along.dot(is);
    m.after[k] = 2 * m.after[k] - along.dot(becomes);
  }
}

ContactMotion motion_of(const Model& model, int contact, double h, double quiet, const State& state,
                        const Workspace& work) {
  const lcp::Contact& which = work.problem.contacts[contact];
  ContactMotion m;
  m.row = which.normal;
  m.tangents = which.tangents;
  m.gives_way = is_spring(work.contacts.storage[work.rows.rows_storage[m.row].source], work);
  double last[3] = {0, 0, 0};
  for (int k = 0; k <= which.tangents; ++k) {
    const ConstraintRow& row = work.rows.rows_storage[which.normal + k];
    last[k] = work.rows.speed(row, state.reported);
    m.before[k] = work.rows.speed(row, state.motion.velocity);
    m.within[k] = work.rows.speed(row, work.problem.solution.velocity);
    m.moved[k] = work.rows.speed(row, work.path.displacement) / h;
    m.after[k] = work.rows.speed(row, work.path.velocity);
  }
  move_to_ends(model, last, state, work, m);
  const ContactMargin* before = find_margin(state, work.rows.rows_storage[m.row].id);
  if (before != nullptr && before->rests > 0) std::fill(last, last + 3, 0.0);
  m.normal_impulse = work.problem.solution.impulse[which.normal];
  m.friction_impulse = norm(&work.problem.solution.impulse[which.normal + 1], which.tangents);
  m.smooth = !rings(m, last, quiet) && !is_stiff(which.normal, work);
  return m;
}

bool rests(const ContactMotion& m, double quiet) {
  return m.normal_impulse > 0 && std::fabs(m.within[0]) <= quiet && norm(m.within + 1, m.tangents) <= quiet;
}

double row_inverse_mass(int row, const Workspace& work) {
  return work.rows.inverse_mass(work.rows.rows_storage[row], work.problem.inverse_mass);
}

// Where a + s (-4a + 6m - 2b) + s^2 (3a - 6m + 3b), the speed on the path from a to b with mean m, first passes zero.
double zero_of_speed(double a, double m, double b) {
  const double linear = -4 * a + 6 * m - 2 * b;
  const double square = 3 * a - 6 * m + 3 * b;
  if (std::fabs(square) <= 1e-9 * std::fabs(linear)) return a / -linear;
  const double spread = root(std::max(0.0, linear * linear - 4 * square * a));
  const double q = -0.5 * (linear + (linear >= 0 ? spread : -spread));
  const double one = q / square;
  const double other = q == 0 ? one : a / q;
  const double low = std::min(one, other);
  return low > 0 ? low : std::max(one, other);
}

// Of a pass, as long as sliding lasts that springs leave of each other's swing: of many, in turn. v+ = -v then makes a
// force of as much of what friction could.
constexpr double kAtOnce = 1e-3;

// Sliding that ends: when, or that the pass must be solved again to tell.
Event end_of_sliding(const ContactMotion& m, double alpha, double mu, double quiet, const Pass& pass,
                     const Workspace& work) {
  Event event;
  event.time = pass.h;
  const double speed = norm(m.before + 1, m.tangents);
  if (speed <= quiet || m.normal_impulse <= 0) return event;
  const auto along = [&](const double* x) { return (x[1] * m.before[1] + x[2] * m.before[2]) / speed; };
  const double after = along(m.after);
  if (after >= 0) return event;
  const double within = along(m.within);
  if (within > 1e-6 * speed) {
    const double zero = zero_of_speed(speed, along(m.moved), after);
    // Forces are averages over the pass: one that reaches far beyond the event is solved again for the right ones.
    event.again = zero < 0.8;
    event.time = pass.h * std::min(1.0, event.again ? 1.05 * zero : zero);
    event.transition = !event.again;
    return event;
  }
  const double slack = std::max(0.0, mu * m.normal_impulse - m.friction_impulse);
  const double sliding = within - row_inverse_mass(m.row + 1, work) * slack;
  const double end = speed + (sliding - speed) / alpha;
  if (m.gives_way && speed < kAtOnce * (speed - end)) return event;
  event.time = pass.h * std::min(0.8, 1.3 * speed / (speed - end));
  event.again = true;
  return event;
}

// A contact that has just bounced and would be back before the pass ends: the solution holds it on average, v+ = -v
// would end it approaching, and so on for ever. Not one that carried force over the last pass.
bool returns_within(const ContactMotion& m, double quiet) {
  return !m.gives_way && m.before[0] > quiet && m.within[0] <= quiet && m.normal_impulse > 0;
}

// A contact at rest along one of its directions that does not stay so.
struct Release {
  double rate = 0;   // m/s^2, of the solution over its pass; 0: it holds
  double slack = 0;  // what the force lacks to its bound, an impulse
  int row = 0;
};

Release release_of(const ContactMotion& m, double mu, double quiet) {
  Release r;
  r.row = m.row;
  if (!m.gives_way) {
    if (std::fabs(m.before[0]) > quiet) return r;
    if (m.within[0] > quiet) {
      r.rate = m.within[0];
      return r;
    }
  }
  r.slack = m.normal_impulse;
  if (m.tangents == 0 || norm(m.before + 1, m.tangents) > quiet) return r;
  r.row = m.row + 1;
  r.slack = mu * m.normal_impulse - m.friction_impulse;
  const double slip = norm(m.within + 1, m.tangents);
  if (slip > quiet) r.rate = slip;
  return r;
}

// The second solution of a release, over half the pass: cut where the force reached its bound.
Event settle_release(const Release& r, const Pass& pass, Workspace& work) {
  Onset& onset = work.onset;
  const double h = onset.h;
  Event event;
  event.time = pass.h;
  if (onset.tries > 1) {
    event.transition = true;  // this pass was solved to end at the transition
    onset = Onset();
    return event;
  }
  double s = 0;
  if (r.rate > 0) {
    const double ratio = r.rate / pass.h / onset.rate;
    s = ratio < 1 ? h * (0.25 - 0.5 * ratio) / (1 - ratio) : 0.0;
    if (s > 0.01 * h) {
      ++onset.tries;
      event.time = s;
      event.again = true;
      return event;
    }
  } else {
    const double margin = std::max(0.0, r.slack) / pass.h;
    const double excess = onset.rate / row_inverse_mass(r.row, work);
    s = 0.25 * h * (1 + margin / (margin + excess));
    event.time = std::min(s, pass.h);
    event.transition = true;
  }
  onset = Onset();
  return event;
}

// Margins in the middle of the pass; no contact at rest has a negative one.
ContactMargin margin_of(const ContactMotion& m, double mu, double quiet, double alpha_h, std::uint64_t id) {
  ContactMargin margin{id, -1, -1, 0, rests(m, quiet) ? 1.0 : 0.0};
  if (!m.smooth) return margin;
  if (m.gives_way || std::fabs(m.before[0]) > quiet || m.within[0] > quiet || m.normal_impulse <= 0) return margin;
  margin.normal = m.normal_impulse / alpha_h;
  if (m.tangents == 0 || norm(m.before + 1, m.tangents) > quiet || norm(m.within + 1, m.tangents) > quiet)
    return margin;
  margin.friction = std::max(0.0, mu * m.normal_impulse - m.friction_impulse) / alpha_h;
  return margin;
}

// When the line through a margin `age` before the pass and one in its middle meets zero.
double zero_of_margin(double before, double age, double middle, double h) {
  const double apart = age + 0.5 * h;
  if (before < 0 || middle < 0 || before <= middle || apart <= 0) return h;
  return std::min(h, 0.5 * h + middle * apart / (before - middle));
}

// A contact that holds on average, but not to the end of the pass.
double end_of_holding(const ContactMargin& margin, const State& state, double h) {
  const ContactMargin* before = find_margin(state, margin.id);
  if (before == nullptr) return h;
  return std::min(zero_of_margin(before->normal, before->age, margin.normal, h),
                  zero_of_margin(before->friction, before->age, margin.friction, h));
}

}  // namespace

void remember_margins(const Model& model, const TrapezoidalOptions& options, const Pass& pass, double time,
                      State& state, Workspace& work) {
  const double quiet = quiet_speed(options.threshold_speed);
  std::int64_t count = 0;
  mark_stiff_bodies(work);
  for (int c = 0; c < work.problem.contact_count; ++c) {
    const ContactMotion m = motion_of(model, c, pass.h, quiet, state, work);
    const std::uint64_t id = work.rows.rows_storage[m.row].id;
    ContactMargin margin = margin_of(m, work.problem.contacts[c].mu, quiet, options.alpha * pass.h, id);
    if (margin.normal < 0 && margin.rests == 0) continue;
    margin.age = time - 0.5 * pass.h;
    state.margins[static_cast<int>(count++)] = margin;
  }
  for (std::int64_t k = count; k < state.header->margin_count; ++k) state.margins[static_cast<int>(k)] = {};
  state.header->margin_count = count;
}

void forget_margins(State& state) {
  for (std::int64_t k = 0; k < state.header->margin_count; ++k) state.margins[static_cast<int>(k)] = {};
  state.header->margin_count = 0;
}

Event next_transition(const Model& model, const TrapezoidalOptions& options, const Pass& pass, const State& state,
                      Workspace& work) {
  const double quiet = quiet_speed(options.threshold_speed);
  Event first;
  first.time = pass.h;
  Onset strongest;
  mark_stiff_bodies(work);
  for (int c = 0; c < work.problem.contact_count; ++c) {
    const ContactMotion m = motion_of(model, c, pass.h, quiet, state, work);
    if (!m.smooth) continue;
    const double mu = work.problem.contacts[c].mu;
    const std::uint64_t id = work.rows.rows_storage[m.row].id;
    const Release release = release_of(m, mu, quiet);
    if (work.onset.tries > 0) {
      if (work.onset.id == id) return settle_release(release, pass, work);
      continue;
    }
    const double rate = release.rate / pass.h;
    if (!pass.in_transition && rate > strongest.rate) strongest = {id, 1, pass.h, rate};
    Event event = end_of_sliding(m, options.alpha, mu, quiet, pass, work);
    event.plastic = event.again && pass.retries >= kMaxRetries - 2;
    if (returns_within(m, quiet) && !is_flagged(state, id)) event = {pass.h, true, false, true};
    if (!pass.in_transition) {
      const ContactMargin margin = margin_of(m, mu, quiet, options.alpha * pass.h, id);
      const double held = end_of_holding(margin, state, pass.h);
      if (held < first.time && !first.again) first = {held, false, true};
    }
    if (event.again > first.again || (event.again == first.again && event.time < first.time)) first = event;
  }
  if (strongest.rate == 0 || first.again) return first;
  work.onset = strongest;
  first.time = 0.5 * pass.h;
  first.again = true;
  first.transition = false;
  return first;
}

}  // namespace stickslip

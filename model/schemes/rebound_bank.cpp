#include "model/schemes/rebound_bank.h"

#include <algorithm>

#include "model/schemes/contact_memory.h"
#include "model/schemes/groups.h"
#include "model/schemes/instant.h"
#include "model/schemes/shares.h"

namespace stickslip {
namespace {

constexpr double kRoundOff = 1e-13;  // of the energies that a gain is the difference of

// a' M b of one body.
double mass_product(const Derived& derived, int body, const double* a, const double* b) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    sum += derived.mass[body] * a[k] * b[k] + derived.inertia[3 * body + k] * a[3 + k] * b[3 + k];
  }
  return sum;
}

// X and G of every group on the way from the solution to the one that was kept, or of the solution alone.
class GroupRises {
 public:
  GroupRises(Span<const double> before, bool to_kept, Workspace& work)
      : before_(before), to_kept_(to_kept), work_(work) {
    std::fill(work.rise.begin(), work.rise.end(), Parabola());
    std::fill(work.pull.begin(), work.pull.end(), Parabola());
    std::fill(work.moving.begin(), work.moving.end(), 0.0);
    for (int b = 0; b < work.group.size(); ++b) add_body(b);
    for (int i = 0; i < work.rows.row_count; ++i) add_row(i);
  }

 private:
  void add_body(int b) {
    const Span<const double> w = work_.problem.solution.velocity;
    const double* v = &before_[6 * b];
    double jump[6];    // w - v, the gyroscopic change of the rates taken for part of v: it keeps their energy
    double change[6];  // from the solution to the one that was kept
    double force[6];   // h f
    for (int k = 0; k < 6; ++k) {
      const double turned = k < 3 ? 0.0 : work_.gyration[3 * b + k - 3];
      const double mass = k < 3 ? work_.derived.mass[b] : work_.derived.inertia[3 * b + k - 3];
      jump[k] = w[6 * b + k] - v[k] - turned;
      change[k] = to_kept_ ? work_.kept_velocity[6 * b + k] - w[6 * b + k] : 0.0;
      force[k] = mass > 0 ? work_.problem.momentum[6 * b + k] - mass * (v[k] + turned) : 0.0;
    }
    Parabola& rise = work_.rise[work_.group[b]];
    rise.square -= 0.5 * mass_product(work_.derived, b, change, change);
    rise.slope -= mass_product(work_.derived, b, jump, change);
    rise.start -= 0.5 * mass_product(work_.derived, b, jump, jump);
    Parabola& pull = work_.pull[work_.group[b]];
    for (int k = 0; k < 6; ++k) {
      pull.slope -= 0.5 * force[k] * change[k];
      pull.start -= 0.5 * force[k] * jump[k];
    }
    work_.moving[work_.group[b]] += kinetic_energy(work_.derived, before_, b) + kinetic_energy(work_.derived, w, b);
  }

  void add_row(int i) {
    const ConstraintRow& row = work_.rows.rows_storage[i];
    if (row.role == RowRole::rotor) add_rotor(row);
    if (row.role != RowRole::normal && !is_friction(row.role)) return;
    const int group = group_of(row, work_);
    if (group < 0) return;
    const double c = work_.problem.solution.impulse[i];
    const double change = to_kept_ ? work_.kept_impulse[i] - c : 0.0;
    if (c == 0 && change == 0) return;
    const double w = work_.rows.speed(row, work_.problem.solution.velocity);
    const double p = row.role == RowRole::normal ? w - work_.push_out[row.source] : w;
    const double faster = to_kept_ ? work_.rows.speed(row, work_.kept_velocity) - w : 0.0;
    Parabola& rise = work_.rise[group];
    rise.square += change * faster;
    rise.slope += c * faster + change * p;
    rise.start += c * p;
  }

  void add_rotor(const ConstraintRow& row) {
    const int group = group_of(row, work_);
    if (group < 0) return;
    const double u = work_.rows.speed(row, before_);
    const double w = work_.rows.speed(row, work_.problem.solution.velocity);
    const double change = to_kept_ ? work_.rows.speed(row, work_.kept_velocity) - w : 0.0;
    Parabola& rise = work_.rise[group];
    rise.square -= 0.5 * row.inertia * change * change;
    rise.slope -= row.inertia * (w - u) * change;
    rise.start -= 0.5 * row.inertia * (w - u) * (w - u);
    work_.moving[group] += 0.5 * row.inertia * (u * u + w * w);
  }

  Span<const double> before_;
  bool to_kept_;
  Workspace& work_;
};

// Sets aside in work.held what the contacts of each group hold.
void sum_held(const State& state, Workspace& work) {
  std::fill(work.held.begin(), work.held.end(), 0.0);
  const ConstraintRow* last = nullptr;
  for (const ConstraintRow& row : work.rows.rows()) {
    if (row.role != RowRole::normal || (last != nullptr && row.id == last->id)) continue;
    last = &row;
    const int group = group_of(row, work);
    if (group >= 0) work.held[group] += energy_held_by(state, row.id);
  }
}

// The largest share up to which X - max(G, 0) is at most what is held.
double share_of(const Parabola& rise, const Parabola& pull, double held) {
  Parabola above = rise;
  above.start -= held;
  Parabola without_pull = above;
  without_pull.slope -= pull.slope;
  without_pull.start -= pull.start;
  return std::max(largest_share(above), largest_share(without_pull));
}

bool rises_above(int group, const Workspace& work, double s) {
  const double rise = work.rise[group].at(s) - std::max(0.0, work.pull[group].at(s));
  return rise > work.held[group] + kRoundOff * work.moving[group];
}

// -c (u- + u+)/2 of a contact and its friction, if it rebounds at all: of all its rows, from the first.
double loss_of(int normal_row, const State& state, const Workspace& work) {
  const ConstraintRow& normal = work.rows.rows_storage[normal_row];
  if (restitution_of(normal, work) == 0) return 0;
  double loss = 0;
  for (int i = normal_row; i < work.rows.row_count; ++i) {
    const ConstraintRow& row = work.rows.rows_storage[i];
    if (row.id != normal.id) break;
    const double speeds =
        work.rows.speed(row, state.velocity_before) + work.rows.speed(row, work.problem.solution.velocity);
    loss -= 0.5 * work.problem.solution.impulse[i] * speeds;
  }
  return std::max(0.0, loss);
}

}  // namespace

double held_energy(const State& state) {
  double sum = 0;
  for (const double account : state.damper_banks) sum += account;
  for (int k = 0; k < state.header->flagged_count; ++k) sum += state.flagged[k].energy;
  return sum;
}

bool gains_too_much(const State& state, Workspace& work) {
  find_groups(work);
  sum_held(state, work);
  GroupRises(state.motion.velocity, false, work);
  for (int b = 0; b < work.group.size(); ++b) {
    if (work.group[b] == b && rises_above(b, work, 0)) return true;
  }
  return false;
}

void take_what_is_held(const State& state, Workspace& work) {
  GroupRises(state.motion.velocity, true, work);
  exchange_with_kept(work);
  for (int b = 0; b < work.group.size(); ++b) {
    if (work.group[b] != b) continue;
    work.share[b] = rises_above(b, work, 1) ? share_of(work.rise[b], work.pull[b], work.held[b]) : 1.0;
  }
  take_shares(work.kept_velocity, work.kept_impulse, work);
}

void bank_losses(State& state, Workspace& work) {
  const int flags = static_cast<int>(state.header->flagged_count);
  if (flags == 0) return;
  find_groups(work);
  GroupRises(state.velocity_before, false, work);
  std::fill(work.held.begin(), work.held.end(), 0.0);
  const auto for_each_flag = [&](auto&& visit) {
    int k = 0;
    for (int i = 0; i < work.rows.row_count && k < flags; ++i) {
      const ConstraintRow& row = work.rows.rows_storage[i];
      if (row.role != RowRole::normal || row.id != state.flagged[k].id) continue;
      visit(i, group_of(row, work), state.flagged[k++].energy);
    }
  };
  for_each_flag([&](int row, int group, double& energy) {
    energy = loss_of(row, state, work);
    work.held[group] += energy;
  });
  for_each_flag([&](int /*row*/, int group, double& energy) {
    const double lost = std::max(0.0, std::max(0.0, work.pull[group].start) - work.rise[group].start);
    if (work.held[group] > lost) energy *= lost / work.held[group];
  });
}

}  // namespace stickslip

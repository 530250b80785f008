#include "model/step/pressed.h"

#include <algorithm>

#include "model/constraints/stops.h"

namespace stickslip {
namespace {

double held_at(double gap, double compliance) {
  const double depth = std::min(0.0, gap);
  return 0.5 * depth * depth / compliance;
}

double held_by_pair(const Model& model, int pair, const Workspace& work) {
  ContactPoint found[kMaxPointsPerPair];
  const int count = find_points(model, pair, work.poses, 0, {found, kMaxPointsPerPair});
  double energy = 0;
  for (int k = 0; k < count; ++k) energy += held_at(found[k].gap, work.derived.compliance[found[k].surface]);
  return energy;
}

bool is_first_loaded(int contact, const Workspace& work) {
  const int pair = work.contacts.storage[contact].pair;
  for (int c = contact - 1; c >= 0 && work.contacts.storage[c].pair == pair; --c) {
    if (work.compression[c] > 0) return false;
  }
  return work.compression[contact] > 0;
}

}  // namespace

double pressed_energy(const Model& model, Workspace& work) {
  const auto gives_way = [](double damping) { return damping >= 0; };
  if (std::none_of(work.derived.damping.begin(), work.derived.damping.end(), gives_way)) return 0;
  double energy = 0;
  work.near.follow(model, work.poses);
  work.near.for_each_pair(model, [&](int pair) {
    if (gives_way(work.derived.damping[surface_of(model, pair)])) energy += held_by_pair(model, pair, work);
  });
  return energy;
}

Pressed pressed_by(const Model& model, const Layout& layout, const State& state, int contact, const Workspace& work) {
  const ContactPoint& point = work.contacts.storage[contact];
  if (!is_spring(point, work) || !is_first_loaded(contact, work)) return {};
  const double compliance = work.derived.compliance[point.surface];
  Pressed pressed;
  if (point.stop >= 0) {
    const double gap = stop_gap({model, layout, state, work.derived}, point.stop, state.motion, work.poses, 0);
    return {held_at(gap, compliance), held_at(point.gap, compliance)};
  }
  pressed.now = held_by_pair(model, point.pair, work);
  for (const ContactPoint& before : work.candidates.points()) {
    if (before.pair == point.pair) pressed.before += held_at(before.gap, compliance);
  }
  return pressed;
}

}  // namespace stickslip

#include "model/core/state.h"
#include "model/math/finite.h"

#include <algorithm>
#include <cmath>

#include "model/core/capacity.h"

namespace stickslip {
namespace {

bool finite_cones(Span<const ContactCone> cones) {
  return std::all_of(cones.begin(), cones.end(), [](const ContactCone& cone) {
    return std::isfinite(cone.t1[0]) && std::isfinite(cone.t1[1]) && std::isfinite(cone.t1[2]);
  });
}

}  // namespace

State::State(const Model& model, const Layout& layout) {
  const int bodies = static_cast<int>(model.bodies.size());
  const int joints = static_cast<int>(model.joints.size());
  const int contacts = contact_capacity(model);
  const std::size_t at_header = memory.reserve<StateHeader>(1);
  const std::size_t at_position = memory.reserve<double>(3 * bodies);
  const std::size_t at_orientation = memory.reserve<double>(4 * bodies);
  const std::size_t at_angle = memory.reserve<double>(bodies);
  const std::size_t at_velocity = memory.reserve<double>(6 * bodies);
  const std::size_t at_velocity_before = memory.reserve<double>(6 * bodies);
  const std::size_t at_reported = memory.reserve<double>(6 * bodies);
  const std::size_t at_joint_position = memory.reserve<double>(kMostCoordinates * joints);
  const std::size_t at_locked = memory.reserve<double>(kMostCoordinates * joints);
  const std::size_t at_joint_force = memory.reserve<double>(3 * joints);
  const std::size_t at_damper_banks = memory.reserve<double>(2 * joints);
  const std::size_t at_spring_force = memory.reserve<double>(2 * static_cast<int>(model.springs.size()));
  const std::size_t at_bushing_force = memory.reserve<double>(6 * static_cast<int>(model.bushings.size()));
  const std::size_t at_parameters = memory.reserve<double>(layout.parameters);
  const std::size_t at_flagged = memory.reserve<ContactMemory>(contacts);
  const std::size_t at_margins = memory.reserve<ContactMargin>(contacts);
  const int sliding_and_rolling = model.step.max_contacts + (resists_rolling(model) ? led_capacity(model) : 0);
  const int polygons = model.planar || model.step.round_cone ? 0 : sliding_and_rolling;
  const std::size_t at_cones = memory.reserve<ContactCone>(polygons);
  const std::size_t at_warm = memory.reserve<lcp::WarmEntry>(unit_capacity(model));
  memory.allocate_zeroed();
  header = memory.span<StateHeader>(at_header, 1).data();
  motion.position = memory.span<double>(at_position, 3 * bodies);
  motion.orientation = memory.span<double>(at_orientation, 4 * bodies);
  motion.angle = memory.span<double>(at_angle, bodies);
  motion.velocity = memory.span<double>(at_velocity, 6 * bodies);
  velocity_before = memory.span<double>(at_velocity_before, 6 * bodies);
  reported = memory.span<double>(at_reported, 6 * bodies);
  joint_position = memory.span<double>(at_joint_position, kMostCoordinates * joints);
  locked_at = memory.span<double>(at_locked, kMostCoordinates * joints);
  joint_force = memory.span<double>(at_joint_force, 3 * joints);
  damper_banks = memory.span<double>(at_damper_banks, 2 * joints);
  spring_force = memory.span<double>(at_spring_force, 2 * static_cast<int>(model.springs.size()));
  bushing_force = memory.span<double>(at_bushing_force, 6 * static_cast<int>(model.bushings.size()));
  parameters = memory.span<double>(at_parameters, layout.parameters);
  numbers = {motion.position.data(), static_cast<int>(parameters.end() - motion.position.data())};
  flagged = memory.span<ContactMemory>(at_flagged, contacts);
  margins = memory.span<ContactMargin>(at_margins, contacts);
  cones = memory.span<ContactCone>(at_cones, polygons);
  warm.entries = memory.span<lcp::WarmEntry>(at_warm, unit_capacity(model));
}

void State::copy_used_from(const State& other) {
  const auto used = [](std::int64_t here, std::int64_t there) { return static_cast<int>(std::max(here, there)); };
  const int flags = used(header->flagged_count, other.header->flagged_count);
  const int rests = used(header->margin_count, other.header->margin_count);
  const int laid = used(header->cone_count, other.header->cone_count);
  *header = *other.header;
  std::copy(other.numbers.begin(), other.numbers.end(), numbers.begin());
  std::copy_n(other.flagged.begin(), flags, flagged.begin());
  std::copy_n(other.margins.begin(), rests, margins.begin());
  std::copy_n(other.cones.begin(), laid, cones.begin());
  for (int k = 0; k < warm.entries.size(); ++k) {
    if (warm.entries[k].in_use == 0 && other.warm.entries[k].in_use == 0) break;
    warm.entries[k] = other.warm.entries[k];
  }
}

bool State::valid() const {
  return header->steps >= 0 && header->flagged_count >= 0 && header->flagged_count <= flagged.size() &&
         header->margin_count >= 0 && header->margin_count <= margins.size() && header->cone_count >= 0 &&
         header->cone_count <= cones.size() && finite_cones(cones.first(static_cast<int>(header->cone_count))) &&
         std::isfinite(header->time) && std::isfinite(header->dissipated) && std::isfinite(header->gained) &&
         header->gained >= 0 && std::isfinite(header->liveliest) && header->liveliest >= 0 &&
         std::isfinite(header->pressed) && header->pressed >= 0 && std::isfinite(header->undoing_time) &&
         header->undoing_time >= 0 && all_finite(numbers);
}

void adapt_undoing_time(double h, State& state) {
  state.header->undoing_time = std::max(h, state.header->undoing_time - 0.5 * h);
}

}  // namespace stickslip

#pragma once

#include <cstdint>

namespace stickslip {

/// How a step went, from good to grave: of several the last in this order is reported. Each gives up more than the one
/// before it: digits, digits by more than a solver promises, rebounds, joints and gaps, contacts, everything.
enum class StepStatus : std::uint8_t {
  solved,        // as posed
  softened,      // rung 1 of the fallback ladder: constraints give way a little
  rough,         // a solver with a cap ended before its tolerance
  unstabilised,  // rung 2: nothing that is off is undone, nothing rebounds
  events,        // more events than max_events: the rest of the step was inelastic
  projected,     // rung 3: constraints may be violated, energy does not rise
  overflow,      // more contact points than max_contacts: the deepest were kept
  misses,        // shapes met without a contact, or sank deeper than theirs says
  blown_up,      // a joint, an overlap or the energy is beyond what the step's length explains
  failed         // no answer at all: numbers that are not finite
};

struct StatusCode {
  int number;        // published as `solver.status`: its meaning never changes, its size means nothing
  const char* says;  // of a step
};

/// By StepStatus.
inline constexpr StatusCode kStatusCodes[] = {
    {0, "solved as posed"},
    {1, "softened"},
    {7, "the solver ended before its tolerance"},
    {2, "without stabilisation and rebound"},
    {5, "too many events, the rest inelastic"},
    {3, "projected without gaining energy"},
    {4, "more contact points than max_contacts"},
    {8, "shapes met without a contact"},
    {9, "blown up"},
    {6, "no finite answer"},
};

constexpr int kStatusCount = static_cast<int>(sizeof kStatusCodes / sizeof kStatusCodes[0]);

constexpr const StatusCode& code_of(StepStatus status) {
  return kStatusCodes[static_cast<int>(status)];
}

/// The status with a published number; `failed` for a number that none has.
constexpr StepStatus status_with(int number) {
  for (int k = 0; k < kStatusCount; ++k) {
    if (kStatusCodes[k].number == number) return static_cast<StepStatus>(k);
  }
  return StepStatus::failed;
}

constexpr StepStatus graver(StepStatus a, StepStatus b) {
  return a < b ? b : a;
}

}  // namespace stickslip

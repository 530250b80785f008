#pragma once

#include "model/workspace/tally.h"
#include "model/workspace/workspace.h"

/// Impacts resolved in an instant before a step of the velocity-level schemes (L11 section 8): a contact that would be
/// crossed within the step (g + h N v < 0) faster than what does not bounce is resolved at (q, v), and the step starts
/// from there. Found after the fact, as in the paper, the rebound would depend on the grid.
///
/// Where one e covers all impacts the stage is v+ = (1 + e) v^c - e v-, the same as the paper's without friction, and
/// never gains energy with it. For several e it is the paper's (eq. 71 prints +G v- for joints, which injects energy;
/// here they have -G v-), moved back to v^c as far as an island would gain energy (shares.h).
///
/// What a stage throws at others is resolved by the next one, as long as something lively lies ahead: a cradle passes
/// its blow on ball by ball within a step. The last stage that is allowed is plastic.
namespace stickslip {

constexpr int kMostStages = 50;
constexpr int kSolvesPerStage = 2;

struct StageOptions {
  double threshold_speed = 0;  // m/s, approaches slower than this do not bounce
  bool plastic = false;        // also for what does not bounce
};

/// Positions and time stay; the contacts in the workspace are those ahead of the new velocities.
void resolve_ahead(const Model& model, const Layout& layout, const StageOptions& options, double h, State& state,
                   Workspace& work, Tally& tally);

}  // namespace stickslip

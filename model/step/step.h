#pragma once

#include "model/step/blow_up.h"
#include "model/workspace/step_status.h"
#include "model/workspace/workspace.h"

namespace stickslip {

/// What one step reports.
struct StepReport {
  StepStatus status = StepStatus::solved;
  int lcps = 0;
  int iterations = 0;
  int rung = 0;                // of the fallback ladder, the highest that was taken
  int fallbacks = 0;           // rungs of the ladder that were needed, over all solves
  int misses = 0;              // pairs whose contact the step did not see, points that sank all the same
  int overflow = 0;            // contact points beyond the capacity
  double multiplications = 0;  // of the solver
  double residual = 0;         // scale-free, the worst of the step's solves
  double penetration = 0;      // m, at the end
  double joint_error = 0;      // m or rad, the largest at the end
  double energy_gain = 0;      // J, from nothing
  BlowUp blow_up;
};

/// The most that StepReport::lcps can be: what the scheme solves at most, each on the whole fallback ladder.
int max_lcps(const Model& model);

/// The most that StepReport::multiplications can be. It follows from the model: bodies, joints, max_contacts, and how
/// many problems its scheme poses in a step.
double max_multiplications(const Model& model);

/// Whether the model's solver keeps to that: `auto` and `newton`, which end at budgets of their own.
bool has_cap(const Model& model);

/// A trial step is thrown away: all that counts of it is its forces, which are to be those of the state it starts from.
enum class StepKind { step, trial };

/// Advances the state by h under constant inputs; leaves poses at the end of the step and the step's impulses in
/// `work`.
StepReport step(const Model& model, const Layout& layout, Span<const double> inputs, double h, StepKind kind,
                State& state, Workspace& work);

}  // namespace stickslip

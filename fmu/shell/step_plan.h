#pragma once

namespace stickslip::fmu {

/// The clock of an instance: where it stands and, when the importer said so, where it ends.
struct Clock {
  double time = 0;
  double start = 0;
  double stop = 0;
  bool has_stop = false;
};

/// What one fmi2DoStep becomes: `count` steps of `size`, or the reason why it is refused.
struct StepPlan {
  const char* refusal = nullptr;
  long count = 0;
  double size = 0;
};

inline constexpr long kMaxSubsteps = 10'000'000;

/// A communication step from t over H for a component made for steps of h (0: any). Importers add up times in floating
/// point, so that H is off by some 1e-9 h and t by some 1e-4 h after hours: neither may cost an extra step.
StepPlan plan_step(double h, const Clock& clock, double t, double H);

}  // namespace stickslip::fmu

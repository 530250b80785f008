#pragma once

#include "model/workspace/workspace.h"

namespace stickslip {

/// Marks in work.compression the contacts of the last solve that carry force, or overlap.
void mark_loaded_contacts(const Model& model, const Layout& layout, const State& state, Workspace& work);

/// Newton steps that take drift out, at most; each solves a problem.
constexpr int kMostDriftSolves = 3;

/// m or rad, drift that is left where nobody notices.
constexpr double kNoticed = 1e-6;

/// Takes the drift out of joints and of marked contacts: q -= M^-1 nu (nu' M^-1 nu)^-1 Theta, by Newton steps,
/// with springs holding against it as they do in a step of h. Begins and ends with current poses in the workspace.
/// False where they do not take it out: a chain that is straight under load folds before it moves what it holds.
bool project_drift(const Model& model, const Layout& layout, double h, State& state, Workspace& work);

}  // namespace stickslip

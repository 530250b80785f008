#pragma once

#include "model/step/blow_up.h"
#include "model/step/energy.h"

/// Energy from nothing, and when it is a blow-up.
///
/// Over a step that starts with E and ends with E+, W from inputs and drives, S from what is undone (the sum of c J w >
/// 0 over joints, gaps and limits, model/README.md "Energy", and what closing them raises), D = E+ - E - W - S is what
/// nothing accounts for. Rules that keep an energy of their own let D swing about zero, and what a rule loses for good
/// is no credit, so that the account is the rise since its lowest point:
///
///   gained = max(0, gained + D)
///
/// A spring stiffer than the step resolves holds k/2 of the square of what a turn leaves it off by, be it a rod: what
/// springs hold is not motion yet, as long as they are off by no more than half their arms and rest length, by which a
/// joint would have come apart. The step has blown up when more than half of the liveliest motion there has been is
/// from nothing: that it has doubled. As little as forces move within two steps from rest counts as that much motion.
///
///   gained - V_springs > 1/2 max(T, 1/2 sum m (2 h a)^2)
namespace stickslip {

/// Adds to `lifted` what stabilisation does in a solution of whose impulses `weight` counts.
void note_lifting(double weight, const Workspace& work, double& lifted);

/// What a step of h changed, before it is entered.
struct EnergyStep {
  double h = 0;
  Energy before;
  Energy after;
  double from_nothing = 0;
};

/// Enters a step in the state's account, and says whether its energy has blown up: then of the body that moves with
/// most of it.
BlowUp enter(const Model& model, const Layout& layout, const EnergyStep& step, State& state, const Workspace& work);

}  // namespace stickslip

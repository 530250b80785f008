#pragma once

#include "model/workspace/workspace.h"

/// What contacts and stops hold that are springs: k/2 of the square of how deep each point is.
namespace stickslip {

/// J, of all contacts where the bodies are.
double pressed_energy(const Model& model, Workspace& work);

/// J, of a pair of shapes or a stop.
struct Pressed {
  double now = 0;
  double before = 0;  // as the pass began
};

/// What the pair or stop of a contact holds, of which the contact is the first that is loaded: else nothing.
Pressed pressed_by(const Model& model, const Layout& layout, const State& state, int contact, const Workspace& work);

}  // namespace stickslip

#include "model/schemes/scheme.h"

#include "model/schemes/stabilised.h"

namespace stickslip {

int max_events(const Model& model) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::euler:
    case Scheme::trapezoidal:
    case Scheme::spook:
      break;
  }
  return 0;
}

void survey(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass, const State& state,
            Workspace& work) {
  update_forces(model, layout, work.derived, inputs, work.poses, work.forces);
  update_reach(model, state, work.derived.inverse_mass, work.forces.total, pass.h, work.reach);
  find_contacts(model, state, work.poses, work.reach, work.contacts);
}

void impact(const Model& model, const Pass& /*pass*/, State& /*state*/, Workspace& /*work*/, Tally& /*tally*/) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::euler:
    case Scheme::trapezoidal:
    case Scheme::spook:
      break;
  }
}

void geometry_point(const Model& model, const Layout& /*layout*/, Span<const double> /*inputs*/, const Pass& /*pass*/,
                    const State& /*state*/, Workspace& /*work*/) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::euler:
    case Scheme::trapezoidal:
    case Scheme::spook:
      break;
  }
}

void discretise(const Model& model, const Pass& pass, const State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::euler:
    case Scheme::trapezoidal:
    case Scheme::spook:
      discretise_stabilised(model, pass.h, state, work);
      break;
  }
}

Event next_event(const Model& model, const Pass& pass, const State& /*state*/, Workspace& /*work*/) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::euler:
    case Scheme::trapezoidal:
    case Scheme::spook:
      break;
  }
  Event none;
  none.time = pass.h;
  return none;
}

double impulse_weight(const Model& model, const Pass& /*pass*/, double /*time*/) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::euler:
    case Scheme::trapezoidal:
    case Scheme::spook:
      break;
  }
  return 1;
}

void advance(const Model& model, const Pass& pass, double /*time*/, State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::euler:
    case Scheme::trapezoidal:
    case Scheme::spook:
      advance_stabilised(model, pass.h, state, work);
      break;
  }
}

}  // namespace stickslip

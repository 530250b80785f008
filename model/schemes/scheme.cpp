#include "model/schemes/scheme.h"

#include <algorithm>

#include "model/schemes/euler.h"
#include "model/schemes/located.h"
#include "model/schemes/poisson.h"
#include "model/schemes/stabilised.h"
#include "model/schemes/transitions.h"
#include "model/schemes/trapezoidal.h"

namespace stickslip {
namespace {

bool locates_events(const Model& model) {
  switch (model.step.scheme) {
    case Scheme::euler:
    case Scheme::trapezoidal:
      return true;
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  return false;
}

}  // namespace

int max_events(const Model& model) {
  switch (model.step.scheme) {
    case Scheme::euler:
      return model.step.euler.max_events;
    case Scheme::trapezoidal:
      return model.step.trapezoidal.max_events;
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  return 0;
}

bool projects_drift(const Model& model) {
  switch (model.step.scheme) {
    case Scheme::euler:
      return model.step.euler.projection;
    case Scheme::trapezoidal:
      return model.step.trapezoidal.projection;
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  return false;
}

void survey(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass, const State& state,
            Workspace& work) {
  update_forces(model, layout, work.derived, inputs, {pass.start, pass.start, 0}, work.poses, work.forces);
  update_reach(model, state, work.derived.inverse_mass, work.forces.total, pass.h, work.reach);
  if (!locates_events(model)) {
    find_contacts(model, state, work.poses, work.reach, work.contacts);
    return;
  }
  find_contacts(model, state, work.poses, work.reach, work.candidates);
  std::copy(work.poses.begin(), work.poses.end(), work.start_poses.begin());
  work.onset = Onset();
}

void impact(const Model& model, const Pass& pass, State& state, Workspace& work, Tally& tally) {
  ImpactOptions options;
  options.inelastic = pass.exhausted;
  switch (model.step.scheme) {
    case Scheme::stabilised:
    case Scheme::spook:
      return;
    case Scheme::euler:
      options.threshold_speed = model.step.euler.threshold_speed;
      options.short_form = true;
      break;
    case Scheme::trapezoidal:
      options.threshold_speed = model.step.trapezoidal.threshold_speed;
      break;
  }
  keep_closed(work);
  if (resolve_impact(model, options, state, work, tally)) forget_margins(state);
}

void geometry_point(const Model& model, const Layout& layout, Span<const double> inputs, const Pass& pass,
                    const State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::euler:
      keep_active(pass, work);
      look_ahead(model, pass.h, state, work);
      break;
    case Scheme::trapezoidal: {
      keep_active(pass, work);
      look_ahead(model, 0.5 * pass.h, state, work);
      const ForceTimes times = {pass.start, pass.start + pass.h, model.step.trapezoidal.alpha};
      update_forces(model, layout, work.derived, inputs, times, work.poses, work.forces);
      break;
    }
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
}

void discretise(const Model& model, const Layout& layout, const Pass& pass, const State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::euler:
      discretise_euler(model, layout, pass, state, work);
      break;
    case Scheme::trapezoidal:
      discretise_trapezoidal(model, layout, pass, state, work);
      break;
    case Scheme::stabilised:
    case Scheme::spook:
      discretise_stabilised(model, pass.h, state, work);
      break;
  }
}

Event next_event(const Model& model, const Pass& pass, const State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::euler:
      return next_event_euler(model, pass, state, work);
    case Scheme::trapezoidal:
      return next_event_trapezoidal(model, pass, state, work);
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  Event none;
  none.time = pass.h;
  return none;
}

double impulse_weight(const Model& model, const Pass& pass, double time) {
  const double share = time / pass.h;
  switch (model.step.scheme) {
    case Scheme::trapezoidal:
      return share / model.step.trapezoidal.alpha;
    case Scheme::euler:
    case Scheme::stabilised:
    case Scheme::spook:
      break;
  }
  return share;
}

void advance(const Model& model, const Pass& pass, double time, State& state, Workspace& work) {
  switch (model.step.scheme) {
    case Scheme::euler:
      advance_euler(model, pass, time, state, work);
      break;
    case Scheme::trapezoidal:
      advance_trapezoidal(model, pass, time, state, work);
      break;
    case Scheme::stabilised:
    case Scheme::spook:
      advance_stabilised(model, pass.h, state, work);
      break;
  }
}

}  // namespace stickslip

#include "fmu/view/recording.h"

#include "fmu/archive/error.h"
#include "fmu/shell/step_plan.h"
#include "fmu/view/restored.h"
#include "model/core/codec.h"
#include "model/math/size.h"
#include "model/step/initialise.h"

namespace stickslip::view {

namespace {

/// The model with which contacts are looked at: projecting drift away comes after them and takes their place in the
/// workspace.
Model without_projection(const std::vector<std::uint8_t>& bytes) {
  Model model;
  Error error;
  if (!decode(Span<const std::uint8_t>(bytes), model, error)) throw host::Error(error.text);
  model.step.euler.projection = false;
  model.step.trapezoidal.projection = false;
  return model;
}

std::vector<ContactForce> contacts_of(const Workspace& work, double h) {
  std::vector<ContactForce> found;
  const ProblemStorage& problem = work.problem;
  for (int i = 0; i < problem.contact_count; ++i) {
    const ContactPoint& point = work.contacts.storage[i];
    const lcp::Contact& contact = problem.contacts[i];
    Vec3 impulse = problem.solution.impulse[contact.normal] * point.normal;
    if (contact.tangents > 0) impulse += problem.solution.impulse[contact.normal + 1] * work.tangents[i].t1;
    if (contact.tangents > 1) impulse += problem.solution.impulse[contact.normal + 2] * work.tangents[i].t2;
    if (impulse.squaredNorm() > 0)
      found.push_back({point.first_body, point.second_body, 0.5 * (point.p_first + point.p_second), impulse / h});
  }
  return found;
}

}  // namespace

std::vector<std::uint8_t> snapshot_of(host::Slave& slave) {
  host::Instance& instance = slave.instance();
  std::vector<fmi2Byte> bytes;
  fmi2FMUstate state = nullptr;
  const bool good = instance.get_state(state) == fmi2OK && instance.serialize_state(state, bytes) == fmi2OK;
  if (state != nullptr && instance.free_state(state) != fmi2OK) state = nullptr;
  if (!good) throw host::Error("the state cannot be read");
  return {bytes.begin(), bytes.end()};
}

struct Observer::Inside {
  Inside(const fmu::Plant& ours, const std::vector<std::uint8_t>& bytes, const Jobs& jobs)
      : restored(ours),
        plant(without_projection(bytes), ours.description().content, jobs),
        poses(plant.simulation().model().bodies.size()) {}

  void take(const std::vector<std::uint8_t>& snapshot) {
    if (!restored.take(snapshot, plant)) throw host::Error("the state of the run cannot be looked at");
  }

  Restored restored;
  fmu::Plant plant;
  std::vector<BodyPose> poses;
};

Observer::Observer(const fmu::Plant& plant, const std::vector<std::uint8_t>& bytes, const Jobs& jobs)
    : inside_(std::make_unique<Inside>(plant, bytes, jobs)) {}

Observer::~Observer() = default;

Moment Observer::moment(const std::vector<std::uint8_t>& before, double H, const std::vector<std::uint8_t>& now) {
  Moment moment;
  inside_->take(before);
  const fmu::SnapshotHeader& header = inside_->restored.header();
  const fmu::Log silent;
  fmu::Values values = inside_->restored.values();
  const fmu::StepPlan plan = fmu::plan_step(model().step.size, {header.time, header.start, 0, false}, header.time, H);
  bool good = plan.refusal == nullptr;
  for (long i = 0; good && i < plan.count; ++i) {
    values.continues = i > 0;
    good = inside_->plant.step(header.time + static_cast<double>(i) * plan.size, plan.size, values, silent);
  }
  if (good) moment.contacts = contacts_of(inside_->plant.simulation().workspace(), plan.size);
  inside_->take(now);
  moment.time = header.time;
  // Motion has no const form: the state is looked at as it is.
  const Motion& motion = inside_->plant.simulation().state().motion;
  update_poses(model(), motion, inside_->poses);
  moment.poses = inside_->poses;
  // A planar step turns by angles alone and leaves quaternions as they were at the start.
  for (std::size_t b = 0; model().planar && b < moment.poses.size(); ++b)
    moment.poses[b].q = exponential_map(motion.angle[static_cast<int>(b)] * Vec3::UnitZ());
  return moment;
}

Scene Observer::scene(const Moment& first) const {
  return scene_of(model(), first.poses);
}

const Model& Observer::model() const {
  return inside_->plant.simulation().model();
}

std::vector<BodyPose> start_poses(const Model& model) {
  const Layout layout(model);
  std::vector<double> starts(size(layout.starts));
  std::vector<double> parameters(size(layout.parameters));
  std::vector<double> inputs(size(layout.inputs));
  std::vector<double> real(size(layout.outputs));
  std::vector<int> integer(size(layout.integer_outputs));
  std::vector<int> boolean(size(layout.boolean_outputs));
  default_starts(model, layout, starts);
  default_parameters(model, layout, parameters);
  Simulation simulation(model);
  if (const Error error = simulation.initialise(starts, parameters, inputs, {real, integer, boolean}))
    throw host::Error(error.text);
  std::vector<BodyPose> poses(model.bodies.size());
  update_poses(model, simulation.state().motion, poses);
  return poses;
}

}  // namespace stickslip::view

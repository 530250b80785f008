#include "fmu/shell/instance.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstring>
#include <utility>

#include "fmu/shell/names.h"
#include "fmu/shell/resource_path.h"
#include "model/math/finite.h"

namespace stickslip::fmu {
namespace {

fmi2Status status_of(Category category) {
  switch (category) {
    case Category::error:
      return fmi2Error;
    case Category::discard:
      return fmi2Discard;
    case Category::warning:
      return fmi2Warning;
    case Category::solver:
    case Category::events:
      return fmi2OK;
  }
  return fmi2OK;
}

// The location the importer gave, and when that does not work the folder beside the binary.
std::unique_ptr<Component> load(const char* resource_uri, std::string& error) {
  const std::string given = path_of_uri(resource_uri);
  if (!given.empty()) {
    if (auto component = make_component(given, error)) return component;
  }
  std::string second_error;
  auto component = make_component(resources_beside_binary(), second_error);
  if (component == nullptr && error.empty()) error = second_error;
  return component;
}

// Flat names are the exporter's doing: the binary finds out by the GUID which ones its XML has.
bool guid_matches(const Description& description, const char* guid) {
  return guid_of(description) == guid || guid_of(with_flat_names(description)) == guid;
}

}  // namespace

void Importer::deliver(void* user, Category category, const char* text) {
  const auto& importer = *static_cast<const Importer*>(user);
  char doubled[Log::kTextBytes];
  std::size_t length = 0;
  for (; *text != '\0' && length + 2 < sizeof doubled; ++text) {
    if (*text == '#') doubled[length++] = '#';
    doubled[length++] = *text;
  }
  doubled[length] = '\0';
  importer.callbacks.logger(importer.callbacks.componentEnvironment, importer.instance_name.c_str(),
                            status_of(category), kCategoryNames[static_cast<int>(category)], "%s", doubled);
}

Instance* Instance::create(const char* name, fmi2Type type, const char* guid, const char* resource_uri,
                           const fmi2CallbackFunctions* callbacks, bool logging) {
  if (callbacks == nullptr) return nullptr;
  auto importer = std::make_unique<Importer>();
  importer->callbacks = *callbacks;
  if (name != nullptr) importer->instance_name = name;
  Log log(callbacks->logger != nullptr ? &Importer::deliver : nullptr, importer.get());
  log.enable_all(logging);
  const auto refuse = [&log](const char* reason) -> Instance* {
    log.write(Category::error, "fmi2Instantiate: %s", reason);
    return nullptr;
  };
  if (name == nullptr || *name == '\0') return refuse("the instance needs a name");
  if (type != fmi2CoSimulation) return refuse("this FMU is for co-simulation, not for model exchange");
  if (guid == nullptr) return refuse("the GUID is missing");
  std::string reason;
  auto component = load(resource_uri, reason);
  if (component == nullptr) return refuse(reason.c_str());
  const std::string own_guid = guid_of(component->description());
  if (!guid_matches(component->description(), guid)) {
    log.write(Category::error, "fmi2Instantiate: GUID %.100s is not that of this FMU, %s: XML and binary do not match",
              guid, own_guid.c_str());
    return nullptr;
  }
  std::unique_ptr<Instance> instance(new Instance(std::move(importer), log, std::move(component), own_guid));
  if (instance->live_ == nullptr || instance->before_ == nullptr) return refuse("out of memory");
  instance->place_values();
  instance->reset();
  return instance.release();
}

Instance::Instance(std::unique_ptr<Importer> importer, Log log, std::unique_ptr<Component> component,
                   const std::string& guid)
    : importer_(std::move(importer)),
      log_(log),
      component_(std::move(component)),
      variables_(component_->description().variables),
      layout_(component_->description(), guid),
      live_(layout_.allocate()),
      before_(layout_.allocate()) {}

void Instance::place_values() {
  values_ = layout_.values(live_.get());
  kept_ = layout_.values(before_.get());
  last_outputs_ = values_.last_outputs.data();
  spare_outputs_ = kept_.last_outputs.data();
}

bool Instance::allows(Call call) const {
  const Phase phase = live_->phase;
  if (is_legal(call, phase)) return true;
  error("%s is not allowed %s", rule_of(call).name,
        call == Call::cancel_step ? "here: steps are synchronous, none is in progress"
                                  : kPhaseNames[static_cast<int>(phase)]);
  return false;
}

fmi2Status Instance::error(const char* format, ...) const {
  va_list arguments;
  va_start(arguments, format);
  log_.write_list(Category::error, format, arguments);
  va_end(arguments);
  return fmi2Error;
}

fmi2Status Instance::discard(const char* format, ...) const {
  va_list arguments;
  va_start(arguments, format);
  log_.write_list(Category::discard, format, arguments);
  va_end(arguments);
  return fmi2Discard;
}

fmi2Status Instance::set_debug_logging(bool on, std::size_t count, const fmi2String categories[]) {
  if (count > 0 && categories == nullptr) return error("fmi2SetDebugLogging: the categories are missing");
  Log changed = log_;
  if (on || count == 0) changed.enable_all(on && count == 0);
  for (std::size_t i = 0; i < count; ++i) {
    if (categories[i] == nullptr)
      return error("fmi2SetDebugLogging: category %lu is null", static_cast<unsigned long>(i));
    bool known = false;
    for (int c = 0; c < kCategoryCount; ++c) {
      if (std::strcmp(categories[i], kCategoryNames[c]) != 0 && std::strcmp(categories[i], "logAll") != 0) continue;
      changed.enable(static_cast<Category>(c), on);
      known = true;
    }
    if (!known) return error("fmi2SetDebugLogging: there is no category \"%.100s\"", categories[i]);
  }
  log_ = changed;
  return fmi2OK;
}

fmi2Status Instance::setup_experiment(double start, bool has_stop, double stop) {
  if (!std::isfinite(start)) return error("fmi2SetupExperiment: startTime is not a finite number");
  if (has_stop && !(std::isfinite(stop) && stop >= start)) {
    return error("fmi2SetupExperiment: stopTime %g is not a finite number >= startTime %g", stop, start);
  }
  live_->start = live_->time = start;
  live_->has_stop = has_stop ? 1 : 0;
  live_->stop = has_stop ? stop : 0;
  return fmi2OK;
}

fmi2Status Instance::enter_initialization_mode() {
  live_->phase = Phase::initialising;
  return fmi2OK;
}

fmi2Status Instance::exit_initialization_mode() {
  if (!make_consistent()) return error("fmi2ExitInitializationMode: there is no initial state with these start values");
  if (!component_->check_start(log_)) return error("fmi2ExitInitializationMode: change the start values and try again");
  live_->phase = Phase::ready;
  log_.write(Category::events, "initialised at t = %g", live_->time);
  return fmi2OK;
}

// Outputs asked for in initialisation mode follow from what has been set so far; the state is made from it as a whole,
// so that it does not matter how often somebody asks.
bool Instance::make_consistent() {
  if (live_->has_state != 0) return true;
  const bool made = component_->initialise(live_->start, values(), log_) && outputs_are_finite();
  live_->has_state = made ? 1 : 0;
  return made;
}

bool Instance::outputs_are_finite() const {
  const Span<double> outputs = values().outputs;
  if (all_finite(outputs)) return true;
  for (int i = 0; i < outputs.size(); ++i) {
    if (std::isfinite(outputs[i])) continue;
    for (const Variable& v : variables_) {
      const bool here = v.slot.store == Store::output && v.slot.index == i;
      if (here) error("output %s is no longer a finite number", v.name.c_str());
    }
    return false;
  }
  return true;
}

fmi2Status Instance::terminate() {
  live_->phase = Phase::terminated;
  log_.write(Category::events, "terminated at t = %g", live_->time);
  return fmi2OK;
}

fmi2Status Instance::reset() {
  live_->phase = Phase::instantiated;
  live_->time = live_->start = live_->stop = 0;
  live_->has_stop = live_->has_state = 0;
  live_->last_size = 0;
  live_->has_slopes = 0;
  set_to_start(component_->description(), values());
  gather();
  std::fill(values().slopes.begin(), values().slopes.end(), 0.0);
  std::fill(values().last_outputs.begin(), values().last_outputs.end(), 0.0);
  return fmi2OK;
}

Clock Instance::clock() const {
  return {live_->time, live_->start, live_->stop, live_->has_stop != 0};
}

fmi2Status Instance::do_step(double t, double H) {
  const StepPlan plan = plan_step(component_->description().step, clock(), t, H);
  if (plan.refusal != nullptr) return error("fmi2DoStep from t = %.17g over %.17g: %s", t, H, plan.refusal);
  keep_for_step();
  StoredValues here = values();
  for (long i = 0; i < plan.count; ++i) {
    const double passed = static_cast<double>(i) * plan.size;
    const double now = t + passed;
    here.continues = i > 0;
    if (live_->has_slopes != 0) move_inputs(passed + 0.5 * plan.size, here);
    if (i > 0 && i + 1 == plan.count) std::copy(here.outputs.begin(), here.outputs.end(), kept_.outputs.begin());
    if (component_->step(now, plan.size, here, log_) && outputs_are_finite()) continue;
    go_back_from_step();
    live_->phase = Phase::failed;
    return error("fmi2DoStep: the step from t = %.17g failed; fmi2Reset or fmi2SetFMUstate go on from here", now);
  }
  if (plan.count > 1) std::copy(kept_.outputs.begin(), kept_.outputs.end(), spare_outputs_);
  std::swap(last_outputs_, spare_outputs_);
  live_->time = t + H;
  live_->last_size = plan.size;
  if (live_->has_slopes != 0) end_slopes(here);
  return fmi2OK;
}

// Inputs are held over a step of the component. At its middle the line of an input has its mean, so that a force brings
// in the impulse that it should.
void Instance::move_inputs(double passed, const StoredValues& here) const {
  for (const Variable& v : variables_) {
    if (v.causality != Causality::input || here.slope(v.slot) == 0) continue;
    double value = read(kept_, v.slot) + passed * here.slope(v.slot);
    if (v.has_min) value = std::max(value, v.min);
    if (v.has_max) value = std::min(value, v.max);
    write(here, v.slot, value);
  }
}

// What the importer has set stands there again. Where an input goes from here the importer has to say anew.
void Instance::end_slopes(const StoredValues& here) const {
  std::copy(kept_.inputs.begin(), kept_.inputs.end(), here.inputs.begin());
  std::copy(kept_.parameters.begin(), kept_.parameters.end(), here.parameters.begin());
  std::fill(here.slopes.begin(), here.slopes.end(), 0.0);
  live_->has_slopes = 0;
}

fmi2Status Instance::last_successful_time(fmi2StatusKind kind, double* time) const {
  if (time == nullptr) return error("fmi2GetRealStatus: the place for the value is missing");
  if (kind != fmi2LastSuccessfulTime) return no_status(kind);
  *time = live_->time;
  return fmi2OK;
}

fmi2Status Instance::terminated(fmi2StatusKind kind, int* flag) const {
  if (flag == nullptr) return error("fmi2GetBooleanStatus: the place for the value is missing");
  if (kind != fmi2Terminated) return no_status(kind);
  *flag = fmi2False;  // nothing a plant does ends a simulation
  return fmi2OK;
}

fmi2Status Instance::no_status(fmi2StatusKind kind) const {
  return discard("status %d is about steps in progress; here steps are synchronous", static_cast<int>(kind));
}

}  // namespace stickslip::fmu

#include <algorithm>
#include <cstdio>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/model_facts.h"
#include "fmu/cli/model_file.h"
#include "fmu/cli/variable_table.h"
#include "fmu/lint/lint.h"
#include "model/collision/pairs.h"
#include "model/step/step.h"
#include "model/workspace/workspace.h"

namespace stickslip::cli {

namespace {

std::string counted(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

int check_fmu(const CheckOptions& options) {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  const host::Verdict verdict = host::lint(options.file, {.run = options.run});
  for (const host::Finding& finding : verdict.findings) {
    std::printf("%s\n", host::printable(host::to_string(finding), 2000).c_str());
    ++(finding.severity == host::Severity::error ? errors : warnings);
  }
  const std::string sum = options.file + ": " + counted(errors, "error") + ", " + counted(warnings, "warning") + "; " +
                          host::printable(verdict.trial, 2000);
  if (errors != 0) throw host::Error(sum);
  std::printf("%s\n", sum.c_str());
  return kSuccess;
}

std::size_t count_of(const host::ModelDescription& description, host::Causality causality) {
  return static_cast<std::size_t>(
      std::count_if(description.variables.begin(), description.variables.end(),
                    [&](const host::ScalarVariable& v) { return v.causality == causality; }));
}

void print_facts(const ModelFile& file, const host::ModelDescription& description) {
  const Model& model = file.model;
  const ModelFacts facts = facts_of(model);
  std::printf("bodies               %zu, %d of them move (%s)\n", model.bodies.size(), facts.moving_bodies,
              model.planar ? "planar" : "spatial");
  std::printf("joints               %zu\n", model.joints.size());
  std::printf("degrees of freedom   %d\n", facts.freedom);
  std::string implied;
  for (const std::string& name : facts.implied) implied += (implied.empty() ? ": " : ", ") + name;
  std::printf("redundant            %s of joints%s\n",
              counted(static_cast<std::size_t>(facts.redundant), "constraint").c_str(), implied.c_str());
  std::printf("initial penetration  %g m\n", facts.overlap);
  std::printf("initial joint error  %g m or rad\n", facts.joint_error);
  std::printf("capacity             %s; %.0f pairs of shapes may touch\n",
              counted(static_cast<std::size_t>(model.step.max_contacts), "contact point").c_str(),
              count_pairs(model).pairs);
  const std::size_t state = file.plant->description().state_bytes;
  std::printf("state                %zu bytes\n", state);
  // An instance keeps its state, and one to try steps on.
  std::printf("memory               about %.2g MB an instance\n",
              (workspace_bytes(model) + 2.0 * static_cast<double>(state)) / 1e6);
  if (has_cap(model)) {
    std::printf("cap                  %.2g multiplications a step in the solver\n", max_multiplications(model));
  }
  std::printf("variables            %zu inputs, %zu outputs, %zu parameters\n\n",
              count_of(description, host::Causality::input), count_of(description, host::Causality::output),
              count_of(description, host::Causality::parameter));
}

int check_model(const CheckOptions& options) {
  const ModelFile file = load_model(options.file, options.robot);
  refuse_faults(file, false);
  const host::Fmu linked = linked_fmu(file);
  print_facts(file, linked.description());
  print_variables(linked.description());
  return kSuccess;
}

}  // namespace

int check(const CheckOptions& options) {
  return is_fmu(options.file) ? check_fmu(options) : check_model(options);
}

}  // namespace stickslip::cli

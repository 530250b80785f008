#include <cstdio>

#include "fmu/cli/commands.h"
#include "fmu/host/error.h"
#include "fmu/host/lint.h"

namespace stickslip::cli {

namespace {

std::string counted(int count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

int check_fmu(const CheckOptions& options) {
  int errors = 0;
  int warnings = 0;
  for (const host::Finding& finding : host::lint(options.file, {.run = options.run})) {
    std::printf("%s\n", host::to_string(finding).c_str());
    ++(finding.severity == host::Severity::error ? errors : warnings);
  }
  const std::string sum = options.file + ": " + counted(errors, "error") + ", " + counted(warnings, "warning");
  if (errors != 0) throw host::Error(sum);
  std::printf("%s\n", sum.c_str());
  return kSuccess;
}

}  // namespace

int check(const CheckOptions& options) {
  return check_fmu(options);
}

}  // namespace stickslip::cli

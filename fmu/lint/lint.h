#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fmu/host/model_description.h"

namespace stickslip::host {

class ZipArchive;

/// An error is against the standard, or at least one known importer rejects it; a warning will surprise somebody.
enum class Severity { error, warning };

struct Finding {
  Severity severity = Severity::error;
  std::string place;   // file, and line where there is one
  std::string what;    // is wrong
  std::string remedy;  // what to do about it
};

/// "place: error: what; remedy"
std::string to_string(const Finding& finding);

struct LintOptions {
  bool run = true;  // load the binary in processes of its own and try what its flags promise
};

struct Verdict {
  std::vector<Finding> findings;
  std::string trial;  // whether the binary was tried, and why not
};

/// Everything we know to be wrong with an FMI 2.0 FMU. Throws nothing for a broken FMU; a file that cannot be read is a
/// finding too.
Verdict lint(const std::filesystem::path& fmu, const LintOptions& options = {});

/// The part of it that needs modelDescription.xml only.
std::vector<Finding> lint_description(const std::string& xml, const std::string& label);

}  // namespace stickslip::host

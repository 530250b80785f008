#include "fmu/lint/lint.h"

#include <new>
#include <set>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/text.h"
#include "fmu/host/apart.h"
#include "fmu/host/fmu.h"
#include "fmu/lint/passes.h"

namespace stickslip::host {

namespace {

constexpr const char* kDescription = "modelDescription.xml";

struct Checked {
  std::vector<Finding> findings;
  std::optional<ModelDescription> description;
};

Checked check_description(const std::string& xml, const std::string& label) {
  Checked out;
  const Findings findings(label, out.findings);
  lint_text(xml, findings);
  try {
    const XmlDocument document(xml, label);
    const std::string version = document.root().attribute("fmiVersion").value();
    if (!version.empty() && version.front() != '2') {  // by other rules all of it would be wrong
      findings.error(document.root().line(), "the FMU is of FMI version " + in_quotes(version),
                     "what is known here is FMI 2.0; check it with a tool for that version");
      return out;
    }
    lint_schema(document, findings);
    // The schema pass has said everything about values that do not parse.
    out.description = read_model_description(document, [](int, const std::string&) {});
  } catch (const Error& error) {
    const std::string text = error.what();
    findings.error(0, text.substr(label.size() + 1), "correct the XML; xmllint shows the place");
    return out;
  }
  lint_header(*out.description, findings);
  lint_units_and_types(*out.description, findings);
  lint_variables(*out.description, findings);
  lint_aliases(*out.description, findings);
  lint_structure(*out.description, findings);
  return out;
}

std::string without_label(const Error& error, const std::string& label) {
  const std::string text = error.what();
  const std::string prefix = label + ": ";
  return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text;
}

/// Why the binary of an FMU is not tried; empty when it can be.
std::string obstacle(const ZipArchive& archive, const std::string& xml, const ModelDescription& description,
                     const LintOptions& options) {
  if (!options.run) return "as you asked";
  if (!archive.problems().empty()) return "the archive must not be unpacked";
  if (!description.co_simulation) return "it is a Model Exchange FMU, and what runs FMUs here is for co-simulation";
  if (description.co_simulation->needs_execution_tool) return "it needs its tool (needsExecutionTool)";
  const std::string library = library_name(description.co_simulation->identifier);
  if (archive.find(library) == nullptr) return "there is no " + library;
  try {
    parse_model_description(xml, kDescription);
  } catch (const Error&) {
    return "no importer can read its description";
  }
  return {};
}

}  // namespace

std::string in_quotes(std::string_view text) {
  return "\"" + std::string(text) + "\"";
}

std::string to_string(const Finding& finding) {
  std::string text = finding.place + (finding.severity == Severity::error ? ": error: " : ": warning: ") + finding.what;
  return finding.remedy.empty() ? text : text + "; " + finding.remedy;
}

std::vector<Finding> lint_description(const std::string& xml, const std::string& label) {
  return check_description(xml, label).findings;
}

Verdict lint(const std::filesystem::path& fmu, const LintOptions& options) {
  Verdict verdict{{}, "the binary was not tried: the FMU cannot be read"};
  std::vector<Finding>& out = verdict.findings;
  const Findings findings(fmu.string(), out);
  std::string bytes;
  try {
    bytes = read_file(fmu);
  } catch (const Error& error) {
    findings.error(0, without_label(error, fmu.string()), "check the path");
    return verdict;
  }
  try {
    const ZipArchive archive(fmu.string(), std::move(bytes));
    lint_archive(archive, findings);
    const ZipEntry* entry = archive.find(kDescription);
    if (entry == nullptr) return verdict;
    const std::string xml = archive.read(*entry);
    const Checked checked = check_description(xml, fmu.string() + "/" + kDescription);
    out.insert(out.end(), checked.findings.begin(), checked.findings.end());
    if (!checked.description) {
      verdict.trial = "the binary was not tried: there is no description that it could be tried by";
      return verdict;
    }
    lint_files(archive, *checked.description, findings);
    const std::string reason = obstacle(archive, xml, *checked.description, options);
    verdict.trial =
        reason.empty() ? lint_binary(fmu, *checked.description, findings) : "the binary was not tried: " + reason;
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    findings.error(0, without_label(error, fmu.string()), "pack the FMU again");
  } catch (const std::bad_alloc&) {
    findings.error(0, "there is not enough memory to look at it", "an FMU is a few files; look for what is so large");
  }
  return verdict;
}

}  // namespace stickslip::host

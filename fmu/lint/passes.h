#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "fmu/archive/zip.h"
#include "fmu/host/xml_document.h"
#include "fmu/lint/lint.h"

/// The passes behind `lint`, one file each.
namespace stickslip::host {

/// Collects findings of one file.
class Findings {
 public:
  Findings(std::string label, std::vector<Finding>& out) : label_(std::move(label)), out_(out) {}

  void error(int line, std::string what, std::string remedy) const {
    out_.push_back({Severity::error, place(line), std::move(what), std::move(remedy)});
  }
  void warn(int line, std::string what, std::string remedy) const {
    out_.push_back({Severity::warning, place(line), std::move(what), std::move(remedy)});
  }

  std::vector<Finding>& all() const { return out_; }

 private:
  std::string place(int line) const { return line > 0 ? label_ + ":" + std::to_string(line) : label_; }

  std::string label_;
  std::vector<Finding>& out_;
};

std::string in_quotes(std::string_view text);

/// Encoding, entities, document type: what XML parsers differ in.
void lint_text(const std::string& xml, const Findings& findings);
/// Elements, attributes, order, lexical form: what the schema says.
void lint_schema(const XmlDocument& document, const Findings& findings);
/// Flags, default experiment, log categories.
void lint_header(const ModelDescription& description, const Findings& findings);
void lint_units_and_types(const ModelDescription& description, const Findings& findings);
void lint_variables(const ModelDescription& description, const Findings& findings);
void lint_aliases(const ModelDescription& description, const Findings& findings);
void lint_structure(const ModelDescription& description, const Findings& findings);
/// Names, content and layout of the archive.
void lint_archive(const ZipArchive& archive, const Findings& findings);
/// Files that the description promises.
void lint_files(const ZipArchive& archive, const ModelDescription& description, const Findings& findings);
/// Loads the binary in child processes and tries it; says how far that went.
std::string lint_binary(const std::filesystem::path& fmu, const ModelDescription& description,
                        const Findings& findings);

}  // namespace stickslip::host

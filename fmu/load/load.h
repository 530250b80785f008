#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fmu/load/about.h"
#include "model/core/model.h"

/// The model file (resources/README.md is its reference) as a Model.
namespace stickslip::load {

enum class Severity : int { error, warning };

/// Something to tell the user about a place in the file; line and column count from 1, 0 means the file as a whole.
struct Diagnostic {
  std::string file;
  int line = 0;
  int col = 0;
  std::string text;
  Severity severity = Severity::error;
};

/// `stack.toml:41:8: body "lid": mass must be > 0, got -1`; warnings have `warning: ` before the text.
std::string to_string(const Diagnostic& diagnostic);

/// A file that [[include]] brings in.
struct PartText {
  std::string file;  // its path, as messages call it
  std::string name;  // its path beside the model in an FMU's record
  std::string text;
};

struct Loaded {
  std::optional<Model> model;           // absent when there was an error
  std::vector<Diagnostic> diagnostics;  // every error and warning, in the order of the file, then of its parts
  std::string text;                     // the file as read
  std::vector<PartText> parts;          // each file once
  std::vector<std::pair<std::string, std::string>> overlaps;  // bodies that begin inside each other
  About about;
};

Loaded load_file(const std::string& path);

/// `name` stands in messages in place of the file's path; files that the text includes are looked for beside it.
Loaded load_text(std::string_view text, const std::string& name);

}  // namespace stickslip::load

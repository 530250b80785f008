#pragma once

#include <gtest/gtest.h>

#include <string>

#include "fmu/load/load.h"

namespace stickslip {

/// The model of a text in the format of spec.md.
inline Model model_from(const std::string& text) {
  const load::Loaded loaded = load::load_text(text, "test.toml");
  for (const load::Diagnostic& d : loaded.diagnostics) {
    if (d.severity == load::Severity::error) ADD_FAILURE() << load::to_string(d);
  }
  return loaded.model ? *loaded.model : Model{};
}

/// A model of resources/.
inline Model resource(const std::string& name) {
  const load::Loaded loaded = load::load_file(std::string(STICKSLIP_SOURCE_DIR) + "/resources/" + name + ".toml");
  for (const load::Diagnostic& d : loaded.diagnostics) ADD_FAILURE() << load::to_string(d);
  return loaded.model ? *loaded.model : Model{};
}

}  // namespace stickslip

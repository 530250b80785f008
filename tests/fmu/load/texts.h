#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fmu/load/load.h"

/// Model files as tests write them: a text and what comes of it.
namespace stickslip::load {

inline constexpr const char* kPlanar = "name = \"test\"\ndimension = 2";
inline constexpr const char* kSteel = "[[material]]\nname = \"steel\"\nfriction = 0.5\n";

/// The model of `body` behind a [model] table with the lines of `world`.
inline Model loaded(const std::string& body, const std::string& world = "name = \"test\"") {
  const Loaded result = load_text("[model]\n" + world + "\n" + body, "test.toml");
  for (const Diagnostic& d : result.diagnostics) {
    if (d.severity == Severity::error) ADD_FAILURE() << to_string(d);
  }
  return result.model.value_or(Model{});
}

/// Every error and warning of a whole file called "t".
inline std::vector<std::string> said(const std::string& text) {
  std::vector<std::string> lines;
  for (const Diagnostic& d : load_text(text, "t").diagnostics) lines.push_back(to_string(d));
  return lines;
}

}  // namespace stickslip::load

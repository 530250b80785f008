#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "fmu/load/available.h"
#include "fmu/load/load.h"

namespace stickslip {

/// The model of a text in the format of resources/README.md.
inline Model model_from(const std::string& text) {
  const load::Loaded loaded = load::load_text(text, "test.toml");
  for (const load::Diagnostic& d : loaded.diagnostics) {
    if (d.severity == load::Severity::error) ADD_FAILURE() << load::to_string(d);
  }
  return loaded.model ? *loaded.model : Model{};
}

/// A number for such a text, to its last bit.
inline std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// What such a text calls a scheme.
inline std::string name_of(Scheme scheme) {
  for (const load::Choice<Scheme>& choice : load::kSchemes) {
    if (choice.value == scheme) return std::string(choice.name);
  }
  return "";
}

/// What ends the name of a test that runs under each scheme.
inline std::string name_of_tested(const testing::TestParamInfo<Scheme>& tested) {
  return name_of(tested.param);
}

/// How such a text starts; `world` are lines of [model].
inline std::string head_of(Scheme scheme, const std::string& world, double h) {
  return "[model]\nname = \"m\"\n" + world + "\n[step]\nsize = " + number(h) + "\nscheme = \"" + name_of(scheme) +
         "\"\n";
}

/// For the head of such a text: a material "m" and, fixed in the world, a "floor" of it, the plane through the origin.
inline std::string floor_of(double friction, double restitution = 0) {
  return "[[material]]\nname = \"m\"\nfriction = " + number(friction) + "\nrestitution = " + number(restitution) +
         "\n[[body]]\nname = \"floor\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"m\" }]\n";
}

/// A model of resources/.
inline Model resource(const std::string& name) {
  const load::Loaded loaded = load::load_file(std::string(STICKSLIP_SOURCE_DIR) + "/resources/" + name + ".toml");
  for (const load::Diagnostic& d : loaded.diagnostics) ADD_FAILURE() << load::to_string(d);
  return loaded.model ? *loaded.model : Model{};
}

}  // namespace stickslip

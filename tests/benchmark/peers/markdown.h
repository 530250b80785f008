#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "tests/benchmark/peers/summary.h"

namespace stickslip::peers {

/// What all engines have made of a scene.
struct Row {
  std::string name;
  Scene scene;
  std::vector<Summary> summaries;  // by engine; without steps and crashed: not run
};

/// Scenes by engines: p50 / p99 in ms, how far off the run was, the first of the scene's own figures.
void write_markdown(std::FILE* file, const std::vector<Engine>& engines, const std::vector<Row>& rows);

}  // namespace stickslip::peers

#include <cmath>

#include "tests/benchmark/peers/scene_table.h"

namespace stickslip::peers {
namespace {

using Make = Scene (*)(double);

std::vector<SceneEntry> all() {
  struct Listed {
    Make make;
    std::vector<int> rates;
  };
  const std::vector<Listed> listed = {
      {disks, {20}},
      {stack_of_10, {60, 1000}},
      {stack_of_50, {60}},
      {slope_that_holds, {60, 1000}},
      {slope_that_slides, {60, 1000}},
      {bouncing_ball, {60, 1000}},
      {cradle, {1000}},
      {tumbling_body, {60, 1000}},
      {wall_at_rest, {60}},
      {wall_hit, {60}},
      {logs, {60}},
      {chain_100, {60, 240, 1000}},
      {chain_100_loaded, {60, 240, 1000}},
      {chain_1000, {60}},
      {arm, {1000}},
      {balls_50, {60}},
      {balls_200, {60}},
      {balls_800, {60}},
      {boxes_apart, {60}},
      {rocks, {60}},
      {balls_falling, {60}},
  };
  std::vector<SceneEntry> entries;
  for (const Listed& one : listed) {
    for (const int rate : one.rates) {
      entries.push_back({one.make(1.0 / rate).name + "@" + std::to_string(rate), one.make, 1.0 / rate});
    }
  }
  return entries;
}

}  // namespace

const std::vector<SceneEntry>& scenes() {
  static const std::vector<SceneEntry> entries = all();
  return entries;
}

bool matches(const std::string& pattern, const std::string& name) {
  if (name.compare(0, pattern.size(), pattern) != 0) return false;
  return name.size() == pattern.size() || name[pattern.size()] == '.' || name[pattern.size()] == '@';
}

}  // namespace stickslip::peers

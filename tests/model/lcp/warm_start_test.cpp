// What is carried from step to step.
#include "model/lcp/warm_start.h"

#include <gtest/gtest.h>

#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

TEST(WarmStart, SoftenedRowsAreMarkedByName) {
  Scene scene;
  for (int b = 0; b < 2; ++b) scene.add_body(1, 0.1, std::vector<double>(6));
  for (int b = 0; b < 2; ++b) scene.add_contact(b, {0, 0, -0.1}, 0.5, 0);
  const Problem problem = scene.problem();
  std::vector<WarmEntry> entries(2);
  entries[0].id = problem.rows[0].id;
  entries[1].id = problem.rows[3].id;
  if (entries[1].id < entries[0].id) std::swap(entries[0], entries[1]);
  for (WarmEntry& entry : entries) entry.in_use = kInUse;
  const WarmStart warm = {entries};
  std::vector<std::uint8_t> softened(static_cast<std::size_t>(problem.rows.size()), 1);
  softened_from(warm, problem, softened);
  EXPECT_EQ(softened, std::vector<std::uint8_t>(softened.size(), 0));
  softened[3] = 1;
  WarmStart marked = {entries};
  softened_to(marked, problem, softened);
  std::vector<std::uint8_t> read(softened.size(), 1);
  softened_from(marked, problem, read);
  EXPECT_EQ(read, softened);
}

}  // namespace
}  // namespace stickslip::lcp

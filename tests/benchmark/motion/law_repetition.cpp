#include <algorithm>
#include <bit>
#include <cstdint>

#include "model/math/size.h"
#include "tests/benchmark/motion/trials.h"

namespace stickslip::motion {
namespace {

constexpr int kSteps = 25;  // of a repetition

int bits_that_differ(const Record& a, int row_of_a, const Record& b, int row_of_b) {
  int count = 0;
  for (int i = 0; i < a.layout.outputs; ++i) {
    const auto bits_of_a = std::bit_cast<std::uint64_t>(a.row(row_of_a)[i]);
    count += bits_of_a != std::bit_cast<std::uint64_t>(b.row(row_of_b)[i]) ? 1 : 0;
  }
  return count;
}

}  // namespace

void judge_repetition(const Scene& scene, const Record& record, Verdict& verdict) {
  std::string why;
  const std::unique_ptr<Run> again = Run::start(scene, scene.h, why);
  const std::unique_ptr<Run> copied = Run::start(scene, scene.h, why);
  if (!again || !copied) {
    verdict.weigh(Law::repeat, 0, 1, 0.5, "refused: " + why);
    return;
  }
  const int steps = std::min(kSteps, record.steps);
  const int half = steps / 2;
  for (int k = 0; k <= steps; ++k) {
    if (k > 0) again->step();
    verdict.weigh(Law::repeat, k, bits_that_differ(record, k, again->record(), k), 0.5, "outputs that differ");
    if (k == half) copied->continue_from(*again);
  }
  for (int k = 1; half + k <= steps; ++k) {
    copied->step();
    verdict.weigh(Law::copy, half + k, bits_that_differ(record, half + k, copied->record(), k), 0.5,
                  "outputs that differ");
  }
}

}  // namespace stickslip::motion

#include "fmu/shell/value_store.h"

#include <gtest/gtest.h>

namespace stickslip::fmu {
namespace {

Variable at(Store store, int index, Causality causality, double start = 0) {
  Variable v;
  v.causality = causality;
  v.slot = {store, index};
  v.start = start;
  return v;
}

TEST(ValueStore, ReachesAsFarAsVariablesAndHiddenNumbersDo) {
  Description d;
  d.variables = {at(Store::parameter, 1, Causality::parameter, 5), at(Store::output, 3, Causality::output)};
  d.blocks.parameters = {1, 2, 3};
  d.blocks.outputs = 2;
  d.blocks.integer_outputs = 3;
  const ValueLayout layout(d);
  EXPECT_EQ(layout.parameters, 3);
  EXPECT_EQ(layout.outputs, 4);
  EXPECT_EQ(layout.integer_outputs, 3);
  // 3 parameters and 4 outputs, and as many slopes and outputs of before.
  EXPECT_EQ(layout.size, 14 * sizeof(double) + 3 * sizeof(int));
}

TEST(ValueStore, StartsWithHiddenNumbersAndStartsOfVariables) {
  Description d;
  d.variables = {at(Store::parameter, 1, Causality::parameter, 5), at(Store::output, 0, Causality::output)};
  d.blocks.parameters = {1, 2, 3};
  const ValueLayout layout(d);
  std::vector<double> memory(layout.size / sizeof(double), 9);
  const Values values = layout.at(reinterpret_cast<std::byte*>(memory.data()));
  set_to_start(d, values);
  EXPECT_EQ(std::vector<double>(memory.begin(), memory.begin() + 4), (std::vector<double>{1, 5, 3, 0}));
  write(values, {Store::parameter, 2}, 7);
  EXPECT_EQ(read(values, {Store::parameter, 2}), 7);
}

}  // namespace
}  // namespace stickslip::fmu

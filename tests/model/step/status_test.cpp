#include <set>

#include "model/workspace/tally.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

lcp::Report rung(int number) {
  lcp::Report report;
  report.rung = number;
  return report;
}

lcp::Report ended(lcp::Status status) {
  lcp::Report report;
  report.status = status;
  return report;
}

TEST(Status, IsTheGravestAndNotTheOneWithTheLargestNumber) {
  Tally tally;
  tally.add(rung(3));
  EXPECT_EQ(tally.status, StepStatus::projected);
  tally.add(ended(lcp::Status::cap));  // rough: published as 7
  EXPECT_EQ(tally.status, StepStatus::projected);
  tally.add(ended(lcp::Status::invalid));
  tally.add(rung(0));
  EXPECT_EQ(tally.status, StepStatus::failed);
}

TEST(Status, TellsTheRungThatWasTakenAndTheSumApart) {
  Tally tally;
  tally.add(rung(1));
  tally.add(rung(2));
  tally.add(rung(1));
  EXPECT_EQ(tally.rung, 2);
  EXPECT_EQ(tally.fallbacks, 4);
}

// What users and other programs rely on: README.md, "solver.status".
TEST(Status, NumbersKeepTheirMeaning) {
  const std::pair<int, StepStatus> published[] = {
      {0, StepStatus::solved},   {1, StepStatus::softened}, {2, StepStatus::unstabilised}, {3, StepStatus::projected},
      {4, StepStatus::overflow}, {5, StepStatus::events},   {6, StepStatus::failed},       {7, StepStatus::rough},
      {8, StepStatus::misses},   {9, StepStatus::blown_up}};
  std::set<int> numbers;
  for (const auto& [number, status] : published) {
    EXPECT_EQ(code_of(status).number, number);
    EXPECT_EQ(status_with(number), status);
    numbers.insert(number);
  }
  EXPECT_EQ(static_cast<int>(numbers.size()), kStatusCount);
  EXPECT_EQ(status_with(99), StepStatus::failed);
  EXPECT_EQ(status_with(-1), StepStatus::failed);
}

}  // namespace
}  // namespace stickslip

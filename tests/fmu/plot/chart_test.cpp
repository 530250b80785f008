#include "fmu/plot/chart.h"

#include <gtest/gtest.h>

#include "tests/fmu/cli/program.h"

namespace stickslip::cli {
namespace {

TEST(UnitOf, FollowsFromTheNamesOfVariables) {
  const std::vector<std::string> names{"box.position[3]", "box.velocity[1]", "elbow.angle",
                                       "elbow.velocity",  "lift.position",   "lift.velocity",
                                       "tip.force[2]",    "energy.kinetic",  "solver.lcps"};
  const std::vector<std::string> units{"m", "m/s", "rad", "rad/s", "m", "m/s", "N", "J", ""};
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(plot::unit_of(names[i], names), units[i]) << names[i];
}

TEST(TimeChart, DrawsALineFromTheFirstToTheLastMoment) {
  const std::string svg = plot::time_chart("a <b>", {0, 1, 2}, {{"x", "m", {0, 1, 4}}, {"y", "s", {1, 1, 1}}});
  // From the left edge of the panel to its right edge; two panels, for two units.
  EXPECT_NE(svg.find("d=\"M70.0 "), std::string::npos);
  EXPECT_NE(svg.find("L884.0 "), std::string::npos);
  EXPECT_NE(svg.find("a &lt;b>"), std::string::npos);
  EXPECT_NE(svg.find(">m</text>"), std::string::npos);
  EXPECT_NE(svg.find(">s</text>"), std::string::npos);
}

TEST(TimeChart, KeepsTheExtremesOfMoreMomentsThanThereArePixels) {
  std::vector<double> times, values;
  for (int k = 0; k < 1'000'000; ++k) {
    times.push_back(k);
    values.push_back(k == 654'321 ? 1 : 0);
  }
  const std::string with_peak = plot::time_chart("", times, {{"x", "", values}});
  EXPECT_LT(with_peak.size(), 100'000U);
  values[654'321] = 0;
  EXPECT_NE(plot::time_chart("", times, {{"x", "", values}}), with_peak);
}

class PlotCommand : public InAFolder {};

TEST_F(PlotCommand, DrawsTheColumnsThatAreAskedFor) {
  const std::string csv = write("r.csv", "\"time\",\"box.position[3]\",\"box.velocity[3]\"\n0,1,0\n1,2,1\n");
  Answer answer = stickslip({"plot", csv, "box.position", "-o", path("r.svg")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_NE(read("r.svg").find("box.position[3]"), std::string::npos);
  EXPECT_EQ(read("r.svg").find("box.velocity[3]"), std::string::npos);
  EXPECT_EQ(stickslip({"plot", csv, "-o", path("r.html")}).code, kSuccess);
  EXPECT_NE(read("r.html").find("<svg"), std::string::npos);
}

TEST_F(PlotCommand, ARunIsDrawnWithoutATable) {
  const std::string model = STICKSLIP_SOURCE_DIR "/resources/pendulum.toml";
  const Answer answer = stickslip({"run", model, "--stop", "0.1", "--plot", path("p.svg")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_NE(read("p.svg").find("rod.position[3]"), std::string::npos);
  EXPECT_EQ(stickslip({"run", model, "--plot", path("p.svg"), "--csv", "-"}).code, kFailure);
}

TEST_F(PlotCommand, SaysWhatCannotBeDrawn) {
  const std::string csv = write("r.csv", "\"time\",\"box.position[3]\"\n0,1\n");
  EXPECT_NE(stickslip({"plot", csv, "box.positio[3]", "-o", path("x.svg")}).err.find("is \"box.position[3]\" meant?"),
            std::string::npos);
  EXPECT_NE(stickslip({"plot", csv, "-o", "x.pdf"}).err.find("must end in .svg or .html"), std::string::npos);
  const Answer empty = stickslip({"plot", write("e.csv", "\"time\",\"a\"\n"), "-o", path("x.svg")});
  EXPECT_EQ(empty.code, kFailure) << empty.err;
}

class BenchCommand : public InAFolder {};

TEST_F(BenchCommand, MeasuresEveryStep) {
  const std::string model = STICKSLIP_SOURCE_DIR "/resources/pendulum.toml";
  const Answer answer = stickslip({"bench", model, "--steps", "5000", "--csv", path("b.csv"), "--plot", path("b.svg")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_NE(answer.out.find("p99.999"), std::string::npos) << answer.out;
#ifndef __SANITIZE_ADDRESS__
  EXPECT_NE(answer.out.find("allocations     0\n"), std::string::npos) << answer.out;
#endif
  EXPECT_NE(read("b.svg").find("<rect"), std::string::npos);
  // Every step is in the histogram.
  long steps = 0;
  const std::string csv = read("b.csv");
  for (std::size_t at = csv.find("\"nanoseconds\""); at != std::string::npos;
       at = csv.find("\"nanoseconds\"", at + 1)) {
    const std::size_t end = csv.find('\n', at);
    steps += std::stol(csv.substr(csv.rfind(',', end) + 1, end));
  }
  EXPECT_EQ(steps, 5000);
  EXPECT_EQ(stickslip({"bench", "none.toml"}).code, kFailure);
  EXPECT_EQ(stickslip({"bench", "none.toml", "--realtime", "100"}).code, kWrongCall);
}

}  // namespace
}  // namespace stickslip::cli

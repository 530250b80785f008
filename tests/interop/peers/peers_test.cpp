// The problems of steps of our own models, solved by us and by Siconos. Neither forces nor velocities need be unique,
// so that it is the residuals that stand side by side, all by our measure.
#include <gtest/gtest.h>

#include <cmath>

#include "fmu/archive/temporary_folder.h"
#include "fmu/archive/zip.h"
#include "tests/fmu/cli/program.h"
#include "tests/interop/peers/peer.h"
#include "tests/model/lcp/lcp_file.h"

namespace stickslip::peers {
namespace {

constexpr double kLimit = 1;  // s, for each of their solvers

struct Step {
  const char* model;
  const char* number;
  const char* stop;  // s, soon after it
};

std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << step.model << ", step " << step.number;
}

class Siconos : public testing::TestWithParam<Step> {
 protected:
  /// The problem of that step, written and read as a user would.
  lcp::LcpFile problem() const {
    const std::string model = std::string(STICKSLIP_SOURCE_DIR "/resources/") + GetParam().model + ".toml";
    const std::string file = (folder_.path() / "step.lcp").string();
    const cli::Answer run =
        cli::stickslip({"run", model, "--stop", GetParam().stop, "--dump-lcp", GetParam().number, file});
    EXPECT_EQ(run.code, cli::kSuccess) << run.err;
    return lcp::LcpFile::read(file);
  }

 private:
  host::TemporaryFolder folder_;
};

TEST_P(Siconos, SolvesTheSameProblem) {
  const lcp::LcpFile file = problem();
  ASSERT_GT(file.n, 0);
  double scale = 0;
  for (const double x : file.q) scale = std::max(scale, std::fabs(x));
  lcp::LcpWorkspace work(file.n);
  std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
  std::vector<double> z(basis.size());
  lcp::solve(file.view(), {}, work, basis, z);
  const double ours = lcp::residual(file.view(), z) / scale;
  EXPECT_LE(ours, 1e-10);
  int solved = 0;
  std::printf("%-18s %.0e\n", "ours", ours);
  for (const PolygonPeer& peer : {polygon_peers()[0], polygon_peers()[4], polygon_peers()[9]}) {
    const Outcome outcome = solve_polygon(peer, file.M, file.q, kLimit);
    const double theirs = lcp::residual(file.view(), outcome.z) / scale;
    std::printf("%-18s %.0e\n", peer.name, theirs);
    solved += theirs < 1e-8 ? 1 : 0;
  }
  const lcp::RoundNumbers numbers = lcp::round_numbers(file.view());
  const lcp::RoundLcp form = numbers.view();
  lcp::RoundWorkspace round(form.contacts);
  std::vector<double> force(numbers.q.size());
  lcp::solve(form, {}, round, force);
  const double ours_round = lcp::residual(form, force) / scale;
  EXPECT_LE(ours_round, 1e-10);
  std::printf("%-18s %.0e, round cone\n", "ours", ours_round);
  for (const RoundPeer& peer : round_peers(1 + form.tangents)) {
    const Outcome outcome = solve_round(peer, form, kLimit);
    const double theirs = lcp::residual(form, outcome.z) / scale;
    std::printf("%-18s %.0e, round cone\n", peer.name, theirs);
    solved += theirs < 1e-8 ? 1 : 0;
  }
  EXPECT_GE(solved, 1) << "none of Siconos' solvers does: is it given what it expects?";
}

INSTANTIATE_TEST_SUITE_P(Steps, Siconos,
                         testing::Values(Step{"resting_box", "3", "0.01"}, Step{"incline", "50", "0.05"},
                                         Step{"stack", "10", "0.01"}, Step{"gripper", "1500", "1.5"},
                                         Step{"disks", "20", "1"}));

}  // namespace
}  // namespace stickslip::peers

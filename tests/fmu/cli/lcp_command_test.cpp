#include <gtest/gtest.h>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/cli/lcp_file.h"
#include "tests/fmu/cli/program.h"

namespace stickslip::cli {
namespace {

// z = (4/3, 7/3): both basic, M z = -q.
constexpr const char* kProblem = "2 0 0 0 4 0\n0 0 2\n0 1 1\n1 0 1\n1 1 2\n-5 -6\n";

std::string error_of(const std::string& text) {
  try {
    parse_lcp(text, "p.lcp");
  } catch (const host::Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(LcpFile, IsReadAsWritten) {
  const LcpFile file = parse_lcp(kProblem, "p.lcp");
  EXPECT_EQ(file.n, 2);
  EXPECT_EQ(file.M, (std::vector<double>{2, 1, 1, 2}));
  EXPECT_EQ(file.q, (std::vector<double>{-5, -6}));
}

TEST(LcpFile, IsWrittenAsItIsRead) {
  const LcpFile file = parse_lcp("4 1 2 2 3 0.5\n0 0 2\n0 1 0.1\n3 0 -1e-300\n1 0.3333333333333333 -7 0\n", "p.lcp");
  const LcpFile again = parse_lcp(format_lcp(file), "q.lcp");
  EXPECT_EQ(again.contacts, 1);
  EXPECT_EQ(again.dimension, 2);
  EXPECT_EQ(again.edges, 2);
  EXPECT_EQ(again.mu, 0.5);
  EXPECT_EQ(again.M, file.M);
  EXPECT_EQ(again.q, file.q);
}

// The normal impulses of a resting box are those of its weight, m g h / 4 on each corner; two of them suffice.
TEST(LcpCommand, SolvesTheProblemOfAStep) {
  const host::TemporaryFolder folder;
  const std::string model = STICKSLIP_SOURCE_DIR "/resources/resting_box.toml";
  const std::string file = (folder.path() / "step.lcp").string();
  const Answer run = stickslip({"run", model, "--stop", "0.01", "--dump-lcp", "3", file});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  const LcpFile lcp = parse_lcp(host::read_file(file), file);
  EXPECT_EQ(lcp.contacts, 4);
  EXPECT_EQ(lcp.dimension, 3);
  EXPECT_EQ(lcp.n, 4 * (2 + lcp.edges));
  EXPECT_NEAR(lcp.M[static_cast<std::size_t>(lcp.n - 1) * static_cast<std::size_t>(lcp.n) + 3], lcp.mu, 1e-15);
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(lcp.q[static_cast<std::size_t>(k)], -9.81 * 0.001, 1e-9);
  const Answer solved = stickslip({"lcp", file});
  EXPECT_EQ(solved.code, kSuccess) << solved.err;
  const Answer round = stickslip({"lcp", "--round", "--warm", file});
  EXPECT_EQ(round.code, kSuccess) << round.err;
  EXPECT_EQ(stickslip({"lcp", "--round", "--solver", "lemke", file}).err,
            file + ": --round is solved by --solver auto or newton, not lemke\n");
}

TEST(LcpCommand, MakesRoundConesOfContactsOnly) {
  const host::TemporaryFolder folder;
  const std::string file = (folder.path() / "p.lcp").string();
  host::write_file(file, kProblem);
  EXPECT_EQ(stickslip({"lcp", "--round", file}).err,
            file +
                ": M and q are not those of contacts with 2, 4, 8, 12, ... evenly spaced edges, of which round cones "
                "could be made; leave --round out\n");
}

TEST(LcpCommand, RefusesToDumpWhatIsNotThere) {
  const host::TemporaryFolder folder;
  const std::string file = (folder.path() / "step.lcp").string();
  const std::string model = STICKSLIP_SOURCE_DIR "/resources/resting_box.toml";
  const std::string free = STICKSLIP_SOURCE_DIR "/resources/free_body.toml";
  EXPECT_EQ(stickslip({"run", model, "--stop", "0.01", "--dump-lcp", "99", file}).err,
            model + ": --dump-lcp: there is no step 99, the run has 10\n");
  EXPECT_EQ(stickslip({"run", free, "--stop", "0.01", "--dump-lcp", "1", file}).err,
            free + ": --dump-lcp: nothing can touch in that step, it has no complementarity problem\n");
  EXPECT_EQ(stickslip({"run", model, "--dump-lcp", "0", file}).code, kWrongCall);
  EXPECT_EQ(stickslip({"run", "x.fmu", "--dump-lcp", "1", file}).err,
            "x.fmu: --dump-lcp needs the model file; `stickslip info --model` prints it\n");
  std::string text = host::read_file(model);
  text.replace(text.find("[step]"), 6, "[step]\ncone = \"round\"");
  const std::string round = (folder.path() / "round.toml").string();
  host::write_file(round, text);
  EXPECT_EQ(stickslip({"run", round, "--stop", "0.01", "--dump-lcp", "1", file}).err,
            round + ": --dump-lcp: cone = \"round\" makes no linear complementarity problem; dump with cone = 8\n");
}

TEST(LcpFile, MistakesAreNamedWithTheirLine) {
  EXPECT_EQ(error_of(""), "p.lcp:1: the file ends where the number of unknowns should stand");
  EXPECT_EQ(error_of("0 0 0 0 0 0"),
            "p.lcp:1: the number of unknowns: expected a whole number from 1 to 10000, got \"0\"");
  EXPECT_EQ(error_of("8 2 2 4 0 0"), "p.lcp:1: 2 contacts with 4 edges have 12 unknowns, not 8");
  EXPECT_EQ(error_of("2 0 0 0 1 0\n0 2 1\n"), "p.lcp:2: a column of M: expected a whole number from 0 to 1, got \"2\"");
  EXPECT_EQ(error_of("1 0 0 0 1 0\n0 0 x\n1"), "p.lcp:2: an entry of M: expected a finite number, got \"x\"");
  EXPECT_EQ(error_of("1 0 0 0 1 -0.5\n0 0 1\n1"), "p.lcp:1: mu: expected a finite number, 0 or more, got \"-0.5\"");
  EXPECT_EQ(error_of("2 0 0 0 2 0\r\n0 1 1\r\n0 1 2\r\n1\r\n1"),
            "p.lcp:3: entry 0 1 of M is given a second time; add them up or leave one out");
  EXPECT_EQ(error_of("2 0 0 0 2 0\n0 1 0\n0 1 2\n1\n1"),
            "p.lcp:3: entry 0 1 of M is given a second time; add them up or leave one out");
  EXPECT_EQ(error_of("1 0 0 0 1 0\n0 0 1\n"), "p.lcp:3: the file ends where an entry of q should stand");
  EXPECT_EQ(error_of("1 0 0 0 1 0\n0 0 1\n1\n2"), "p.lcp:4: there is more behind q; does the number of entries agree?");
}

TEST(LcpCommand, SolvesColdAndWarm) {
  const host::TemporaryFolder folder;
  const std::string file = (folder.path() / "p.lcp").string();
  host::write_file(file, kProblem);
  for (const char* solver : {"auto", "lemke"}) {
    const Answer answer = stickslip({"lcp", file, "--solver", solver, "--warm"});
    EXPECT_EQ(answer.code, kSuccess) << answer.err;
    EXPECT_NE(answer.out.find("cold  solved by"), std::string::npos) << answer.out;
    EXPECT_NE(answer.out.find("warm  solved by"), std::string::npos) << answer.out;
    EXPECT_NE(answer.out.find("near  9 of 9 neighbours (q moved by 0.001, same active set) solved, 9 without a pivot"),
              std::string::npos)
        << answer.out;
  }
  EXPECT_EQ(stickslip({"lcp", file, "--solver", "magic"}).code, kWrongCall);
}

TEST(LcpCommand, SaysWhenThereIsNoSolution) {
  const host::TemporaryFolder folder;
  const std::string file = (folder.path() / "p.lcp").string();
  host::write_file(file, "1 0 0 0 1 0\n0 0 -1\n-1\n");  // -z - 1 >= 0 with z >= 0
  const Answer answer = stickslip({"lcp", file});
  EXPECT_EQ(answer.code, kFailure);
  EXPECT_EQ(answer.err, file + ": not solved: ended on a ray; try another --solver\n");
}

}  // namespace
}  // namespace stickslip::cli

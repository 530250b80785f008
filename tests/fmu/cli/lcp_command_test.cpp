#include <gtest/gtest.h>

#include "fmu/cli/lcp_file.h"
#include "fmu/host/error.h"
#include "fmu/host/zip.h"
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

TEST(LcpFile, MistakesAreNamedWithTheirLine) {
  EXPECT_EQ(error_of(""), "p.lcp:1: the file ends where the number of unknowns should stand");
  EXPECT_EQ(error_of("0 0 0 0 0 0"),
            "p.lcp:1: the number of unknowns: expected a whole number from 1 to 10000, got \"0\"");
  EXPECT_EQ(error_of("8 2 2 4 0 0"), "p.lcp:1: 2 contacts with 4 edges have 12 unknowns, not 8");
  EXPECT_EQ(error_of("2 0 0 0 1 0\n0 2 1\n"), "p.lcp:2: a column of M: expected a whole number from 0 to 1, got \"2\"");
  EXPECT_EQ(error_of("1 0 0 0 1 0\n0 0 x\n1"), "p.lcp:2: an entry of M: expected a finite number, got \"x\"");
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

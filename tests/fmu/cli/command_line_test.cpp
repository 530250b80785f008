#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "fmu/archive/text.h"
#include "fmu/cli/summary.h"
#include "fmu/host/csv.h"
#include "tests/fmu/cli/program.h"
#include "tests/fmu/host/sample/sample.h"

namespace stickslip::cli {
namespace {

class CommandLine : public InAFolder {
 protected:
  std::string fmu_ = host::write_sample(folder_.path()).string();
};

void expect_failure(const Answer& answer, const std::string& line) {
  EXPECT_EQ(answer.code, kFailure);
  EXPECT_EQ(answer.err, line + "\n");
}

TEST_F(CommandLine, HelpIsEverywhere) {
  EXPECT_NE(stickslip({"--help"}).out.find("check"), std::string::npos);
  for (const char* command : {"check", "export", "info", "run"}) {
    const Answer answer = stickslip({command, "--help"});
    EXPECT_EQ(answer.code, kSuccess) << command;
    EXPECT_NE(answer.out.find("Usage: stickslip"), std::string::npos) << command;
  }
}

TEST_F(CommandLine, AWrongCallIsTwoAndOneLine) {
  const std::vector<std::vector<std::string>> calls{{},
                                                    {"fly"},
                                                    {"run"},
                                                    {"run", fmu_, "--step", "0"},
                                                    {"run", fmu_, "--step", "x"},
                                                    {"run", fmu_, "--set", "name"},
                                                    {"run", fmu_, "--every", "0"},
                                                    {"run", fmu_, "--threads", "0"},
                                                    {"run", fmu_, "--threads", "-1"},
                                                    {"view", fmu_, "--threads", "257"},
                                                    {"run", fmu_, "--what"},
                                                    {"check"}};
  for (const std::vector<std::string>& call : calls) {
    const Answer answer = stickslip(call);
    EXPECT_EQ(answer.code, kWrongCall) << answer.out;
    EXPECT_EQ(std::count(answer.err.begin(), answer.err.end(), '\n'), 1) << answer.err;
  }
  EXPECT_EQ(stickslip({"run", fmu_, "--dump-lcp", "1"}).err,
            "stickslip: --dump-lcp takes N FILE.lcp; see stickslip --help\n");
  EXPECT_EQ(stickslip({"run", fmu_, "--stop"}).err, "stickslip: --stop takes T; see stickslip --help\n");
  EXPECT_EQ(stickslip({"run", fmu_, "--dump-lcp", "0", "x"}).err,
            "stickslip: --dump-lcp: 0 is not a whole number from 1 to 1000000000; see stickslip --help\n");
  EXPECT_EQ(stickslip({"run", fmu_, "--threads", "x"}).err,
            "stickslip: --threads: x is not a whole number from 1 to 256; see stickslip --help\n");
}

TEST_F(CommandLine, FilesThatAreNotThereAreNamed) {
  for (const char* command : {"check", "info", "run"})
    EXPECT_EQ(stickslip({command, "/nonexistent/x.fmu"}).code, kFailure) << command;
  expect_failure(stickslip({"run", "/nonexistent/x.fmu"}),
                 "/nonexistent/x.fmu: cannot be read: No such file or directory");
}

TEST_F(CommandLine, CheckPassesTheSampleAndCountsWhatItFinds) {
  const Answer good = stickslip({"check", fmu_});
  EXPECT_EQ(good.code, kSuccess);
  EXPECT_EQ(good.out, fmu_ + ": 0 errors, 0 warnings; the binary was tried in 9 ways, at most 8 steps\n");
  const std::string broken =
      write("broken.fmu",
            host::write_zip(host::sample_members(host::with(host::sample_description(), "guid=\"{sample-1}\"", ""))));
  const Answer bad = stickslip({"check", broken});
  expect_failure(bad,
                 broken + ": 2 errors, 0 warnings; the binary was not tried: no importer can read its description");
  EXPECT_NE(bad.out.find("lacks the attribute guid; add it"), std::string::npos) << bad.out;
}

TEST_F(CommandLine, InfoShowsNameCapabilitiesAndVariables) {
  const Answer answer = stickslip({"info", fmu_});
  EXPECT_EQ(answer.code, kSuccess);
  for (const char* part : {"name           sample", "serialise state", "linux64", "from 0 s to 1 s in steps of 0.125 s",
                           "cart.u      input              Real        m/s        1\n"})
    EXPECT_NE(answer.out.find(part), std::string::npos) << part << "\n" << answer.out;
  expect_failure(stickslip({"info", fmu_, "--model"}),
                 fmu_ + ": has no resources/model.toml; it was not made by stickslip");
}

TEST_F(CommandLine, RunWritesARowBeforeTheFirstStepAndOneAfterEach) {
  const Answer answer = stickslip({"run", fmu_, "--stop", "0.5", "--step", "0.25", "--csv", path("out.csv")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_EQ(read("out.csv"),
            "\"time\",\"cart.y\",\"steps\",\"inverted\"\n"
            "0,0.5,0,0\n"
            "0.25,1,1,0\n"
            "0.5,1.5,2,0\n");
  for (const char* part : {"2 steps, 0.5 s in", "real-time factor", "p50", "p99", "state hash"})
    EXPECT_NE(answer.out.find(part), std::string::npos) << answer.out;
}

TEST_F(CommandLine, RunTakesTimesFromTheFmu) {
  stickslip({"run", fmu_, "--csv", path("out.csv")});
  const host::CsvTable table = host::parse_csv(read("out.csv"), "out.csv");
  ASSERT_EQ(table.times.size(), 9U);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(table.times[k], static_cast<double>(k) * 0.125);
}

TEST_F(CommandLine, TimesAreProductsAndTheLastStepEndsAtTheStopTime) {
  stickslip({"run", fmu_, "--stop", "0.35", "--step", "0.1", "--csv", path("out.csv")});
  EXPECT_EQ(host::parse_csv(read("out.csv"), "out.csv").times, (std::vector<double>{0, 0.1, 2 * 0.1, 3 * 0.1, 0.35}));
  stickslip({"run", fmu_, "--stop", "0.3", "--step", "0.1", "--csv", path("out.csv")});
  EXPECT_EQ(host::parse_csv(read("out.csv"), "out.csv").times, (std::vector<double>{0, 0.1, 2 * 0.1, 0.3}));
}

TEST_F(CommandLine, EveryNthRowTheFirstAndTheLast) {
  stickslip({"run", fmu_, "--stop", "1", "--step", "0.125", "--every", "3", "--csv", path("out.csv")});
  EXPECT_EQ(host::parse_csv(read("out.csv"), "out.csv").times, (std::vector<double>{0, 0.375, 0.75, 1}));
}

TEST_F(CommandLine, RowsGoToStandardOutputAndTheSummaryOutOfTheWay) {
  const Answer answer = stickslip({"run", fmu_, "--stop", "0.125", "--csv", "-"});
  EXPECT_EQ(answer.out, "\"time\",\"cart.y\",\"steps\",\"inverted\"\n0,0.5,0,0\n0.125,0.75,1,0\n");
  EXPECT_NE(answer.err.find("state hash"), std::string::npos);
}

TEST_F(CommandLine, StartValuesAreSetByName) {
  const Answer answer = stickslip({"run", fmu_, "--stop", "1", "--step", "1", "--set", "cart.gain=3", "--set",
                                   "cart.start=1", "--set", "invert=true", "--csv", path("out.csv")});
  EXPECT_EQ(answer.code, kSuccess) << answer.err;
  EXPECT_EQ(host::parse_csv(read("out.csv"), "out.csv").rows[1], (std::vector<double>{-2, 1, 1}));
  expect_failure(stickslip({"run", fmu_, "--set", "cart.gian=3"}),
                 fmu_ + ": sample: no variable \"cart.gian\", is \"cart.gain\" meant?");
  expect_failure(stickslip({"run", fmu_, "--set", "cart.gain=x"}), fmu_ + ": sample: \"x\" is no Real for cart.gain");
  expect_failure(stickslip({"run", fmu_, "--set", "cart.y=1"}),
                 fmu_ +
                     ": --set cart.y=1: \"cart.y\" is continuous output without a start; only parameters, inputs and "
                     "starts can be set");
}

TEST_F(CommandLine, InputsHoldUntilTheNextRow) {
  const std::string input = write("in.csv", "\"time\",\"cart.u\",\"offset\"\n0.25,2,0\n0.625,-1,10\n");
  stickslip({"run", fmu_, "--stop", "1", "--step", "0.25", "--input", input, "--csv", path("out.csv")});
  const host::CsvTable table = host::parse_csv(read("out.csv"), "out.csv");
  // 0.5 + 2 u dt: u is 1 until 0.25, 2 until 0.75 (0.625 is inside a step), then -1.
  const std::vector<std::vector<double>> want{{0.5, 0, 0}, {1, 1, 0}, {2, 2, 0}, {3, 3, 0}, {2.5, 14, 0}};
  EXPECT_EQ(table.rows, want);
}

TEST_F(CommandLine, InputsAtTheStartTimeAreThereBeforeTheFirstRow) {
  const std::string input = write("in.csv", "time,cart.u\n0,5\n");
  stickslip({"run", fmu_, "--stop", "0.5", "--step", "0.5", "--input", input, "--csv", path("out.csv")});
  EXPECT_EQ(host::parse_csv(read("out.csv"), "out.csv").rows[1][0], 0.5 + 2 * 5 * 0.5);
}

TEST_F(CommandLine, MistakesInTheInputFileNameFileLineAndColumn) {
  const std::string input = write("in.csv", "time,cart.x\n0,5\n");
  expect_failure(stickslip({"run", fmu_, "--input", input}),
                 input + ":1: column \"cart.x\" is no input, is \"cart.u\" meant?");
  write("in.csv", "time,offset\n0,0.5\n");
  expect_failure(stickslip({"run", fmu_, "--input", input}),
                 input + ":2: sample: 0.5 is no Integer (a whole number of at most 2147483647) for offset");
  write("in.csv", "\n\"time\",invert\n0,1\n0.125,2\n");
  expect_failure(stickslip({"run", fmu_, "--input", input}), input + ":4: sample: 2 is no Boolean (0 or 1) for invert");
  write("in.csv", "time,cart.u\n0,a\n");
  expect_failure(stickslip({"run", fmu_, "--input", input}),
                 input + ":2: column \"cart.u\": \"a\" is not a finite number");
}

TEST_F(CommandLine, RunsThatCannotBeAreRefused) {
  expect_failure(stickslip({"run", fmu_, "--stop", "-1"}), fmu_ + ": --stop -1 is before the start time 0");
  expect_failure(stickslip({"run", fmu_, "--step", "1e-300"}),
                 fmu_ + ": --stop 1 with --step 1e-300 takes more than 1e10 steps; give a larger step");
  expect_failure(stickslip({"run", fmu_, "--csv", "/nonexistent/out.csv"}),
                 "/nonexistent/out.csv: cannot be written: No such file or directory");
  const std::string whole =
      write("whole.fmu", host::write_zip(host::sample_members(host::with(
                             host::sample_description(), "canHandleVariableCommunicationStepSize=\"true\"", ""))));
  expect_failure(stickslip({"run", whole, "--stop", "0.3"}),
                 whole + ": this FMU takes whole steps only; --stop 0.3 is no multiple of the step 0.125");
}

TEST_F(CommandLine, InputsThatAreStringsAreRefusedByFileAndColumn) {
  const std::string description =
      host::with(host::sample_description(), "causality=\"parameter\" variability=\"fixed\"><String",
                 "causality=\"input\" variability=\"discrete\"><String");
  const std::string fmu = write("text.fmu", host::write_zip(host::sample_members(description)));
  const std::string input = write("in.csv", "time,cart.u,title\n0,5,1\n");
  expect_failure(stickslip({"run", fmu, "--input", input}),
                 input +
                     ":1: column \"title\" is a String, which no number sets; leave it out and give its start with "
                     "--set");
}

TEST_F(CommandLine, FilesThatAreReadAreNotWrittenOver) {
  const std::string input = write("in.csv", "time,cart.u\n0,5\n");
  const std::string line = " would write over the file that is read; give another name";
  expect_failure(stickslip({"run", fmu_, "--csv", fmu_}), fmu_ + ": --csv" + line);
  expect_failure(stickslip({"run", fmu_, "--input", input, "--csv", path("./in.csv")}), input + ": --csv" + line);
  const std::string model = write("m.toml", host::read_file(STICKSLIP_SOURCE_DIR "/resources/pendulum.toml"));
  expect_failure(stickslip({"export", model, "-o", model}), model + ": -o" + line);
  expect_failure(stickslip({"run", model, "--dump-lcp", "1", model}), model + ": --dump-lcp" + line);
}

TEST_F(CommandLine, ARunThatIsInterruptedSaysWhatItHas) {
  const std::string csv = path("out.csv");
  const auto has_rows = [&csv] {  // they reach the file once they fill a buffer: the FMU's process is at work then
    std::error_code missing;
    return std::filesystem::file_size(csv, missing) > 0 && !missing;
  };
  std::thread impatient([&has_rows] {
    while (!has_rows()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(getpid(), SIGINT);
  });
  const Answer answer =
      stickslip({"run", fmu_, "--stop", "1e6", "--step", "1e-3", "--every", "7", "--realtime", "--csv", csv});
  impatient.join();
  EXPECT_EQ(answer.code, kFailure);
  const host::CsvTable rows = host::parse_csv(read("out.csv"), "out.csv");
  const std::string end = host::short_double(rows.times.back());
  EXPECT_EQ(answer.err, fmu_ + ": interrupted at t = " + end + "; " + csv + " ends with the row of t = " + end + "\n");
}

TEST_F(CommandLine, WhatForeignCodeDoesToItselfIsToldInWords) {
  const auto run_with = [this](const char* fault) {
    const std::string fmu = write("fault.fmu", host::write_zip(host::sample_with(fault)));
    const Answer answer = stickslip({"run", fmu, "--csv", path("out.csv")});
    return std::pair{answer, answer.err.substr(std::min(fmu.size() + 2, answer.err.size()))};
  };
  const std::string ends = "; " + path("out.csv") + " ends with the row of t = ";
  const std::vector<std::pair<const char*, std::string>> faults{
      {"crashes", "the FMU crashes in fmi2DoStep at t = 0: Aborted" + ends + "0\n"},
      {"crashes_late", "the FMU crashes in fmi2DoStep at t = 0.625: Aborted" + ends + "0.625\n"},
      {"crashes_when_loaded", "the FMU crashes in loading: Aborted\n"},
      {"exits", "the FMU ends the process in fmi2DoStep at t = 0" + ends + "0\n"},
      {"exits_when_loaded", "the FMU ends the process in loading\n"}};
  for (const auto& [fault, words] : faults) {
    const auto& [answer, text] = run_with(fault);
    EXPECT_EQ(answer.code, kFailure) << fault;
    EXPECT_EQ(answer.out, "") << fault;
    EXPECT_EQ(text, words);
  }
  // What happens after the last step takes nothing away.
  const auto& [answer, text] = run_with("crashes_in_states");
  EXPECT_EQ(answer.code, kSuccess);
  EXPECT_NE(answer.out.find("8 steps"), std::string::npos);
  EXPECT_EQ(text, "after the run: the FMU crashes in fmi2GetFMUstate: Aborted\n");
  EXPECT_EQ(host::parse_csv(read("out.csv"), "out.csv").times.size(), 9U);
}

TEST_F(CommandLine, BenchSaysWhatForeignCodeDoesToItselfAndToTheHeap) {
  const auto bench = [this](const char* fault) {
    const std::string fmu = write("fault.fmu", host::write_zip(host::sample_with(fault)));
    return stickslip({"bench", fmu, "--steps", "1000"});
  };
  const Answer crashes = bench("crashes_late");
  EXPECT_EQ(crashes.code, kFailure);
  EXPECT_NE(crashes.err.find("fault.fmu: the FMU crashes in fmi2DoStep at t = 0.625: Aborted"), std::string::npos)
      << crashes.err;
  const Answer leaks = bench("leaks");
  EXPECT_EQ(leaks.code, kSuccess) << leaks.err;
#ifdef __SANITIZE_ADDRESS__
  EXPECT_NE(leaks.out.find("allocations     not counted"), std::string::npos) << leaks.out;
#else
  EXPECT_NE(leaks.out.find("allocations     1000\n"), std::string::npos) << leaks.out;
#endif
}

TEST_F(CommandLine, PrintsAndRoundingModesOfForeignCodeDoNoHarm) {
  const std::string prints = write("prints.fmu", host::write_zip(host::sample_with("prints")));
  const Answer answer = stickslip({"run", prints, "--csv", "-"});
  EXPECT_EQ(answer.code, kSuccess);
  EXPECT_EQ(host::parse_csv(answer.out, "out").times.size(), 9U);
  EXPECT_NE(answer.err.find("step to 0.125"), std::string::npos);
  const std::string rounds = write("rounds.fmu", host::write_zip(host::sample_with("rounds_up")));
  const Answer rounded = stickslip({"run", rounds, "--csv", path("rounded.csv")});
  EXPECT_EQ(rounded.code, kSuccess);
  EXPECT_NE(rounded.err.find("fmi2DoStep changed the rounding mode of the process; it was put back"),
            std::string::npos);
  stickslip({"run", fmu_, "--csv", path("out.csv")});
  EXPECT_EQ(read("rounded.csv"), read("out.csv"));
}

TEST_F(CommandLine, AnFmuThatEndsTheRunLeavesTheRowOfItsLastTime) {
  const std::string fmu = write("ends.fmu", host::write_zip(host::sample_with("ends_early")));
  const Answer answer = stickslip({"run", fmu, "--csv", path("out.csv")});
  EXPECT_EQ(answer.code, kSuccess);
  EXPECT_EQ(answer.err, fmu + ": the FMU ended the simulation\n");
  const host::CsvTable table = host::parse_csv(read("out.csv"), "out.csv");
  EXPECT_EQ(table.times, (std::vector<double>{0, 0.125, 0.25, 0.375, 0.5, 0.55}));
  EXPECT_NEAR(table.rows.back()[0], 0.5 + 2 * 0.55, 1e-12);  // y = start + gain u t
}

TEST_F(CommandLine, InputsJumpAtEqualTimesAndAreJoinedByLinesWhenAsked) {
  const std::string input = write("in.csv", "time,cart.u\n0,0\n0.5,4\n0.5,8\n1,8\n");
  const auto y = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", fmu_, "--input", input, "--step", "0.25", "--csv", path("out.csv")});
    const Answer answer = stickslip(more);
    EXPECT_EQ(answer.code, kSuccess) << answer.err;
    std::vector<double> values;
    for (const std::vector<double>& row : host::parse_csv(read("out.csv"), "out.csv").rows) values.push_back(row[0]);
    return values;
  };
  // y = 0.5 + integral of 2 u, u as at the beginning of each step.
  EXPECT_EQ(y({}), (std::vector<double>{0.5, 0.5, 0.5, 4.5, 8.5}));
  EXPECT_EQ(y({"--input-interpolation", "linear"}), (std::vector<double>{0.5, 0.5, 1.5, 5.5, 9.5}));
}

TEST_F(CommandLine, AnFmuThatInterpolatesIsToldHowInputsGoOn) {
  const std::string fmu =
      write("interpolates.fmu",
            host::write_zip(host::sample_members(host::with(host::sample_description(), "canGetAndSetFMUstate",
                                                            "canInterpolateInputs=\"true\" canGetAndSetFMUstate"))));
  const std::string input = write("in.csv", "time,cart.u\n0,0\n0.5,4\n0.5,8\n1,8\n");
  stickslip(
      {"run", fmu, "--input", input, "--input-interpolation", "linear", "--step", "0.25", "--csv", path("out.csv")});
  const host::CsvTable table = host::parse_csv(read("out.csv"), "out.csv");
  EXPECT_EQ(table.rows[1][0], 0.5 + 8 * 0.25 * 0.25);  // 2 u = 16 t: exact up to the jump
  EXPECT_EQ(table.rows[2][0], 0.5 + 8 * 0.5 * 0.5);
  EXPECT_EQ(table.rows[4][0], 2.5 + 16 * 0.5);
}

TEST_F(CommandLine, TunableParametersMayBeColumnsAndStringsAreWritten) {
  const std::string input = write("in.csv", "time,cart.gain\n0,2\n0.5,4\n");
  const std::string fmu =
      write("title.fmu",
            host::write_zip(host::sample_members(host::with(
                host::sample_description(),
                "name=\"title\" valueReference=\"0\" causality=\"parameter\" variability=\"fixed\"><String start=\"a "
                "title\"/>",
                "name=\"title\" valueReference=\"0\" causality=\"output\" variability=\"discrete\"><String/>"))));
  EXPECT_EQ(stickslip({"run", fmu, "--input", input, "--step", "0.5", "--csv", path("out.csv")}).code, kSuccess);
  EXPECT_EQ(read("out.csv"),
            "\"time\",\"cart.y\",\"steps\",\"inverted\",\"title\"\n"
            "0,0.5,0,0,\"a title\"\n0.5,1.5,1,0,\"a title\"\n1,3.5,2,0,\"a title\"\n");
}

TEST_F(CommandLine, PrintingWhereNothingCanBePrintedFails) {
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  const int full = open("/dev/full", O_WRONLY);
  dup2(full, STDOUT_FILENO);
  testing::internal::CaptureStderr();
  const int code = main(3, std::array{"stickslip", "info", fmu_.c_str()}.data());
  const std::string err = testing::internal::GetCapturedStderr();
  std::clearerr(stdout);
  dup2(before, STDOUT_FILENO);
  close(full);
  close(before);
  EXPECT_EQ(code, kFailure);
  EXPECT_EQ(err, "standard output: cannot be written to its end; is the disk full?\n");
}

TEST_F(CommandLine, WordsOfAnFmuDoNotReachTheTerminalRaw) {
  const std::string odd = write("odd.fmu", host::write_zip(host::sample_members(host::with(
                                               host::sample_description(), "An integrator", "An&#10;&#27;[2J"))));
  EXPECT_NE(stickslip({"info", odd}).out.find("description    An??[2J with a gain\n"), std::string::npos);
  expect_failure(stickslip({"run", fmu_, "--set", "\x1b[2J=1"}),
                 fmu_ + ": sample: no variable \"?[2J\"; `stickslip info` lists them");
}

TEST(RunSummary, KnowsPercentilesToHalfAPercentHoweverLongTheRun) {
  Summary summary{host::Selection()};
  for (int k = 1; k <= 100'000; ++k) summary.add(1e-7 * k, {});
  const std::string text = summary.text(1, 1);
  double p50 = 0;
  double p99 = 0;
  double longest = 0;
  ASSERT_EQ(
      std::sscanf(text.substr(text.find("p50")).c_str(), "p50 %lg us, p99 %lg us, max %lg us", &p50, &p99, &longest), 3)
      << text;
  EXPECT_NEAR(p50, 5000, 30);
  EXPECT_NEAR(p99, 9900, 60);
  EXPECT_EQ(longest, 10000);
}

TEST_F(CommandLine, TheLogIsPrintedOnRequest) {
  const Answer answer = stickslip({"run", fmu_, "--stop", "0.125", "--log"});
  EXPECT_EQ(answer.err, "[steps] OK: step to 0.125, cart.y is #1\n");
}

TEST_F(CommandLine, TheSameRunHasTheSameHash) {
  const auto hash = [&](const char* gain) {
    const std::string out = stickslip({"run", fmu_, "--set", std::string("cart.gain=") + gain}).out;
    return out.substr(out.find("state hash"));
  };
  EXPECT_EQ(hash("3"), hash("3"));
  EXPECT_NE(hash("3"), hash("4"));
}

TEST_F(CommandLine, RealTimeTakesAsLongAsItSays) {
  const auto begin = std::chrono::steady_clock::now();
  stickslip({"run", fmu_, "--stop", "0.25", "--realtime"});
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(250));
}

}  // namespace
}  // namespace stickslip::cli

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "fmu/archive/zip.h"
#include "fmu/sweep/journal.h"
#include "fmu/sweep/outcome.h"
#include "fmu/sweep/study.h"
#include "tests/fmu/cli/program.h"
#include "tests/fmu/host/sample/sample.h"
#include "tests/fmu/view/browser.h"

namespace stickslip::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStudy = R"toml([study]
model = "%M"
samples = 20
sampling = "latin"
stop = 0.05

[[parameter]]
name = "cart.mass"
uniform = [0.5, 2.0]

[[parameter]]
name = "pivot.start.angle"
values = [0.1, 0.2, 0.3]

[[parameter]]
name = "rail.force"
formula = "10 * cart.mass"

[[result]]
name = "reach"
max = "abs(cart.position[1])"

[[result]]
name = "far"
pass = "reach > 0.01"
)toml";

/// Studies run in a folder of their own: results stand in the working directory.
class SweepCommand : public InAFolder {
 protected:
  SweepCommand() : home_(fs::current_path()) { fs::current_path(folder_.path()); }
  ~SweepCommand() override { fs::current_path(home_); }

  std::string study(std::string text = kStudy) const {
    const std::size_t at = text.find("%M");
    if (at != std::string::npos) text.replace(at, 2, STICKSLIP_SOURCE_DIR "/examples/sweep/cart_pole.toml");
    return write("s.toml", text);
  }
  std::string with(const std::string& old, const std::string& text) const {
    std::string changed = kStudy;
    changed.replace(changed.find(old), old.size(), text);
    return study(changed);
  }
  void refuses(const std::string& file, const std::string& text) const {
    const Answer answer = stickslip({"sweep", file});
    EXPECT_EQ(answer.code, kFailure);
    EXPECT_NE(answer.err.find(text), std::string::npos) << answer.err;
  }
  void remove_results() const {
    fs::remove_all("s.runs");
    fs::remove("s.csv");
  }

 private:
  fs::path home_;
};

TEST_F(SweepCommand, GivesTheSameBytesForAnyNumberOfWorkersAndShards) {
  const std::string file = study();
  ASSERT_EQ(stickslip({"sweep", file, "--jobs", "1"}).code, kSuccess);
  const std::string expected = read("s.csv");
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 61);
  for (const char* jobs : {"2", "7"}) {
    remove_results();
    ASSERT_EQ(stickslip({"sweep", file, "--jobs", jobs}).code, kSuccess);
    EXPECT_EQ(read("s.csv"), expected);
  }
  for (const int shards : {3, 10}) {
    remove_results();
    for (int k = shards; k >= 1; --k)
      ASSERT_EQ(stickslip({"sweep", file, "--shard", std::to_string(k) + "/" + std::to_string(shards)}).code, kSuccess);
    EXPECT_FALSE(fs::exists("s.csv"));
    ASSERT_EQ(stickslip({"sweep", file, "--merge"}).code, kSuccess);
    EXPECT_EQ(read("s.csv"), expected);
  }
}

/// Runs that the journal has, and of those that were handed out before the last of them how many it has not.
struct Kept {
  std::set<long> runs;
  long lost() const { return runs.empty() ? 0 : *runs.rbegin() + 1 - static_cast<long>(runs.size()); }
};

Kept kept_in(const fs::path& journal) {
  Kept kept;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(journal, none)) {
    const std::string rows = host::read_file(entry.path());
    for (std::size_t at = rows.find('\n') + 1, end = 0; (end = rows.find('\n', at)) != std::string::npos; at = end + 1)
      kept.runs.insert(std::stol(rows.substr(at)));
  }
  return kept;
}

/// Runs are handed out in their order: those under way are the only ones that may lack among the first.
TEST_F(SweepCommand, LosesNoMoreThanTheRunsUnderWayWhenItIsKilled) {
  const std::string file = study();
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(stickslip({"sweep", file}).code, kSuccess);
  const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - begin;
  const std::string expected = read("s.csv");
  remove_results();
  Kept before;
  for (int round = 0; round < 25; ++round) {
    const pid_t process = fork();
    if (process == 0) {
      if (freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
      const char* arguments[] = {"stickslip", "sweep", file.c_str(), "--resume", "--jobs", "2"};
      _exit(main(6, arguments));
    }
    usleep(static_cast<useconds_t>(whole.count() / 8 * (round % 9)));  // before, while and after it makes runs
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
    usleep(20'000);  // its workers go with it
    const Kept now = kept_in("s.runs");
    EXPECT_LE(now.lost(), 2) << "round " << round;
    EXPECT_TRUE(std::includes(now.runs.begin(), now.runs.end(), before.runs.begin(), before.runs.end()));
    before = now;
  }
  // Half a row, as a full disk or a lost machine would leave it.
  for (const auto& entry : fs::directory_iterator("s.runs")) {
    const std::string rows = host::read_file(entry.path());
    host::write_file(entry.path(), rows + "59,1.0");
    break;
  }
  ASSERT_EQ(stickslip({"sweep", file, "--resume"}).code, kSuccess);
  EXPECT_EQ(read("s.csv"), expected);
}

/// A scheduler ends all processes of a job, workers before their master as it happens: what they were at is made again,
/// and no row says that it failed.
TEST_F(SweepCommand, RunsUnderWayHaveNotFailedWhenItsProcessesAreEnded) {
  const std::string file = study();
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(stickslip({"sweep", file}).code, kSuccess);
  const std::chrono::duration<double, std::micro> whole = std::chrono::steady_clock::now() - begin;
  const std::string expected = read("s.csv");
  for (int round = 1; round < 6; ++round) {
    remove_results();
    const pid_t process = fork();
    if (process == 0) {
      if (freopen("/dev/null", "w", stdout) == nullptr || freopen("/dev/null", "w", stderr) == nullptr) _exit(1);
      const char* arguments[] = {"stickslip", "sweep", file.c_str(), "--jobs", "2"};
      _exit(main(5, arguments));
    }
    usleep(static_cast<useconds_t>(whole.count() / 8 * round));
    const std::string master = std::to_string(process);
    std::ifstream workers("/proc/" + master + "/task/" + master + "/children");
    for (pid_t worker = 0; workers >> worker;) kill(worker, SIGTERM);
    usleep(60'000);  // the master looks after them every 50 ms
    kill(process, SIGTERM);
    waitpid(process, nullptr, 0);
    ASSERT_EQ(stickslip({"sweep", file, "--resume"}).code, kSuccess);
    EXPECT_EQ(read("s.csv"), expected);
  }
}

std::vector<std::string> fields_of_run(const std::string& csv, int run) {
  std::size_t at = 0;
  for (int line = 0; line <= run; ++line) at = csv.find('\n', at) + 1;
  std::vector<std::string> fields;
  for (std::size_t end = at; end < csv.find('\n', at); at = end + 1) {
    end = std::min(csv.find(',', at), csv.find('\n', at));
    fields.push_back(csv.substr(at, end - at));
    if (csv[end] == '\n') break;
  }
  return fields;
}

TEST_F(SweepCommand, ARowHasTheNumbersOfARunOfItsOwn) {
  ASSERT_EQ(stickslip({"sweep", study(), "--jobs", "2"}).code, kSuccess);
  // Run 7: its parameters, given to `run`, give its result.
  const std::vector<std::string> fields = fields_of_run(read("s.csv"), 7);
  ASSERT_EQ(fields.size(), 7U);
  const std::string model = STICKSLIP_SOURCE_DIR "/examples/sweep/cart_pole.toml";
  const Answer answer =
      stickslip({"run", model, "--stop", "0.05", "--set", "cart.mass=" + fields[1], "--set",
                 "pivot.start.angle=" + fields[2], "--set", "rail.force=" + fields[3], "--csv", path("run.csv")});
  ASSERT_EQ(answer.code, kSuccess) << answer.err;
  const std::string run = read("run.csv");
  const std::string last = run.substr(run.rfind('\n', run.size() - 2) + 1);
  EXPECT_NE(last.find("," + fields[4] + ","), std::string::npos) << fields[4] << "\n" << last;
}

TEST_F(SweepCommand, AFailedRunIsARowWithItsReason) {
  ASSERT_EQ(
      stickslip({"sweep", with("formula = \"10 * cart.mass\"", "formula = \"1e300 / (pivot.start.angle > 0.25)\""),
                 "--jobs", "2"})
          .code,
      kSuccess);
  const std::string csv = read("s.csv");
  EXPECT_NE(csv.find("rail.force is not finite"), std::string::npos) << csv.substr(0, 500);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 61);
}

/// A thousand shards, or kills, leave more files than a process may open.
TEST_F(SweepCommand, PutsMoreFilesTogetherThanAProcessMayOpen) {
  constexpr std::uint64_t kFiles = 100;
  for (std::uint64_t k = 1; k <= kFiles; ++k) {
    const sweep::Journal journal("s.runs", "mark", {k, kFiles});
    const int file = sweep::Journal::open_to_append(journal.new_file());
    for (std::uint64_t run = k - 1; run < 1000; run += kFiles)
      sweep::Journal::append(file, std::to_string(run) + "," + std::string(run, 'x') + "\n");
    close(file);
  }
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit low{50, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
  const sweep::Journal journal("s.runs", "mark", {});
  const std::vector<bool> done = journal.done(1000);
  EXPECT_NO_THROW(journal.merge("s.csv", "header\n", 1000));
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(std::count(done.begin(), done.end(), true), 1000);
  std::string expected = "header\n";
  for (std::size_t run = 0; run < 1000; ++run) expected += std::to_string(run) + "," + std::string(run, 'x') + "\n";
  EXPECT_EQ(read("s.csv"), expected);
}

TEST_F(SweepCommand, WritesBehindWholeRowsWhereAWorkerHasDied) {
  const sweep::Journal journal("s.runs", "mark", {});
  const std::string file = journal.new_file().string();
  const std::string rows = "# mark\n1,2\n" + std::string(40'000, 'x') + "\n";
  for (const std::string& half : {std::string(), std::string("3,4"), std::string(40'000, 'y')}) {
    host::write_file(file, rows + half);
    sweep::Journal::drop_half_a_row(file);
    EXPECT_EQ(host::read_file(file), rows) << half.size();
  }
}

/// Eight runs of the sample FMU with a mistake, which it makes where the time is up in half of them.
std::string study_of_sample(const std::string& stop) {
  return "[study]\nmodel = \"x.fmu\"\nstop = " + stop +
         "\n[[parameter]]\nname = \"cart.gain\"\nvalues = [1, 2, 3, 4, 5, 6, 7, 8]\n"
         "[[result]]\nname = \"y\"\nlast = \"cart.y\"\n";
}

/// A worker that dies in a run costs this run alone, however it dies.
TEST_F(SweepCommand, AnFmuThatCrashesOrEndsTheProcessCostsTheRunThatDidIt) {
  const auto rows_with = [&](const std::string& fault, const std::string& stop) {
    remove_results();
    host::write_file("x.fmu", host::write_zip(host::sample_with(fault)));
    const Answer answer = stickslip({"sweep", write("s.toml", study_of_sample(stop)), "--jobs", "2"});
    EXPECT_EQ(answer.code, kSuccess) << answer.err;
    EXPECT_NE(answer.out.find("8 runs made in"), std::string::npos) << answer.out;
    return read("s.csv");
  };
  // It starts from 0.5 and grows by the gain: half a second is before the mistake, one second is after it.
  const std::string well = rows_with("crashes_late", "0.5");
  for (int gain = 1; gain <= 8; ++gain)
    EXPECT_NE(well.find(std::to_string(gain - 1) + "," + std::to_string(gain) + "," +
                        (gain % 2 == 0 ? std::to_string(gain / 2) + ".5" : std::to_string((gain + 1) / 2)) + ",\n"),
              std::string::npos)
        << well;
  const std::string crashed = rows_with("crashes_late", "1");
  EXPECT_EQ(std::distance(fs::directory_iterator("s.runs"), fs::directory_iterator()), 2);  // not one for every crash
  const std::string ended = rows_with("exits", "1");
  const std::string failed = rows_with("exits_with_3", "1");
  for (int gain = 1; gain <= 8; ++gain) {
    const std::string row = std::to_string(gain - 1) + "," + std::to_string(gain) + ",,\"";
    EXPECT_NE(crashed.find(row + "crashes: Aborted\"\n"), std::string::npos) << crashed;
    EXPECT_NE(ended.find(row + "ends the process with code 0\"\n"), std::string::npos) << ended;
    EXPECT_NE(failed.find(row + "ends the process with code 3\"\n"), std::string::npos) << failed;
  }
}

TEST_F(SweepCommand, SaysThatAnFmuCrashesWhenItIsLoaded) {
  host::write_file("x.fmu", host::write_zip(host::sample_with("crashes_when_loaded")));
  const Answer answer = stickslip({"sweep", write("s.toml", study_of_sample("1"))});
  EXPECT_EQ(answer.code, kFailure);
  EXPECT_NE(answer.err.find("x.fmu: the FMU crashes in loading: Aborted"), std::string::npos) << answer.err;
}

TEST_F(SweepCommand, SaysWhatIsWrongWithAStudy) {
  refuses(with("pivot.start.angle", "pivot.start.angel"),
          "s.toml:12:8: parameter \"pivot.start.angel\": the model has no such variable, is");
  refuses(with("uniform = [0.5, 2.0]", "uniform = [2, 0.5]"),
          "s.toml:9:11: parameter \"cart.mass\": uniform: two numbers, the lower one first");
  refuses(with("values = [0.1, 0.2, 0.3]", "range = [0, 1]\ncount = 1000000000"), "count");
  refuses(with("samples = 20", "samples = 100000000"), "3e+08 runs; at most 1e8 can be made");
  refuses(with("values = [0.1, 0.2, 0.3]", "values = []"), "values");
  refuses(
      with("abs(cart.position[1])", "abs(cart.positio[1])"),
      "s.toml:21:7: result \"reach\", character 5: no variable \"cart.positio[1]\", is \"cart.position[1]\" meant?");
  refuses(with("reach > 0.01", "cart.position[1]"), "s.toml:25:8: result \"far\", character 1");
  refuses(with("10 * cart.mass", "10 * pole"), "s.toml:17:11: parameter \"rail.force\": formula, character 6");
  refuses(with("samples = 20", ""), "need `samples`");
  refuses(with("sampling", "samplin"), "unknown key \"samplin\"");
  refuses(with("max = ", "most = "), "s.toml:19:1: result \"reach\": needs one of first, last, min, max");
  refuses(with("[study]", "[study"), "s.toml:1:7: syntax");
  refuses(with("samples = 20",
               "gr\xc3\xb6\xc3\x9f"
               "e = 20"),
          "s.toml:3:3: a character beyond ASCII outside of strings");
  refuses(with("samples = 20", "samples = 20 # \xff"), "s.toml:3:16: the text is not UTF-8 from here on");
  refuses(with("%M", "none.toml"), "s.toml:2:9: there is no file ");
  refuses(with("samples = 20", "samples = 20\ninput = \"none.csv\""), "s.toml:4:9: there is no file ");
  refuses(with("abs(cart", "asb(cart"),
          "s.toml:21:7: result \"reach\", character 1: there is no function \"asb\", is \"abs\" meant?");
  EXPECT_EQ(stickslip({"sweep", study(), "--shard", "4/3"}).code, kWrongCall);
}

TEST_F(SweepCommand, DoesNotMixTheRowsOfTwoStudies) {
  ASSERT_EQ(stickslip({"sweep", study(), "--shard", "1/2"}).code, kSuccess);
  const std::string other = with("samples = 20", "samples = 21");
  const Answer answer = stickslip({"sweep", other, "--shard", "2/2"});
  EXPECT_NE(answer.err.find("is of another study"), std::string::npos) << answer.err;
  EXPECT_NE(stickslip({"sweep", study(), "--merge"}).err.find("are missing"), std::string::npos);
}

TEST_F(SweepCommand, ReportsInAPageThatABrowserShows) {
  ASSERT_EQ(stickslip({"sweep", study(), "--report"}).code, kSuccess);
  const std::string program = view::Browser::installed();
  if (program.empty()) GTEST_SKIP() << "no chromium is installed here";
  view::Browser browser(program, 900, 900);
  browser.open(path("s.html"));
  const std::string found = browser.evaluate(R"js((async () => {
    for (let i = 0; i < 200 && document.documentElement.dataset.ready !== 'yes'; ++i) await new Promise(r => setTimeout(r, 20));
    document.querySelectorAll('#rows tr')[7].click();
    document.querySelectorAll('th')[1].click();
    return study.count + ' rows ' + document.querySelectorAll('#rows tr').length + ' ' + document.getElementById('picked').textContent.split('\n')[1];
  })())js");
  EXPECT_TRUE(browser.complaints().empty()) << browser.complaints().front();
  EXPECT_EQ(found.find("60 rows 60 stickslip view "), 0U) << found;
  // What the page sets are the numbers of the run, to the last bit.
  const std::vector<std::string> row = fields_of_run(read("s.csv"), 7);
  std::size_t at = 0;
  for (std::size_t i = 0; const char* name : {"cart.mass", "pivot.start.angle", "rail.force"}) {
    const std::string set = std::string(" --set ") + name + "=";
    at = found.find(set, at);
    ASSERT_NE(at, std::string::npos) << found;
    EXPECT_EQ(std::stod(found.substr(at + set.size())), std::stod(row.at(++i))) << found;
  }
}

TEST(Outcome, TakesWhatIsAskedOfACurve) {
  const sweep::Study study = sweep::parse_study(R"toml([study]
model = "x"
[[parameter]]
name = "a"
values = [3]
[[result]]
name = "first"
first = "x"
[[result]]
name = "last"
last = "x + a"
[[result]]
name = "least"
min = "x"
[[result]]
name = "mean"
mean = "x"
[[result]]
name = "rms"
rms = "time"
[[result]]
name = "when"
when = "x > 2"
[[result]]
name = "pass"
pass = "mean < 2 && a == 3"
)toml",
                                                "s.toml");
  const host::ModelDescription description = host::parse_model_description(
      R"(<?xml version="1.0"?><fmiModelDescription fmiVersion="2.0" modelName="m" guid="g"><CoSimulation modelIdentifier="m"/><ModelVariables>
      <ScalarVariable name="x" valueReference="0" causality="output"><Real/></ScalarVariable></ModelVariables><ModelStructure/></fmiModelDescription>)",
      "x.xml");
  sweep::Outcome outcome(study, description);
  outcome.begin(std::array{3.0});
  // x = t from 0 to 3.
  for (int k = 0; k <= 300; ++k) outcome.add(0.01 * k, std::array{0.01 * k});
  const std::vector<double> results = outcome.end();
  EXPECT_EQ(results[0], 0);
  EXPECT_DOUBLE_EQ(results[1], 6);
  EXPECT_EQ(results[2], 0);
  EXPECT_NEAR(results[3], 1.5, 1e-12);
  EXPECT_NEAR(results[4], std::sqrt(3.0), 1e-4);
  EXPECT_NEAR(results[5], 2.01, 1e-9);
  EXPECT_EQ(results[6], 1);
}

}  // namespace
}  // namespace stickslip::cli

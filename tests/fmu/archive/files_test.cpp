#include "fmu/archive/files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

#include "fmu/archive/temporary_folder.h"
#include "tests/fmu/archive/message_of.h"

namespace stickslip::host {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(folder_.path()), {}); }

  TemporaryFolder folder_;
};

TEST_F(Files, ReplaceWhatStoodThereAndKeepItsPermissions) {
  write_file(path("a"), "before, and longer");
  fs::permissions(path("a"), fs::perms::owner_all);
  write_file(path("a"), "after");
  EXPECT_EQ(read_file(path("a")), "after");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_all);
  EXPECT_EQ(count(), 1);
}

TEST_F(Files, AreWrittenWhereALinkPoints) {
  write_file(path("a"), "before");
  fs::create_symlink(path("a"), path("link"));
  write_file(path("link"), "after");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("a")), "after");
}

TEST_F(Files, StayAsTheyWereWhenTheDiskIsFull) {
  write_file(path("a"), "before");
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{1000, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string message = message_of([&] { write_file(path("a"), std::string(100'000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  EXPECT_EQ(message, path("a") + ": cannot be written: File too large");
  EXPECT_EQ(read_file(path("a")), "before");
  EXPECT_EQ(count(), 1);
}

TEST_F(Files, ThatAreDevicesAreWrittenInPlace) {
  write_file("/dev/null", "away");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(message_of([] { write_file("/dev/full", "away"); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST_F(Files, ThatArePipesAreReadToTheirEnd) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  std::thread writer([this] { write_file(path("pipe"), "time,u\n0,1\n"); });
  EXPECT_EQ(read_file(path("pipe")), "time,u\n0,1\n");
  writer.join();
}

TEST_F(Files, AreReadNoFurtherThanAsked) {
  write_file(path("a"), "0123456789");
  EXPECT_EQ(read_file(path("a"), 10), "0123456789");
  EXPECT_EQ(message_of([this] { read_file(path("a"), 9); }), path("a") + ": has more than the 9 bytes that are read");
  EXPECT_EQ(message_of([] { read_file("/dev/zero", 5); }), "/dev/zero: has more than the 5 bytes that are read");
}

TEST_F(Files, ThatAreMissingAreNamed) {
  EXPECT_EQ(message_of([] { read_file("/nonexistent/a.fmu"); }),
            "/nonexistent/a.fmu: cannot be read: No such file or directory");
  EXPECT_EQ(message_of([] { read_file("/tmp"); }), "/tmp: is a folder, not a file");
  EXPECT_EQ(message_of([] { write_file("/nonexistent/a.fmu", ""); }),
            "/nonexistent/a.fmu: cannot be written: No such file or directory");
}

TEST(TemporaryFolders, SayWhatToDoWhenThereIsNoPlaceForThem) {
  const char* before = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  const std::string kept = before != nullptr ? before : "";
  setenv("TMPDIR", "/nonexistent", 1);  // NOLINT(concurrency-mt-unsafe)
  const std::string message = message_of([] { const TemporaryFolder folder; });
  before != nullptr ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(message, "the folder for temporary files: No such file or directory; set TMPDIR to one that exists");
}

}  // namespace
}  // namespace stickslip::host

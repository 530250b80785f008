// Opens pages in a real browser where one is installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "tests/fmu/cli/program.h"
#include "tests/fmu/view/browser.h"

namespace stickslip::view {
namespace {

namespace fs = std::filesystem;

class Page : public testing::TestWithParam<std::string> {
 protected:
  static fs::path artefact(const std::string& name) {
    fs::create_directories(STICKSLIP_ARTEFACTS);
    return fs::path(STICKSLIP_ARTEFACTS) / name;
  }
};

TEST_P(Page, ShowsAndCanBeUsed) {
  const std::string program = Browser::installed();
  if (program.empty()) GTEST_SKIP() << "no chromium is installed here: pages are written but nobody opens them";
  std::string name = GetParam();
  std::replace(name.begin(), name.end(), '/', '_');
  const host::TemporaryFolder folder;
  const fs::path page = folder.path() / "page.html";
  const std::string model = std::string(STICKSLIP_SOURCE_DIR) + "/resources/" + GetParam() + ".toml";
  const cli::Answer answer = cli::stickslip({"view", model, "--stop", "2", "-o", page.string()});
  ASSERT_EQ(answer.code, cli::kSuccess) << answer.err;

  Browser browser(program, 700, 800);
  browser.open(page.string());
  const std::string found = browser.evaluate(host::read_file(STICKSLIP_SOURCE_DIR "/tests/fmu/view/browser_check.js"));
  EXPECT_TRUE(browser.complaints().empty()) << browser.complaints().front();
  EXPECT_EQ(found.find("%7B%22problems%22%3A%5B%5D"), 0U) << found.substr(0, found.find(' '));
  RecordProperty("found", found.substr(0, found.find(' ')));
  host::write_file(artefact(name + ".png"), decoded_base64(found.substr(found.find(' ') + 1)));
  host::write_file(artefact(name + ".page.png"), browser.screenshot());
}

/// All but parts, and scenes of hundreds of shapes, which take a browser without a graphics card long.
std::vector<std::string> resources_to_see() {
  std::vector<std::string> names;
  const fs::path folder = STICKSLIP_SOURCE_DIR "/resources";
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".toml" && entry.path().parent_path() != folder / "scenes/parts" &&
        entry.path().stem() != "wheel_loader" && entry.path().stem().string().rfind("wrecking_ball", 0) != 0)
      names.push_back(fs::relative(entry.path(), folder).replace_extension().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Resources, Page, testing::ValuesIn(resources_to_see()),
                         [](const testing::TestParamInfo<std::string>& resource_info) {
                           std::string name = resource_info.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return c == '/' || c == '-'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace stickslip::view

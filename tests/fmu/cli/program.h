#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/cli/commands.h"

namespace stickslip::cli {

struct Answer {
  int code = 0;
  std::string out;
  std::string err;
};

/// Calls the program as a shell would.
inline Answer stickslip(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "stickslip");
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = main(static_cast<int>(argv.size()), argv.data());
  return {code, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

/// Files of a test, in a folder that goes with it.
class InAFolder : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    host::write_file(path(name), text);
    return path(name);
  }
  std::string read(const std::string& name) const { return host::read_file(path(name)); }

  host::TemporaryFolder folder_;
};

}  // namespace stickslip::cli

#pragma once

#include <string>
#include <vector>

namespace stickslip::cli {

/// Throws host::Error when `output`, given by `option`, is one of the files that are read.
void refuse_overwriting(const std::string& option, const std::string& output, const std::vector<std::string>& inputs);

/// Writes out what was printed. False, after a line that says so, when standard output did not take it; silent when it
/// is a pipe that nobody reads any more.
bool flush_output();

}  // namespace stickslip::cli

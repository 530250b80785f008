#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace stickslip::text {

/// All that a file, pipe or device gives; where that is more than `at_most` bytes, a little more than those.
std::string read_to_end(std::istream& stream, std::size_t at_most);

}  // namespace stickslip::text

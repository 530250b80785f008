#pragma once

#include <cstddef>
#include <string_view>

namespace stickslip::text {

/// Length of the well-formed sequence at the start of `text`, 0 when there is none (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view text);

}  // namespace stickslip::text

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stickslip::text {

/// The candidate closest to `word` when it is close enough to be a slip of the pen, otherwise empty.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace stickslip::text

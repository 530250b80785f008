#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Numbers and words as XML and CSV spell them, whatever the locale.
namespace stickslip::host {

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> words(std::string_view text);

/// xs:double: 1, -2.5e-3, INF, -INF, NaN; a leading plus and outer blanks are allowed.
std::optional<double> parse_double(std::string_view text);
std::optional<std::int32_t> parse_int(std::string_view text);
std::optional<std::uint32_t> parse_unsigned(std::string_view text);
std::optional<bool> parse_boolean(std::string_view text);

/// 17 significant digits, as printf("%.17g") in the C locale: reads back to the same bits.
std::string format_double(double value);
/// The shortest text that reads back to the same bits, for messages.
std::string short_double(double value);

/// For messages and terminals: control characters become '?', and after `most` bytes it is enough.
std::string printable(std::string_view text, std::size_t most = 120);

/// Byte offset of the first place that is not UTF-8.
std::optional<std::size_t> invalid_utf8(std::string_view text);

}  // namespace stickslip::host

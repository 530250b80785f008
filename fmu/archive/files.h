#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

/// Whole files, with errors that name them.
namespace stickslip::host {

/// Pipes and devices are read to their end.
std::string read_file(const std::filesystem::path& file, std::uint64_t at_most = std::uint64_t{1} << 30);

/// All of it or nothing: what stood there before is replaced once all of it is written.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// Why the last operation on a stream failed.
std::string reason_of_errno();

}  // namespace stickslip::host

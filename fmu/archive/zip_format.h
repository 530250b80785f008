#pragma once

#include <cstdint>

/// Signatures and fixed sizes of the zip format (APPNOTE 4.3), all integers little-endian.
namespace stickslip::host::zip {

inline constexpr std::uint32_t kLocalHeader = 0x04034b50;
inline constexpr std::uint32_t kCentralHeader = 0x02014b50;
inline constexpr std::uint32_t kEndOfDirectory = 0x06054b50;
inline constexpr std::uint64_t kLocalHeaderSize = 30;
inline constexpr std::uint64_t kCentralHeaderSize = 46;
inline constexpr std::uint64_t kEndOfDirectorySize = 22;
inline constexpr std::uint64_t kLongestComment = 0xffff;

inline constexpr std::uint16_t kStored = 0;
inline constexpr std::uint16_t kDeflated = 8;

inline constexpr std::uint16_t kEncrypted = 1U << 0U;
inline constexpr std::uint16_t kSizesFollow = 1U << 3U;  // sizes and CRC stand behind the data
inline constexpr std::uint16_t kUtf8 = 1U << 11U;

inline constexpr unsigned kMadeByUnix = 3;
inline constexpr unsigned kTypeMask = 0170000;
inline constexpr unsigned kRegularFile = 0100000;
inline constexpr unsigned kFolder = 0040000;
inline constexpr unsigned kSymbolicLink = 0120000;

}  // namespace stickslip::host::zip

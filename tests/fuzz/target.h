#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What a fuzz target defines. With clang and -fsanitize=fuzzer the first is all that is used; otherwise standalone.cpp
/// mutates the seeds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace stickslip::fuzz {

/// Good inputs to start from.
std::vector<std::string> seeds();

}  // namespace stickslip::fuzz

#pragma once

#include <cstdio>
#include <string>

namespace stickslip::fmu {

/// The little that a binary of an FMU asks its operating system for. Paths are UTF-8.

/// Of the shared library this code is in; empty when it is unknown.
std::string path_of_binary();

std::FILE* open_to_read(const std::string& path);

}  // namespace stickslip::fmu

#pragma once

#include <string>
#include <vector>

namespace stickslip::fmu {

/// The folder an FMI resource location names, with a slash at its end; empty when it names none. Takes what importers
/// really send: file:///p, file:////p, file:/p, file://localhost/p, file://p, a bare path; percent-encoded or not.
std::string path_of_uri(const char* uri);

/// The resource folder beside the shared library this code is in: <fmu>/binaries/linux64/x.so -> <fmu>/resources/.
/// Empty when the library's path is unknown.
std::string resources_beside_binary();

/// Reads a whole file; false with a sentence in `error`. The one moment an FMU touches a file is fmi2Instantiate.
bool read_file(const std::string& path, std::vector<unsigned char>& bytes, std::string& error);

}  // namespace stickslip::fmu

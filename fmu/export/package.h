#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fmu/archive/zip.h"
#include "fmu/export/documentation.h"
#include "fmu/shell/component.h"

namespace stickslip::fmu {

/// A library for one platform: "linux64", "win64", or a tuple such as "aarch64-linux".
struct Binary {
  std::string platform;
  std::string_view bytes;
};

/// What an FMU is packed from.
struct Package {
  const Description& description;
  std::vector<Binary> binaries;
  std::vector<host::ZipMember> resources;  // names relative to resources/
  bool flat = false;                       // names without dots and brackets
  std::string picture = {};                // model.png; empty: none
  About about = {};
  std::vector<TerminalOwner> terminals = {};
  std::string model_text = {};               // for the documentation
  std::string source = {};                   // the file in sources/ that makes the binary
  std::vector<host::ZipMember> extras = {};  // what else the archive holds, by full names
};

/// The bytes of the .fmu file, the same for the same package. Throws host::Error with everything that is wrong.
std::string pack(const Package& package);

/// pack() into a file. Throws host::Error.
void write_fmu(const std::string& path, const Package& package);

}  // namespace stickslip::fmu

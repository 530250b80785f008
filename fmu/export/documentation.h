#pragma once

#include <string>
#include <vector>

#include "fmu/archive/zip.h"
#include "fmu/load/about.h"
#include "fmu/shell/component.h"

namespace stickslip::fmu {

using About = load::About;

/// A body, a joint or whatever else has variables of its own: those whose names begin with its name and a dot.
struct TerminalOwner {
  std::string name;
  const char* kind;  // "body"
};

/// documentation/index.html: variables, units, how to import, and the model file where there is one.
std::string documentation_html(const Description& description, bool flat, const About& about,
                               const std::string& model_text);

/// terminalsAndIcons/terminalsAndIcons.xml: the inputs and outputs of each owner as one terminal.
std::string terminals_xml(const Description& description, bool flat, const std::vector<TerminalOwner>& owners);

/// licenses/: under what conditions the FMU and its binary may be used.
std::vector<host::ZipMember> license_files(const About& about);

}  // namespace stickslip::fmu

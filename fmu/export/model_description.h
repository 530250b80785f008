#pragma once

#include <string>
#include <vector>

#include "fmu/export/documentation.h"
#include "fmu/shell/component.h"

namespace stickslip::fmu {

/// The modelIdentifier: name of the binary inside the FMU.
std::string model_identifier(const Description& description);

/// The FMI 2.0 modelDescription.xml of a component. With `flat`, under flat names; the GUID tells the two apart.
/// Depends on the description only: the same model gives the same bytes. Expects that faults_of() found nothing.
/// `source`: the file in sources/ that makes the binary, empty where there is none.
std::string model_description_xml(const Description& description, bool flat, const About& about = {},
                                  const std::string& source = {});

/// What would make importers refuse or misread the FMU, one sentence each; empty when there is nothing.
std::vector<std::string> faults_of(const Description& description, bool flat);

}  // namespace stickslip::fmu

#include "fmu/host/xml_document.h"

#include <utility>

#include "fmu/archive/error.h"

namespace stickslip::host {

XmlDocument::XmlDocument(const std::string& text, std::string label) : label_(std::move(label)) {
  if (const auto error = tree_.parse(text))
    throw Error(label_ + ":" + std::to_string(error->line) + ": not well-formed XML: " + error->what);
}

}  // namespace stickslip::host

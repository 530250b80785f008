#include "fmu/host/xml_document.h"

#include <algorithm>
#include <utility>

#include "fmu/archive/error.h"

namespace stickslip::host {

XmlDocument::XmlDocument(const std::string& text, std::string label) : label_(std::move(label)) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    line_ends_.push_back(static_cast<std::ptrdiff_t>(at));
  const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size());
  if (!result) {
    throw Error(label_ + ":" + std::to_string(line_at(result.offset)) +
                ": not well-formed XML: " + result.description());
  }
}

int XmlDocument::line_at(std::ptrdiff_t offset) const {
  const auto line = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
  return static_cast<int>(line - line_ends_.begin()) + 1;
}

}  // namespace stickslip::host

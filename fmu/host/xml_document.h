#pragma once

#include <functional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "fmu/host/model_description.h"

/// What the parser and the linter share: a document that knows line numbers.
namespace stickslip::host {

class XmlDocument {
 public:
  /// Throws `Error` when the text is not well-formed. Entities other than XML's own five are never expanded.
  XmlDocument(const std::string& text, std::string label);

  pugi::xml_node root() const { return document_.document_element(); }
  int line_of(pugi::xml_node node) const { return line_at(node.offset_debug()); }
  int line_at(std::ptrdiff_t offset) const;
  const std::string& label() const { return label_; }

 private:
  std::string label_;
  std::vector<std::ptrdiff_t> line_ends_;
  pugi::xml_document document_;
};

/// Takes what is wrong and where; may throw. When it returns, reading goes on with a default.
using Complaint = std::function<void(int line, const std::string& what)>;

ModelDescription read_model_description(const XmlDocument& document, const Complaint& complain);

}  // namespace stickslip::host

#pragma once

#include <functional>
#include <string>

#include "fmu/host/model_description.h"
#include "fmu/text/xml.h"

/// What the parser and the linter share: a document that knows what it is called.
namespace stickslip::host {

using text::XmlAttribute;
using text::XmlNode;

class XmlDocument {
 public:
  /// Throws `Error` when the text is not well-formed.
  XmlDocument(const std::string& text, std::string label);

  XmlNode root() const { return tree_.root(); }
  const std::string& label() const { return label_; }

 private:
  std::string label_;
  text::XmlTree tree_;
};

/// Takes what is wrong and where; may throw. When it returns, reading goes on with a default.
using Complaint = std::function<void(int line, const std::string& what)>;

ModelDescription read_model_description(const XmlDocument& document, const Complaint& complain);

}  // namespace stickslip::host

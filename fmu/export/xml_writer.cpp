#include "fmu/export/xml_writer.h"

#include "fmu/archive/text.h"

namespace stickslip::fmu {
namespace {

// Control characters other than these three cannot stand in XML 1.0 at all.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\r':
        out += "&#13;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

}  // namespace

XmlWriter::XmlWriter() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

void XmlWriter::end_of_start_tag() {
  if (in_start_tag_) text_ += ">\n";
  in_start_tag_ = false;
}

XmlWriter& XmlWriter::open(std::string_view element) {
  end_of_start_tag();
  text_.append(2 * open_.size(), ' ').append("<").append(element);
  open_.emplace_back(element);
  in_start_tag_ = true;
  return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value) {
  text_.append(" ").append(name).append("=\"").append(escaped(value)).append("\"");
  return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, double value) {
  return attribute(name, std::string_view(host::short_double(value)));
}

XmlWriter& XmlWriter::close() {
  const std::string element = open_.back();
  open_.pop_back();
  if (in_start_tag_) {
    text_ += "/>\n";
  } else {
    text_.append(2 * open_.size(), ' ').append("</").append(element).append(">\n");
  }
  in_start_tag_ = false;
  return *this;
}

}  // namespace stickslip::fmu

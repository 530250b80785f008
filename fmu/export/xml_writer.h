#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stickslip::fmu {

/// Indented XML made of elements and attributes, all that a model description has. Same calls, same bytes.
class XmlWriter {
 public:
  XmlWriter();

  XmlWriter& open(std::string_view element);
  /// Of the element opened last, before anything is inside.
  XmlWriter& attribute(std::string_view name, std::string_view value);
  XmlWriter& attribute(std::string_view name, const char* value) { return attribute(name, std::string_view(value)); }
  XmlWriter& attribute(std::string_view name, bool value) { return attribute(name, value ? "true" : "false"); }
  XmlWriter& attribute(std::string_view name, int value) { return attribute(name, std::to_string(value)); }
  XmlWriter& attribute(std::string_view name, double value);
  XmlWriter& close();

  /// All of it; every element must be closed.
  const std::string& text() const { return text_; }

 private:
  void end_of_start_tag();

  std::string text_;
  std::vector<std::string> open_;
  bool in_start_tag_ = false;
};

}  // namespace stickslip::fmu

#include <algorithm>
#include <utility>

#include "fmu/archive/text.h"
#include "fmu/lint/passes.h"

namespace stickslip::host {

namespace {

int line_at(const std::string& text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

/// The five entities of XML itself and character references.
bool is_known_entity(std::string_view entity) {
  for (const char* known : {"amp", "lt", "gt", "quot", "apos"})
    if (entity == known) return true;
  return entity.size() > 1 && entity[0] == '#';
}

void check_entities(const std::string& xml, const Findings& findings) {
  for (std::size_t at = xml.find_first_of("&<"); at != std::string::npos; at = xml.find_first_of("&<", at + 1)) {
    for (const auto& [open, close] : {std::pair{"<!--", "-->"}, std::pair{"<![CDATA[", "]]>"}})
      if (xml.compare(at, std::string_view(open).size(), open) == 0) at = std::min(xml.find(close, at), xml.size() - 1);
    if (xml[at] != '&') continue;
    const std::size_t end = xml.find_first_of(";&<>\"' \t\r\n", at + 1);
    const bool closed = end != std::string::npos && xml[end] == ';';
    if (closed && is_known_entity(std::string_view(xml).substr(at + 1, end - at - 1))) continue;
    findings.error(line_at(xml, at), "an & that starts no entity of XML", "write &amp;");
    return;
  }
}

void check_declaration(const std::string& xml, const Findings& findings) {
  const std::size_t end = xml.compare(0, 5, "<?xml") == 0 ? xml.find("?>") : std::string::npos;
  if (end == std::string::npos) return;
  std::string declaration = xml.substr(0, end);
  std::transform(declaration.begin(), declaration.end(), declaration.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const bool other = declaration.find("encoding") != std::string::npos &&
                     declaration.find("utf-8") == std::string::npos && declaration.find("utf8") == std::string::npos;
  if (other) findings.error(1, "the encoding is not UTF-8", "FMI 2.0 asks for encoding=\"UTF-8\"");
}

}  // namespace

void lint_text(const std::string& xml, const Findings& findings) {
  if (xml.compare(0, 3, "\xef\xbb\xbf") == 0)
    findings.warn(1, "starts with a byte order mark", "save it as UTF-8 without one");
  if (const auto offset = invalid_utf8(xml))
    findings.error(line_at(xml, *offset), "is not UTF-8 at byte " + std::to_string(*offset), "save it as UTF-8");
  const auto control = std::find_if(xml.begin(), xml.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
  if (control != xml.end())
    findings.error(line_at(xml, static_cast<std::size_t>(control - xml.begin())), "contains a control character",
                   "remove it; XML has no way to write it");
  if (const std::size_t at = xml.find("<!DOCTYPE"); at != std::string::npos)
    findings.error(line_at(xml, at), "has a document type declaration", "remove it; importers do not expand entities");
  check_declaration(xml, findings);
  check_entities(xml, findings);
}

}  // namespace stickslip::host

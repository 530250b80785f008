#include "fmu/text/xml.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace stickslip::text {

namespace {

constexpr std::size_t kDeepest = 256;  // who walks through the tree may do it by calling itself
const std::string kNothing;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) > 127;
}

bool is_in_name(char c) {
  return starts_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

void append_code(std::uint32_t code, std::string& out) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((code >> shift) & 0x3fU)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0U | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0U | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string from_utf16(std::string_view bytes, bool big) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<std::uint32_t>(big ? first << 8U | second : second << 8U | first);
  };
  std::string out;
  for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
    std::uint32_t code = unit(at);
    if (code >= 0xd800 && code < 0xdc00 && at + 3 < bytes.size()) {
      at += 2;
      code = 0x10000 + ((code - 0xd800) << 10U) + ((unit(at) - 0xdc00) & 0x3ffU);
    }
    append_code(code, out);
  }
  return out;
}

/// Whether the declaration names Latin-1.
bool is_latin(std::string_view text) {
  if (text.substr(0, 5) != "<?xml") return false;
  std::string declaration(text.substr(0, std::min(text.find("?>"), text.size())));
  std::transform(declaration.begin(), declaration.end(), declaration.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return declaration.find("iso-8859-1") != std::string::npos || declaration.find("latin1") != std::string::npos;
}

std::string to_utf8(std::string_view bytes) {
  if (bytes.substr(0, 3) == "\xef\xbb\xbf") return std::string(bytes.substr(3));
  if (bytes.substr(0, 2) == "\xff\xfe") return from_utf16(bytes, false);
  if (bytes.substr(0, 2) == "\xfe\xff") return from_utf16(bytes, true);
  if (!is_latin(bytes)) return std::string(bytes);
  std::string out;
  for (const char c : bytes) append_code(static_cast<unsigned char>(c), out);
  return out;
}

/// "#65" and "#x41"; nothing when it is no character.
std::optional<std::uint32_t> numbered(std::string_view entity) {
  const bool hexadecimal = entity.substr(0, 2) == "#x";
  const std::string_view digits = entity.substr(std::min<std::size_t>(hexadecimal ? 2 : 1, entity.size()));
  std::uint32_t code = 0;
  const auto [end, failure] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
  const bool all = failure == std::errc() && end == digits.data() + digits.size();
  if (!all || code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return std::nullopt;
  return code;
}

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};

std::string expanded(std::string_view raw) {
  std::string out;
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t end = raw[at] == '&' ? raw.find(';', at) : std::string_view::npos;
    if (end != std::string_view::npos) {
      const std::string_view entity = raw.substr(at + 1, end - at - 1);
      const auto* known =
          std::find_if(std::begin(kEntities), std::end(kEntities), [&](const auto& e) { return e.first == entity; });
      const auto code = entity.substr(0, 1) == "#" ? numbered(entity) : std::nullopt;
      if (known != std::end(kEntities)) out += known->second;
      if (code) append_code(*code, out);
      if (code || known != std::end(kEntities)) {
        at = end + 1;
        continue;
      }
    }
    const bool line_end = raw[at] == '\r' && at + 1 < raw.size() && raw[at + 1] == '\n';
    if (!line_end) out += raw[at] == '\r' ? '\n' : raw[at];
    ++at;
  }
  return out;
}

/// As the standard has it for values of attributes: one blank for each.
std::string without_breaks(std::string text) {
  for (char& c : text)
    if (is_blank(c)) c = ' ';
  return text;
}

}  // namespace

/// Thrown and caught in this file.
struct Malformed {
  std::string what;
};

class XmlParser {
 public:
  XmlParser(std::string text, XmlTree& tree) : text_(std::move(text)), tree_(tree) {}

  std::optional<XmlError> parse() {
    try {
      while (at_ < text_.size()) next();
      if (!open_.empty()) throw Malformed{"<" + open_.back()->name + "> is not closed"};
      if (tree_.root_ == nullptr) throw Malformed{"there is no element"};
    } catch (const Malformed& malformed) {
      return XmlError{line(), malformed.what};
    }
    return std::nullopt;
  }

 private:
  void next() {
    if (takes("<!--")) return pass("-->", "a comment is not closed");
    if (takes("<![CDATA[")) return take_raw();
    if (takes("<?")) return pass("?>", "an instruction is not closed");
    if (takes("<!DOCTYPE")) return pass_document_type();
    if (takes("</")) return end_element();
    if (takes("<")) return start_element();
    take_text();
  }

  bool takes(std::string_view what) {
    if (text_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }

  void pass(std::string_view end, const char* otherwise) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string::npos) throw Malformed{otherwise};
    at_ = found + end.size();
  }

  void pass_document_type() {
    if (tree_.root_ != nullptr) throw Malformed{"a document type stands before the root element"};
    for (int depth = 1; depth > 0; ++at_) {
      if (at_ >= text_.size()) throw Malformed{"the document type is not closed"};
      const char c = text_[at_];
      if (c == '"' || c == '\'') at_ = std::min(text_.find(c, at_ + 1), text_.size());
      if (c == '<' || c == '[') ++depth;
      if (c == '>' || c == ']') --depth;
    }
  }

  void pass_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  std::string take_name() {
    const std::size_t start = at_;
    if (at_ < text_.size() && starts_name(text_[at_]))
      while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
    if (at_ == start) throw Malformed{"a name is missing"};
    return text_.substr(start, at_ - start);
  }

  void add_text(std::string text) {
    if (open_.empty()) throw Malformed{"text stands outside of the root element"};
    XmlItem& item = tree_.items_.emplace_back();
    item.value = std::move(text);
    item.line = line();
    open_.back()->children.push_back(&item);
  }

  void take_text() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view raw = std::string_view(text_).substr(at_, end - at_);
    const auto* first = std::find_if_not(raw.begin(), raw.end(), is_blank);
    at_ += static_cast<std::size_t>(first - raw.begin());  // the line of the text is that of its first letter
    if (first != raw.end()) add_text(expanded(raw));
    at_ = end;
  }

  void take_raw() {
    const std::size_t start = at_;
    pass("]]>", "CDATA is not closed");
    add_text(text_.substr(start, at_ - 3 - start));
  }

  void start_element() {
    if (open_.empty() && tree_.root_ != nullptr) throw Malformed{"there is more than one root element"};
    if (open_.size() == kDeepest) throw Malformed{"elements are more than " + std::to_string(kDeepest) + " deep"};
    XmlItem& item = tree_.items_.emplace_back();
    item.line = line();
    item.name = take_name();
    if (open_.empty()) {
      tree_.root_ = &item;
    } else {
      open_.back()->children.push_back(&item);
    }
    for (;;) {
      const std::size_t before = at_;
      pass_blanks();
      if (takes("/>")) return;
      if (takes(">")) break;
      if (at_ == before || at_ >= text_.size()) throw Malformed{"<" + item.name + " ends without >"};
      take_attribute(item);
    }
    open_.push_back(&item);
  }

  void take_attribute(XmlItem& item) {
    std::string name = take_name();
    pass_blanks();
    if (!takes("=")) throw Malformed{"the attribute " + name + " has no value"};
    pass_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    if (quote != '"' && quote != '\'') throw Malformed{"the value of " + name + " is not in quotes"};
    const std::size_t start = ++at_;
    const std::size_t end = text_.find_first_of(quote == '"' ? "\"<" : "'<", start);
    if (end == std::string::npos || text_[end] == '<')
      throw Malformed{"the value of " + name + (end == std::string::npos ? " is not closed" : " has a < in it")};
    const std::string_view raw = std::string_view(text_).substr(start, end - start);
    at_ = end + 1;
    // Blanks that are written as characters by number stay what they are.
    const bool plain = std::none_of(raw.begin(), raw.end(), [](char c) { return is_blank(c) && c != ' '; });
    item.attributes.emplace_back(std::move(name), plain ? expanded(raw) : expanded(without_breaks(std::string(raw))));
  }

  void end_element() {
    const std::string name = take_name();
    pass_blanks();
    if (open_.empty() || open_.back()->name != name)
      throw Malformed{"</" + name + "> closes " + (open_.empty() ? "nothing" : "<" + open_.back()->name + ">")};
    if (!takes(">")) throw Malformed{"</" + name + " ends without >"};
    open_.pop_back();
  }

  /// Of where we are; it is asked with growing places only.
  int line() {
    const std::size_t here = std::min(at_, text_.size());
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(here), '\n'));
    counted_ = here;
    return line_;
  }

  std::string text_;
  XmlTree& tree_;
  std::vector<XmlItem*> open_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::size_t counted_ = 0;
};

std::optional<XmlError> XmlTree::parse(std::string_view bytes) {
  items_.clear();
  root_ = nullptr;
  return XmlParser(to_utf8(bytes), *this).parse();
}

const std::string& XmlAttribute::name() const {
  return pair_ != nullptr ? pair_->first : kNothing;
}

const std::string& XmlAttribute::value() const {
  return pair_ != nullptr ? pair_->second : kNothing;
}

const std::string& XmlNode::name() const {
  return item_ != nullptr ? item_->name : kNothing;
}

const std::string& XmlNode::value() const {
  return item_ != nullptr ? item_->value : kNothing;
}

XmlAttribute XmlNode::attribute(std::string_view name) const {
  if (item_ == nullptr) return {};
  for (const auto& attribute : item_->attributes)
    if (attribute.first == name) return XmlAttribute(attribute);
  return {};
}

std::vector<XmlAttribute> XmlNode::attributes() const {
  std::vector<XmlAttribute> found;
  if (item_ != nullptr)
    for (const auto& attribute : item_->attributes) found.emplace_back(attribute);
  return found;
}

XmlNode XmlNode::child(std::string_view name) const {
  if (item_ != nullptr)
    for (const XmlItem* item : item_->children)
      if (item->name == name) return XmlNode(item);
  return {};
}

std::vector<XmlNode> XmlNode::children(std::string_view name) const {
  std::vector<XmlNode> found;
  if (item_ != nullptr)
    for (const XmlItem* item : item_->children)
      if (item->name == name) found.emplace_back(item);
  return found;
}

std::vector<XmlNode> XmlNode::children() const {
  std::vector<XmlNode> found;
  if (item_ != nullptr)
    for (const XmlItem* item : item_->children) found.emplace_back(item);
  return found;
}

}  // namespace stickslip::text

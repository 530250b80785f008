#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A reader of XML that keeps what descriptions and drawings of machines are made of: elements, attributes, text,
/// lines.
namespace stickslip::text {

/// What stands in a document; see XmlNode.
struct XmlItem {
  std::string name;   // empty: text
  std::string value;  // of text
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<const XmlItem*> children;
  int line = 0;
};

/// One attribute, or none.
class XmlAttribute {
 public:
  XmlAttribute() = default;
  explicit XmlAttribute(const std::pair<std::string, std::string>& pair) : pair_(&pair) {}

  explicit operator bool() const { return pair_ != nullptr; }
  const std::string& name() const;
  /// Empty where there is none.
  const std::string& value() const;

 private:
  const std::pair<std::string, std::string>* pair_ = nullptr;
};

/// An element, a piece of text, or nothing; of nothing every question has an empty answer. It lives as long as its
/// tree.
class XmlNode {
 public:
  XmlNode() = default;
  explicit XmlNode(const XmlItem* item) : item_(item) {}

  explicit operator bool() const { return item_ != nullptr; }
  bool is_element() const { return item_ != nullptr && !item_->name.empty(); }
  const std::string& name() const;
  /// Of text.
  const std::string& value() const;
  int line() const { return item_ != nullptr ? item_->line : 0; }

  XmlAttribute attribute(std::string_view name) const;
  std::vector<XmlAttribute> attributes() const;
  /// The first element of this name.
  XmlNode child(std::string_view name) const;
  std::vector<XmlNode> children(std::string_view name) const;
  /// All, text included.
  std::vector<XmlNode> children() const;

 private:
  const XmlItem* item_ = nullptr;
};

struct XmlError {
  int line = 0;
  std::string what;
};

class XmlTree {
 public:
  XmlTree() = default;
  XmlTree(const XmlTree&) = delete;
  XmlTree& operator=(const XmlTree&) = delete;

  /// Takes UTF-8, UTF-16 with a byte order mark, and Latin-1 where the document says so. Entities other than XML's own
  /// five and characters by number are left as they are written, a document type is passed over, text of blanks alone
  /// is left out. Nothing when all is well.
  [[nodiscard]] std::optional<XmlError> parse(std::string_view bytes);

  XmlNode root() const { return XmlNode(root_); }

 private:
  friend class XmlParser;
  std::deque<XmlItem> items_;  // where they are they stay
  const XmlItem* root_ = nullptr;
};

}  // namespace stickslip::text

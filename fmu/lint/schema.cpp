#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "fmu/archive/text.h"
#include "fmu/lint/passes.h"
#include "fmu/text/spelling.h"

namespace stickslip::host {

namespace {

enum class Kind { text, real, integer, natural, boolean, indices, date_time, identifier, choice };

struct AttributeRule {
  std::string name;
  Kind kind = Kind::text;
  bool required = false;
  std::vector<std::string> choices = {};
};

struct ElementRule;

/// A place in the sequence of children, for one of some elements.
struct ChildRule {
  std::vector<std::pair<std::string, const ElementRule*>> alternatives;
  int min = 0;
  int max = 0;
  bool each_once = false;
};

constexpr int kMany = 1 << 30;

struct ElementRule {
  std::vector<AttributeRule> attributes;
  std::vector<ChildRule> children;
  bool anything_inside = false;
};

std::vector<AttributeRule> joined(std::vector<AttributeRule> a, const std::vector<AttributeRule>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The schema of FMI 2.0 as a table.
struct Schema {
  const std::vector<AttributeRule> real_attributes{{"quantity"},
                                                   {"unit"},
                                                   {"displayUnit"},
                                                   {"relativeQuantity", Kind::boolean},
                                                   {"min", Kind::real},
                                                   {"max", Kind::real},
                                                   {"nominal", Kind::real},
                                                   {"unbounded", Kind::boolean}};
  const std::vector<AttributeRule> integer_attributes{{"quantity"}, {"min", Kind::integer}, {"max", Kind::integer}};
  const std::vector<AttributeRule> shared_flags{{"modelIdentifier", Kind::identifier, true},
                                                {"needsExecutionTool", Kind::boolean},
                                                {"canBeInstantiatedOnlyOncePerProcess", Kind::boolean},
                                                {"canNotUseMemoryManagementFunctions", Kind::boolean},
                                                {"canGetAndSetFMUstate", Kind::boolean},
                                                {"canSerializeFMUstate", Kind::boolean},
                                                {"providesDirectionalDerivative", Kind::boolean}};

  const ElementRule tool{{{"name", Kind::text, true}}, {}, true};
  const ElementRule annotations{{}, {{{{"Tool", &tool}}, 1, kMany}}};

  const ElementRule file{{{"name", Kind::text, true}}, {}};
  const ElementRule source_files{{}, {{{{"File", &file}}, 1, kMany}}};
  const ElementRule model_exchange{joined(shared_flags, {{"completedIntegratorStepNotNeeded", Kind::boolean}}),
                                   {{{{"SourceFiles", &source_files}}, 0, 1}}};
  const ElementRule co_simulation{joined(shared_flags, {{"canHandleVariableCommunicationStepSize", Kind::boolean},
                                                        {"canInterpolateInputs", Kind::boolean},
                                                        {"maxOutputDerivativeOrder", Kind::natural},
                                                        {"canRunAsynchronuously", Kind::boolean}}),
                                  {{{{"SourceFiles", &source_files}}, 0, 1}}};

  const ElementRule base_unit{{{"kg", Kind::integer},
                               {"m", Kind::integer},
                               {"s", Kind::integer},
                               {"A", Kind::integer},
                               {"K", Kind::integer},
                               {"mol", Kind::integer},
                               {"cd", Kind::integer},
                               {"rad", Kind::integer},
                               {"factor", Kind::real},
                               {"offset", Kind::real}},
                              {}};
  const ElementRule display_unit{{{"name", Kind::text, true}, {"factor", Kind::real}, {"offset", Kind::real}}, {}};
  const ElementRule unit{{{"name", Kind::text, true}},
                         {{{{"BaseUnit", &base_unit}}, 0, 1}, {{{"DisplayUnit", &display_unit}}, 0, kMany}}};
  const ElementRule units{{}, {{{{"Unit", &unit}}, 1, kMany}}};

  const ElementRule item{{{"name", Kind::text, true}, {"value", Kind::integer, true}, {"description"}}, {}};
  const ElementRule real_type{real_attributes, {}};
  const ElementRule integer_type{integer_attributes, {}};
  const ElementRule bare_type{};
  const ElementRule enumeration_type{{{"quantity"}}, {{{{"Item", &item}}, 1, kMany}}};
  const ElementRule type{{{"name", Kind::text, true}, {"description"}},
                         {{{{"Real", &real_type},
                            {"Integer", &integer_type},
                            {"Boolean", &bare_type},
                            {"String", &bare_type},
                            {"Enumeration", &enumeration_type}},
                           1,
                           1}}};
  const ElementRule types{{}, {{{{"SimpleType", &type}}, 1, kMany}}};

  const ElementRule category{{{"name", Kind::text, true}, {"description"}}, {}};
  const ElementRule categories{{}, {{{{"Category", &category}}, 1, kMany}}};
  const ElementRule experiment{
      {{"startTime", Kind::real}, {"stopTime", Kind::real}, {"tolerance", Kind::real}, {"stepSize", Kind::real}}, {}};

  const ElementRule real{
      joined(real_attributes,
             {{"declaredType"}, {"start", Kind::real}, {"derivative", Kind::natural}, {"reinit", Kind::boolean}}),
      {}};
  const ElementRule integer{joined(integer_attributes, {{"declaredType"}, {"start", Kind::integer}}), {}};
  const ElementRule boolean{{{"declaredType"}, {"start", Kind::boolean}}, {}};
  const ElementRule string{{{"declaredType"}, {"start"}}, {}};
  const ElementRule enumeration{
      joined(integer_attributes, {{"declaredType", Kind::text, true}, {"start", Kind::integer}}), {}};
  const ElementRule variable{
      {{"name", Kind::text, true},
       {"valueReference", Kind::natural, true},
       {"description"},
       {"causality",
        Kind::choice,
        false,
        {"parameter", "calculatedParameter", "input", "output", "local", "independent"}},
       {"variability", Kind::choice, false, {"constant", "fixed", "tunable", "discrete", "continuous"}},
       {"initial", Kind::choice, false, {"exact", "approx", "calculated"}},
       {"canHandleMultipleSetPerTimeInstant", Kind::boolean}},
      {{{{"Real", &real},
         {"Integer", &integer},
         {"Boolean", &boolean},
         {"String", &string},
         {"Enumeration", &enumeration}},
        1,
        1},
       {{{"Annotations", &annotations}}, 0, 1}}};
  const ElementRule variables{{}, {{{{"ScalarVariable", &variable}}, 1, kMany}}};

  const ElementRule unknown{{{"index", Kind::natural, true}, {"dependencies", Kind::indices}, {"dependenciesKind"}},
                            {}};
  const ElementRule unknowns{{}, {{{{"Unknown", &unknown}}, 1, kMany}}};
  const ElementRule structure{{},
                              {{{{"Outputs", &unknowns}}, 0, 1},
                               {{{"Derivatives", &unknowns}}, 0, 1},
                               {{{"InitialUnknowns", &unknowns}}, 0, 1}}};

  const ElementRule root{{{"fmiVersion", Kind::choice, true, {"2.0"}},
                          {"modelName", Kind::text, true},
                          {"guid", Kind::text, true},
                          {"description"},
                          {"author"},
                          {"version"},
                          {"copyright"},
                          {"license"},
                          {"generationTool"},
                          {"generationDateAndTime", Kind::date_time},
                          {"variableNamingConvention", Kind::choice, false, {"flat", "structured"}},
                          {"numberOfEventIndicators", Kind::natural}},
                         {{{{"ModelExchange", &model_exchange}, {"CoSimulation", &co_simulation}}, 1, 2, true},
                          {{{"UnitDefinitions", &units}}, 0, 1},
                          {{{"TypeDefinitions", &types}}, 0, 1},
                          {{{"LogCategories", &categories}}, 0, 1},
                          {{{"DefaultExperiment", &experiment}}, 0, 1},
                          {{{"VendorAnnotations", &annotations}}, 0, 1},
                          {{{"ModelVariables", &variables}}, 1, 1},
                          {{{"ModelStructure", &structure}}, 1, 1}}};
};

bool is_identifier(const std::string& text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

/// xs:dateTime: 2026-01-31T12:00:00, a fraction and Z or an offset such as +01:00 may follow.
bool is_date_time(std::string_view text) {
  // In the form, 0 stands for any digit.
  const auto take = [&](std::string_view form) {
    if (text.size() < form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i) {
      const bool digit = text[i] >= '0' && text[i] <= '9';
      if (form[i] == '0' ? !digit : text[i] != form[i]) return false;
    }
    text.remove_prefix(form.size());
    return true;
  };
  if (!take("0000-00-00T00:00:00")) return false;
  if (take(".0"))
    while (take("0")) {
    }
  return text.empty() || text == "Z" || ((take("+00:00") || take("-00:00")) && text.empty());
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// What is wrong with a value, or nothing.
std::string value_problem(const AttributeRule& rule, const std::string& value) {
  const auto expect = [](bool good, const char* what) { return good ? std::string() : std::string(what); };
  switch (rule.kind) {
    case Kind::text:
      return {};
    case Kind::real:
      return expect(parse_double(value).has_value(), "a number such as 1.5e-3");
    case Kind::integer:
      return expect(parse_int(value).has_value(), "an integer");
    case Kind::natural:
      return expect(parse_unsigned(value).has_value(), "an integer from 0");
    case Kind::boolean:
      return expect(parse_boolean(value).has_value(), "true or false");
    case Kind::indices: {
      const std::vector<std::string_view> list = words(value);
      return expect(std::all_of(list.begin(), list.end(), [](auto w) { return parse_unsigned(w).has_value(); }),
                    "a list of indices separated by blanks");
    }
    case Kind::date_time:
      return expect(is_date_time(trimmed(value)), "a date such as 2026-01-31T12:00:00Z");
    case Kind::identifier:
      return expect(is_identifier(value), "an identifier of C");
    case Kind::choice:
      if (std::find(rule.choices.begin(), rule.choices.end(), value) != rule.choices.end()) return {};
      return listed(rule.choices);
  }
  return {};
}

class SchemaChecker {
 public:
  explicit SchemaChecker(const Findings& findings) : findings_(findings) {}

  void check(XmlNode node, const ElementRule& rule, bool is_root = false) const {
    check_attributes(node, rule, is_root);
    if (!rule.anything_inside) check_children(node, rule);
  }

 private:
  /// <ScalarVariable name="x"> so that the reader finds it.
  static std::string shown(XmlNode node) {
    const XmlAttribute name = node.attribute("name");
    if (!name) return std::string("<") + node.name() + ">";
    return std::string("<") + node.name() + " name=" + in_quotes(name.value()) + ">";
  }

  void check_attributes(XmlNode node, const ElementRule& rule, bool is_root) const {
    std::set<std::string> seen;
    std::vector<std::string> known;
    for (const AttributeRule& r : rule.attributes) known.push_back(r.name);
    for (const XmlAttribute attribute : node.attributes()) {
      const std::string& name = attribute.name();
      if (!seen.insert(name).second)
        findings_.error(node.line(), shown(node) + " has the attribute " + name + " twice", "remove one");
      const bool about_xml = name.rfind("xmlns", 0) == 0 || name.rfind("xsi:", 0) == 0;
      if (is_root && about_xml) continue;
      const auto found = std::find(known.begin(), known.end(), name);
      if (found == known.end()) {
        const std::string near = text::nearest(name, known);
        findings_.error(
            node.line(), shown(node) + " has the unknown attribute " + name,
            near.empty() ? "remove it; vendors' own data belongs in Annotations" : "is " + near + " meant?");
        continue;
      }
      const AttributeRule& r = rule.attributes[static_cast<std::size_t>(found - known.begin())];
      const std::string expected = value_problem(r, attribute.value());
      if (!expected.empty())
        findings_.error(node.line(), shown(node) + ": " + name + "=" + in_quotes(attribute.value()) + " is not valid",
                        "write " + expected);
    }
    for (const AttributeRule& r : rule.attributes)
      if (r.required && seen.count(r.name) == 0)
        findings_.error(node.line(), shown(node) + " lacks the attribute " + r.name, "add it");
  }

  static std::size_t slot_of(const ElementRule& rule, const std::string& name) {
    for (std::size_t i = 0; i < rule.children.size(); ++i)
      for (const auto& [child, unused] : rule.children[i].alternatives)
        if (child == name) return i;
    return rule.children.size();
  }

  void check_children(XmlNode node, const ElementRule& rule) const {
    std::vector<int> count(rule.children.size(), 0);
    std::vector<std::string> known;
    for (const ChildRule& child : rule.children)
      for (const auto& [name, unused] : child.alternatives) known.push_back(name);
    std::size_t latest = 0;
    std::set<std::string> once;
    for (const XmlNode child : node.children()) {
      if (!child.is_element()) {
        check_loose_text(node, child);
        continue;
      }
      const std::string& name = child.name();
      const std::size_t slot = slot_of(rule, name);
      if (slot == rule.children.size()) {
        const std::string near = text::nearest(name, known);
        findings_.error(child.line(), shown(node) + " contains the unknown element <" + name + ">",
                        near.empty() ? "remove it" : "is <" + near + "> meant?");
        continue;
      }
      if (slot < latest)
        findings_.error(child.line(), "<" + name + "> stands too late in " + shown(node),
                        "the order is " + listed(known));
      latest = std::max(latest, slot);
      if (rule.children[slot].each_once && !once.insert(name).second)
        findings_.error(child.line(), shown(node) + " has <" + name + "> twice",
                        "importers take one of them; remove one");
      if (++count[slot] == rule.children[slot].max + 1)
        findings_.error(child.line(), shown(node) + " has too many <" + name + ">",
                        "at most " + std::to_string(rule.children[slot].max));
      for (const auto& [alternative, child_rule] : rule.children[slot].alternatives)
        if (alternative == name) check(child, *child_rule);
    }
    for (std::size_t i = 0; i < rule.children.size(); ++i) {
      if (count[i] >= rule.children[i].min) continue;
      std::vector<std::string> names;
      for (const auto& [name, unused] : rule.children[i].alternatives) names.push_back(name);
      findings_.error(node.line(), shown(node) + " lacks its element " + listed(names),
                      names.size() == 1 ? "add it, or leave out the empty list" : "add one of them");
    }
  }

  void check_loose_text(XmlNode parent, XmlNode child) const {
    if (!trimmed(child.value()).empty())
      findings_.error(parent.line(), shown(parent) + " contains loose text " + in_quotes(trimmed(child.value())),
                      "remove it");
  }

  const Findings& findings_;
};

}  // namespace

void lint_schema(const XmlDocument& document, const Findings& findings) {
  const XmlNode root = document.root();
  if (root.name() != std::string_view("fmiModelDescription")) {
    findings.error(root.line(), std::string("the root element is <") + root.name() + ">",
                   "it must be <fmiModelDescription>");
    return;
  }
  const Schema schema;
  SchemaChecker(findings).check(root, schema.root, true);
}

}  // namespace stickslip::host

#include "fmu/export/documentation.h"

#include <unordered_map>

#include "fmu/archive/text.h"
#include "fmu/export/license_text.h"
#include "fmu/export/quantities.h"
#include "fmu/export/xml_writer.h"
#include "fmu/shell/names.h"
#include "fmu/shell/version.h"

namespace stickslip::fmu {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

const char* kind_of(const Variable& v) {
  if (v.causality == Causality::input) return "input";
  if (v.causality == Causality::output) return "output";
  return v.variability == Variability::tunable ? "tunable parameter" : "fixed parameter";
}

std::string range_of(const Variable& v) {
  if (!v.has_min && !v.has_max) return {};
  if (!v.has_max) return "from " + host::short_double(v.min);
  if (!v.has_min) return "to " + host::short_double(v.max);
  return host::short_double(v.min) + " to " + host::short_double(v.max);
}

void add_variables(const Description& description, std::string& page) {
  page +=
      "<h2>Variables</h2>\n<table>\n<tr><th>name</th><th>kind</th><th>unit</th><th>start</th><th>range</th>"
      "<th>description</th></tr>\n";
  for (const Variable& v : description.variables) {
    const QuantityInfo* info = v.type == ValueType::real ? info_of(v.quantity) : nullptr;
    ((page += "<tr><td><code>") += escaped(v.name)) += "</code></td><td>";
    ((page += kind_of(v)) += "</td><td>") += info != nullptr ? info->unit : "";
    (page += "</td><td>") += v.causality == Causality::output ? std::string() : host::short_double(v.start);
    ((page += "</td><td>") += range_of(v)) += "</td><td>";
    (page += escaped(v.description)) += "</td></tr>\n";
  }
  page += "</table>\n";
}

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>
body { font: 15px/1.5 sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: #222; }
table { border-collapse: collapse; } td, th { text-align: left; padding: 0.2em 0.8em 0.2em 0; border-bottom: 1px solid #ddd; }
pre { background: #f6f6f6; padding: 1em; overflow: auto; }
</style>
)";

// What holds for every FMU that is made here.
constexpr const char* kImport = R"(<h2>How to import it</h2>
<p>An FMU for co-simulation, FMI 2.0. Communicate at the step size above or at multiples of it: every step of that size is made
once, others are divided. All outputs are values at the end of a step, so that no algebraic loop can arise.</p>
<table>
<tr><td>Simulink</td><td>block <em>FMU</em> (FMU Import); set the communication step size on the block. Structured names become
buses. A tunable parameter that must change while running is listed as an input in the model file.</td></tr>
<tr><td>OpenModelica</td><td>OMSimulator or OMEdit: <em>File, Import FMU</em>, as a component of an SSP model.</td></tr>
<tr><td>FMPy</td><td><code>fmpy.simulate_fmu("X.fmu", step_size=..., output_interval=...)</code></td></tr>
<tr><td>TwinCAT, dSPACE, Simulink Real-Time</td><td>compile an FMU themselves: they need one with its source code.</td></tr>
<tr><td>stickslip</td><td><code>stickslip run X.fmu --csv out.csv</code></td></tr>
</table>
)";

/// The owner of a variable: the longest of its name's beginnings that has a terminal.
std::size_t owner_of(const std::string& name, const std::unordered_map<std::string, std::size_t>& places,
                     std::size_t& length) {
  for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    const auto found = places.find(name.substr(0, dot));
    if (found == places.end()) continue;
    length = dot + 1;
    return found->second;
  }
  return places.size();
}

}  // namespace

std::string documentation_html(const Description& structured, bool flat, const About& about,
                               const std::string& model_text) {
  const Description description = flat ? with_flat_names(structured) : structured;
  std::string page = kHead;
  page +=
      "<title>" + escaped(description.name) + "</title>\n</head>\n<body>\n<h1>" + escaped(description.name) + "</h1>\n";
  if (!description.description.empty()) page += "<p>" + escaped(description.description) + "</p>\n";
  page += "<table>\n";
  const auto row = [&page](const char* title, const std::string& text) {
    if (!text.empty()) page += std::string("<tr><td>") + title + "</td><td>" + escaped(text) + "</td></tr>\n";
  };
  row("author", about.author);
  row("version", about.version);
  row("copyright", about.copyright);
  row("licence", about.license);
  if (description.step > 0) row("step size", host::short_double(description.step) + " s");
  row("made with", std::string("stickslip ") + kEngineVersion);
  page += "</table>\n";
  page += kImport;
  add_variables(description, page);
  if (!model_text.empty()) page += "<h2>The model file</h2>\n<pre>" + escaped(model_text) + "</pre>\n";
  return page + "</body>\n</html>\n";
}

std::string terminals_xml(const Description& structured, bool flat, const std::vector<TerminalOwner>& owners) {
  const Description description = flat ? with_flat_names(structured) : structured;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < owners.size(); ++i) places.emplace(owners[i].name, i);
  struct Member {
    std::size_t variable;
    std::string name;
  };
  std::vector<std::vector<Member>> members(owners.size());
  for (std::size_t i = 0; i < structured.variables.size(); ++i) {
    const Variable& v = structured.variables[i];
    std::size_t length = 0;
    const std::size_t owner = v.causality == Causality::parameter ? owners.size() : owner_of(v.name, places, length);
    if (owner < owners.size()) members[owner].push_back({i, v.name.substr(length)});
  }
  XmlWriter xml;
  xml.open("fmiTerminalsAndIcons").attribute("fmiVersion", "3.0").open("Terminals");
  bool any = false;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    if (members[i].empty()) continue;
    any = true;
    xml.open("Terminal").attribute("name", owners[i].name).attribute("matchingRule", "none");
    xml.attribute("terminalKind", std::string("stickslip.") + owners[i].kind);
    for (const Member& member : members[i]) {
      xml.open("TerminalMemberVariable").attribute("variableName", description.variables[member.variable].name);
      xml.attribute("memberName", member.name).attribute("variableKind", "signal").close();
    }
    xml.close();
  }
  xml.close().close();
  return any ? xml.text() : std::string();
}

std::vector<host::ZipMember> license_files(const About& about) {
  std::string text;
  if (!about.copyright.empty()) text += "The model: " + about.copyright + "\n";
  text += "Licence of the model: " + (about.license.empty() ? "not stated by its author" : about.license) + "\n\n";
  text +=
      "The binary was made with stickslip, see stickslip.txt. It contains code of GCC's runtime library (GPL 3 with "
      "the GCC\n"
      "Runtime Library Exception).\n";
  return {{"licenses/license.txt", text}, {"licenses/stickslip.txt", kLicenseText}};
}

}  // namespace stickslip::fmu

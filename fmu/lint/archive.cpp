#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "fmu/archive/error.h"
#include "fmu/host/fmu.h"
#include "fmu/lint/passes.h"

namespace stickslip::host {

namespace {

struct Platform {
  const char* folder;
  const char* suffix;
};

constexpr std::array kPlatforms{Platform{"linux32", ".so"},     Platform{"linux64", ".so"},
                                Platform{"win32", ".dll"},      Platform{"win64", ".dll"},
                                Platform{"darwin32", ".dylib"}, Platform{"darwin64", ".dylib"}};

/// What a library is called in a platform tuple of FMI 3, <arch>-<sys>, which FMI 2.0.4 and later take too.
const char* suffix_of_tuple(std::string_view tuple) {
  const std::size_t dash = tuple.find('-');
  if (dash == std::string_view::npos || dash == 0) return nullptr;
  const std::string_view system = tuple.substr(dash + 1);
  for (const auto& [name, suffix] : {std::pair{"linux", ".so"}, {"windows", ".dll"}, {"darwin", ".dylib"}})
    if (system == name) return suffix;
  return nullptr;
}

bool starts_with(std::string_view text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool has_below(const ZipArchive& archive, const std::string& folder) {
  return std::any_of(archive.entries().begin(), archive.entries().end(),
                     [&](const ZipEntry& e) { return starts_with(e.name, folder) && !e.is_folder(); });
}

void check_names(const ZipArchive& archive, const Findings& findings) {
  std::set<std::string> folded;
  for (const ZipEntry& entry : archive.entries()) {
    const std::string what = "entry " + in_quotes(entry.name);
    if (!folded.insert(lower(entry.name)).second && archive.find(entry.name) == &entry)
      findings.warn(0, what + " differs from another only in upper and lower case", "Windows sees one file; rename it");
    if (std::any_of(entry.name.begin(), entry.name.end(), [](char c) { return static_cast<unsigned char>(c) > 0x7e; }))
      findings.warn(0, what + " has a name that is not ASCII", "some unpackers garble it; rename it");
    const std::string top = entry.name.substr(0, entry.name.find('/'));
    constexpr std::array kKnown{
        "modelDescription.xml", "model.png", "documentation", "sources", "binaries", "resources", "extra", "licenses",
        "terminalsAndIcons"};
    if (std::find(kKnown.begin(), kKnown.end(), top) == kKnown.end() && entry.name.find('/') == std::string::npos)
      findings.warn(0, what + " is no file that FMI 2.0 puts at the root", "data belongs below resources/ or extra/");
  }
}

/// The folders below binaries/ that hold files.
std::set<std::string> platforms_of(const ZipArchive& archive) {
  constexpr std::string_view kFolder = "binaries/";
  std::set<std::string> platforms;
  for (const ZipEntry& entry : archive.entries()) {
    const std::size_t end = entry.name.find('/', kFolder.size());
    if (starts_with(entry.name, kFolder) && end != std::string::npos && !entry.is_folder())
      platforms.insert(entry.name.substr(kFolder.size(), end - kFolder.size()));
  }
  return platforms;
}

const char* suffix_of(const std::string& platform) {
  for (const Platform& known : kPlatforms)
    if (platform == known.folder) return known.suffix;
  return suffix_of_tuple(platform);
}

void check_library(const ZipArchive& archive, const Interface& interface, const Findings& findings) {
  bool any = false;
  for (const std::string& platform : platforms_of(archive)) {
    const char* suffix = suffix_of(platform);
    if (suffix == nullptr) {
      findings.warn(0, "binaries/" + platform + "/ is no platform that importers know",
                    "they look for linux64, win64 and the like, or for tuples such as aarch64-linux");
      continue;
    }
    any = true;
    const std::string library = "binaries/" + platform + "/" + interface.identifier + suffix;
    if (archive.find(library) == nullptr)
      findings.error(0, "there is no " + library,
                     "the library is named after modelIdentifier " + in_quotes(interface.identifier));
  }
  if (!any && interface.source_files.empty())
    findings.error(0, "there is neither a binary for a known platform nor a list of source files",
                   "add " + library_name(interface.identifier));
  if (any && archive.find(library_name(interface.identifier)) == nullptr)
    findings.warn(0, "there is no binary for this machine, " + library_name(interface.identifier),
                  "what it does cannot be tried here");
}

/// The schema of FMI 3 for terminals, as far as importers stumble over it; every variable that is named must be there.
void check_terminal(XmlNode terminal, const std::set<std::string>& names, const Findings& findings) {
  for (const char* attribute : {"name", "matchingRule"})
    if (!terminal.attribute(attribute))
      findings.error(terminal.line(), std::string("<Terminal> lacks the attribute ") + attribute, "add it");
  for (const XmlNode member : terminal.children("TerminalMemberVariable")) {
    for (const char* attribute : {"variableName", "variableKind"})
      if (!member.attribute(attribute))
        findings.error(member.line(), std::string("<TerminalMemberVariable> lacks the attribute ") + attribute,
                       "add it");
    const std::string name = member.attribute("variableName").value();
    if (!name.empty() && names.count(name) == 0)
      findings.error(member.line(), "a terminal names the variable " + in_quotes(name) + ", which does not exist",
                     "name one of modelDescription.xml");
  }
  for (const XmlNode inner : terminal.children("Terminal")) check_terminal(inner, names, findings);
}

void check_terminals(const ZipArchive& archive, const ModelDescription& description, std::vector<Finding>& out) {
  for (const char* file : {"terminalsAndIcons/terminalsAndIcons.xml", "icons/terminalsAndIcons.xml"}) {
    const ZipEntry* entry = archive.find(file);
    if (entry == nullptr) continue;
    const std::string label = archive.label() + "/" + file;
    const Findings findings(label, out);
    try {
      const XmlDocument document(archive.read(*entry), label);
      const XmlNode root = document.root();
      if (root.name() != std::string_view("fmiTerminalsAndIcons")) {
        findings.error(root.line(), std::string("the root element is <") + root.name() + ">",
                       "it must be <fmiTerminalsAndIcons>");
        continue;
      }
      if (!starts_with(root.attribute("fmiVersion").value(), "3."))
        findings.error(root.line(), "fmiVersion is not that of FMI 3, which defines terminals",
                       "write fmiVersion=\"3.0\"");
      std::set<std::string> names;
      for (const ScalarVariable& v : description.variables) names.insert(v.name);
      for (const XmlNode terminal : root.child("Terminals").children("Terminal"))
        check_terminal(terminal, names, findings);
    } catch (const Error& error) {
      findings.error(0, std::string(error.what()).substr(label.size() + 1), "correct the XML; xmllint shows the place");
    }
  }
}

void check_sources(const ZipArchive& archive, const Interface& interface, const Findings& findings) {
  for (const std::string& file : interface.source_files)
    if (archive.find("sources/" + file) == nullptr)
      findings.error(0, "source file sources/" + file + " is listed but missing", "add it or take it off SourceFiles");
  if (interface.source_files.empty() && has_below(archive, "sources/"))
    findings.warn(0, "there are files below sources/, but SourceFiles lists none",
                  "list what is to be compiled, or importers cannot build it");
}

void check_build_description(const ZipArchive& archive, const Findings& findings) {
  const ZipEntry* entry = archive.find("sources/buildDescription.xml");
  if (entry == nullptr) return;
  const XmlDocument document(archive.read(*entry), archive.label() + "/" + entry->name);
  for (const XmlNode configuration : document.root().children("BuildConfiguration"))
    for (const XmlNode set : configuration.children("SourceFileSet"))
      for (const XmlNode file : set.children("SourceFile"))
        if (archive.find(std::string("sources/") + file.attribute("name").value()) == nullptr)
          findings.error(0,
                         std::string("sources/buildDescription.xml lists ") +
                             in_quotes(file.attribute("name").value()) + ", which is missing",
                         "add it or take it off the list");
}

}  // namespace

void lint_archive(const ZipArchive& archive, const Findings& findings) {
  for (const std::string& problem : archive.problems())
    findings.error(0, problem, "importers refuse or, worse, obey it; pack the FMU again");
  for (const ZipEntry& entry : archive.entries()) {
    try {
      archive.read(entry);
    } catch (const Error& error) {
      findings.error(0, std::string(error.what()).substr(archive.label().size() + 2), "pack the FMU again");
    }
  }
  check_names(archive, findings);
  if (archive.find("modelDescription.xml") != nullptr) return;
  for (const ZipEntry& entry : archive.entries()) {
    if (entry.name.size() < 22 || entry.name.substr(entry.name.size() - 21) != "/modelDescription.xml") continue;
    findings.error(0, "modelDescription.xml is not at the root but at " + in_quotes(entry.name),
                   "pack the content of the folder, not the folder");
    return;
  }
  findings.error(0, "there is no modelDescription.xml", "an FMU has one at the root of the archive");
}

void lint_files(const ZipArchive& archive, const ModelDescription& description, const Findings& findings) {
  for (const auto* interface : {&description.co_simulation, &description.model_exchange}) {
    if (!*interface) continue;
    check_library(archive, **interface, findings);
    check_sources(archive, **interface, findings);
  }
  check_build_description(archive, findings);
  check_terminals(archive, description, findings.all());
}

}  // namespace stickslip::host

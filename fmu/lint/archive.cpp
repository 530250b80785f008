#include <algorithm>
#include <array>
#include <set>

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
        "modelDescription.xml", "model.png", "documentation", "sources", "binaries", "resources", "extra", "licenses"};
    if (std::find(kKnown.begin(), kKnown.end(), top) == kKnown.end() && entry.name.find('/') == std::string::npos)
      findings.warn(0, what + " is no file that FMI 2.0 puts at the root", "data belongs below resources/ or extra/");
  }
}

void check_library(const ZipArchive& archive, const Interface& interface, const Findings& findings) {
  bool any = false;
  for (const Platform& platform : kPlatforms) {
    const std::string folder = std::string("binaries/") + platform.folder + "/";
    if (!has_below(archive, folder)) continue;
    any = true;
    const std::string library = folder + interface.identifier + platform.suffix;
    if (archive.find(library) == nullptr)
      findings.error(0, "there is no " + library,
                     "the library is named after modelIdentifier " + in_quotes(interface.identifier));
  }
  if (!any && interface.source_files.empty())
    findings.error(0, "there is neither a binary for a known platform nor a list of source files",
                   "add " + library_name(interface.identifier));
  if (any && archive.find(library_name(interface.identifier)) == nullptr)
    findings.warn(0, "there is no binary for this machine", "what it does cannot be tried here");
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
  for (const pugi::xml_node configuration : document.root().children("BuildConfiguration"))
    for (const pugi::xml_node set : configuration.children("SourceFileSet"))
      for (const pugi::xml_node file : set.children("SourceFile"))
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
}

}  // namespace stickslip::host

#include "fmu/export/model/sources.h"

#include <cstddef>
#include <string_view>

#include "fmu/export/xml_writer.h"

extern "C" {
extern const char stickslip_source_begin[];
extern const char stickslip_source_end[];
extern const char stickslip_source_readme_begin[];
extern const char stickslip_source_readme_end[];
extern const char stickslip_licence_begin[];
extern const char stickslip_licence_end[];
}

namespace stickslip::fmu {
namespace {

std::string embedded(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

void replace_all(std::string_view what, std::string_view by, std::string& text) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

std::string commented(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    result += line.empty() ? "//\n" : "// " + line + "\n";
    at = end == std::string::npos ? text.size() : end + 1;
  }
  return result;
}

// The namespace takes the model's name, so that several of these files fit into one program. FMPy compiles what
// SourceFiles lists, and nothing else that is said anywhere, into a shared library: CMake defines <target>_EXPORTS for
// those.
std::string source_of(const std::string& identifier, const std::vector<std::uint8_t>& model) {
  std::string text = "// The FMI 2.0 co-simulation FMU \"" + identifier +
                     "\" in one file of C++17: engine, interface and model. How to compile it is in README.md.\n//\n" +
                     commented(embedded(stickslip_licence_begin, stickslip_licence_end)) +
                     "\n#if !defined(FMI2_FUNCTION_PREFIX) && !defined(" + identifier +
                     "_EXPORTS)\n#define FMI2_FUNCTION_PREFIX " + identifier +
                     "_\n#endif\n#define stickslip stickslip_" + identifier + "\n\n" +
                     embedded(stickslip_source_begin, stickslip_source_end) +
                     "\nnamespace stickslip::fmu {\nconst unsigned char kModelBytes[] = {";
  for (std::size_t k = 0; k < model.size(); ++k) {
    text += (k % 30 == 0 ? "\n    " : " ") + std::to_string(model[k]) + ",";
  }
  return text + "\n};\nconst unsigned kModelSize = sizeof kModelBytes;\n}  // namespace stickslip::fmu\n";
}

// Of the form of FMI 3.0, which FMI 2.0.x takes over: SourceFiles of modelDescription.xml can only speak of C.
// Importers that read it make shared libraries, whose functions have no prefix.
std::string build_description(const std::string& identifier) {
  XmlWriter xml;
  xml.open("fmiBuildDescription").attribute("fmiVersion", "3.0");
  xml.open("BuildConfiguration").attribute("modelIdentifier", identifier);
  xml.open("SourceFileSet").attribute("language", "C++17");
  xml.open("SourceFile").attribute("name", identifier + ".cpp").close();
  xml.open("PreprocessorDefinition").attribute("name", "FMI2_OVERRIDE_FUNCTION_PREFIX").close();
  xml.close().close().close();
  return xml.text();
}

}  // namespace

std::vector<host::ZipMember> source_members(const std::string& identifier, const std::vector<std::uint8_t>& model) {
  std::string readme = embedded(stickslip_source_readme_begin, stickslip_source_readme_end);
  replace_all("@id@", identifier, readme);
  return {{"sources/" + identifier + ".cpp", source_of(identifier, model)},
          {"sources/buildDescription.xml", build_description(identifier)},
          {"sources/LICENSE.txt", embedded(stickslip_licence_begin, stickslip_licence_end)},
          {"sources/README.md", readme}};
}

}  // namespace stickslip::fmu

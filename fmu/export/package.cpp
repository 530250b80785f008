#include "fmu/export/package.h"

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/export/model_description.h"

namespace stickslip::fmu {

std::string pack(const Package& package) {
  std::string message;
  for (const std::string& fault : faults_of(package.description, package.flat)) message += "\n  " + fault;
  if (!message.empty()) throw host::Error("cannot export " + package.description.name + ":" + message);
  std::vector<host::ZipMember> members;
  members.push_back({"modelDescription.xml",
                     model_description_xml(package.description, package.flat, package.about, package.source)});
  if (!package.picture.empty()) members.push_back({"model.png", package.picture});
  for (const Binary& binary : package.binaries) {
    const char* ending = binary.platform.rfind("win", 0) == 0 ? ".dll" : ".so";
    members.push_back({"binaries/" + binary.platform + "/" + model_identifier(package.description) + ending,
                       std::string(binary.bytes), 0755});
  }
  for (const host::ZipMember& resource : package.resources) {
    members.push_back({"resources/" + resource.name, resource.bytes, resource.mode});
  }
  members.push_back({"documentation/index.html",
                     documentation_html(package.description, package.flat, package.about, package.model_text)});
  const std::string terminals = terminals_xml(package.description, package.flat, package.terminals);
  if (!terminals.empty()) members.push_back({"terminalsAndIcons/terminalsAndIcons.xml", terminals});
  for (host::ZipMember& license : license_files(package.about)) members.push_back(std::move(license));
  members.insert(members.end(), package.extras.begin(), package.extras.end());
  return host::write_zip(members);
}

void write_fmu(const std::string& path, const Package& package) {
  host::write_file(path, pack(package));
}

}  // namespace stickslip::fmu

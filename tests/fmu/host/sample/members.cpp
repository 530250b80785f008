#include <stdexcept>

#include "fmu/archive/files.h"
#include "tests/fmu/host/sample/sample.h"

namespace stickslip::host {

std::string sample_description() {
  return read_file(std::string(STICKSLIP_SOURCE_DIR) + "/tests/fmu/host/sample/sample.xml");
}

std::string with(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos)
    throw std::logic_error("\"" + std::string(from) + "\" does not stand exactly once in the text");
  return text.replace(at, from.size(), to);
}

std::vector<ZipMember> sample_members(const std::string& description) {
  return {{"modelDescription.xml", description},
          {"binaries/linux64/sample.so", read_file(STICKSLIP_SAMPLE_BINARY), 0755},
          {"resources/hello.txt", "hello\n"}};
}

std::vector<ZipMember> sample_with(std::string_view fault, const std::string& description) {
  std::vector<ZipMember> members = sample_members(description);
  constexpr std::string_view kPlace = "SAMPLE_FAULT=";
  const std::size_t at = members[1].bytes.find(std::string(kPlace) + "none ");
  if (at == std::string::npos) throw std::logic_error("the sample's binary has no place for a mistake");
  members[1].bytes.replace(at + kPlace.size(), 4, "    ");
  members[1].bytes.replace(at + kPlace.size(), fault.size(), fault);
  return members;
}

std::filesystem::path write_sample(const std::filesystem::path& folder, const std::string& description) {
  std::filesystem::path file = folder / "sample.fmu";
  write_file(file, write_zip(sample_members(description)));
  return file;
}

}  // namespace stickslip::host

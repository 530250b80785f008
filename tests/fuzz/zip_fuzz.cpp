#include "fmu/archive/error.h"
#include "fmu/archive/zip.h"
#include "tests/fuzz/target.h"

using stickslip::host::ZipArchive;
using stickslip::host::ZipEntry;
using stickslip::host::ZipLimits;
using stickslip::host::ZipMember;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ZipLimits limits{.entry_bytes = 1U << 20U, .total_bytes = 1U << 22U};
  try {
    const ZipArchive archive("input", std::string(reinterpret_cast<const char*>(data), size), limits);
    for (const ZipEntry& entry : archive.entries()) {
      try {
        archive.read(entry);
      } catch (const stickslip::host::Error&) {
        continue;  // refused, as it should be
      }
    }
  } catch (const stickslip::host::Error&) {
    return 0;
  }
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  return {host::write_zip(std::vector<ZipMember>{}), host::write_zip(std::vector<ZipMember>{{"a", "stored"}}),
          host::write_zip(std::vector<ZipMember>{
              {"modelDescription.xml", std::string(300, 'x')}, {"resources/", ""}, {"resources/b", "text", 0755}})};
}

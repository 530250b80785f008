#include "fmu/host/model_description.h"

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/lint/lint.h"
#include "tests/fuzz/target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string xml(reinterpret_cast<const char*>(data), size);
  stickslip::host::lint_description(xml, "input");
  try {
    stickslip::host::parse_model_description(xml, "input");
  } catch (const stickslip::host::Error&) {
    return 0;
  }
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  return {host::read_file(std::string(STICKSLIP_SOURCE_DIR) + "/tests/fmu/host/sample/sample.xml")};
}

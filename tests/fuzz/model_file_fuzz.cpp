#include <cstdlib>
#include <filesystem>

#include "fmu/load/load.h"
#include "model/core/codec.h"
#include "tests/fuzz/target.h"

namespace {

void require(bool good) {
  if (!good) std::abort();
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip;
  const load::Loaded loaded = load::load_text({reinterpret_cast<const char*>(data), size}, "input");
  bool failed = false;
  for (const load::Diagnostic& diagnostic : loaded.diagnostics) {
    require(!diagnostic.text.empty() && diagnostic.line >= 0 && diagnostic.col >= 0);
    failed = failed || diagnostic.severity == load::Severity::error;
  }
  require(loaded.model.has_value() != failed);
  if (failed) return 0;
  // What loads is valid and survives its trip as bytes.
  const std::vector<std::uint8_t> bytes = encode(*loaded.model);
  Model back;
  Error error;
  require(decode(bytes, back, error));
  require(encode(back) == bytes);
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  std::vector<std::string> texts;
  for (const char* folder : {"/resources", "/tests/fmu/load/broken"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(STICKSLIP_SOURCE_DIR) + folder)) {
      if (entry.path().extension() == ".toml") texts.push_back(load::load_file(entry.path().string()).text);
    }
  }
  return texts;
}

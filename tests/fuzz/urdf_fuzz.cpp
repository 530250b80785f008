#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fmu/archive/error.h"
#include "fmu/load/load.h"
#include "fmu/urdf/import.h"
#include "tests/fuzz/target.h"

/// Whatever is imported loads; whatever is not is refused with words.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip;
  try {
    const urdf::Imported imported =
        urdf::import_urdf({reinterpret_cast<const char*>(data), size}, "input.urdf", urdf::ImportOptions{});
    if (!load::load_text(imported.text, "input.toml").model) std::abort();
  } catch (const host::Error& error) {
    if (std::string(error.what()).find("input.urdf") != 0) std::abort();
  }
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  std::vector<std::string> texts;
  for (const char* folder : {"/resources/robots", "/tests/fmu/urdf/broken"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(STICKSLIP_SOURCE_DIR) + folder)) {
      if (entry.path().extension() != ".urdf") continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
  }
  return texts;
}

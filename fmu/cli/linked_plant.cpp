#include "fmu/cli/threads.h"
#include "fmu/plant/plant.h"
#include "fmu/shell/resource_path.h"

/// The component that is linked into this program: as that of the generic binary, but for the threads.
namespace stickslip::fmu {

std::unique_ptr<Component> make_component(const std::string& resources, std::string& error) {
  std::vector<std::uint8_t> bytes;
  if (!read_file(resources + "model.bin", bytes, error)) return nullptr;
  return make_plant(bytes, error, cli::current_jobs());
}

}  // namespace stickslip::fmu

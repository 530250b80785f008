#include "fmu/plant/plant.h"
#include "fmu/shell/resource_path.h"

/// The component of an FMU that is compiled from its sources: the plant of a model that is a constant. It touches no
/// file.
namespace stickslip::fmu {

// Defined at the end of the source file, by the exporter.
extern const unsigned char kModelBytes[];
extern const unsigned kModelSize;

std::string path_of_uri(const char* /*uri*/) {
  return {};
}

std::string resources_beside_binary() {
  return {};
}

std::unique_ptr<Component> make_component(const std::string& /*resources*/, std::string& error) {
  return make_plant({kModelBytes, kModelBytes + kModelSize}, error);
}

}  // namespace stickslip::fmu

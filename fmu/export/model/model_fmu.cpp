#include "fmu/export/model/model_fmu.h"

#include "fmu/archive/error.h"
#include "fmu/export/package.h"
#include "fmu/plant/plant.h"
#include "fmu/view/picture.h"
#include "model/core/codec.h"

extern "C" const char stickslip_plant_binary_begin[];
extern "C" const char stickslip_plant_binary_end[];

namespace stickslip::fmu {

std::string_view plant_binary() {
  return {stickslip_plant_binary_begin,
          static_cast<std::size_t>(stickslip_plant_binary_end - stickslip_plant_binary_begin)};
}

// The plant is made from the bytes, not from the model: what is described is what the binary will see.
std::string pack_model(const Model& model, std::string_view text, bool flat) {
  const std::vector<std::uint8_t> bytes = encode(model);
  std::string error;
  const auto plant = make_plant(bytes, error);
  if (plant == nullptr) throw host::Error("cannot export " + model.name + ": " + error);
  return pack({plant->description(),
               plant_binary(),
               {{"model.toml", std::string(text)}, {"model.bin", std::string(bytes.begin(), bytes.end())}},
               flat,
               view::model_picture(model)});
}

}  // namespace stickslip::fmu

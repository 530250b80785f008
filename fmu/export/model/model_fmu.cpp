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

namespace {

template <class Part>
void add_terminals(const std::vector<Part>& parts, const char* kind, std::vector<TerminalOwner>& owners) {
  for (const Part& part : parts) owners.push_back({part.name, kind});
}

std::vector<TerminalOwner> terminals_of(const Model& model) {
  std::vector<TerminalOwner> owners;
  add_terminals(model.bodies, "body", owners);
  add_terminals(model.joints, "joint", owners);
  add_terminals(model.frames, "frame", owners);
  add_terminals(model.sensors, "contact", owners);
  add_terminals(model.springs, "spring", owners);
  return owners;
}

}  // namespace

// The plant is made from the bytes, not from the model: what is described is what the binary will see.
std::string pack_model(const Model& model, std::string_view text, bool flat, const About& about) {
  const std::vector<std::uint8_t> bytes = encode(model);
  std::string error;
  const auto plant = make_plant(bytes, error);
  if (plant == nullptr) throw host::Error("cannot export " + model.name + ": " + error);
  return pack({plant->description(),
               plant_binary(),
               {{"model.toml", std::string(text)}, {"model.bin", std::string(bytes.begin(), bytes.end())}},
               flat,
               view::model_picture(model),
               about,
               terminals_of(model),
               std::string(text)});
}

}  // namespace stickslip::fmu

#include "fmu/export/model/model_fmu.h"

#include <utility>

#include "fmu/archive/error.h"
#include "fmu/export/model/sources.h"
#include "fmu/export/model_description.h"
#include "fmu/export/package.h"
#include "fmu/plant/plant.h"
#include "fmu/view/picture.h"
#include "model/core/codec.h"

namespace stickslip::fmu {

namespace {

constexpr std::pair<const char*, const char*> kCompilers[] = {
    {"linux64", "g++-x86-64-linux-gnu"}, {"win64", "g++-mingw-w64-x86-64"}, {"aarch64-linux", "g++-aarch64-linux-gnu"}};

Binary plant_binary_for(const std::string& platform) {
  std::string carried;
  for (const Binary& binary : plant_binaries()) {
    if (binary.platform == platform) return binary;
    carried += (carried.empty() ? "" : ", ") + binary.platform;
  }
  std::string remedy = "; these tools have " + carried;
  for (const auto& [known, package] : kCompilers) {
    if (known == platform)
      remedy = "; build them again where its compiler is installed (Debian: " + std::string(package) + ")";
  }
  throw host::Error("--platforms: no binary for " + platform + " in these tools" + remedy);
}

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
  add_terminals(model.bushings, "bushing", owners);
  return owners;
}

}  // namespace

std::vector<std::string> usual_platforms() {
  std::vector<std::string> platforms;
  for (const Binary& binary : plant_binaries()) {
    if (binary.platform == "linux64" || binary.platform == "win64") platforms.push_back(binary.platform);
  }
  return platforms;
}

// The plant is made from the bytes, not from the model: what is described is what the binary will see.
std::string pack_model(const Model& model, std::string_view text, bool flat, const About& about,
                       const Carried& carried) {
  const std::vector<std::uint8_t> bytes = encode(model);
  std::string error;
  const auto plant = make_plant(bytes, error);
  if (plant == nullptr) throw host::Error("cannot export " + model.name + ": " + error);
  std::vector<Binary> binaries;
  for (const std::string& platform : carried.platforms.empty() ? usual_platforms() : carried.platforms) {
    binaries.push_back(plant_binary_for(platform));
  }
  Package package{plant->description(),
                  std::move(binaries),
                  {{"model.toml", std::string(text)}, {"model.bin", std::string(bytes.begin(), bytes.end())}},
                  flat,
                  view::model_picture(model),
                  about,
                  terminals_of(model),
                  std::string(text)};
  for (const load::PartText& part : carried.parts) package.resources.push_back({part.name, part.text});
  if (carried.sources) {
    const std::string identifier = model_identifier(plant->description());
    package.source = identifier + ".cpp";
    package.extras = source_members(identifier, bytes);
  }
  return pack(package);
}

}  // namespace stickslip::fmu

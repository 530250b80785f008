// The input is the payload of an encoded model; the header is made to fit it, so that the checksum stops nothing. What
// decodes must have this one form and must be safe to simulate.
#include "model/core/codec.h"

#include <cstdlib>
#include <filesystem>

#include "fmu/load/load.h"
#include "model/core/hash.h"
#include "model/interface/describe.h"
#include "model/interface/simulation.h"
#include "model/step/initialise.h"
#include "tests/fuzz/target.h"

namespace {

using namespace stickslip;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kHeader = 32;
constexpr int kSteps = 2;

void require(bool good) {
  if (!good) std::abort();
}

void put(std::uint64_t value, std::size_t at, Bytes& bytes) {
  for (unsigned i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

Bytes with_header(const std::uint8_t* payload, std::size_t size) {
  Bytes bytes = encode(Model{});
  bytes.resize(kHeader);
  bytes.insert(bytes.end(), payload, payload + size);
  Hash hash;
  hash.add_bytes(payload, size);
  put(size, 16, bytes);
  put(hash.value(), 24, bytes);
  return bytes;
}

void simulate(const Model& model) {
  Simulation simulation(model);
  const Layout& layout = simulation.layout();
  const auto numbers = [](int n) { return std::vector<double>(static_cast<std::size_t>(n)); };
  std::vector<double> starts = numbers(layout.starts);
  std::vector<double> parameters = numbers(layout.parameters);
  std::vector<double> inputs = numbers(layout.inputs);
  std::vector<double> real = numbers(layout.outputs);
  std::vector<int> integer(static_cast<std::size_t>(layout.integer_outputs));
  std::vector<int> boolean(static_cast<std::size_t>(layout.boolean_outputs));
  default_starts(model, layout, starts);
  default_parameters(model, layout, parameters);
  const Outputs outputs{real, integer, boolean};
  if (simulation.initialise(starts, parameters, inputs, outputs)) return;
  for (int i = 0; i < kSteps; ++i) simulation.step(model.step.size, parameters, inputs, outputs);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes = with_header(data, size);
  Model model;
  Error error;
  if (!decode(bytes, model, error)) {
    require(!error.text.empty());
    return 0;
  }
  require(encode(model) == bytes);
  describe(model);
  const bool small = model.bodies.size() <= 8 && model.joints.size() <= 8 && model.shapes.size() <= 8;
  if (small && model.step.max_contacts <= 200) simulate(model);
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  std::vector<std::string> payloads;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(STICKSLIP_SOURCE_DIR) + "/resources")) {
    if (entry.path().extension() != ".toml") continue;
    const load::Loaded loaded = load::load_file(entry.path().string());
    if (!loaded.model) continue;
    const Bytes bytes = encode(*loaded.model);
    payloads.emplace_back(bytes.begin() + kHeader, bytes.end());
  }
  return payloads;
}

// A component that is made from a file, as the plant is, and has the same variables as nobody else.
#include "fmu/shell/component.h"
#include "fmu/shell/resource_path.h"

namespace stickslip::fmu {
namespace {

class ResourceProbe final : public Component {
 public:
  explicit ResourceProbe(int size) : size_(size) {
    Variable v;
    v.name = "size";
    v.type = ValueType::integer;
    v.variability = Variability::discrete;
    v.slot = {Store::integer_output, 0};
    description_.name = "resource_probe";
    description_.variables.push_back(v);
  }

  const Description& description() const override { return description_; }
  bool initialise(double /*start_time*/, const Values& values, const Log& /*log*/) override {
    values.integer_outputs[0] = size_;
    return true;
  }
  bool step(double /*t*/, double /*h*/, const Values& /*values*/, const Log& /*log*/) override { return true; }
  void save(std::byte* /*state*/) const override {}
  bool restore(const std::byte* /*state*/) override { return true; }
  void keep() override {}
  void go_back() override {}

 private:
  Description description_;
  int size_;
};

}  // namespace

std::unique_ptr<Component> make_component(const std::string& resources, std::string& error) {
  std::vector<unsigned char> bytes;
  if (!read_file(resources + "model.bin", bytes, error)) return nullptr;
  return std::make_unique<ResourceProbe>(static_cast<int>(bytes.size()));
}

}  // namespace stickslip::fmu

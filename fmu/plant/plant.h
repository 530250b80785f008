#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fmu/shell/component.h"
#include "model/interface/simulation.h"

namespace stickslip::fmu {

/// A model as a component: what the generic FMU binary simulates, and what `run` runs.
class Plant final : public Component {
 public:
  /// `content` identifies the model: the digest of its canonical bytes.
  Plant(const Model& model, const Digest& content, const Jobs& jobs = {});

  const Description& description() const override { return description_; }
  bool initialise(double start_time, const Values& values, const Log& log) override;
  bool check_start(const Log& log) override;
  bool step(double t, double h, const Values& values, const Log& log) override;
  void save(std::byte* state) const override;
  bool restore(const std::byte* state) override;
  void keep() override { simulation_.keep(); }
  void go_back() override { simulation_.go_back(); }

  const Simulation& simulation() const { return simulation_; }
  /// See Simulation::pose.
  lcp::Problem pose(double h, const Values& values) { return simulation_.pose(h, values.parameters, values.inputs); }

 private:
  Simulation simulation_;
  Description description_;
  std::vector<double> peaks_;  // N s, 1 per sensor: of the communication step so far
};

/// A plant from the canonical bytes of a model (resources/model.bin). Null with a sentence in `error` when they are
/// none. An FMU has no jobs but the importer's own thread.
std::unique_ptr<Plant> make_plant(const std::vector<std::uint8_t>& bytes, std::string& error, const Jobs& jobs = {});

}  // namespace stickslip::fmu

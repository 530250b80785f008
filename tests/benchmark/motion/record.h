#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/interface/simulation.h"
#include "tests/benchmark/motion/scene.h"

/// What a run has published, and nothing else: the engine as an importer sees it.
namespace stickslip::motion {

/// Outputs after the start (row 0) and after each step, where the variables of the interface point to.
struct Record {
  explicit Record(const Layout& published) : layout(published) {}

  Layout layout;
  double h = 0;          // s
  int energy_gain = -1;  // where solver.energyGain stands in a row; -1: not published
  int steps = 0;
  std::vector<double> real;
  std::vector<int> integer;
  double seconds = 0;          // of computing, all steps
  double longest = 0;          // s, of a step
  std::uint64_t problems = 0;  // solved

  const double* row(int k) const { return &real[static_cast<std::size_t>(k * layout.outputs)]; }
  const int* integers(int k) const { return &integer[static_cast<std::size_t>(k * layout.integer_outputs)]; }
  int status(int k) const { return integers(k)[0]; }
};

/// A scene that runs.
class Run {
 public:
  /// Null when the scene is refused; `why` says so.
  static std::unique_ptr<Run> start(const Scene& scene, double h, std::string& why);

  void step();
  void steps(int n) {
    for (int k = 0; k < n; ++k) step();
  }
  /// Goes on from where another run of the same scene is.
  void continue_from(const Run& other);
  const Record& record() const { return record_; }

 private:
  Run(const Scene& scene, const Model& model, double h);
  void feed();
  void switch_motors();
  void keep();

  const Scene& scene_;
  double h_;
  int taken_ = 0;
  Simulation simulation_;
  std::vector<double> starts_, parameters_, inputs_, real_;
  std::vector<int> integer_, boolean_;
  Record record_;
};

}  // namespace stickslip::motion

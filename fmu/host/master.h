#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fmu/host/slave.h"

namespace stickslip::host {

/// Who sees which outputs within a step. Jacobi: everybody those of the step's beginning. Seidel: in the order of
/// `add`, each those that the ones before it have just computed.
enum class Exchange { jacobi, seidel };

/// Couples some FMUs at a fixed communication step.
///
///   Master master(Exchange::seidel);
///   Slave& controller = master.add("controller", controller_fmu);
///   Slave& plant = master.add("plant", plant_fmu);
///   master.connect("controller.force", "plant.left.force");
///   master.connect("plant.left.position", "controller.position");
///   master.initialise(0, stop);
///   while (master.time() < stop - step / 2) master.step(step);
class Master {
 public:
  explicit Master(Exchange exchange = Exchange::jacobi) : exchange_(exchange) {}

  /// The slave's variables are called "name.variable" from now on; `name` has no dot.
  Slave& add(const std::string& name, const Fmu& fmu, const InstanceOptions& options = {});
  /// An output feeds an input of the same type; throws with the reason when that cannot be.
  void connect(std::string_view output, std::string_view input);

  /// Start values are set at the slaves before. Outputs travel along the connections until nothing can change any more.
  void initialise(double start, std::optional<double> stop = {});
  /// Exchanges and steps everybody. Step k of one size goes from origin + k size: times do not add up rounding errors.
  void step(double size);
  void terminate();

  double time() const { return origin_ + static_cast<double>(steps_) * size_; }
  double get(std::string_view name);
  std::vector<double> get(const std::vector<std::string>& names);
  void set(std::string_view name, double value);

 private:
  /// What one slave feeds another: all values of a pair in one go.
  struct Link {
    std::size_t from;
    std::size_t to;
    std::vector<const ScalarVariable*> outputs, inputs;
    Selection source, target;
    std::vector<double> values;
  };

  std::pair<std::size_t, std::string_view> resolve(std::string_view name) const;
  void fetch(Link& link);
  void feed(Link& link);

  Exchange exchange_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<Slave>> slaves_;
  std::vector<Link> links_;
  double origin_ = 0;
  double size_ = 0;
  long steps_ = 0;
};

}  // namespace stickslip::host

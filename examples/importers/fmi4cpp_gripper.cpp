// Runs gripper.fmu in FMI4cpp: closes the fingers, lifts, prints the finger force. Usage: fmi4cpp_gripper gripper.fmu
#include <cstdio>
#include <exception>
#include <fmi4cpp/fmi4cpp.hpp>

namespace {

constexpr double kStep = 0.001;
constexpr double kStop = 5;
constexpr double kWeight = 1.7 * 9.81;  // N, hand, fingers and box

int simulate(const char* file) {
  fmi4cpp::fmi2::fmu fmu(file);
  const auto gripper = fmu.as_cs_fmu();
  const auto description = gripper->get_model_description();
  const auto instance = gripper->new_instance();
  const auto reference = [&](const char* name) { return description->get_variable_by_name(name).value_reference; };
  const auto lift = reference("lift.force");
  const auto left = reference("close_left.force");
  const auto right = reference("close_right.force");
  const auto height = reference("box.position[3]");
  const auto finger = reference("finger_left.normalForce");

  bool good = instance->setup_experiment(0, kStop) && instance->enter_initialization_mode() &&
              instance->write_real(left, 8) && instance->write_real(right, 8) && instance->exit_initialization_mode();
  for (int k = 0; good && k < static_cast<int>(kStop / kStep); ++k) {
    good = instance->write_real(lift, k < 1000 ? kWeight - 0.5 * 9.81 : kWeight + 0.5) && instance->step(kStep);
    if (k % 500 != 499) continue;
    double h = 0;
    double f = 0;
    good = good && instance->read_real(height, h) && instance->read_real(finger, f);
    std::printf("t = %5.2f s  box at %.4f m  finger %.4f N\n", (k + 1) * kStep, h, f);
  }
  return good && instance->terminate() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: fmi4cpp_gripper gripper.fmu\n");
    return 2;
  }
  try {
    return simulate(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fmi4cpp_gripper: %s\n", error.what());
    return 1;
  }
}

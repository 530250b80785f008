// Couples the gripper with its controller and writes what happens. Usage: gripper_master PLANT.fmu CONTROLLER.fmu
// OUT.csv
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "fmu/host/csv.h"
#include "fmu/host/master.h"

using stickslip::host::Exchange;
using stickslip::host::Fmu;
using stickslip::host::Master;

namespace {

constexpr double kStep = 0.001;
constexpr double kStop = 5;
constexpr double kGripped = 1;  // s, the fingers hold by then

const std::vector<std::string> kColumns = {"plant.box.position[3]",          "plant.finger_left.normalForce",
                                           "plant.finger_right.normalForce", "plant.finger_left.slip",
                                           "plant.table.normalForce",        "controller.wantedHeight"};

void connect(Master& master) {
  master.connect("plant.lift.position", "controller.height");
  master.connect("plant.lift.velocity", "controller.heightRate");
  master.connect("plant.close_left.position", "controller.left");
  master.connect("plant.close_left.velocity", "controller.leftRate");
  master.connect("plant.close_right.position", "controller.right");
  master.connect("plant.close_right.velocity", "controller.rightRate");
  master.connect("controller.liftForce", "plant.lift.force");
  master.connect("controller.leftForce", "plant.close_left.force");
  master.connect("controller.rightForce", "plant.close_right.force");
}

std::vector<double> read(Master& master) {
  std::vector<double> values;
  for (const std::string& name : kColumns) values.push_back(master.get(name));
  return values;
}

// Of the box against the fingers.
double offset(Master& master) {
  return master.get("plant.box.position[3]") - master.get("plant.left.position[3]");
}

int simulate(const char* plant, const char* controller, const char* csv) {
  const Fmu plant_fmu(plant);
  const Fmu controller_fmu(controller);
  Master master(Exchange::jacobi);
  master.add("controller", controller_fmu);
  master.add("plant", plant_fmu);
  connect(master);
  master.initialise(0, kStop);

  std::ofstream out(csv);
  out << stickslip::host::csv_header(kColumns) << stickslip::host::csv_row(0, read(master));
  double gripped = 0;
  std::printf("   t      box height   finger force   slip of finger   table force\n");
  for (int k = 1; k <= static_cast<int>(kStop / kStep + 0.5); ++k) {
    master.step(kStep);
    const std::vector<double> now = read(master);
    out << stickslip::host::csv_row(master.time(), now);
    if (std::fabs(master.time() - kGripped) < kStep / 2) gripped = offset(master);
    if (k % 500 == 0) {
      std::printf("%5.2f s   %8.4f m   %8.4f N   %12.3g m/s   %8.4f N\n", master.time(), now[0], now[1], now[3],
                  now[4]);
    }
  }
  std::printf("The box hangs %.4f m above the table; between the fingers it has moved by %.2g m since t = %g s.\n",
              master.get("plant.box.position[3]") - 0.05, offset(master) - gripped, kGripped);
  master.terminate();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: gripper_master PLANT.fmu CONTROLLER.fmu OUT.csv\n");
    return 2;
  }
  try {
    return simulate(argv[1], argv[2], argv[3]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gripper_master: %s\n", error.what());
    return 1;
  }
}

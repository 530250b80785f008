// Couples the gripper with its controller, writes what happens and what the gripper was told:
// gripper_master PLANT.fmu CONTROLLER.fmu OUT.csv IN.csv
#include <cstdio>
#include <exception>
#include <fstream>

#include "fmu/host/csv.h"
#include "fmu/host/master.h"

namespace host = stickslip::host;

namespace {

const std::vector<std::pair<std::string, std::string>> kWires = {
    {"plant.lift.position", "controller.height"},         {"plant.lift.velocity", "controller.heightRate"},
    {"plant.close_left.position", "controller.left"},     {"plant.close_left.velocity", "controller.leftRate"},
    {"plant.close_right.position", "controller.right"},   {"plant.close_right.velocity", "controller.rightRate"},
    {"controller.liftForce", "plant.lift.force"},         {"controller.leftForce", "plant.close_left.force"},
    {"controller.rightForce", "plant.close_right.force"},
};
const std::vector<std::string> kColumns = {
    "plant.box.position[3]",  "plant.finger_left.normalForce", "plant.finger_right.normalForce",
    "plant.finger_left.slip", "plant.table.normalForce",       "controller.wantedHeight",
    "plant.left.position[3]",
};

const std::vector<std::string> kCommands = {"controller.liftForce", "controller.leftForce", "controller.rightForce"};
const std::vector<std::string> kInputs = {"lift.force", "close_left.force", "close_right.force"};

void simulate(const host::Fmu& plant, const host::Fmu& controller, std::ofstream csv, std::ofstream inputs) {
  host::Master master(host::Exchange::jacobi);
  master.add("controller", controller);
  master.add("plant", plant);
  for (const auto& [output, input] : kWires) master.connect(output, input);
  master.initialise(0, 5);
  csv << host::csv_header(kColumns) << host::csv_row(0, master.get(kColumns));
  inputs << host::csv_header(kInputs);

  std::printf("   t      box height   finger force   slip of finger   table force\n");
  std::vector<double> now;
  double held_at = 0;  // height of the box in the fingers when they hold it, after 1 s
  for (int k = 1; k <= 5000; ++k) {
    inputs << host::csv_row(master.time(), master.get(kCommands));
    master.step(0.001);
    now = master.get(kColumns);
    csv << host::csv_row(master.time(), now);
    if (k == 1000) held_at = now[0] - now[6];
    if (k % 500 != 0) continue;
    std::printf("%5.2f s   %8.4f m   %8.4f N   %12.3g m/s   %8.4f N\n", master.time(), now[0], now[1], now[3], now[4]);
  }
  std::printf("The box hangs %.4f m above the table; between the fingers it has moved by %.2g m since t = 1 s.\n",
              now[0] - 0.05, now[0] - now[6] - held_at);
  master.terminate();
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::fprintf(stderr, "usage: gripper_master PLANT.fmu CONTROLLER.fmu OUT.csv IN.csv\n");
    return 2;
  }
  simulate(host::Fmu(argv[1]), host::Fmu(argv[2]), std::ofstream(argv[3]), std::ofstream(argv[4]));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "gripper_master: %s\n", error.what());
  return 1;
}

// Couples the crane with its controller, twice, writes what happens and what the crane was told:
// crane_master PLANT.fmu CONTROLLER.fmu OUT.csv IN.csv
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>

#include "fmu/host/csv.h"
#include "fmu/host/master.h"

namespace host = stickslip::host;

namespace {

constexpr double kStep = 0.002;
constexpr int kSteps = 6000;
constexpr int kArrived = 3500;  // steps; from there on only what swings is left

const std::vector<std::pair<std::string, std::string>> kWires = {
    {"plant.rail.position", "controller.trolley"},
    {"plant.load.position[1]", "controller.load"},
    {"controller.speed", "plant.rail.drive.velocity"},
};
const std::vector<std::string> kColumns = {"controller.wanted", "plant.load.position[1]", "plant.rail.position",
                                           "plant.rail.drive.force", "plant.rope.limit.force"};
enum Column { wanted, load, trolley };

struct Run {
  std::vector<std::vector<double>> rows;  // time, then the columns
  std::vector<double> told;               // speed of the trolley
};

Run simulated(const host::Fmu& plant, const host::Fmu& controller, bool careful) {
  host::Master master(host::Exchange::jacobi);
  master.add("controller", controller);
  master.add("plant", plant);
  for (const auto& [output, input] : kWires) master.connect(output, input);
  master.set("controller.careful", careful ? 1 : 0);
  master.initialise(0, kStep * kSteps);
  Run run;
  run.rows.push_back(master.get(kColumns));
  for (int k = 0; k < kSteps; ++k) {
    run.told.push_back(master.get("controller.speed"));
    master.step(kStep);
    run.rows.push_back(master.get(kColumns));
  }
  master.terminate();
  return run;
}

void tell(const char* name, const Run& run) {
  double on_the_way = 0;
  double after = 0;
  for (int k = 0; k <= kSteps; ++k) {
    const std::vector<double>& row = run.rows[static_cast<std::size_t>(k)];
    double& most = k < kArrived ? on_the_way : after;
    most = std::max(most, std::fabs(row[load] - (k < kArrived ? row[trolley] : run.rows.back()[wanted])));
  }
  std::printf("%-24s swings by %.3f m on the way; from 7 s on the load is within %.4f m of its place\n", name,
              on_the_way, after);
}

void write(const Run& careful, const Run& plain, std::ofstream csv, std::ofstream inputs) {
  std::vector<std::string> header = kColumns;
  for (const std::string& column : kColumns) header.push_back("plain." + column);
  csv << host::csv_header(header);
  inputs << host::csv_header(std::vector<std::string>{"rail.drive.velocity"});
  for (std::size_t k = 0; k < careful.rows.size(); ++k) {
    std::vector<double> row = careful.rows[k];
    row.insert(row.end(), plain.rows[k].begin(), plain.rows[k].end());
    csv << host::csv_row(kStep * static_cast<double>(k), row);
    if (k < careful.told.size())
      inputs << host::csv_row(kStep * static_cast<double>(k), std::vector<double>{careful.told[k]});
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::fprintf(stderr, "usage: crane_master PLANT.fmu CONTROLLER.fmu OUT.csv IN.csv\n");
    return 2;
  }
  const host::Fmu plant(argv[1]);
  const host::Fmu controller(argv[2]);
  const Run careful = simulated(plant, controller, true);
  const Run plain = simulated(plant, controller, false);
  tell("The load on the curve:", careful);
  tell("The trolley on the curve:", plain);
  write(careful, plain, std::ofstream(argv[3]), std::ofstream(argv[4]));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "crane_master: %s\n", error.what());
  return 1;
}

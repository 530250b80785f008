// Couples a machine with its controller, both FMUs: what has the same name is connected. Writes the machine's outputs,
// the processor time of each of its steps among them, and what it was told, for `stickslip view --input` and the like:
// papers_drive MACHINE.fmu CONTROLLER.fmu OUT.csv INPUTS.csv
#include <ctime>

#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <set>

#include "fmu/archive/error.h"
#include "fmu/host/csv.h"
#include "fmu/host/master.h"

namespace host = stickslip::host;

namespace {

std::vector<std::string> names(const host::Fmu& fmu, host::Causality causality) {
  std::vector<std::string> found;
  for (const host::ScalarVariable& variable : fmu.description().variables)
    if (variable.causality == causality) found.push_back(variable.name);
  return found;
}

std::vector<std::string> prefixed(const std::string& prefix, std::vector<std::string> names) {
  for (std::string& name : names) name = prefix + name;
  return names;
}

/// Every input of `to` that `from` has an output for; returns their names.
std::vector<std::string> wire(const std::string& from, const host::Fmu& source, const std::string& to,
                              const host::Fmu& target, host::Master& master) {
  const std::vector<std::string> outputs = names(source, host::Causality::output);
  const std::set<std::string> known(outputs.begin(), outputs.end());
  std::vector<std::string> wired;
  for (const std::string& name : names(target, host::Causality::input)) {
    if (known.count(name) == 0) continue;
    master.connect(from + "." + name, to + "." + name);
    wired.push_back(name);
  }
  return wired;
}

double processor_time() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

void simulate(const host::Fmu& machine, const host::Fmu& controller, std::ofstream csv, std::ofstream inputs) {
  const host::DefaultExperiment experiment = machine.description().experiment.value();
  const double stop = experiment.stop.value();
  const double step = experiment.step.value();
  host::Master master(host::Exchange::jacobi);
  master.add("controller", controller);
  master.add("machine", machine);
  const std::vector<std::string> told = wire("controller", controller, "machine", machine, master);
  if (told.empty()) throw host::Error(machine.label() + ": no input that " + controller.label() + " has an output for");
  wire("machine", machine, "controller", controller, master);
  master.initialise(0, stop);

  std::vector<std::string> columns = names(machine, host::Causality::output);
  const std::vector<std::string> read = prefixed("machine.", columns);
  const std::vector<std::string> commands = prefixed("controller.", told);
  columns.emplace_back("processorTime");
  csv << host::csv_header(columns);
  inputs << host::csv_header(told);
  double used = 0;
  const auto write = [&] {
    std::vector<double> row = master.get(read);
    row.push_back(used);
    csv << host::csv_row(master.time(), row);
  };
  write();
  const long steps = std::lround(stop / step);
  for (long k = 0; k < steps; ++k) {
    inputs << host::csv_row(master.time(), master.get(commands));
    const double before = processor_time();
    master.step(step);
    used = processor_time() - before;
    write();
  }
  master.terminate();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: papers_drive MACHINE.fmu CONTROLLER.fmu OUT.csv INPUTS.csv\n");
    return 2;
  }
  try {
    simulate(host::Fmu(argv[1]), host::Fmu(argv[2]), std::ofstream(argv[3]), std::ofstream(argv[4]));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "papers_drive: %s\n", error.what());
    return 1;
  }
}

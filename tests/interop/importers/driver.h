#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

/// What the programs here have in common, one for each importer of others: `NAME_run FMU STEPS STEP TABLE` writes the
/// Real outputs after the last step as a table of one row. What is printed is what the importer says itself.
namespace importers {

struct Job {
  std::string fmu;
  int steps = 0;
  double step = 0;
  std::string table;
};

inline void write_table(const Job& job, const std::vector<std::string>& names, const std::vector<double>& values) {
  std::FILE* file = std::fopen(job.table.c_str(), "w");
  if (file == nullptr) throw std::runtime_error(job.table + " cannot be written");
  std::fprintf(file, "\"time\"");
  for (const std::string& name : names) std::fprintf(file, ",\"%s\"", name.c_str());
  std::fprintf(file, "\n%.17g", job.steps * job.step);
  for (const double value : values) std::fprintf(file, ",%.17g", value);
  std::fprintf(file, "\n");
  std::fclose(file);
}

inline int run(int argc, char** argv, void (*work)(const Job&)) {
  if (argc != 5) return 2;
  try {
    work({argv[1], std::atoi(argv[2]), std::atof(argv[3]), argv[4]});
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace importers

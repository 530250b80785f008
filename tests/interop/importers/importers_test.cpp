// Importers of others read and run what we export: no warning, and the values that our own importer gets.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "fmu/archive/files.h"
#include "fmu/archive/temporary_folder.h"
#include "fmu/export/model/model_fmu.h"
#include "fmu/host/csv.h"
#include "fmu/host/slave.h"
#include "fmu/load/load.h"

namespace stickslip {
namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 100;

struct Importer {
  std::string name;
  std::string command;  // of a shell, with <fmu>, <steps>, <step>, <stop> and <table>
};

const std::vector<Importer>& importers() {
  static const std::vector<Importer> found{
#include "importers_found.inc"
  };
  return found;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// Lines that speak of something wrong.
///  - FMI Library's reader of terminalsAndIcons, which calls itself FMI3XML, is not finished: it wants the version of
///    FMI 2 there, which the schema of FMI 3 does not allow, and does not know the attributes of a terminal.
///  - libcosim leaves enumerations out and says so.
///  - The Compliance Checker asks FMI Library for a tolerance without asking whether there is one.
std::string complaints(const std::string& said) {
  static const std::regex wrong("warn|error|fatal|fail|invalid|exception|cannot", std::regex::icase);
  static const std::regex known(
      "FMI3XML|Enumeration variable type not supported|get_default_experiment_tolerance|^\t[0-9]");
  std::istringstream lines(said);
  std::string found;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, wrong) && !std::regex_search(line, known)) found += line + "\n";
  return found;
}

struct Table {
  std::vector<std::string> names;
  std::vector<double> values;
};

/// What our own importer gets.
Table run_here(const host::Fmu& fmu, double step) {
  std::vector<const host::ScalarVariable*> outputs;
  Table table;
  for (const host::ScalarVariable& v : fmu.description().variables) {
    if (v.causality != host::Causality::output || v.attributes.type != host::Type::real) continue;
    outputs.push_back(&v);
    table.names.push_back(v.name);
  }
  host::Slave slave(fmu, "here");
  slave.initialise(0);
  for (int k = 0; k < kSteps; ++k) EXPECT_TRUE(slave.step(k * step, step));
  table.values.resize(outputs.size());
  slave.read(host::Selection(outputs), table.values);
  return table;
}

/// Exports a resource, has it run by the importer and compares the outputs after the last step.
void compare(const Importer& importer, const std::string& resource, bool flat, bool sources) {
  const load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/" + resource + ".toml");
  ASSERT_TRUE(loaded.model.has_value());
  const host::TemporaryFolder folder;
  const fs::path file = folder.path() / "model.fmu";
  fmu::Carried carried;
  carried.sources = sources;
  host::write_file(file, fmu::pack_model(*loaded.model, loaded.text, flat, loaded.about, carried));
  const host::Fmu ours(file);
  const double step = ours.description().experiment->step.value();
  const fs::path table = folder.path() / "table.csv";
  const fs::path said = folder.path() / "said.txt";
  std::string command = importer.command + (sources ? " sources" : "") + " > <said> 2>&1";
  for (const auto& [what, by] : {std::pair("<fmu>", file.string()),
                                 {"<steps>", std::to_string(kSteps)},
                                 {"<step>", digits(step)},
                                 {"<stop>", digits(kSteps * step)},
                                 {"<table>", table.string()},
                                 {"<said>", said.string()}})
    command = replaced(command, what, by);
  const int result = std::system(command.c_str());
  const std::string text = host::read_file(said);
  EXPECT_EQ(complaints(text), "");
  // What is wrong in its own reader counts for the Compliance Checker: the table tells whether it has run the FMU.
  ASSERT_TRUE(result == 0 || importer.name == "ComplianceChecker") << command << "\n" << text;

  const Table expected = run_here(ours, step);
  const host::CsvTable got = host::parse_csv(host::read_file(table), importer.name);
  ASSERT_FALSE(got.rows.empty());
  EXPECT_NEAR(got.times.back(), kSteps * step, 1e-9 * kSteps * step);
  std::size_t compared = 0;
  for (std::size_t k = 0; k < expected.names.size(); ++k) {
    for (std::size_t column = 0; column < got.columns.size(); ++column) {
      if (got.columns[column] != expected.names[k]) continue;
      // fmusim writes sixteen digits.
      EXPECT_NEAR(got.rows.back()[column], expected.values[k], 1e-15 * std::fabs(expected.values[k]))
          << expected.names[k];
      ++compared;
    }
  }
  EXPECT_EQ(compared, expected.names.size());
}

std::vector<std::string> resources() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(STICKSLIP_SOURCE_DIR "/resources"))
    if (entry.path().extension() == ".toml")
      names.push_back(fs::relative(entry.path(), STICKSLIP_SOURCE_DIR "/resources").replace_extension().string());
  return names;
}

using Case = std::tuple<std::size_t, std::string>;
class Importers : public ::testing::TestWithParam<Case> {};

TEST_P(Importers, RunWhatWeExport) {
  for (const bool flat : {false, true})
    compare(importers()[std::get<0>(GetParam())], std::get<1>(GetParam()), flat, /*sources=*/false);
}

INSTANTIATE_TEST_SUITE_P(With, Importers,
                         ::testing::Combine(::testing::Range(std::size_t{0}, importers().size()),
                                            ::testing::ValuesIn(resources())),
                         [](const auto& one) {
                           return importers()[std::get<0>(one.param)].name + "_" +
                                  replaced(std::get<1>(one.param), "/", "_");
                         });

TEST(FMPy, CompilesWhatWeExportAsSources) {
  for (const Importer& importer : importers())
    if (importer.name == "FMPy") return compare(importer, "gripper", /*flat=*/false, /*sources=*/true);
  GTEST_SKIP() << "FMPy is not named by FMPY_ROOT";
}

}  // namespace
}  // namespace stickslip

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/outputs.h"
#include "fmu/host/csv.h"
#include "fmu/plot/chart.h"
#include "fmu/text/spelling.h"
#include "model/interface/describe.h"

namespace stickslip::cli {

namespace {

constexpr std::size_t kMostCurves = 12;  // that nobody has asked for

std::vector<std::size_t> chosen_columns(const PlotOptions& options, const std::vector<std::string>& columns) {
  std::vector<std::size_t> chosen;
  if (options.variables.empty())
    for (std::size_t i = 0; i < std::min(columns.size(), kMostCurves); ++i) chosen.push_back(i);
  for (const std::string& pattern : options.variables) {
    const std::size_t before = chosen.size();
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (name_matches(pattern, columns[i]) && std::find(chosen.begin(), chosen.end(), i) == chosen.end())
        chosen.push_back(i);
    const bool again =
        std::any_of(chosen.begin(), chosen.end(), [&](std::size_t i) { return name_matches(pattern, columns[i]); });
    if (chosen.size() > before || again) continue;
    const std::string near = text::nearest(pattern, columns);
    throw host::Error(options.file + ": no column \"" + pattern + "\"" +
                      (near.empty() ? "" : ", is \"" + near + "\" meant?"));
  }
  return chosen;
}

}  // namespace

int plot(const PlotOptions& options) {
  const std::filesystem::path input(options.file);
  const std::string output =
      options.output.empty() ? input.filename().replace_extension(".svg").string() : options.output;
  const std::string ending = std::filesystem::path(output).extension().string();
  if (ending != ".svg" && ending != ".html") throw host::Error("-o " + output + ": the name must end in .svg or .html");
  refuse_overwriting("-o", output, {options.file});
  const host::CsvTable table = host::parse_csv(host::read_file(options.file), options.file);
  if (table.times.empty() || table.columns.empty())
    throw host::Error(options.file + ": there is nothing in it to draw");
  std::vector<plot::Curve> curves;
  for (const std::size_t column : chosen_columns(options, table.columns)) {
    plot::Curve curve{table.columns[column], plot::unit_of(table.columns[column], table.columns), {}};
    for (const std::vector<double>& row : table.rows) curve.values.push_back(row[column]);
    curves.push_back(std::move(curve));
  }
  const std::string title = input.stem().string();
  const std::string svg = plot::time_chart(title, table.times, curves);
  host::write_file(output, ending == ".svg" ? svg : plot::html_with(title, svg));
  std::printf("%s: %zu of %zu columns\n", output.c_str(), curves.size(), table.columns.size());
  return kSuccess;
}

}  // namespace stickslip::cli

#pragma once

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// CSV as the FMI cross-check defines it: quoted names, comma, `time` first, 17 significant digits.
namespace stickslip::host {

struct CsvTable {
  int header_line = 0;
  std::vector<std::string> columns;       // without time
  std::vector<double> times;              // increasing; of equal ones the later row holds from there
  std::vector<int> lines;                 // where each row stands in the file
  std::vector<std::vector<double>> rows;  // one value per column
};

/// Throws `Error` naming line and column. `true` and `false` are 1 and 0.
CsvTable parse_csv(const std::string& text, const std::string& label);

/// In quotes, a quote inside doubled.
std::string csv_text(std::string_view text);
/// "time","a","b"
std::string csv_header(const std::vector<std::string>& columns);
std::string csv_row(double time, std::span<const double> values);

}  // namespace stickslip::host

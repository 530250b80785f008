#include "fmu/sweep/report.h"

#include <limits>
#include <string_view>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"
#include "fmu/sweep/journal.h"
#include "fmu/view/blob.h"

extern "C" const char stickslip_report_html_begin[];
extern "C" const char stickslip_report_html_end[];

namespace stickslip::sweep {

namespace {

constexpr std::size_t kMostRows = 200'000;  // in a page

/// The rows as columns of numbers; what is empty is no number.
struct Columns {
  std::vector<std::vector<double>> numbers;
  std::vector<std::pair<std::size_t, std::string>> failures;  // row and reason
  std::size_t rows = 0;
};

Columns columns_of(const std::string& csv, std::size_t count) {
  Columns columns;
  columns.numbers.resize(count);
  for (std::size_t at = csv.find('\n') + 1; at < csv.size() && columns.rows < kMostRows;) {
    const std::size_t end = csv.find('\n', at);
    std::string_view line = std::string_view(csv).substr(at, end - at);
    at = end == std::string::npos ? csv.size() : end + 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t comma = line.find(',');
      if (comma == std::string_view::npos) throw host::Error("a row has too few columns");
      const auto value = host::parse_double(line.substr(0, comma));
      columns.numbers[i].push_back(value ? *value : std::numeric_limits<double>::quiet_NaN());
      line.remove_prefix(comma + 1);
    }
    if (!line.empty()) columns.failures.emplace_back(columns.rows, std::string(line.substr(1, line.size() - 2)));
    ++columns.rows;
  }
  return columns;
}

/// As a shell takes it.
std::string as_argument(const std::string& file) {
  return file.find_first_of(" \t'\"$&;()<>|*?[]`\\!#~") == std::string::npos ? file : "'" + file + "'";
}

std::string view_command(const Study& study) {
  std::string command = "stickslip view " + as_argument(study.model);
  if (study.stop) command += " --stop " + host::short_double(*study.stop);
  if (study.step) command += " --step " + host::short_double(*study.step);
  if (!study.input.empty()) command += " --input " + as_argument(study.input);
  return command;
}

}  // namespace

std::string report(const Study& study, const std::string& csv) {
  const std::string header = header_of(study);
  if (csv.compare(0, header.size(), header) != 0)
    throw host::Error("the table has other columns than the study; make it again with --merge, or run again");
  const Columns columns = columns_of(csv, 1 + study.parameters.size() + study.results.size());
  view::Blob blob;
  std::string names;
  const auto add = [&](const std::string& name, const char* kind, bool applied) {
    const std::size_t place = names.empty() ? 0 : 1;
    names += (place == 0 ? "" : ",") + std::string(R"({"name":)") + view::json_string(name) + R"(,"kind":")" + kind +
             R"(","applied":)" + (applied ? "true" : "false") + R"(,"values":)";
  };
  std::size_t column = 0;
  // The command that shows a run needs all digits of what it sets, pictures and the table do not.
  const auto finish = [&](bool applied) {
    const std::vector<double>& numbers = columns.numbers[column++];
    names += (applied ? blob.add(numbers) : blob.add(std::vector<float>(numbers.begin(), numbers.end()))) + "}";
  };
  add("run", "run", false);
  finish(false);
  for (const Parameter& parameter : study.parameters) {
    add(parameter.name, "parameter", parameter.applied);
    finish(parameter.applied);
  }
  for (const Result& result : study.results) {
    add(result.name, result.take == Result::Take::pass ? "pass" : "result", false);
    finish(false);
  }
  std::string failures;
  for (const auto& [row, reason] : columns.failures)
    failures += (failures.empty() ? "[" : ",[") + std::to_string(row) + "," + view::json_string(reason) + "]";
  const std::string note = study.runs > columns.rows ? "Shown are the first " + std::to_string(columns.rows) + " of " +
                                                           std::to_string(study.runs) + " runs."
                                                     : "";
  const std::string data = R"({"title":)" + view::json_string(study.path) + R"(,"note":)" + view::json_string(note) +
                           R"(,"view":)" + view::json_string(view_command(study)) + R"(,"study":)" +
                           view::json_string(study.text) + R"(,"columns":[)" + names + R"(],"failures":[)" + failures +
                           "]}";
  std::string_view rest(stickslip_report_html_begin,
                        static_cast<std::size_t>(stickslip_report_html_end - stickslip_report_html_begin));
  std::string out;
  for (const auto& [mark, text] :
       {std::pair<std::string_view, std::string>{"{{data}}", data}, {"{{blob}}", blob.take()}}) {
    const std::size_t at = rest.find(mark);
    out.append(rest.substr(0, at)).append(text);
    rest.remove_prefix(at + mark.size());
  }
  return out.append(rest);
}

}  // namespace stickslip::sweep

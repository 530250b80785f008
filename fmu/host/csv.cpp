#include "fmu/host/csv.h"

#include <cmath>
#include <set>

#include "fmu/archive/error.h"
#include "fmu/archive/text.h"

namespace stickslip::host {

namespace {

constexpr std::size_t kLongest = 60;  // of a field in a message

std::string field_text(std::string_view field) {
  return '"' + printable(field, kLongest) + '"';
}

/// Fields of one line; a quoted field may contain commas, and "" for a quote.
class LineParser {
 public:
  LineParser(std::string_view line, const std::string& place) : line_(line), place_(place) {}

  std::vector<std::string> fields() {
    std::vector<std::string> out;
    do {
      out.push_back(field());
    } while (take(','));
    if (at_ != line_.size())
      throw Error(place_ + ": character " + std::to_string(at_ + 1) + ": expected a comma after a quoted name");
    return out;
  }

 private:
  bool take(char c) {
    if (at_ >= line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_blanks() {
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  }

  std::string field() {
    skip_blanks();
    if (take('"')) return unquoted();
    const std::size_t end = std::min(line_.find(',', at_), line_.size());
    const std::string_view text = line_.substr(at_, end - at_);
    at_ = end;
    return std::string(trimmed(text));
  }

  std::string unquoted() {
    std::string text;
    for (;;) {
      if (at_ >= line_.size()) throw Error(place_ + ": a quote is not closed");
      const char c = line_[at_++];
      if (c == '"' && !take('"')) break;
      text += c;
    }
    skip_blanks();
    return text;
  }

  std::string_view line_;
  const std::string& place_;
  std::size_t at_ = 0;
};

void check_header(const std::vector<std::string>& header, const std::string& place) {
  if (header.front() != "time")
    throw Error(place + ": the first column is " + field_text(header.front()) +
                "; it must be \"time\", and commas separate the columns");
  std::set<std::string> seen;
  for (const std::string& name : header) {
    if (name.empty()) throw Error(place + ": a column has no name");
    if (!seen.insert(name).second) throw Error(place + ": column " + field_text(name) + " occurs twice");
  }
}

double number(const std::string& field, const std::string& place, const std::string& column) {
  const auto value = parse_double(field);
  if (value && std::isfinite(*value)) return *value;
  if (const auto truth = parse_boolean(field)) return *truth ? 1 : 0;
  throw Error(place + ": column " + field_text(column) + ": " + field_text(field) + " is not a finite number");
}

}  // namespace

CsvTable parse_csv(const std::string& text, const std::string& label) {
  CsvTable table;
  std::vector<std::string> header;
  int line_number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    ++line_number;
    if (line_number == 1 && line.substr(0, 3) == "\xef\xbb\xbf") line.remove_prefix(3);
    if (trimmed(line).empty()) continue;
    if (line.back() == '\r') line.remove_suffix(1);
    const std::string place = label + ":" + std::to_string(line_number);
    const std::vector<std::string> fields = LineParser(line, place).fields();
    if (header.empty()) {
      check_header(fields, place);
      header = fields;
      table.header_line = line_number;
      continue;
    }
    if (fields.size() != header.size())
      throw Error(place + ": has " + std::to_string(fields.size()) + " values, the header has " +
                  std::to_string(header.size()) + " names");
    const double time = number(fields[0], place, "time");
    if (!table.times.empty() && !(time >= table.times.back()))
      throw Error(place + ": time " + printable(fields[0], kLongest) +
                  " is before that of the row before; sort the rows");
    table.times.push_back(time);
    table.lines.push_back(line_number);
    table.rows.emplace_back();
    for (std::size_t i = 1; i < fields.size(); ++i) table.rows.back().push_back(number(fields[i], place, header[i]));
  }
  if (header.empty()) throw Error(label + ": is empty; the first line names the columns, \"time\" first");
  if (table.times.empty()) throw Error(label + ": has no row of values");
  table.columns.assign(header.begin() + 1, header.end());
  return table;
}

std::string csv_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_header(const std::vector<std::string>& columns) {
  std::string line = "\"time\"";
  for (const std::string& column : columns) line += ',' + csv_text(column);
  return line + '\n';
}

std::string csv_row(double time, std::span<const double> values) {
  std::string line = format_double(time);
  for (const double value : values) line += ',' + format_double(value);
  return line + '\n';
}

}  // namespace stickslip::host

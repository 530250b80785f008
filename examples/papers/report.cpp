#include "examples/papers/report.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "fmu/archive/error.h"
#include "fmu/host/csv.h"

namespace papers {

namespace {

template <class... Values>
std::string printed(const char* format, Values... values) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

std::string short_number(double value) {
  return printed("%.7g", value);
}

}  // namespace

Columns::Columns(const std::string& file) : file_(file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw stickslip::host::Error(file + ": cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  const stickslip::host::CsvTable table = stickslip::host::parse_csv(text.str(), file);
  names_ = table.columns;
  time_ = table.times;
  values_.assign(names_.size(), {});
  for (const std::vector<double>& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) values_[c].push_back(row[c]);
  }
}

const std::vector<double>& Columns::operator[](const std::string& name) const {
  for (std::size_t c = 0; c < names_.size(); ++c) {
    if (names_[c] == name) return values_[c];
  }
  throw stickslip::host::Error(file_ + ": no column \"" + name + "\"");
}

std::string exponential(double value, int digits) {
  return printed("%.*e", digits, value);
}

Report::Report(const std::string& title, const char* somebody) {
  std::printf("\n### %s\n\n| %-46s | %-22s | %-22s | %-22s |     |\n|---|---|---|---|---|\n", title.c_str(), "",
              somebody, "should be", "is");
}

void Report::equal(const std::string& what, const std::string& paper, double right, double ours, double tolerance) {
  const bool good = std::fabs(ours - right) <= tolerance * std::fabs(right);
  row(what, paper, short_number(right), short_number(ours), good ? "ok" : "OFF");
}

void Report::near(const std::string& what, const std::string& paper, double right, double ours, double tolerance) {
  const bool good = std::fabs(ours - right) <= tolerance;
  row(what, paper, printed("%.12g", right), printed("%.12g", ours), good ? "ok" : "OFF");
}

void Report::at_most(const std::string& what, const std::string& paper, double limit, double ours) {
  row(what, paper, "at most " + printed("%.3g", limit), printed("%.3g", ours), ours <= limit ? "ok" : "OFF");
}

void Report::at_least(const std::string& what, const std::string& paper, double limit, double ours) {
  row(what, paper, "at least " + printed("%.3g", limit), printed("%.3g", ours), ours >= limit ? "ok" : "OFF");
}

void Report::holds(const std::string& what, const std::string& paper, const std::string& ours, bool good) {
  row(what, paper, "", ours, good ? "ok" : "OFF");
}

void Report::tell(const std::string& what, const std::string& paper, const std::string& ours) {
  row(what, paper, "", ours, "");
}

void Report::row(const std::string& what, const std::string& paper, const std::string& right, const std::string& ours,
                 const char* verdict) {
  std::printf("| %-46s | %-22s | %-22s | %-22s | %-3s |\n", what.c_str(), paper.c_str(), right.c_str(), ours.c_str(),
              verdict);
  if (std::string(verdict) == "OFF") ++off_;
}

}  // namespace papers

#pragma once

#include <string>
#include <vector>

/// What the programs of the experiments share: columns of a run's CSV, and the table of a paper's numbers and ours.
namespace papers {

/// A CSV file that `stickslip run --csv` wrote, by column.
class Columns {
 public:
  explicit Columns(const std::string& file);
  const std::vector<double>& operator[](const std::string& name) const;
  const std::vector<double>& time() const { return time_; }

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::vector<double> time_;
  std::vector<std::vector<double>> values_;
};

std::string exponential(double value, int digits);

/// Prints a table in Markdown, row by row as numbers come in. `paper` is what the print says (or somebody else, whose
/// column is then called so), `right` what a correct implementation shows; a row ends with "ok" or "OFF".
class Report {
 public:
  explicit Report(const std::string& title, const char* somebody = "paper");

  /// ours must be `right` but for the relative tolerance.
  void equal(const std::string& what, const std::string& paper, double right, double ours, double tolerance);
  /// ours must be `right` but for the absolute tolerance.
  void near(const std::string& what, const std::string& paper, double right, double ours, double tolerance);
  void at_most(const std::string& what, const std::string& paper, double limit, double ours);
  void at_least(const std::string& what, const std::string& paper, double limit, double ours);
  /// Something that is so or is not.
  void holds(const std::string& what, const std::string& paper, const std::string& ours, bool good);
  /// A number that nothing is asked of.
  void tell(const std::string& what, const std::string& paper, const std::string& ours);

  /// The exit code of the program: 0 where nothing is off.
  int finish() const { return off_ == 0 ? 0 : 1; }

 private:
  void row(const std::string& what, const std::string& paper, const std::string& right, const std::string& ours,
           const char* verdict);
  int off_ = 0;
};

}  // namespace papers

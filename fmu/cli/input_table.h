#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fmu/host/csv.h"
#include "fmu/host/slave.h"

namespace stickslip::cli {

/// Between two rows of an input file.
enum class Interpolation { hold, linear };
inline Interpolation interpolation_of(const std::string& name) {
  return name == "linear" ? Interpolation::linear : Interpolation::hold;
}

/// Inputs and tunable parameters from a CSV file. A row holds from its time until the next, and the later one of two
/// rows of the same time is what holds from there; `linear` joins the rows of continuous inputs by straight lines.
/// Before the first row start values hold.
class InputTable {
 public:
  InputTable() = default;
  /// Throws host::Error for columns that nobody can set while the FMU runs.
  InputTable(const std::string& file, Interpolation interpolation, const host::Slave& slave);

  /// To the beginning, for another run.
  void rewind() { next_ = 0; }
  /// Of the last row; 0 where there is none.
  double end() const { return table_.times.empty() ? 0 : table_.times.back(); }

  /// Sets what holds from `time` on, where a difference of `tolerance` is none. An FMU that interpolates is told how
  /// its inputs go on during a step of `size`; 0: there is none to come.
  void apply(double time, double size, double tolerance, host::Slave& slave);

 private:
  void read_columns(const host::Slave& slave, Interpolation interpolation);
  std::optional<std::size_t> row_at(double time, double tolerance);
  void join(double time, double size, double tolerance, host::Slave& slave);
  std::vector<double> joined_at(double time, std::size_t row) const;

  std::string file_;
  host::CsvTable table_;
  host::Selection held_, joined_;
  std::vector<std::size_t> held_columns_, joined_columns_;
  bool interpolates_ = false;
  std::size_t next_ = 0;
};

}  // namespace stickslip::cli

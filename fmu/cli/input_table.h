#pragma once

#include <string>
#include <vector>

#include "fmu/host/csv.h"
#include "fmu/host/slave.h"

namespace stickslip::cli {

/// Inputs from a CSV file: a row holds from its time until the next; before the first one start values hold.
class InputTable {
 public:
  InputTable() = default;
  /// Throws host::Error for columns that are no inputs.
  InputTable(const std::string& file, const host::Slave& slave);

  /// Sets the inputs that hold from `time` on, where a difference of `tolerance` is none.
  void apply(double time, double tolerance, host::Slave& slave);

 private:
  std::string file_;
  host::CsvTable table_;
  host::Selection inputs_;
  std::size_t next_ = 0;
};

}  // namespace stickslip::cli

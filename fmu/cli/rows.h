#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "fmu/host/model_description.h"
#include "fmu/host/slave.h"

namespace stickslip::cli {

/// The outputs of an FMU, Strings included, in the order of its description.
class OutputReader {
 public:
  explicit OutputReader(const host::ModelDescription& description);

  const host::Selection& numbers() const { return numbers_; }
  std::vector<std::string> names() const;
  /// One line of CSV without its time and its end, after the numbers have been read into `values`.
  std::string read(host::Slave& slave, std::vector<double>& values) const;

 private:
  std::vector<const host::ScalarVariable*> outputs_;
  host::Selection numbers_;
  std::vector<fmi2ValueReference> strings_;
};

/// The CSV file, standard output, or nowhere.
class Rows {
 public:
  /// Opens the file; an empty name is nowhere, "-" standard output.
  Rows(const std::string& file, int every);

  bool wanted() const { return out_ != nullptr; }
  void begin(std::string_view header);
  /// Row k of the run, as text.
  void add(long k, double time, std::string_view line);
  /// The last row is written whatever its number.
  void finish();
  /// The same for a run that went wrong; what the file has of it, as the end of a message.
  std::string cut_short();

 private:
  void check() const;

  std::string name_;
  long every_;
  bool any_ = false;
  double last_ = 0;
  std::string held_;
  std::ofstream file_;
  std::ostream* out_ = nullptr;
};

}  // namespace stickslip::cli

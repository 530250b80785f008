#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "fmu/sweep/study.h"

namespace stickslip::sweep {

/// Which runs a process makes: those whose number leaves k - 1 when it is divided by n.
struct Shard {
  std::uint64_t k = 1;
  std::uint64_t n = 1;
  bool has(std::uint64_t run) const { return run % n == k - 1; }
};

/// Where finished runs of a study are kept: a folder of files that each grow by whole lines in the order of the runs.
/// A file begins with the study's mark; what was written last when a process was killed may lack its end and then
/// counts for nothing.
class Journal {
 public:
  /// `mark` tells studies apart: of the study file, the model, the input.
  Journal(std::filesystem::path folder, const std::string& mark, Shard shard);

  /// Forgets what this shard has done before.
  void clear() const;
  /// True for every run that some file has. Throws host::Error for files of another study.
  std::vector<bool> done(std::uint64_t runs) const;
  /// A new file, which has the mark alone.
  std::filesystem::path new_file() const;
  /// Opens such a file to write behind what is there; returns its descriptor.
  static int open_to_append(const std::filesystem::path& path);
  static void append(int file, const std::string& line);
  /// For the next who writes there: without half a row at its end.
  static void drop_half_a_row(const std::filesystem::path& path);

  /// All rows in the order of the runs into `csv`, below `header`. Throws host::Error when runs are missing.
  void merge(const std::filesystem::path& csv, const std::string& header, std::uint64_t runs) const;

 private:
  std::vector<std::filesystem::path> files() const;

  std::filesystem::path folder_;
  std::string mark_;
  Shard shard_;
};

/// `run,parameters,results,failed`
std::string header_of(const Study& study);
std::string row_of(std::uint64_t run, const std::vector<double>& parameters, const std::vector<double>& results,
                   const std::string& failure, std::size_t result_count);

}  // namespace stickslip::sweep

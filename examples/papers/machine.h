#pragma once

#include <string>

#include "examples/papers/report.h"

/// What the tables of all machines have in common.
namespace papers {

double largest(const std::vector<double>& values);

/// The row of a run at so many seconds.
std::size_t row_at(const Columns& run, double seconds);

/// Rows on the time that a machine's steps took, beside what the paper says, and on their statuses.
void tell_steps(const std::string& machine, const std::string& paper, const Columns& run, Report& report);

}  // namespace papers

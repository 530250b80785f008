#pragma once

#include "fmu/cli/options.h"

/// One function per command. They print to standard output, return the exit code, and throw host::Error for what the
/// user has to change; main prints that as one line.
namespace stickslip::cli {

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;    // an error in the user's input, or a failed run
inline constexpr int kWrongCall = 2;  // of this program

int check(const CheckOptions& options);
int import_robot(const ImportOptions& options);
int export_model(const ExportOptions& options);
int info(const InfoOptions& options);
int run(const RunOptions& options);
int solve_lcp(const LcpOptions& options);
int view(const ViewOptions& options);
int sweep(const SweepOptions& options);
int plot(const PlotOptions& options);
int bench(const BenchOptions& options);
int linearize(const LinearizeOptions& options);

/// The whole program.
int main(int argc, const char* const* argv);

}  // namespace stickslip::cli

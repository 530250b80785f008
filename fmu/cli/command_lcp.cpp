#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "fmu/cli/commands.h"
#include "fmu/cli/lcp_file.h"
#include "fmu/host/error.h"
#include "fmu/host/zip.h"

namespace stickslip::cli {

namespace {

const char* name_of(lcp::Status status) {
  constexpr std::array kNames{"solved",          "ended on a ray",       "iterations used up",
                              "ended inexactly", "refused as malformed", "too big"};
  return kNames.at(static_cast<std::size_t>(status));
}

// In the order of lcp::Method.
constexpr std::array kMethods{"auto", "lemke", "newton", "pivot", "pgs", "split"};

const char* name_of(lcp::Method method) {
  return kMethods.at(static_cast<std::size_t>(method));
}

lcp::Method method_of(const std::string& name) {
  return static_cast<lcp::Method>(std::find(kMethods.begin(), kMethods.end(), name) - kMethods.begin());
}

struct Attempt {
  lcp::Report report;
  double residual = 0;  // max |min(z, M z + q)|
};

/// Starts from the basis and the z of before and prints how it went.
Attempt attempt(const char* title, const lcp::Lcp& problem, const lcp::Options& options, lcp::LcpWorkspace& work,
                std::vector<std::uint8_t>& basis, std::vector<double>& z) {
  const auto begin = std::chrono::steady_clock::now();
  Attempt out;
  out.report = lcp::solve(problem, options, work, basis, z);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  out.residual = lcp::residual(problem, z);
  std::printf("%-5s %s by %s, %d iterations, %.3g ms, max |min(z, Mz+q)| = %.3g\n", title, name_of(out.report.status),
              name_of(out.report.used), out.report.iterations, 1e3 * seconds, out.residual);
  return out;
}

}  // namespace

int solve_lcp(const LcpOptions& options) {
  const LcpFile file = parse_lcp(host::read_file(options.file), options.file);
  lcp::Options how;
  how.method = method_of(options.solver);
  lcp::LcpWorkspace work(file.n);
  std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
  std::vector<double> z(basis.size());
  std::printf("%s: %d unknowns, %d contacts with %d edges\n", options.file.c_str(), file.n, file.contacts, file.edges);
  Attempt last = attempt("cold", file.view(), how, work, basis, z);
  if (options.warm && last.report.status == lcp::Status::solved)
    last = attempt("warm", file.view(), how, work, basis, z);
  if (last.report.status == lcp::Status::solved) return kSuccess;
  throw host::Error(options.file + ": not solved: " + name_of(last.report.status) + "; try another --solver");
}

}  // namespace stickslip::cli

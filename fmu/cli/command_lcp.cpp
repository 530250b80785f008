#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "fmu/archive/error.h"
#include "fmu/archive/files.h"
#include "fmu/cli/commands.h"
#include "fmu/cli/lcp_file.h"
#include "model/lcp/raw/raw.h"

namespace stickslip::cli {

namespace {

const char* name_of(lcp::Status status) {
  constexpr std::array kNames{"solved",          "ended on a ray",       "iterations used up",
                              "ended inexactly", "refused as malformed", "too big"};
  return kNames.at(static_cast<std::size_t>(status));
}

// In the order of lcp::Method; the others need bodies.
constexpr std::array kMethods{"auto", "lemke", "newton", "pivot"};

const char* name_of(lcp::Method method) {
  return kMethods.at(static_cast<std::size_t>(method));
}

lcp::Method method_of(const std::string& name) {
  return static_cast<lcp::Method>(std::find(kMethods.begin(), kMethods.end(), name) - kMethods.begin());
}

constexpr int kNeighbours = 9;
constexpr double kMoved = 1e-3;

/// A number from 0.5 to 1.5 without pattern.
double spread(std::size_t i, int number) {
  const double x = 0.61803398874989484820 * static_cast<double>(i + 1) * number;
  return 0.5 + (x - std::floor(x));
}

/// q moved by kMoved of its largest entry to where the solution has the same active set: every contact's impulses and
/// velocities change by a factor each.
std::vector<double> neighbour_of(const LcpFile& file, const std::vector<double>& z, int number) {
  const std::size_t n = z.size();
  const auto contacts = static_cast<std::size_t>(file.contacts);
  const auto edges = static_cast<std::size_t>(file.edges);
  const auto contact_of = [&](std::size_t i) {
    if (contacts == 0) return i;
    return i < contacts ? i : i < contacts * (1 + edges) ? (i - contacts) / edges : i - contacts * (1 + edges);
  };
  // Of a cap the unknown is a velocity and the slack an impulse.
  const auto factor = [&](std::size_t i, bool slack) {
    const bool cap = contacts > 0 && i >= contacts * (1 + edges);
    return spread(2 * contact_of(i) + (slack != cap ? 1 : 0), number);
  };
  std::vector<double> change(n);
  double largest = 0;
  double largest_q = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double w = file.q[i];
    double moved = 0;
    for (std::size_t j = 0; j < n; ++j) {
      w += file.M[i * n + j] * z[j];
      moved += file.M[i * n + j] * factor(j, false) * z[j];
    }
    change[i] = factor(i, true) * w - moved - file.q[i];
    largest = std::max(largest, std::fabs(change[i]));
    largest_q = std::max(largest_q, std::fabs(file.q[i]));
  }
  const double share = largest > 0 ? std::min(1.0, kMoved * largest_q / largest) : 0.0;
  std::vector<double> q = file.q;
  for (std::size_t i = 0; i < n; ++i) q[i] += share * change[i];
  return q;
}

/// Solves neighbours, each from the solution of `file`, and prints the medians.
void solve_neighbours(LcpFile file, const lcp::Options& options, lcp::LcpWorkspace& work,
                      const std::vector<std::uint8_t>& basis, const std::vector<double>& z) {
  std::array<double, kNeighbours> times{};
  std::array<int, kNeighbours> pivots{};
  double worst = 0;
  int solved = 0;
  const LcpFile posed = file;
  for (std::size_t k = 0; k < times.size(); ++k) {
    file.q = neighbour_of(posed, z, static_cast<int>(k) + 1);
    std::vector<std::uint8_t> own_basis = basis;
    std::vector<double> own_z = z;
    const auto begin = std::chrono::steady_clock::now();
    const lcp::Report report = lcp::solve(file.view(), options, work, own_basis, own_z);
    times.at(k) = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    pivots.at(k) = report.iterations;
    solved += report.status == lcp::Status::solved ? 1 : 0;
    worst = std::max(worst, lcp::residual(file.view(), own_z));
  }
  const auto without = std::count(pivots.begin(), pivots.end(), 0);
  std::sort(times.begin(), times.end());
  std::sort(pivots.begin(), pivots.end());
  std::printf(
      "near  %d of %d neighbours (q moved by %g, same active set) solved, %d without a pivot; medians %d iterations, "
      "%.3g ms; max "
      "|min(z, Mz+q)| = %.3g\n",
      solved, kNeighbours, kMoved, static_cast<int>(without), pivots[kNeighbours / 2], 1e3 * times[kNeighbours / 2],
      worst);
}

/// Runs `solve`, whose residual is that of `measure`, and prints how it went.
template <class Solve>
lcp::Report attempt(const char* title, const char* measure, Solve&& solve) {
  const auto begin = std::chrono::steady_clock::now();
  const lcp::Report report = solve();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%-5s %s by %s, %d iterations, %.3g ms, max %s = %.3g\n", title, name_of(report.status),
              name_of(report.used), report.iterations, 1e3 * seconds, measure, report.residual);
  return report;
}

lcp::Report solve_polygons(const LcpFile& file, const lcp::Options& how, bool warm) {
  lcp::LcpWorkspace work(file.n);
  std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
  std::vector<double> z(basis.size());
  // Starts from the basis and the z of before.
  const auto solve = [&] { return lcp::solve(file.view(), how, work, basis, z); };
  const lcp::Report cold = attempt("cold", "|min(z, Mz+q)|", solve);
  if (!warm || cold.status != lcp::Status::solved) return cold;
  const lcp::Report again = attempt("warm", "|min(z, Mz+q)|", solve);
  solve_neighbours(file, how, work, basis, z);
  return again;
}

lcp::Report solve_round(const LcpFile& file, const lcp::Options& how, bool warm, const std::string& label) {
  const lcp::RoundNumbers numbers = lcp::round_numbers(file.view());
  if (numbers.contacts == 0)
    throw host::Error(label +
                      ": M and q are not those of contacts with 2, 4, 8, 12, ... evenly spaced edges, of which " +
                      "round cones could be made; leave --round out");
  if (how.method != lcp::Method::automatic && how.method != lcp::Method::newton)
    throw host::Error(label + ": --round is solved by --solver auto or newton, not " + name_of(how.method));
  lcp::RoundWorkspace work(numbers.contacts);
  std::vector<double> f(numbers.q.size());
  const auto solve = [&] { return lcp::solve(numbers.view(), how, work, f); };
  const lcp::Report cold = attempt("cold", "|f - P(f - u - mu |u_t| n)|", solve);
  if (!warm || cold.status != lcp::Status::solved) return cold;
  return attempt("warm", "|f - P(f - u - mu |u_t| n)|", solve);
}

}  // namespace

int solve_lcp(const LcpOptions& options) {
  const LcpFile file = parse_lcp(host::read_file(options.file), options.file);
  lcp::Options how;
  how.method = method_of(options.solver);
  std::printf("%s: %d unknowns, %d contacts with %d edges%s\n", options.file.c_str(), file.n, file.contacts, file.edges,
              options.round ? ", solved with round cones" : "");
  const lcp::Report report =
      options.round ? solve_round(file, how, options.warm, options.file) : solve_polygons(file, how, options.warm);
  if (report.status == lcp::Status::solved) return kSuccess;
  throw host::Error(options.file + ": not solved: " + name_of(report.status) + "; try another --solver");
}

}  // namespace stickslip::cli

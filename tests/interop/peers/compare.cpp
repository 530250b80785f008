// Our solvers and those of others on the same files in the same run, as a table in Markdown: fastest time of up to 25
// runs from a cold start, and the residual that our own measure finds in the answer. Solvers for round cones or boxes
// are given the same contacts with these. Usage: lcp_compare [--all] [--limit SECONDS] FILE.lcp...
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "model/lcp/cone.h"
#include "model/lcp/raw.h"
#include "tests/interop/peers/contact_form.h"
#include "tests/interop/peers/peer.h"
#include "tests/model/lcp/lcp_file.h"

namespace {

using namespace stickslip;
using Clock = std::chrono::steady_clock;

constexpr int kRepetitions = 25;
constexpr double kEnough = 0.5;  // s
constexpr double kSolved = 1e-8;

struct Result {
  std::string name;
  double milliseconds = 0;
  double residual = HUGE_VAL;
  const char* end = "";
  bool solved() const { return residual <= kSolved; }
};

Result ours(const char* name, lcp::Method method, const lcp::LcpFile& file) {
  Result result;
  result.name = name;
  lcp::LcpWorkspace work(file.n);
  lcp::Options options;
  options.method = method;
  std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
  std::vector<double> z(basis.size());
  const Clock::time_point first = Clock::now();
  for (int k = 0; k < kRepetitions; ++k) {
    std::fill(basis.begin(), basis.end(), std::uint8_t{0});
    std::fill(z.begin(), z.end(), 0.0);
    const Clock::time_point begin = Clock::now();
    lcp::solve(file.view(), options, work, basis, z);
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    result.milliseconds = k == 0 ? ms : std::min(ms, result.milliseconds);
    if (std::chrono::duration<double>(Clock::now() - first).count() > kEnough) break;
  }
  result.residual = lcp::residual(file.view(), z);
  return result;
}

/// The contacts of a form as our solvers see them: scaled to a unit diagonal, cones round.
struct RoundProblem {
  explicit RoundProblem(const peers::ContactForm& form);
  lcp::Condensed lcp;
  std::vector<double> A, b, scale;
  std::vector<lcp::Unknown> unknowns;
  std::vector<lcp::Unit> units;
};

RoundProblem::RoundProblem(const peers::ContactForm& form) {
  const std::size_t rows = form.q.size();
  const auto root = [&](std::size_t i) { return std::sqrt(form.W[i * rows + i]); };
  for (int k = 0; k < form.contacts; ++k) {
    const int row = 3 * k;
    const auto i = static_cast<std::size_t>(row);
    const double tangent = std::max(root(i + 1), root(i + 2));
    scale.insert(scale.end(), {root(i), tangent, tangent});
    unknowns.push_back({k, {row, -1}, {1, 0}, lcp::Role::normal});
    units.push_back({k, 1, k, k + 1, 0, -1, row, 3, form.mu[static_cast<std::size_t>(k)] * tangent / root(i), 0});
  }
  for (std::size_t j = 0; j < rows; ++j) {
    for (std::size_t i = 0; i < rows; ++i) A.push_back(form.W[i * rows + j] / (scale[i] * scale[j]));
    b.push_back(form.q[j] / scale[j]);
  }
  lcp.A = A;
  lcp.b = b;
  lcp.unknowns = unknowns;
  lcp.units = units;
}

/// Scaled impulses of the rows from the answer z for polygons.
std::vector<double> impulses_of_polygons(const lcp::LcpFile& file, const RoundProblem& problem,
                                         const std::vector<double>& z) {
  std::vector<double> f(problem.b.size(), 0.0);
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int k = 0; k < file.contacts; ++k) {
    f[at(3 * k)] = z[at(k)];
    for (int e = 0; e < file.edges; ++e) {
      const lcp::Edge edge = lcp::polygon_edge(e, file.edges);
      const double beta = z[at(file.view().first_edge(k) + e)];
      for (int l = 0; l < 2; ++l) f[at(3 * k + 1 + l)] += edge.along[l] * beta;
    }
  }
  for (std::size_t i = 0; i < f.size(); ++i) f[i] *= problem.scale[i];
  return f;
}

/// Newton on the round cones from a cold start; where that does not end, from the answer for the file's polygons.
std::vector<double> solve_round_by_newton(const lcp::LcpFile& file, const peers::ContactForm& form) {
  RoundProblem problem(form);
  const int rows = problem.lcp.rows();
  lcp::NewtonWork work(rows, rows, form.contacts);
  lcp::find_ranges(problem.lcp, work.begin, work.end);
  std::vector<double> f(problem.b.size(), 0.0), normals(static_cast<std::size_t>(form.contacts), 0.0);
  std::vector<std::uint8_t> basic(normals.size());
  lcp::PivotReport report = lcp::newton_round(problem.lcp, work, f, basic, normals, nullptr);
  if (report.status != lcp::Status::solved) {
    lcp::LcpWorkspace polygons(file.n);
    std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
    std::vector<double> z(basis.size());
    lcp::solve(file.view(), {}, polygons, basis, z);
    f = impulses_of_polygons(file, problem, z);
    report = lcp::newton_round(problem.lcp, work, f, basic, normals, nullptr);
  }
  for (std::size_t i = 0; i < f.size(); ++i) f[i] /= problem.scale[i];
  return f;
}

/// In the plane the cones of polygons and round ones are the same.
Result ours_on_round_cones(const lcp::LcpFile& file, const peers::ContactForm& form) {
  Result result;
  result.name = "newton";
  std::vector<double> force;
  const Clock::time_point first = Clock::now();
  for (int k = 0; k < kRepetitions; ++k) {
    const Clock::time_point begin = Clock::now();
    force = solve_round_by_newton(file, form);
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    result.milliseconds = k == 0 ? ms : std::min(ms, result.milliseconds);
    if (std::chrono::duration<double>(Clock::now() - first).count() > kEnough) break;
  }
  result.residual = peers::round_residual(form, force);
  return result;
}

const char* name_of(peers::Outcome::End end) {
  switch (end) {
    case peers::Outcome::End::solved:
      return "";
    case peers::Outcome::End::refused:
      return "reports failure";
    case peers::Outcome::End::timed_out:
      return "time out";
    default:
      return "crashed";
  }
}

Result judged(const char* name, const peers::Outcome& outcome, double residual) {
  const bool ended = outcome.end == peers::Outcome::End::solved || outcome.end == peers::Outcome::End::refused;
  return {name, outcome.milliseconds, ended && std::isfinite(residual) ? residual : HUGE_VAL, name_of(outcome.end)};
}

std::string text_of(const Result& result) {
  char text[128];
  if (!std::isfinite(result.residual)) {
    std::snprintf(text, sizeof text, "%s %s", result.name.c_str(), *result.end != '\0' ? result.end : "no number");
  } else {
    std::snprintf(text, sizeof text, "%s %.3g ms (%.0e)", result.name.c_str(), result.milliseconds, result.residual);
  }
  return text;
}

/// The fastest of those that solve; if none does the one with the smallest residual.
std::string best_of(const std::vector<Result>& results) {
  const auto worse = [](const Result& a, const Result& b) {
    if (a.solved() != b.solved()) return a.solved();
    return a.solved() ? a.milliseconds < b.milliseconds : a.residual < b.residual;
  };
  const auto best = std::min_element(results.begin(), results.end(), worse);
  if (best == results.end()) return "";
  return best->solved() ? text_of(*best) : "none; " + text_of(*best);
}

void compare(const std::string& path, double limit, bool all) {
  const lcp::LcpFile file = lcp::LcpFile::read(path);
  const std::string name = std::filesystem::path(path).stem().string();
  if (file.n == 0) {
    std::fprintf(stderr, "%s: not a problem file\n", path.c_str());
    return;
  }
  const Result automatic = ours("auto", lcp::Method::automatic, file);
  const Result lemke = ours("lemke", lcp::Method::lemke, file);
  const Result newton = ours("newton", lcp::Method::newton, file);
  std::vector<Result> polygon, round, box;
  Result own_round = automatic;
  for (const peers::PolygonPeer& peer : peers::polygon_peers()) {
    const peers::Outcome outcome = peers::solve_polygon(peer, file.M, file.q, limit);
    polygon.push_back(judged(peer.name, outcome, lcp::residual(file.view(), outcome.z)));
  }
  if (file.contacts > 0) {
    const peers::ContactForm form = peers::contact_form(file);
    if (form.dimension == 3) own_round = ours_on_round_cones(file, form);
    for (const peers::RoundPeer& peer : peers::round_peers(form.dimension)) {
      const peers::Outcome outcome = peers::solve_round(peer, form, limit);
      round.push_back(judged(peer.name, outcome, peers::round_residual(form, outcome.z)));
    }
    for (const peers::BoxPeer& peer : peers::box_peers()) {
      const peers::Outcome outcome = peers::solve_box(peer, form, limit);
      box.push_back(judged(peer.name, outcome, peers::box_residual(form, outcome.z)));
    }
  }
  std::printf("| %s | %d | %s | %s | %s | %s | %s | %s | %s |\n", name.c_str(), file.n, text_of(automatic).c_str(),
              text_of(lemke).c_str(), text_of(newton).c_str(), best_of(polygon).c_str(), text_of(own_round).c_str(),
              best_of(round).c_str(), best_of(box).c_str());
  for (const std::vector<Result>* list : {&polygon, &round, &box}) {
    for (const Result& result : *list) {
      if (all) std::printf("|  |  |  |  |  | %s |  |  |  |\n", text_of(result).c_str());
    }
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  double limit = 20;
  bool all = false;
  std::vector<std::string> files;
  for (int k = 1; k < argc; ++k) {
    if (std::strcmp(argv[k], "--all") == 0) {
      all = true;
    } else if (std::strcmp(argv[k], "--limit") == 0 && k + 1 < argc) {
      limit = std::strtod(argv[++k], nullptr);
    } else {
      files.emplace_back(argv[k]);
    }
  }
  if (files.empty()) {
    std::fprintf(stderr, "usage: lcp_compare [--all] [--limit SECONDS] FILE.lcp...\n");
    return 2;
  }
  std::printf(
      "| file | n | auto | lemke | newton | best of Siconos, polygon | ours, round cone | best of Siconos, round "
      "cone | best of Bullet and DART, box |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|\n");
  for (const std::string& file : files) compare(file, limit, all);
  return 0;
}

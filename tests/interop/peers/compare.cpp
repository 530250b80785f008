// Our solvers and those of others on the same files in the same run, as a table in Markdown: fastest time from a cold
// start, in a workspace that exists and for a problem written down as each solver takes it, and the residual that our
// own measure finds in the answer. Solvers for round cones or boxes are given the same contacts with these. Usage:
// lcp_compare [--all] [--limit SECONDS] FILE.lcp...
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "model/lcp/raw/raw.h"
#include "tests/interop/peers/peer.h"
#include "tests/model/lcp/lcp_file.h"

namespace {

using namespace stickslip;
constexpr double kSolved = 1e-8;

struct Result {
  std::string name;
  double milliseconds = 0;
  double residual = HUGE_VAL;
  const char* end = "";
  bool solved() const { return residual <= kSolved; }
};

Result ours(const char* name, lcp::Method method, const lcp::LcpFile& file) {
  lcp::LcpWorkspace work(file.n);
  lcp::Options options;
  options.method = method;
  std::vector<std::uint8_t> basis(static_cast<std::size_t>(file.n));
  std::vector<double> z(basis.size());
  const auto forget = [&] {
    std::fill(basis.begin(), basis.end(), std::uint8_t{0});
    std::fill(z.begin(), z.end(), 0.0);
  };
  const auto solve = [&] { lcp::solve(file.view(), options, work, basis, z); };
  Result result = {name};
  peers::measure([&] { return solve; }, forget, &result.milliseconds);
  result.residual = lcp::residual(file.view(), z);
  return result;
}

Result ours_on_round_cones(const lcp::RoundLcp& form) {
  lcp::RoundWorkspace work(form.contacts);
  std::vector<double> force(static_cast<std::size_t>(form.rows()));
  lcp::Report report;
  const auto forget = [&] { std::fill(force.begin(), force.end(), 0.0); };
  const auto solve = [&] { report = lcp::solve(form, {}, work, force); };
  Result result;
  peers::measure([&] { return solve; }, forget, &result.milliseconds);
  result.name = report.used == lcp::Method::lemke ? "lemke" : "newton";
  result.residual = lcp::residual(form, force);
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
  Result own_round;
  for (const peers::PolygonPeer& peer : peers::polygon_peers()) {
    const peers::Outcome outcome = peers::solve_polygon(peer, file.M, file.q, limit);
    polygon.push_back(judged(peer.name, outcome, lcp::residual(file.view(), outcome.z)));
  }
  const lcp::RoundNumbers numbers = lcp::round_numbers(file.view());
  if (numbers.contacts > 0) {
    const lcp::RoundLcp form = numbers.view();
    own_round = ours_on_round_cones(form);
    for (const peers::RoundPeer& peer : peers::round_peers(1 + form.tangents)) {
      const peers::Outcome outcome = peers::solve_round(peer, form, limit);
      round.push_back(judged(peer.name, outcome, lcp::residual(form, outcome.z)));
    }
    for (const peers::BoxPeer& peer : peers::box_peers()) {
      const peers::Outcome outcome = peers::solve_box(peer, form, limit);
      box.push_back(judged(peer.name, outcome, peers::box_residual(form, outcome.z)));
    }
  }
  std::printf("| %s | %d | %s | %s | %s | %s | %s | %s | %s |\n", name.c_str(), file.n, text_of(automatic).c_str(),
              text_of(lemke).c_str(), text_of(newton).c_str(), best_of(polygon).c_str(),
              numbers.contacts > 0 ? text_of(own_round).c_str() : "", best_of(round).c_str(), best_of(box).c_str());
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

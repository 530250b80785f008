#include "tests/benchmark/peers/markdown.h"

#include <algorithm>
#include <cmath>

namespace stickslip::peers {
namespace {

std::string digits(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Two digits, without an exponent where a person would write none.
std::string two_digits(double value) {
  const double size = std::fabs(value);
  return digits(size >= 99.5 && size < 99999.5 ? "%.0f" : "%.2g", value);
}

/// A length as people say it.
std::string length(double metres) {
  if (metres == 0) return "0";
  if (metres < 1e-6) return digits("%.0e m", metres);
  if (metres < 1e-3) return two_digits(1e6 * metres) + " um";
  if (metres < 1) return two_digits(1e3 * metres) + " mm";
  return digits("%.1f m", metres);
}

std::string cell(const Scene& scene, const Summary& summary) {
  const Quality& quality = summary.outcome.quality;
  switch (summary.outcome.end) {
    case End::refused:
      return "refused";
    case End::crashed:
      return "crashed";
    case End::not_finite:
      return "not finite";
    case End::out_of_time:
      return "out of time";
    case End::whole:
      break;
  }
  std::string text = two_digits(summary.p50) + " / " + two_digits(summary.p99);
  if (scene.shapes.size() > 1 || !scene.joints.empty()) {
    text += ", " + length(std::max(quality.overlap_end, quality.joint_error));
  }
  if (!scene.figures.empty()) {
    const Figure& figure = scene.figures.front();
    text += "; " + figure.name + " " + two_digits(summary.outcome.figures[0]) + " " + figure.unit;
  }
  return text;
}

}  // namespace

void write_markdown(std::FILE* file, const std::vector<Engine>& engines, const std::vector<Row>& rows) {
  std::fprintf(file, "| scene |");
  for (const Engine& engine : engines) std::fprintf(file, " %s |", engine.name.c_str());
  std::fprintf(file, "\n|---|");
  for (std::size_t e = 0; e < engines.size(); ++e) std::fprintf(file, "---|");
  for (const Row& row : rows) {
    std::fprintf(file, "\n| %s |", row.name.c_str());
    for (std::size_t e = 0; e < engines.size(); ++e) {
      const bool run = row.scene.planar || !engines[e].planar_only;
      std::fprintf(file, " %s |", run ? cell(row.scene, row.summaries[e]).c_str() : "");
    }
  }
  std::fprintf(file, "\n");
}

}  // namespace stickslip::peers

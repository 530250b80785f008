#include "tests/benchmark/peers/table.h"

namespace stickslip::peers {
namespace {

/// A time in ms: three digits that matter.
std::string time(double ms) {
  char text[32];
  std::snprintf(text, sizeof text, ms < 0.1 ? "%.4f" : ms < 10 ? "%.3f" : "%.1f", ms);
  return text;
}

/// "-" where the scene has no such thing.
std::string amount(bool has, double value) {
  if (!has) return "-";
  char text[32];
  std::snprintf(text, sizeof text, value == 0 ? "%.0f" : "%.1e", value);
  return text;
}

bool has_contacts(const Scene& scene) {
  return scene.shapes.size() > 1;
}

bool is_driven(const Scene& scene) {
  return scene.press.force > 0;
}

/// What keeps a run from being whole; null when nothing does.
const char* trouble(const Scene& scene, const Result& result) {
  if (!result.ended) return "crashed or hung";
  if (!result.quality.finite) return "not finite";
  if (!result.finished) return result.steps < scene.steps ? "out of time" : "judged in part, out of time";
  return nullptr;
}

}  // namespace

void print_heading(const std::string& name, const Scene& scene) {
  std::printf("\n%s: %s; %d steps of %.4g ms\n", name.c_str(), scene.says.c_str(), scene.steps, 1000 * scene.h);
  std::printf("%-16s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n", "engine", "p50 ms", "p99", "max", "mean", "last s",
              "overlap m", "last s", "joints m", "creep m/s", "energy J");
}

void print_line(const Engine& engine, const Scene& scene, const Result& r) {
  if (!r.ended) {
    std::printf("%-16s %s\n", engine.name.c_str(), trouble(scene, r));
    return;
  }
  std::printf("%-16s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s", engine.name.c_str(), time(r.p50).c_str(),
              time(r.p99).c_str(), time(r.max).c_str(), time(r.mean).c_str(), time(r.settled).c_str(),
              amount(has_contacts(scene), r.quality.overlap).c_str(),
              amount(has_contacts(scene), r.quality.overlap_end).c_str(),
              amount(!scene.joints.empty(), r.quality.joint_error).c_str(),
              amount(scene.rests, r.quality.creep).c_str(), amount(!is_driven(scene), r.quality.energy).c_str());
  if (const char* says = trouble(scene, r)) {
    std::printf("  %s after %d steps", says, r.steps);
  } else {
    for (std::size_t f = 0; f < scene.figures.size(); ++f) {
      const Figure& figure = scene.figures[f];
      std::printf("%s %s %.4g %s", f == 0 ? " " : ",", figure.name.c_str(), r.figures[f], figure.unit.c_str());
      if (figure.exact != 0) std::printf(" (exact %g)", figure.exact);
    }
  }
  if (r.remark[0] != 0) std::printf("  [%s]", r.remark);
  std::printf("\n");
}

void write_csv_heading(std::FILE* file) {
  std::fprintf(file,
               "scene,engine,version,steps,p50_ms,p99_ms,max_ms,mean_ms,p50_last_second_ms,overlap_m,"
               "overlap_last_second_m,joint_error_m,creep_m_per_s,energy_gain_J,trouble");
  for (int f = 1; f <= kMostFigures; ++f) std::fprintf(file, ",figure_%d,value_%d,exact_%d", f, f, f);
  std::fprintf(file, ",remark\n");
}

void write_csv_line(std::FILE* file, const std::string& name, const Engine& engine, const Scene& scene,
                    const Result& r) {
  const char* says = trouble(scene, r);
  std::fprintf(file, "%s,%s,%s,%d,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%s", name.c_str(),
               engine.name.c_str(), engine.version.c_str(), r.steps, r.p50, r.p99, r.max, r.mean, r.settled,
               r.quality.overlap, r.quality.overlap_end, r.quality.joint_error, r.quality.creep, r.quality.energy,
               says ? says : "");
  for (std::size_t f = 0; f < kMostFigures; ++f) {
    if (f < scene.figures.size()) {
      std::fprintf(file, ",%s,%.9g,%g", scene.figures[f].name.c_str(), r.figures[f], scene.figures[f].exact);
    } else {
      std::fprintf(file, ",,,");
    }
  }
  std::fprintf(file, ",\"%s\"\n", r.remark);
}

}  // namespace stickslip::peers

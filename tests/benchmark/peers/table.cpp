#include "tests/benchmark/peers/table.h"

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

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

const char* says(End end) {
  switch (end) {
    case End::whole:
      return "";
    case End::out_of_time:
      return "out of time";
    case End::not_finite:
      return "not finite";
    case End::refused:
      return "refused";
    case End::crashed:
      break;
  }
  return "crashed";
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

}  // namespace

void print_machine() {
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  double load = 0;
  if (getloadavg(&load, 1) < 1) load = 0;
  std::printf("%s, %s, %u cores, load %.1f, compiler %s\n\n", date, processor().c_str(),
              std::thread::hardware_concurrency(), load, __VERSION__);
}

void print_heading(const std::string& name, const Scene& scene) {
  std::printf("\n%s: %s; %d steps of %.4g ms\n", name.c_str(), scene.says.c_str(), scene.steps, 1000 * scene.h);
  std::printf("%-16s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s\n", "engine", "p50 ms", "p99", "max", "mean", "last s",
              "overlap m", "last s", "joints m", "creep m/s", "energy J");
}

void print_line(const Engine& engine, const Scene& scene, const Summary& s) {
  const Outcome& r = s.outcome;
  if (s.steps == 0) {
    std::printf("%-16s %s\n", engine.name.c_str(), says(r.end));
    return;
  }
  const bool whole = r.end == End::whole;
  std::printf("%-16s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s", engine.name.c_str(), time(s.p50).c_str(),
              time(s.p99).c_str(), time(s.max).c_str(), time(s.mean).c_str(), whole ? time(s.settled).c_str() : "-",
              amount(has_contacts(scene), r.quality.overlap).c_str(),
              amount(has_contacts(scene) && whole, r.quality.overlap_end).c_str(),
              amount(!scene.joints.empty(), r.quality.joint_error).c_str(),
              amount(scene.rests && whole, r.quality.creep).c_str(),
              amount(!is_driven(scene), r.quality.energy).c_str());
  if (!whole) std::printf("  %s after %d steps", says(r.end), r.steps);
  for (std::size_t f = 0; whole && f < scene.figures.size(); ++f) {
    const Figure& figure = scene.figures[f];
    std::printf("%s %s %.4g %s", f == 0 ? " " : ",", figure.name.c_str(), r.figures[f], figure.unit.c_str());
    if (figure.exact != 0) std::printf(" (exact %g)", figure.exact);
  }
  if (r.remark[0] != 0) std::printf("  [%s]", r.remark);
  std::printf("\n");
}

void write_csv_heading(std::FILE* file) {
  std::fprintf(file,
               "scene,engine,version,end,steps,p50_ms,p99_ms,max_ms,mean_ms,p50_last_second_ms,overlap_m,"
               "overlap_last_second_m,joint_error_m,creep_m_per_s,energy_gain_J");
  for (int f = 1; f <= kMostFigures; ++f) std::fprintf(file, ",figure_%d,value_%d,exact_%d", f, f, f);
  std::fprintf(file, ",remark\n");
}

void write_csv_line(std::FILE* file, const std::string& name, const Engine& engine, const Scene& scene,
                    const Summary& s) {
  const Outcome& r = s.outcome;
  std::fprintf(file, "%s,%s,\"%s\",%s,%d,%.6g,%.6g,%.6g,%.6g,%.6g", name.c_str(), engine.name.c_str(),
               engine.version.c_str(), r.end == End::whole ? "whole" : says(r.end), r.steps, s.p50, s.p99, s.max,
               s.mean, s.settled);
  std::fprintf(file, ",%.6g,%.6g,%.6g,%.6g,%.6g", r.quality.overlap, r.quality.overlap_end, r.quality.joint_error,
               r.quality.creep, r.quality.energy);
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

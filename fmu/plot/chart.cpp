#include "fmu/plot/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "fmu/archive/text.h"

namespace stickslip::plot {

namespace {

constexpr double kWidth = 900;
constexpr double kLeft = 70;
constexpr double kRight = kWidth - 16;
constexpr double kPanel = 190;  // height of a panel with its legend
constexpr double kLegend = 20;  // of a line of it
constexpr double kBelow = 26;   // for the numbers below
constexpr int kNamesPerLine = 3;
constexpr std::array kColours{"#2f6fb5", "#d9822b", "#3b9a5b", "#c23b4a", "#8a5fc0", "#8b6f5c", "#d06fa8", "#2aa0a8"};

template <class... Values>
std::string printed(const char* format, Values... values) {
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

std::string short_number(double x) {
  return printed("%.4g", std::fabs(x) < 1e-14 ? 0.0 : x);
}

/// Round numbers from low to high, some `count` of them.
std::vector<double> ticks(double low, double high, int count) {
  const double raw = (high - low) / count;
  double step = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {2.0, 2.5, 2.0})  // 1 2 5 10
    if (step < raw) step *= factor;
  std::vector<double> found;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) found.push_back(k * step);
  return found;
}

/// From numbers to the picture.
struct Axis {
  double low, high;  // numbers
  double from, to;   // pixels
  double at(double x) const { return from + (x - low) / (high - low) * (to - from); }
};

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return printed("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor) + escaped(text) + "</text>\n";
}
std::string line_from(double x1, double y1, double x2, double y2) {
  return printed("<path class=\"g\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
}

std::string framed(const std::string& title, double height, const std::string& inside) {
  return printed(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n",
             kWidth, height, kWidth, height) +
         "<style>text{font:12px system-ui,sans-serif;fill:#444}.g{stroke:#ddd;fill:none}.c{fill:none;stroke-width:1.6;"
         "stroke-linejoin:round}.t{font-size:15px;fill:#222}</style>\n<rect width=\"100%\" height=\"100%\" "
         "fill=\"#fff\"/>\n" +
         printed("<text class=\"t\" x=\"%.0f\" y=\"22\">", kLeft) + escaped(title) + "</text>\n" + inside + "</svg>\n";
}

std::string path_of(const std::vector<double>& times, const std::vector<double>& values, const Axis& x, const Axis& y) {
  std::string path;
  double column = -1;
  std::array<double, 4> seen{};  // first, least, most, last of a column
  const auto flush = [&] {
    if (column < 0) return;
    const bool one = seen[1] == seen[2];
    for (std::size_t i = 0; i < (one ? 1U : seen.size()); ++i)
      path += printed("%c%.1f %.2f", path.empty() ? 'M' : 'L', column, y.at(seen.at(i)));
  };
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double v = values[i];
    if (!std::isfinite(v)) continue;
    const double at = std::round(2 * x.at(times[i])) / 2;
    if (at != column) {
      flush();
      column = at;
      seen = {v, v, v, v};
    }
    seen = {seen[0], std::min(seen[1], v), std::max(seen[2], v), v};
  }
  flush();
  return path;
}

/// The line of a legend in which curve `i` stands.
double row_of(std::size_t i) {
  const std::size_t row = i / kNamesPerLine;
  return static_cast<double>(row);
}

std::string panel(const std::vector<double>& times, const std::vector<const Curve*>& curves, double top,
                  double bottom) {
  double low = 1e300;
  double high = -1e300;
  for (const Curve* curve : curves)
    for (const double v : curve->values)
      if (std::isfinite(v)) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
  if (low > high) {
    low = 0;
    high = 1;
  }
  double pad = 0.06 * (high - low);
  if (pad <= 1e-12 * std::max(std::fabs(low), std::fabs(high))) pad = std::max(0.05 * std::fabs(high), 1e-9);
  const double end = times.back() > times.front() ? times.back() : times.front() + 1;
  const Axis x{times.front(), end, kLeft, kRight};
  std::string out;
  double y0 = top;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const double cx = kLeft + (kRight - kLeft) / kNamesPerLine * static_cast<double>(i % kNamesPerLine);
    const double cy = top + kLegend * row_of(i) + 12;
    out += printed("<path class=\"c\" stroke=\"%s\" d=\"M%.1f %.1fh18\"/>\n", kColours.at(i % kColours.size()), cx,
                   cy - 4);
    out += text_at(cx + 24, cy, "start", curves[i]->name);
    y0 = cy + 8;
  }
  const Axis y{low - pad, high + pad, bottom - kBelow, y0};
  for (const double v : ticks(y.low, y.high, 4)) {
    out += line_from(kLeft, y.at(v), kRight, y.at(v)) + text_at(kLeft - 6, y.at(v) + 4, "end", short_number(v));
  }
  for (const double t : ticks(x.low, x.high, 10)) {
    out += line_from(x.at(t), y0, x.at(t), bottom - kBelow) +
           text_at(x.at(t), bottom - kBelow + 16, "middle", short_number(t));
  }
  const std::string& unit = curves.front()->unit;
  if (!unit.empty() && unit != "1") out += text_at(6, y0 + 4, "start", unit);
  for (std::size_t i = 0; i < curves.size(); ++i)
    out += printed("<path class=\"c\" stroke=\"%s\" d=\"", kColours.at(i % kColours.size())) +
           path_of(times, curves[i]->values, x, y) + "\"/>\n";
  return out;
}

}  // namespace

std::string time_chart(const std::string& title, const std::vector<double>& times, const std::vector<Curve>& curves) {
  std::vector<std::vector<const Curve*>> panels;
  for (const Curve& curve : curves) {
    const auto same = std::find_if(panels.begin(), panels.end(),
                                   [&](const auto& panel) { return panel.front()->unit == curve.unit; });
    if (same == panels.end()) {
      panels.push_back({&curve});
    } else {
      same->push_back(&curve);
    }
  }
  std::string inside;
  double top = 36;
  for (const std::vector<const Curve*>& curves_here : panels) {
    const double bottom = top + kPanel + kLegend * row_of(curves_here.size() - 1);
    inside += panel(times, curves_here, top, bottom);
    top = bottom + 10;
  }
  return framed(title, top + 14, inside + text_at(kRight, top + 2, "end", "time in s"));
}

std::string histogram(const std::string& title, const std::string& axis, const std::vector<double>& edges,
                      const std::vector<double>& counts) {
  constexpr double kHeight = 360;
  const double most = *std::max_element(counts.begin(), counts.end());
  const Axis x{std::log10(edges.front()), std::log10(edges.back()), kLeft, kRight};
  const Axis y{-0.3, std::max(1.0, std::ceil(std::log10(std::max(most, 1.0)))), kHeight - 50, 40};
  std::string out;
  for (int power = 0; power <= y.high; ++power)
    out += line_from(kLeft, y.at(power), kRight, y.at(power)) +
           text_at(kLeft - 6, y.at(power) + 4, "end", short_number(std::pow(10.0, power)));
  for (int power = static_cast<int>(std::floor(x.low)); power <= x.high; ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double at = power + std::log10(digit);
      if (at < x.low || at > x.high) continue;
      out += line_from(x.at(at), 40, x.at(at), kHeight - 50) +
             text_at(x.at(at), kHeight - 32, "middle", short_number(digit * std::pow(10.0, power)));
    }
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] <= 0) continue;
    const double left = x.at(std::log10(edges[i]));
    const double up = y.at(std::log10(counts[i]));
    out += printed("<rect fill=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>\n", kColours[0], left, up,
                   std::max(x.at(std::log10(edges[i + 1])) - left, 0.5), y.at(y.low) - up);
  }
  return framed(title, kHeight, out + text_at(kRight, kHeight - 12, "end", axis));
}

std::string html_with(const std::string& title, const std::string& svg) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + escaped(title) +
         "</title><link rel=\"icon\" "
         "href=\"data:,\"><style>body{margin:16px;background:#fff}svg{max-width:100%;height:auto}"
         "</style></head>\n<body>\n" +
         svg + "</body></html>\n";
}

std::string unit_of(const std::string& name, const std::vector<std::string>& names) {
  static const std::vector<std::pair<const char*, const char*>> kUnits{{"angularVelocity", "rad/s"},
                                                                       {"angularAcceleration", "rad/s2"},
                                                                       {"angle", "rad"},
                                                                       {"position", "m"},
                                                                       {"velocity", "m/s"},
                                                                       {"acceleration", "m/s2"},
                                                                       {"orientation", "1"},
                                                                       {"normalForce", "N"},
                                                                       {"frictionForce", "N"},
                                                                       {"force", "N"},
                                                                       {"torque", "N.m"},
                                                                       {"gap", "m"},
                                                                       {"slip", "m/s"},
                                                                       {"length", "m"},
                                                                       {"kinetic", "J"},
                                                                       {"potential", "J"},
                                                                       {"dissipated", "J"},
                                                                       {"penetration", "m"},
                                                                       {"mass", "kg"},
                                                                       {"centre", "m"}};
  const std::string whole =
      name.substr(0, name.rfind('[') == std::string::npos || name.back() != ']' ? name.size() : name.rfind('['));
  const std::size_t dot = whole.rfind('.');
  const std::string last = dot == std::string::npos ? whole : whole.substr(dot + 1);
  const std::string owner = dot == std::string::npos ? "" : whole.substr(0, dot);
  const bool turns = whole == name && std::find(names.begin(), names.end(), owner + ".angle") != names.end();
  if (turns && last == "velocity") return "rad/s";
  if (turns && last == "acceleration") return "rad/s2";
  for (const auto& [ending, unit] : kUnits)
    if (last == ending) return unit;
  return "";
}

}  // namespace stickslip::plot

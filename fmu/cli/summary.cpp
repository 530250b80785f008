#include "fmu/cli/summary.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stickslip::cli {

namespace {

/// As `export --flat` writes it.
std::string flat(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

template <class... Values>
std::string printed(const char* format, Values... values) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

/// The value that a share of all are not above.
double percentile(std::vector<float>& values, double share) {
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return static_cast<double>(values[static_cast<std::size_t>(place)]);
}

}  // namespace

Summary::Summary(const host::Selection& outputs)
    : iterations_(follow(outputs, "solver.iterations")),
      fallbacks_(follow(outputs, "solver.fallbacks")),
      penetration_(follow(outputs, "solver.penetration")),
      joint_error_(follow(outputs, "solver.jointError")) {}

Summary::Followed Summary::follow(const host::Selection& outputs, const std::string& name) {
  Followed followed;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string& candidate = outputs.variables()[i]->name;
    if (candidate == name || candidate == flat(name)) followed.place = i;
  }
  return followed;
}

void Summary::add(double seconds, const std::vector<double>& outputs) {
  seconds_.push_back(static_cast<float>(seconds));
  for (Followed* followed : {&iterations_, &fallbacks_, &penetration_, &joint_error_}) {
    if (!followed->place) continue;
    const double value = outputs[*followed->place];
    followed->sum += value;
    followed->largest = std::max(followed->largest, value);
  }
}

std::string Summary::text(double simulated_seconds, double wall_seconds, std::optional<std::uint64_t> state_hash) {
  std::string out = printed("%zu steps, %g s in %.3g s\n", seconds_.size(), simulated_seconds, wall_seconds);
  if (wall_seconds > 0) out += printed("real-time factor   %.3g\n", simulated_seconds / wall_seconds);
  if (!seconds_.empty())
    out += printed("time of a step     p50 %.3g us, p99 %.3g us, max %.3g us\n", 1e6 * percentile(seconds_, 0.5),
                   1e6 * percentile(seconds_, 0.99), 1e6 * percentile(seconds_, 1));
  if (iterations_.place)
    out += printed("iterations         %.0f, at most %.0f in a step\n", iterations_.sum, iterations_.largest);
  if (fallbacks_.place) out += printed("fallbacks          %.0f\n", fallbacks_.sum);
  if (penetration_.place) out += printed("penetration        at most %.3g m\n", penetration_.largest);
  if (joint_error_.place) out += printed("joint error        at most %.3g m or rad\n", joint_error_.largest);
  if (state_hash)
    out += printed("state hash         %016llx (FNV-1a of the serialised state)\n",
                   static_cast<unsigned long long>(*state_hash));
  return out;
}

}  // namespace stickslip::cli

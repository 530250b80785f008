#include "fmu/cli/summary.h"

#include <algorithm>
#include <array>
#include <bit>
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

// Times are counted by sign, exponent and the first seven bits of the mantissa of a float.
constexpr unsigned kDropped = 16;

std::size_t bucket_of(double seconds) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::max(seconds, 0.0))) >> kDropped;
}

double middle_of(std::size_t bucket) {
  const auto bits = static_cast<std::uint32_t>(bucket << kDropped) | (1U << (kDropped - 1));
  return static_cast<double>(std::bit_cast<float>(bits));
}

}  // namespace

Summary::Summary(const host::Selection& outputs)
    : iterations_(follow(outputs, "solver.iterations")),
      fallbacks_(follow(outputs, "solver.fallbacks")),
      penetration_(follow(outputs, "solver.penetration")),
      joint_error_(follow(outputs, "solver.jointError")),
      status_(follow(outputs, "solver.status").place),
      counts_(std::size_t{1} << (31 - kDropped)) {}

double Summary::percentile(double share) const {
  const auto wanted = static_cast<std::size_t>(share * static_cast<double>(steps_ - 1));
  std::size_t bucket = 0;
  for (std::size_t below = counts_[0]; below <= wanted; below += counts_[bucket]) ++bucket;
  return std::min(middle_of(bucket), longest_);
}

Summary::Followed Summary::follow(const host::Selection& outputs, const std::string& name) {
  Followed followed;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string& candidate = outputs.variables()[i]->name;
    if (candidate == name || candidate == flat(name)) followed.place = i;
  }
  return followed;
}

void Summary::add(double seconds, const std::vector<double>& outputs) {
  ++steps_;
  ++counts_[bucket_of(seconds)];
  longest_ = std::max(longest_, seconds);
  if (status_) {
    const StepStatus status = status_with(static_cast<int>(outputs[*status_]));
    gravest_ = graver(gravest_, status);
    troubled_ += status == StepStatus::solved ? 0 : 1;
  }
  for (Followed* followed : {&iterations_, &fallbacks_, &penetration_, &joint_error_}) {
    if (!followed->place) continue;
    const double value = outputs[*followed->place];
    followed->sum += value;
    followed->largest = std::max(followed->largest, value);
  }
}

std::string Summary::text(double simulated_seconds, double wall_seconds) const {
  std::string out = printed("%zu steps, %g s in %.3g s\n", steps_, simulated_seconds, wall_seconds);
  if (wall_seconds > 0) out += printed("real-time factor   %.3g\n", simulated_seconds / wall_seconds);
  if (steps_ > 0)
    out += printed("time of a step     p50 %.3g us, p99 %.3g us, max %.3g us\n", 1e6 * percentile(0.5),
                   1e6 * percentile(0.99), 1e6 * longest_);
  if (iterations_.place)
    out += printed("iterations         %.0f, at most %.0f in a step\n", iterations_.sum, iterations_.largest);
  if (status_)
    out += printed("status             %d %s, other than 0 in %zu steps\n", code_of(gravest_).number,
                   code_of(gravest_).says, troubled_);
  if (fallbacks_.place) out += printed("fallbacks          %.0f\n", fallbacks_.sum);
  if (penetration_.place) out += printed("penetration        at most %.3g m\n", penetration_.largest);
  if (joint_error_.place) out += printed("joint error        at most %.3g m or rad\n", joint_error_.largest);
  return out;
}

std::string Summary::hash_line(std::uint64_t state_hash) {
  return printed("state hash         %016llx (FNV-1a of the serialised state)\n",
                 static_cast<unsigned long long>(state_hash));
}

}  // namespace stickslip::cli

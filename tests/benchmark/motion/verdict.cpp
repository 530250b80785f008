#include "tests/benchmark/motion/verdict.h"

#include <cmath>
#include <limits>

namespace stickslip::motion {

const char* name_of(Law law) {
  const char* names[kLaws] = {"finite",  "books", "energy",  "dissipated", "gain",   "momentum", "spin",   "pairs",
                              "cone",    "touch", "overlap", "joints",     "limits", "rubbing",  "motors", "gears",
                              "promise", "order", "forces",  "repeat",     "copy",   "mirrored", "turned", "reordered"};
  return names[static_cast<int>(law)];
}

void Verdict::weigh(Law law, int k, double value, double allowed, const std::string& what) {
  Worst& worst = of(law);
  if (worst.broken_at >= 0) return;
  worst.judged = true;
  const bool broken = !(value <= allowed);
  double ratio = value / allowed;
  if (!(allowed > 0)) ratio = broken ? std::numeric_limits<double>::infinity() : 0;
  if (std::isnan(ratio)) ratio = std::numeric_limits<double>::infinity();
  if (broken) worst.broken_at = k;
  if (!broken && ratio <= worst.ratio) return;
  worst.ratio = std::fmax(ratio, worst.ratio);
  worst.value = value;
  worst.allowed = allowed;
  worst.what = what;
}

}  // namespace stickslip::motion

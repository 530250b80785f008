#pragma once

#include <array>
#include <string>

namespace stickslip::motion {

enum class Law : int {
  finite,      // every number is one
  books,       // the energies published are those of the motion published
  energy,      // nothing passive gains
  dissipated,  // energy.dissipated does not fall
  gain,        // solver.energyGain says what was gained
  momentum,    // of every body and step, against the forces published
  spin,        // angular momentum, the same
  pairs,       // force and counterforce
  cone,        // contacts push, friction stays below mu times that
  touch,       // what is out of reach does not push
  overlap,
  joints,     // joint error against h^2
  limits,     // coordinates stay between them, and they only push back
  rubbing,    // dry friction of joints: up to its bound, against the motion
  motors,     // drives: up to their bound, and within it they hold what they are told
  gears,      // what they relate stays so
  promise,    // what the family is about
  order,      // of convergence
  forces,     // of joints converge too
  repeat,     // the same bits again
  copy,       // the same bits from a copied state
  mirrored,   // the mirrored world moves as the world does
  turned,     // and so does the one that was turned round
  reordered,  // and the one whose parts have other names and places in the file
  count
};

constexpr int kLaws = static_cast<int>(Law::count);

const char* name_of(Law law);

/// What is worst of a law in a scene, measured in what is allowed, and where it is first broken.
struct Worst {
  bool judged = false;
  double ratio = 0;
  int broken_at = -1;  // step; -1: nowhere
  double value = 0;    // there, or where the ratio is largest
  double allowed = 0;
  std::string what;
};

struct Verdict {
  std::array<Worst, kLaws> laws;

  Worst& of(Law law) { return laws[static_cast<std::size_t>(law)]; }
  /// Notes a value of step k that is to be at most `allowed`. A law that was broken is no longer judged: what comes
  /// after follows from it.
  void weigh(Law law, int k, double value, double allowed, const std::string& what);
};

}  // namespace stickslip::motion

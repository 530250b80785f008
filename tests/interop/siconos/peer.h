#pragma once

#include <string>
#include <vector>

/// Problems of ours given to the solvers of Siconos, each in a process of its own: some of them crash, some never end.
namespace stickslip::siconos {

struct Peer {
  int id;
  const char* name;
  bool round;  // takes the round cone, else the polygon
};

/// Those that solve M z + q >= 0, z >= 0, z'(M z + q) = 0.
const std::vector<Peer>& polygon_peers();
/// Those for the round cone; in the plane there is no difference.
const std::vector<Peer>& round_peers(int dimension);

struct Outcome {
  enum class End { solved, refused, crashed, timed_out };
  End end = End::crashed;
  double milliseconds = 0;  // the fastest of the repetitions
  std::vector<double> z;    // or the contact forces, normal first, contact by contact
};

/// `M` row by row. Repeats for half a second, but at most 25 times.
Outcome solve_polygon(const Peer& peer, const std::vector<double>& M, const std::vector<double>& q, double limit);

/// Forces and velocities by contact: `dimension` numbers each, normal first.
Outcome solve_round(const Peer& peer, int dimension, const std::vector<double>& W, const std::vector<double>& q,
                    const std::vector<double>& mu, double limit);

}  // namespace stickslip::siconos

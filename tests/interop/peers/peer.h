#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "model/lcp/raw/raw.h"

/// Problems of ours given to solvers of others, each in a process of its own: some of them crash, some never end.
namespace stickslip::peers {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The fastest of so many runs counts, or of as many as fit into so many seconds; of what is over in less than a
// microsecond the mean of a batch, because the clock shows no less than thirty nanoseconds.
constexpr int kRepetitions = 25;
constexpr double kEnough = 0.5;
constexpr double kQuick = 1e-3;  // ms
constexpr int kBatch = 1000;

/// Times what `pose` gives each time, after `forget`; neither is part of the time. `milliseconds` is good so far at any
/// moment: whoever solves may be ended from outside.
template <class Pose, class Forget>
void measure(Pose&& pose, Forget&& forget, double* milliseconds) {
  const Clock::time_point first = Clock::now();
  for (int k = 0; k < kRepetitions && (k == 0 || seconds_since(first) < kEnough); ++k) {
    const auto solve = pose();
    forget();
    const Clock::time_point begin = Clock::now();
    solve();
    const double now = 1e3 * seconds_since(begin);
    *milliseconds = k == 0 ? now : std::min(now, *milliseconds);
  }
  if (*milliseconds >= kQuick) return;
  const auto solve = pose();
  const Clock::time_point begin = Clock::now();
  for (int k = 0; k < kBatch; ++k) {
    forget();
    solve();
  }
  *milliseconds = 1e3 * seconds_since(begin) / kBatch;
}

struct Outcome {
  enum class End { solved, refused, crashed, timed_out };
  End end = End::crashed;
  double milliseconds = 0;  // the fastest of the repetitions
  std::vector<double> z;    // unknowns, or forces by contact
};

/// Fills z and says whether it has succeeded.
using Solve = std::function<bool(double* z)>;

/// Runs what `pose` gives in a child that is ended after `limit` seconds. `pose` writes the problem down as the solver
/// takes it, which is not part of the time.
Outcome in_a_child(std::size_t n, double limit, const std::function<Solve()>& pose);

/// Siconos: the polygon, M z + q >= 0, z >= 0, z'(M z + q) = 0, with M row by row.
struct PolygonPeer {
  int id;
  const char* name;
};
const std::vector<PolygonPeer>& polygon_peers();
Outcome solve_polygon(const PolygonPeer& peer, const std::vector<double>& M, const std::vector<double>& q,
                      double limit);

/// Siconos: the round cone.
struct RoundPeer {
  int id;
  const char* name;
};
const std::vector<RoundPeer>& round_peers(int dimension);
Outcome solve_round(const RoundPeer& peer, const lcp::RoundLcp& form, double limit);

/// Bullet and DART, where they are installed: each tangent bounded by itself, |r_t| <= mu r_n.
struct BoxPeer {
  const char* name;
  Solve (*pose)(const lcp::RoundLcp& form);
};
const std::vector<BoxPeer>& box_peers();
inline Outcome solve_box(const BoxPeer& peer, const lcp::RoundLcp& form, double limit) {
  return in_a_child(static_cast<std::size_t>(form.rows()), limit, [&] { return peer.pose(form); });
}

/// max over contacts of |min(r_n, u_n)| and |r_t - clamp(r_t - u_t)| to mu r_n, for each tangent by itself.
double box_residual(const lcp::RoundLcp& form, const std::vector<double>& force);

}  // namespace stickslip::peers

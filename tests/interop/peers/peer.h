#pragma once

#include <functional>
#include <vector>

#include "tests/interop/peers/contact_form.h"

/// Problems of ours given to solvers of others, each in a process of its own: some of them crash, some never end.
namespace stickslip::peers {

struct Outcome {
  enum class End { solved, refused, crashed, timed_out };
  End end = End::crashed;
  double milliseconds = 0;  // the fastest of the repetitions
  std::vector<double> z;    // unknowns, or forces by contact
};

/// Runs `solve`, which fills z and says whether it has succeeded, in a child that is ended after `limit` seconds; as
/// often as fits into half a second, but at most 25 times.
Outcome in_a_child(std::size_t n, double limit, const std::function<bool(double* z)>& solve);

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
Outcome solve_round(const RoundPeer& peer, const ContactForm& form, double limit);

/// Bullet and DART, where they are installed: each tangent bounded by itself, |r_t| <= mu r_n.
struct BoxPeer {
  const char* name;
  bool (*solve)(const ContactForm& form, double* force);
};
const std::vector<BoxPeer>& box_peers();
inline Outcome solve_box(const BoxPeer& peer, const ContactForm& form, double limit) {
  return in_a_child(form.q.size(), limit, [&](double* force) { return peer.solve(form, force); });
}

}  // namespace stickslip::peers

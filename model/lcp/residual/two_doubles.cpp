#include "model/lcp/residual/two_doubles.h"

#include <algorithm>

namespace stickslip::lcp {
namespace {

DoubleDouble absolute(DoubleDouble x) {
  return x < 0.0 ? -x : x;
}

}  // namespace

bool has_rest(const Solution& solution) {
  return std::any_of(solution.impulse_rest.begin(), solution.impulse_rest.end(), [](double x) { return x != 0; });
}

void clear_rest(Solution& solution) {
  std::fill(solution.impulse_rest.begin(), solution.impulse_rest.end(), 0.0);
}

void precise_velocity(const Problem& problem, const Solution& solution, int body, DoubleDouble* velocity) {
  DoubleDouble momentum[6];
  std::copy_n(&problem.momentum[6 * body], 6, momentum);
  for (int i = 0; i < problem.rows.size(); ++i) {
    const Row& row = problem.rows[i];
    const DoubleDouble c = impulse_of(solution, i);
    for (int k = row.first_block; k < row.first_block + row.block_count; ++k) {
      const Block& block = problem.blocks[k];
      if (block.body != body) continue;
      for (int l = 0; l < 6; ++l) momentum[l] = momentum[l] + c * block.j[l];
    }
  }
  const BodyInverse& m = problem.inverse_mass[body];
  for (int l = 0; l < 3; ++l) {
    const double* a = m.angular + 3 * l;
    velocity[l] = momentum[l] * m.linear[l];
    velocity[3 + l] = momentum[3] * a[0] + momentum[4] * a[1] + momentum[5] * a[2];
  }
}

double precise_budget(const Solution& solution, const Contact& contact, int edges, int first, double* share) {
  const DoubleDouble most = impulse_of(solution, contact.normal) * contact.mu;
  const DoubleDouble x = impulse_of(solution, contact.normal + 1);
  if (contact.tangents == 1) {
    share[0] = absolute(x).high;
    return (most - absolute(x)).high;
  }
  const DoubleDouble y = impulse_of(solution, contact.normal + 2);
  const PreciseEdge a = precise_edge(first, edges);
  const PreciseEdge b = precise_edge((first + 1) % edges, edges);
  const DoubleDouble determinant = a.along[0] * b.along[1] - a.along[1] * b.along[0];
  const DoubleDouble of_a = (x * b.along[1] - y * b.along[0]) / determinant;
  const DoubleDouble of_b = (y * a.along[0] - x * a.along[1]) / determinant;
  share[0] = of_a.high;
  share[1] = of_b.high;
  return (most - of_a - of_b).high;
}

}  // namespace stickslip::lcp

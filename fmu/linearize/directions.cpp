#include "fmu/linearize/directions.h"

#include <algorithm>

namespace stickslip::linearize {

std::vector<int> free_directions(const Derived& derived) {
  std::vector<int> directions;
  for (int body = 0; body < derived.inverse_mass.size(); ++body) {
    const lcp::BodyInverse& inverse = derived.inverse_mass[body];
    for (int k = 0; k < 3; ++k)
      if (inverse.linear[k] != 0) directions.push_back(6 * body + k);
    for (int k = 0; k < 3; ++k)
      if (inverse.angular[4 * k] != 0) directions.push_back(6 * body + 3 + k);
  }
  return directions;
}

Eigen::RowVectorXd gradient_of(const ConstraintRow& row, const RowSet& rows, const std::vector<int>& directions) {
  Eigen::RowVectorXd gradient = Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(directions.size()));
  for (const lcp::Block& block : rows.blocks_of(row)) {
    for (int k = 0; k < 6; ++k) {
      const auto place = std::lower_bound(directions.begin(), directions.end(), 6 * block.body + k);
      if (place != directions.end() && *place == 6 * block.body + k) gradient(place - directions.begin()) += block.j[k];
    }
  }
  return gradient;
}

}  // namespace stickslip::linearize

#include "model/workspace/followers.h"

#include <algorithm>

namespace stickslip {

void Followers::tie(const RowSet& rows, Span<lcp::Row> posed, lcp::Problem& problem) {
  std::copy(problem.inverse_mass.begin(), problem.inverse_mass.end(), inverse_mass.begin());
  std::copy(problem.momentum.begin(), problem.momentum.end(), momentum.begin());
  bodies = problem.inverse_mass.size();
  int block_count = 0;
  const auto add = [&](int body, double rolling, double spinning) {
    blocks[block_count++] = {body, {rolling, spinning, 0, 0, 0, 0}};
  };
  for (int i = 0; i < posed.size(); ++i) {
    const ConstraintRow& row = rows.rows_storage[i];
    posed[i].first_block = block_count;
    for (const lcp::Block& block : rows.blocks_of(row)) blocks[block_count++] = block;
    if (row.role == RowRole::normal && (leads[row.source].rolling || leads[row.source].spinning)) {
      Lead& lead = leads[row.source];
      lead.body = bodies++;
      const double inverse = rows.inverse_mass(row, problem.inverse_mass);
      inverse_mass[lead.body] = {{inverse, inverse, 0}, {}};
      std::fill_n(&momentum[6 * lead.body], 6, 0.0);
      add(lead.body, lead.rolling ? 1 : 0, lead.spinning ? 1 : 0);
    } else if (row.role == RowRole::rolling) {
      add(leads[row.source].body, -1, 0);
    } else if (row.role == RowRole::spinning) {
      add(leads[row.source].body, 0, -1);
    }
    posed[i].block_count = block_count - posed[i].first_block;
  }
  problem.inverse_mass = inverse_mass.first(bodies);
  problem.momentum = momentum.first(6 * bodies);
  problem.blocks = blocks.first(block_count);
}

}  // namespace stickslip

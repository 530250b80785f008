#include "model/lcp/newton/island_work.h"

#include "model/math/size.h"

namespace stickslip::lcp {

SweepWork::SweepWork(const System& system) : response(system.jacobian.size()), block(9 * system.unit.size()) {}

IslandWork::IslandWork(const Capacity& c, System& system)
    : space(c, system),
      sweeps(system),
      all(system.unit.size()),
      active(all.size()),
      takes_part(all.size()),
      group(size(c.bodies + 1)),
      found(size(c.rows)),
      T(size(c.rows)),
      s(size(c.rows)),
      lower(all.size()),
      upper(all.size()) {
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
}

}  // namespace stickslip::lcp

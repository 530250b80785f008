#include "model/lcp/methods.h"

#include "model/lcp/block_pivot.h"

namespace stickslip::lcp {

PivotReport run_method(const Condensed& plain, const Options& options, LemkeWork& lemke_work, NewtonWork& newton_work,
                       Span<std::uint8_t> basic, Span<double> z, Method* used, SharedLoad* load, bool pivoting) {
  Condensed lcp = plain;
  find_ranges(lcp, newton_work.begin, newton_work.end);
  *used = Method::lemke;
  if (options.method == Method::lemke || pivoting) return lemke(lcp, options, lemke_work, basic, z);
  if (options.method == Method::block_pivot) {
    *used = Method::block_pivot;
    return block_pivot(lcp, options, lemke_work, basic, z);
  }
  const PivotReport first = newton(lcp, options, newton_work, basic, z, load);
  if (first.status == Status::solved || options.method == Method::newton) {
    *used = Method::newton;
    return first;
  }
  PivotReport second = lemke(lcp, options, lemke_work, basic, z);
  second.pivots += first.pivots;
  second.held = false;
  if (second.status != Status::cap || options.method != Method::automatic) return second;
  const PivotReport third = newton_dilatant(lcp, newton_work, basic, z);
  second.pivots += third.pivots;
  if (third.status == Status::solved) {
    second.status = Status::solved;
    *used = Method::newton;
  }
  return second;
}

}  // namespace stickslip::lcp

#include "model/lcp/newton.h"
#include "model/math/size.h"

namespace stickslip::lcp {

NewtonWork::NewtonWork(int units, int rows, int unknowns)
    : pattern(size(units)),
      pattern_old(size(units)),
      begin(size(rows)),
      end(size(rows)),
      order(size(units)),
      level(size(units)),
      queue(size(units)),
      first_link(size(units + 1)),
      links(size(units) * size(units)),
      directions(size(rows)),
      first_direction(size(units)),
      matrix(size(rows) * size(rows)),
      pivots(size(rows)),
      x(size(rows)),
      f(size(rows)),
      u(size(rows)),
      centre(size(rows)),
      start(size(rows)),
      f_old(size(rows)),
      u_old(size(rows)),
      w(size(unknowns)),
      column(size(rows)),
      dilation(size(units)),
      basic(size(unknowns)),
      z(size(unknowns)) {}

}  // namespace stickslip::lcp

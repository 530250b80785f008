#include "model/math/elementary.h"
#include "model/math/real.h"

int main() {
  const stickslip::Vec3 z = stickslip::skew(stickslip::Vec3::UnitX()) * stickslip::Vec3::UnitY();
  return stickslip::sine(0.0) == 0.0 && z == stickslip::Vec3::UnitZ() ? 0 : 1;
}

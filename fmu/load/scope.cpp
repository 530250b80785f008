#include "fmu/load/scope.h"

namespace stickslip::load {

Scope::Scope(const Scope& outer, std::string_view name, const Vec3& position, const Rotation& rotation)
    : prefix_(name.empty() ? outer.prefix_ : std::string(name) + "."),
      moved_(outer.moved_ || !position.isZero(0) || !(rotation.q == Quat::Identity())),
      p_WS_(outer.point(position)),
      q_WS_(outer.attitude(rotation.q)),
      angle_(outer.angle_ + rotation.angle) {}

}  // namespace stickslip::load

#include "examples/at_rest/mujoco.h"

namespace at_rest {

bool have_mujoco() {
  return false;
}

std::string mujoco_version() {
  return "";
}

double mujoco_creep(const std::string& /*options*/) {
  return 0;
}

}  // namespace at_rest

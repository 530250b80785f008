#pragma once

#include <vector>

#include "model/core/model.h"

namespace stickslip {

/// Per joint whether it belongs to a linkage: to closed loops of joints, the world counted as one body, that leave
/// their bodies one freedom for two of them or fewer. How those bend at their joints follows from their other joints,
/// waves have no freedom to run in, and so nothing has to be damped there; a closed cable has one freedom a link and
/// more. A damper would do harm: it resists the motion that a drive asks for, its torque loads the joints, the larger
/// load asks for a larger damper, and the drive feeds all of it.
///
/// A tree is spanned by the first joint above each body, every other joint closes a loop over the bodies between its
/// ends. Ropes close nothing.
std::vector<unsigned char> joints_of_linkages(const Model& model);

}  // namespace stickslip

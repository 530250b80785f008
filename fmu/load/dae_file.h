#pragma once

#include <string>

#include "fmu/load/mesh_file.h"

namespace stickslip::load {

/// The triangles of all geometries in the scene of a COLLADA document, where its nodes put them, in metres and with z
/// up. Without a scene all geometries as they are.
MeshFile parse_dae(const std::string& bytes);

}  // namespace stickslip::load

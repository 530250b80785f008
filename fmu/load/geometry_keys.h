#pragma once

#include "fmu/load/section.h"
#include "model/core/model.h"

/// Shapes of many points: their keys, from the file itself or from one that it names. Without a good one, and with an
/// error, the shape gets no points.
namespace stickslip::load {

void read_hull(Section& section, Geometry& geometry, Shape& shape);
void read_polygon(Section& section, Geometry& geometry, Shape& shape);
void read_mesh(Section& section, Geometry& geometry, Shape& shape);
void read_heightfield(Section& section, Geometry& geometry, Shape& shape);
void read_polyline(Section& section, Geometry& geometry, Shape& shape);

}  // namespace stickslip::load

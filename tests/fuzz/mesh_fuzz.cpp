#include <cstdlib>

#include "fmu/load/hull.h"
#include "fmu/load/mesh_file.h"
#include "fmu/load/mesh_shape.h"
#include "tests/fuzz/target.h"

/// Whatever is read as a mesh has corners that its triangles name, and a hull or a reason why not.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const load::MeshFormat format : {load::MeshFormat::stl, load::MeshFormat::obj, load::MeshFormat::dae}) {
    const load::MeshFile mesh = load::parse_mesh(bytes, format);
    if (!mesh.problem.empty()) continue;
    for (const int corner : mesh.triangles) {
      if (corner < 0 || corner >= static_cast<int>(mesh.points.size())) std::abort();
    }
    Geometry surface;
    Shape ground;
    if (load::store_mesh({mesh.points, mesh.triangles, load::kFilePrecision}, false, surface, ground).empty()) {
      for (const MeshPiece& piece : surface.pieces) {
        if (piece.flat < 0 || piece.flat >= ground.flat_count) std::abort();
      }
    }
    const load::Hull hull = load::convex_hull(mesh.points, 32, load::kFilePrecision);
    if (!hull.problem.empty()) continue;
    Geometry geometry;
    Shape shape;
    load::store_hull(hull, false, geometry, shape);
    for (const int corner : geometry.corners) {
      if (corner < 0 || corner >= shape.point_count) std::abort();
    }
  }
  return 0;
}

std::vector<std::string> stickslip::fuzz::seeds() {
  std::string binary(80, ' ');
  binary += std::string("\4\0\0\0", 4);
  const char corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int side = 0; side < 4; ++side) {
    binary.append(12, '\0');
    for (int k = 0; k < 4; ++k) {
      if (k == side) continue;
      for (const char x : corners[k]) binary += x != 0 ? std::string("\0\0\x80\x3f", 4) : std::string(4, '\0');
    }
    binary.append(2, '\0');
  }
  return {
      binary, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/1/1 2//2 4\nf -4 -1 -2\nf 2 3 4\n",
      "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nfacet\n"
      "vertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1e0\nendloop\nendsolid\n",
      "<COLLADA><asset><unit meter='0.5'/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry "
      "id='g'><mesh><source id='s'><float_array>0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common><accessor "
      "stride='3'/></technique_common></source><vertices id='v'><input semantic='POSITION' "
      "source='#s'/></vertices><triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 2 1 0 1 3 1 2 3 2 0 "
      "3</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene><node><rotate>0 0 "
      "1 30</rotate><instance_geometry url='#g'/></node></visual_scene></library_visual_scenes></COLLADA>"};
}

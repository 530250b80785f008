#include <cstdlib>

#include "fmu/load/hull.h"
#include "fmu/load/mesh_file.h"
#include "tests/fuzz/target.h"

/// Whatever is read as a mesh has corners that its triangles name, and a hull or a reason why not.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const bool is_stl : {true, false}) {
    const load::MeshFile mesh = load::parse_mesh(bytes, is_stl);
    if (!mesh.problem.empty()) continue;
    for (const int corner : mesh.triangles) {
      if (corner < 0 || corner >= static_cast<int>(mesh.points.size())) std::abort();
    }
    const load::Hull hull = load::convex_hull(mesh.points, 32);
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
      "vertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1e0\nendloop\nendsolid\n"};
}

#pragma once

#include <map>
#include <tuple>

#include "fmu/load/mesh_file.h"

namespace stickslip::load {

constexpr std::size_t kMostTrianglesOfAFile = 1000000;
constexpr const char* kTooManyTriangles = "has more than 1000000 triangles; make the mesh coarser";

/// Collects triangles; corners in the same place are one.
class SurfaceCollector {
 public:
  explicit SurfaceCollector(MeshFile& mesh) : mesh_(mesh) {}

  int corner(const Vec3& p) {
    const auto [place, is_new] = known_.insert({{p.x(), p.y(), p.z()}, static_cast<int>(mesh_.points.size())});
    if (is_new) mesh_.points.push_back(p);
    return place->second;
  }
  bool add(int a, int b, int c) {
    if (a == b || b == c || c == a) return true;  // a sliver without width
    if (mesh_.triangles.size() == 3 * kMostTrianglesOfAFile) return false;
    mesh_.triangles.insert(mesh_.triangles.end(), {a, b, c});
    return true;
  }

 private:
  MeshFile& mesh_;
  std::map<std::tuple<double, double, double>, int> known_;
};

}  // namespace stickslip::load

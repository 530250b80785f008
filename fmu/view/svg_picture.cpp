#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "fmu/view/drawing.h"

namespace stickslip::view {

namespace {

/// A triangle on the picture.
struct Patch {
  std::array<Vec3, 3> p;  // pixels and distance
  Vec3 colour;
  bool ground, overlay;
  double distance;
};

std::string text_of(const Patch& patch) {
  std::array<char, 160> text{};
  const auto part = [&](int k) { return static_cast<int>(std::lround(255 * std::clamp(patch.colour[k], 0.0, 1.0))); };
  const std::array<int, 3> c{part(0), part(1), part(2)};
  std::snprintf(text.data(), text.size(),
                "<path fill=\"#%02x%02x%02x\" stroke=\"#%02x%02x%02x\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n", c[0],
                c[1], c[2], c[0], c[1], c[2], patch.p[0].x(), patch.p[0].y(), patch.p[1].x(), patch.p[1].y(),
                patch.p[2].x(), patch.p[2].y());
  return text.data();
}

}  // namespace

std::string svg(const Scene& scene, const Moment& moment, const PictureOptions& options) {
  const std::vector<Face> faces = faces_of(scene, moment, options);
  const Camera camera = camera_for(scene, faces, options);
  const Vec3 light = light_of(scene);
  std::vector<Patch> patches;
  for (const Face& face : faces) {
    const Vec3 normal = (face.p[1] - face.p[0]).cross(face.p[2] - face.p[0]);
    if (normal.dot(camera.eye - face.p[0]) <= 0) continue;
    Patch patch{{}, {}, face.ground, face.overlay, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      patch.p.at(k) = camera.project(face.p.at(k));
      patch.distance = std::max(patch.distance, patch.p.at(k).z());
    }
    const auto out = [&](int axis, double size) {
      return std::all_of(patch.p.begin(), patch.p.end(), [&](const Vec3& p) { return p[axis] < 0; }) ||
             std::all_of(patch.p.begin(), patch.p.end(), [&](const Vec3& p) { return p[axis] > size; });
    };
    const bool behind = std::any_of(patch.p.begin(), patch.p.end(), [](const Vec3& p) { return p.z() <= 0; });
    if (behind || out(0, options.width) || out(1, options.height)) continue;
    const Vec3 n = (face.n[0] + face.n[1] + face.n[2]).normalized();
    const double haze = face.ground ? haze_at(camera, patch.distance) : 0;
    if (haze >= 1) continue;
    patch.colour = (1 - haze) * shaded(face.shade[0] * face.colour, n, light, scene.up, 1) + haze * background();
    patches.push_back(patch);
  }
  // The ground lies behind all else, overlays before it; the order of equals is that of the model.
  std::stable_sort(patches.begin(), patches.end(), [](const Patch& a, const Patch& b) {
    if (a.ground != b.ground) return a.ground;
    return a.overlay != b.overlay ? b.overlay : a.distance > b.distance;
  });
  std::array<char, 300> head{};
  const Vec3 b = 255 * background();
  std::snprintf(head.data(), head.size(),
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                "stroke-width=\"0.4\" stroke-linejoin=\"round\">\n<rect width=\"100%%\" height=\"100%%\" "
                "fill=\"rgb(%.0f,%.0f,%.0f)\"/>\n",
                options.width, options.height, options.width, options.height, b.x(), b.y(), b.z());
  std::string out = head.data();
  for (const Patch& patch : patches) out += text_of(patch);
  return out + "</svg>\n";
}

}  // namespace stickslip::view

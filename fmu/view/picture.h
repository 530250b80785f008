#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fmu/view/recording.h"
#include "fmu/view/scene.h"

namespace stickslip::view {

struct PictureOptions {
  int width = 960;
  int height = 720;
  bool forces = true;
};

constexpr int kLargestPicture = 8192;  // pixels, either way

/// Red, green, blue of every pixel, row by row from the top.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;
};

/// A still of one moment, by a renderer of our own: depth buffer, 3 x 3 samples a pixel, one light with shadows. Needs
/// no display; the same moment gives the same bytes.
Image paint(const Scene& scene, const Moment& moment, const PictureOptions& options);

std::string png(const Image& image);

/// The same still as shapes, those farther off first.
std::string svg(const Scene& scene, const Moment& moment, const PictureOptions& options);

/// A model where it starts, as an FMU carries it in model.png. Throws host::Error when it has no start.
std::string model_picture(const Model& model);

}  // namespace stickslip::view

#include "fmu/view/picture.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>

#include "fmu/load/load.h"
#include "fmu/view/mesh.h"

namespace stickslip::view {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Of a closed mesh, by the divergence theorem; negative when triangles look inwards.
double volume_of(const Mesh& mesh) {
  double volume = 0;
  for (const auto& triangle : mesh.triangles)
    volume += mesh.corners[triangle[0]].p.dot(mesh.corners[triangle[1]].p.cross(mesh.corners[triangle[2]].p)) / 6;
  return volume;
}

/// The least product of a corner's normal and that of its triangle: negative when one of them looks the wrong way.
double worst_normal(const Mesh& mesh) {
  double worst = 1;
  for (const auto& triangle : mesh.triangles) {
    const Vec3 a = mesh.corners[triangle[0]].p;
    const Vec3 flat = (mesh.corners[triangle[1]].p - a).cross(mesh.corners[triangle[2]].p - a).normalized();
    for (const std::uint32_t corner : triangle) worst = std::min(worst, flat.dot(mesh.corners[corner].n));
  }
  return worst;
}

TEST(Mesh, EnclosesTheVolumeOfItsShapeAndLooksOutwards) {
  EXPECT_NEAR(volume_of(cube()), 8, 1e-12);
  EXPECT_NEAR(volume_of(ball()), 4.0 / 3 * kPi, 0.07);
  EXPECT_NEAR(volume_of(drum()), 2 * kPi, 0.05);
  EXPECT_NEAR(volume_of(capsule(0.5, 2)), kPi * 0.25 * 4 + 4.0 / 3 * kPi * 0.125, 0.05);
  EXPECT_NEAR(volume_of(stadium(0.5, 2, 1)), (4 * 1 + kPi * 0.25) * 2, 0.05);
  const std::vector<Vec3> triangle = {{0, 0, 0}, {3, 0, 0}, {0, 2, 0}};
  EXPECT_NEAR(volume_of(plate(triangle, 0.5)), 3, 1e-12);
  for (const Mesh& mesh :
       {cube(), ball(), drum(), capsule(0.5, 2), stadium(0.5, 2, 1), floor_squares(0.1, 3), plate(triangle, 0.5)})
    EXPECT_GT(worst_normal(mesh), 0.9);
}

Model model_of(const std::string& text) {
  load::Loaded loaded = load::load_text(text, "test");
  for (const load::Diagnostic& diagnostic : loaded.diagnostics) ADD_FAILURE() << load::to_string(diagnostic);
  return *loaded.model;
}

constexpr const char* kRedBall = R"(
[model]
name = "ball"
gravity = [0, 0, 0]
[[material]]
name = "steel"
friction = 0.1
[[body]]
name = "ball"
mass = 500
shapes = [{ type = "sphere", radius = 0.5, material = "steel" }]
)";

Image picture_of(const std::string& text, int width, int height) {
  const Model model = model_of(text);
  const std::vector<BodyPose> poses = start_poses(model);
  return paint(scene_of(model, poses), {0, poses, {}}, {width, height, true});
}

bool is_background(const Image& image, int x, int y) {
  const std::size_t at =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
  return image.rgb[at] == 244 && image.rgb[at + 1] == 245 && image.rgb[at + 2] == 247;
}

TEST(Picture, ShowsABallInItsMiddleAsADisk) {
  const Image image = picture_of(kRedBall, 300, 200);
  ASSERT_EQ(image.rgb.size(), 3U * 300 * 200);
  // As large as the picture's smaller side allows, less the margin: a disk has pi/4 of the square about it.
  int seen = 0;
  int low = image.height;
  int high = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (is_background(image, x, y)) continue;
      ++seen;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  const double diameter = high - low + 1;
  EXPECT_GT(diameter, 130);
  EXPECT_LT(diameter, 200);
  EXPECT_NEAR(seen, 0.25 * kPi * diameter * diameter, 0.03 * seen);
  EXPECT_FALSE(is_background(image, 150, 100));
  EXPECT_TRUE(is_background(image, 1, 1));
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k) value = value << 8U | static_cast<unsigned char>(bytes[at + k]);
  return value;
}

/// Reads what png() wrote the way the standard says.
Image read_png(const std::string& bytes) {
  EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
  Image image;
  std::string packed;
  for (std::size_t at = 8; at < bytes.size();) {
    const std::size_t length = big_endian(bytes, at);
    const std::string name = bytes.substr(at + 4, 4);
    EXPECT_EQ(crc32(0, reinterpret_cast<const Bytef*>(&bytes[at + 4]), static_cast<uInt>(length + 4)),
              big_endian(bytes, at + 8 + length));
    if (name == "IHDR")
      image = {static_cast<int>(big_endian(bytes, at + 8)), static_cast<int>(big_endian(bytes, at + 12)), {}};
    if (name == "IDAT") packed += bytes.substr(at + 8, length);
    at += 12 + length;
  }
  const std::size_t stride = 3 * static_cast<std::size_t>(image.width);
  std::string raw((stride + 1) * static_cast<std::size_t>(image.height), '\0');
  uLongf size = raw.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(raw.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       packed.size()),
            Z_OK);
  image.rgb.assign(stride * static_cast<std::size_t>(image.height), 0);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    for (std::size_t x = 0; x < stride; ++x) {
      const int a = x < 3 ? 0 : image.rgb[y * stride + x - 3];
      const int b = y < 1 ? 0 : image.rgb[(y - 1) * stride + x];
      const int c = x < 3 || y < 1 ? 0 : image.rgb[(y - 1) * stride + x - 3];
      const int p = a + b - c;
      const int paeth = std::abs(p - a) <= std::abs(p - b) && std::abs(p - a) <= std::abs(p - c) ? a
                        : std::abs(p - b) <= std::abs(p - c)                                     ? b
                                                                                                 : c;
      const int guess[] = {0, a, b, (a + b) / 2, paeth};
      image.rgb[y * stride + x] =
          static_cast<std::uint8_t>(raw[y * (stride + 1) + 1 + x] + guess[static_cast<int>(raw[y * (stride + 1)])]);
    }
  }
  return image;
}

TEST(Picture, IsReadBackFromPngAsItWas) {
  const Image image = picture_of(kRedBall, 123, 77);
  const Image back = read_png(png(image));
  EXPECT_EQ(back.width, 123);
  EXPECT_EQ(back.height, 77);
  EXPECT_EQ(back.rgb, image.rgb);
}

TEST(Picture, OfAModelIsSmallAndTheSameEveryTime) {
  const load::Loaded loaded = load::load_file(STICKSLIP_SOURCE_DIR "/resources/gripper.toml");
  const std::string first = model_picture(*loaded.model);
  EXPECT_EQ(first, model_picture(*loaded.model));
  EXPECT_LT(first.size(), 30'000U);
}

}  // namespace
}  // namespace stickslip::view

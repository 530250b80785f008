#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fmu/view/drawing.h"
#include "model/math/size.h"

namespace stickslip::view {

namespace {

constexpr int kBand = 48;  // rows of pixels painted at a time: memory does not grow with the picture
constexpr int kShadowSize = 1200;
constexpr double kEdge = 0.45;    // brightness of outlines
constexpr double kOverlay = 1e3;  // times nearer than it is
constexpr double kCrease = 0.8;   // of edges within a part

/// Calls visit(x, y, b1, b2) for the samples inside a triangle given in samples, y from `top` to `bottom`.
template <class Visit>
void for_samples(const std::array<Vec3, 3>& p, int width, int top, int bottom, Visit&& visit) {
  const double area = (p[1].x() - p[0].x()) * (p[2].y() - p[0].y()) - (p[2].x() - p[0].x()) * (p[1].y() - p[0].y());
  if (area == 0) return;
  const auto low_high = [](double a, double b, double c, int from, int until) {
    const double low = std::max(std::min({a, b, c}), static_cast<double>(from));
    const double high = std::min(std::max({a, b, c}), static_cast<double>(until));
    return std::array{static_cast<int>(std::floor(low)), static_cast<int>(std::ceil(high))};
  };
  const auto [y0, y1] = low_high(p[0].y(), p[1].y(), p[2].y(), top, bottom);
  const auto [x0, x1] = low_high(p[0].x(), p[1].x(), p[2].x(), 0, width);
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const double px = x + 0.5;
      const double py = y + 0.5;
      const double b1 = ((px - p[0].x()) * (p[2].y() - p[0].y()) - (p[2].x() - p[0].x()) * (py - p[0].y())) / area;
      const double b2 = ((p[1].x() - p[0].x()) * (py - p[0].y()) - (px - p[0].x()) * (p[1].y() - p[0].y())) / area;
      if (b1 >= 0 && b2 >= 0 && b1 + b2 <= 1) visit(x, y, b1, b2);
    }
  }
}

/// How far along the light the first thing is, on a grid across it.
class Shadows {
 public:
  Shadows(const Scene& scene, const std::vector<Face>& faces)
      : light_(light_of(scene)),
        depth_(static_cast<std::size_t>(kShadowSize) * kShadowSize, -std::numeric_limits<float>::infinity()) {
    Vec3 low = Vec3::Constant(1e300);
    Vec3 high = Vec3::Constant(-1e300);
    for (const Face& face : faces) {
      for (const Vec3& p : face.p) {
        if (face.ground || face.overlay) continue;
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
      }
    }
    if (low.x() > high.x()) return;
    centre_ = 0.5 * (low + high);
    const double radius = std::max(0.5 * (high - low).norm(), 1e-9);
    R_ = turn_between(light_, Vec3::UnitZ()).toRotationMatrix();
    scale_ = 0.49 * kShadowSize / radius;
    bias_ = 4 / scale_;
    for (const Face& face : faces) {
      if (face.ground || face.overlay) continue;
      const std::array<Vec3, 3> p{place(face.p[0]), place(face.p[1]), place(face.p[2])};
      for_samples(p, kShadowSize, 0, kShadowSize, [&](int x, int y, double b1, double b2) {
        float& here = depth_[index(x, y)];
        here = std::max(here, static_cast<float>((1 - b1 - b2) * p[0].z() + b1 * p[1].z() + b2 * p[2].z()));
      });
    }
  }

  /// The share of the light that reaches a point, over the neighbours on the grid.
  double lit(const Vec3& p, const Vec3& n) const {
    if (scale_ == 0) return 1;
    const Vec3 q = place(p + bias_ * n);
    int reached = 0;
    int asked = 0;
    for (int dy = -2; dy <= 2; ++dy) {
      for (int dx = -2; dx <= 2; ++dx) {
        const double x = std::floor(q.x()) + dx;
        const double y = std::floor(q.y()) + dy;
        const bool outside = x < 0 || y < 0 || x >= kShadowSize || y >= kShadowSize;
        ++asked;
        if (outside || depth_[index(static_cast<int>(x), static_cast<int>(y))] <= q.z() + 0.5 * bias_) ++reached;
      }
    }
    return static_cast<double>(reached) / asked;
  }

  const Vec3& light() const { return light_; }

 private:
  Vec3 place(const Vec3& p) const {
    const Vec3 q = R_ * (p - centre_);
    return {0.5 * kShadowSize + scale_ * q.x(), 0.5 * kShadowSize + scale_ * q.y(), q.z()};
  }
  static std::size_t index(int x, int y) {
    return static_cast<std::size_t>(y) * kShadowSize + static_cast<std::size_t>(x);
  }

  Vec3 light_;
  Vec3 centre_ = Vec3::Zero();
  Mat3 R_ = Mat3::Identity();
  double scale_ = 0;  // samples per m
  double bias_ = 0;   // m
  std::vector<float> depth_;
};

/// What is nearest at one sample.
struct Hit {
  float rank = 0;      // nearness, of overlays far more
  float nearness = 0;  // 1/m
  int face = -1;
  float b1 = 0, b2 = 0;
};

class Painter {
 public:
  Painter(const Scene& scene, const Moment& moment, const PictureOptions& options)
      : scene_(scene),
        faces_(faces_of(scene, moment, options)),
        camera_(camera_for(scene, faces_, options)),
        shadows_(scene, faces_),
        width_(kSamples * options.width),
        hits_(static_cast<std::size_t>(width_) * kRows),
        image_{options.width, options.height, {}} {
    for (const Face& face : faces_) {
      const Vec3 normal = (face.p[1] - face.p[0]).cross(face.p[2] - face.p[0]);
      std::array<Vec3, 3> on_screen;
      bool seen = normal.dot(camera_.eye - face.p[0]) > 0;
      for (std::size_t k = 0; k < 3; ++k) {
        on_screen.at(k) = camera_.project(face.p.at(k));
        seen = seen && on_screen.at(k).z() > 0;
        on_screen.at(k) = on_screen.at(k).cwiseProduct({kSamples, kSamples, 1});
      }
      if (seen) seen_.push_back({static_cast<int>(&face - faces_.data()), on_screen});
    }
  }

  Image take() {
    for (int top = 0; top < image_.height; top += kBand) paint_band(top);
    return std::move(image_);
  }

 private:
  // A band and one row of samples more: edges look at the neighbour below.
  static constexpr int kRows = kSamples * kBand + 1;

  struct Seen {
    int face;
    std::array<Vec3, 3> p;
  };

  std::size_t index(int x, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  void paint_band(int top) {
    std::fill(hits_.begin(), hits_.end(), Hit());
    const int first = top * kSamples;
    for (const Seen& seen : seen_) {
      for_samples(seen.p, width_, first, first + kRows, [&](int x, int y, double b1, double b2) {
        const double b0 = 1 - b1 - b2;
        const auto nearness = static_cast<float>(b0 / seen.p[0].z() + b1 / seen.p[1].z() + b2 / seen.p[2].z());
        Hit& hit = hits_[index(x, y - first)];
        const auto rank = static_cast<float>(faces_[size(seen.face)].overlay ? kOverlay * nearness : nearness);
        if (rank <= hit.rank) return;
        // Shares in space, not on the screen.
        hit = {rank, nearness, seen.face, static_cast<float>(b1 / seen.p[1].z() / nearness),
               static_cast<float>(b2 / seen.p[2].z() / nearness)};
      });
    }
    const int bottom = std::min(top + kBand, image_.height);
    for (int y = top; y < bottom; ++y)
      for (int x = 0; x < image_.width; ++x) paint_pixel(x, (y - top) * kSamples);
  }

  void paint_pixel(int x, int row) {
    Vec3 sum = Vec3::Zero();
    constexpr int n = kSamples;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) sum += colour_at(n * x + j, row + i);
    for (int k = 0; k < 3; ++k)
      image_.rgb.push_back(static_cast<std::uint8_t>(std::lround(255 * std::clamp(sum[k] / (n * n), 0.0, 1.0))));
  }

  Vec3 colour_at(int x, int row) const {
    const Hit& hit = hits_[index(x, row)];
    if (hit.face < 0) return background();
    const Face& face = faces_[static_cast<std::size_t>(hit.face)];
    const double b1 = hit.b1;
    const double b2 = hit.b2;
    const double b0 = 1 - b1 - b2;
    const Vec3 p = b0 * face.p[0] + b1 * face.p[1] + b2 * face.p[2];
    const Vec3 n = (b0 * face.n[0] + b1 * face.n[1] + b2 * face.n[2]).normalized();
    const double shade = b0 * face.shade[0] + b1 * face.shade[1] + b2 * face.shade[2];
    const Vec3 colour = shaded(shade * face.colour, n, shadows_.light(), scene_.up, shadows_.lit(p, n));
    const double haze = face.ground ? haze_at(camera_, 1 / hit.nearness) : 0;
    return (1 - haze) * edge_at(x, row, hit) * colour + haze * background();
  }

  /// Darker where the neighbour to the right or below is another part, or looks another way.
  double edge_at(int x, int row, const Hit& hit) const {
    double edge = 1;
    for (const auto& [dx, dy] : {std::array{1, 0}, std::array{0, 1}}) {
      if (x + dx >= width_) continue;
      const Hit& other = hits_[index(x + dx, row + dy)];
      if (other.face == hit.face) continue;
      const Face& a = faces_[static_cast<std::size_t>(hit.face)];
      if (other.face < 0) {
        edge = std::min(edge, a.ground ? 1.0 : kEdge);
        continue;
      }
      const Face& b = faces_[static_cast<std::size_t>(other.face)];
      if (a.part != b.part) edge = std::min(edge, kEdge);
      if (a.part == b.part && !a.ground && a.n[0].dot(b.n[0]) < 0.7) edge = std::min(edge, kCrease);
    }
    return edge;
  }

  const Scene& scene_;
  std::vector<Face> faces_;
  Camera camera_;
  Shadows shadows_;
  int width_;  // in samples
  std::vector<Seen> seen_;
  std::vector<Hit> hits_;
  Image image_;
};

}  // namespace

Image paint(const Scene& scene, const Moment& moment, const PictureOptions& options) {
  return Painter(scene, moment, options).take();
}

}  // namespace stickslip::view

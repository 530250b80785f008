#include "fmu/view/drawing.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/math/elementary.h"

namespace stickslip::view {

namespace {

constexpr double kFieldOfView = 0.6;     // rad, of the smaller side of the picture
constexpr double kMargin = 1.12;         // of what must be in the picture
constexpr double kArrowLength = 0.4;     // of the extent: the largest force
constexpr double kShortestArrow = 0.03;  // of the extent
constexpr double kLineRadius = 0.006;    // of the extent
constexpr double kPivotRadius = 0.014;   // of the extent
constexpr int kCoils = 9;
const Vec3 kForceColour(0.86, 0.15, 0.18);
const Vec3 kLinkColour(0.35, 0.36, 0.40);

class Drawer {
 public:
  Drawer(const Scene& scene, const Moment& moment)
      : scene_(scene), moment_(moment), drum_(drum()), ball_(ball()), arrow_(arrow()) {}

  void parts() {
    for (const Part& part : scene_.parts) {
      const BodyPose pose = pose_of(moment_.poses, part.body);
      add(scene_.meshes[static_cast<std::size_t>(part.mesh)], pose.p + pose.R * part.p,
          pose.R * part.q.toRotationMatrix(), part.scale, palette(part.colour), part.ground);
    }
  }

  void links() {
    for (const Link& link : scene_.links) {
      const Vec3 a = at(link.first, link.p_first);
      const Vec3 b = at(link.second, link.p_second);
      if (link.spring) {
        coil(a, b);
      } else {
        rod(a, b, kLineRadius * scene_.extent, kLinkColour);
      }
    }
  }

  void forces() {
    double largest = 0;
    for (const ContactForce& contact : moment_.contacts) largest = std::max(largest, contact.force.norm());
    const std::vector<bool> on_second = shown_on_second(scene_, moment_.contacts);
    for (std::size_t i = 0; i < on_second.size(); ++i) {
      const ContactForce& contact = moment_.contacts[i];
      const Vec3 force = on_second[i] ? -contact.force : contact.force;
      const double share = force.norm() / largest;
      const double length = scene_.extent * std::max(kArrowLength * share, kShortestArrow);
      const Quat q = turn_between(Vec3::UnitZ(), force);
      const double width = scene_.extent * kArrowLength * 0.6 * std::max(std::sqrt(share), 0.3);
      // Planar worlds are seen from the front: arrows stand before what they act on.
      const Vec3 lift = scene_.planar ? Vec3(0.06 * scene_.extent * Vec3::UnitZ()) : Vec3(Vec3::Zero());
      add(arrow_, contact.p + lift, q.toRotationMatrix(), {width, width, length}, kForceColour, false, true);
    }
  }

  void pivots() {
    const double r = kPivotRadius * scene_.extent;
    for (const Pivot& pivot : scene_.pivots) {
      const BodyPose pose = pose_of(moment_.poses, pivot.body);
      const std::string kind = pivot.kind;
      if (kind == "ball") add(ball_, at(pivot.body, pivot.p), pose.R, Vec3::Constant(r), kLinkColour, false);
      if (kind != "hinge") continue;
      const Mat3 R = (pose.q * turn_between(Vec3::UnitZ(), pivot.axis)).toRotationMatrix();
      add(drum_, at(pivot.body, pivot.p), R, {r, r, scene_.planar ? 5 * r : 1.6 * r}, kLinkColour, false);
    }
  }

  std::vector<Face> take() { return std::move(faces_); }

 private:
  Vec3 at(int body, const Vec3& p) const {
    const BodyPose pose = pose_of(moment_.poses, body);
    return pose.p + pose.R * p;
  }

  void rod(const Vec3& a, const Vec3& b, double radius, const Vec3& colour) {
    const Vec3 d = b - a;
    if (d.norm() == 0) return;
    add(drum_, 0.5 * (a + b), turn_between(Vec3::UnitZ(), d).toRotationMatrix(), {radius, radius, 0.5 * d.norm()},
        colour, false);
  }

  /// A zigzag that lies across the line from a to b.
  void coil(const Vec3& a, const Vec3& b) {
    const Vec3 d = b - a;
    if (d.norm() == 0) return;
    const Vec3 side =
        (scene_.planar ? d.cross(Vec3::UnitZ())
                       : d.cross(d.cross(scene_.up).norm() > 1e-6 * d.norm() ? scene_.up : Vec3(Vec3::UnitX())))
            .normalized();
    const double width = std::min(0.05 * scene_.extent, 0.2 * d.norm());
    Vec3 from = a;
    for (int i = 0; i <= kCoils; ++i) {
      const double t = 0.15 + 0.7 * i / kCoils;
      const Vec3 to = a + t * d + (i % 2 == 0 ? -width : width) * side;
      rod(from, to, 0.7 * kLineRadius * scene_.extent, kLinkColour);
      from = to;
    }
    rod(from, b, 0.7 * kLineRadius * scene_.extent, kLinkColour);
    part_ = part_ + 1;
  }

  void add(const Mesh& mesh, const Vec3& p, const Mat3& R, const Vec3& scale, const Vec3& colour, bool ground,
           bool overlay = false) {
    ++part_;
    for (const auto& triangle : mesh.triangles) {
      Face face;
      face.colour = colour;
      face.part = part_;
      face.ground = ground;
      face.overlay = overlay;
      for (std::size_t k = 0; k < 3; ++k) {
        const Mesh::Corner& corner = mesh.corners[triangle.at(k)];
        face.p.at(k) = p + R * scale.cwiseProduct(corner.p);
        face.n.at(k) = (R * corner.n.cwiseQuotient(scale)).normalized();
        face.shade.at(k) = corner.shade;
      }
      faces_.push_back(face);
    }
  }

  const Scene& scene_;
  const Moment& moment_;
  Mesh drum_, ball_, arrow_;
  std::vector<Face> faces_;
  int part_ = 0;
};

/// Any direction across `up`.
Vec3 across(const Vec3& up) {
  const Vec3 x = std::fabs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  return (x - x.dot(up) * up).normalized();
}

}  // namespace

std::vector<Face> faces_of(const Scene& scene, const Moment& moment, const PictureOptions& options) {
  Drawer drawer(scene, moment);
  drawer.parts();
  drawer.links();
  drawer.pivots();
  if (options.forces) drawer.forces();
  return drawer.take();
}

Camera camera_for(const Scene& scene, const std::vector<Face>& faces, const PictureOptions& options) {
  // From the front in a plane; else from the front, some way to the side and above.
  const Vec3 right = across(scene.up);
  const Vec3 front = right.cross(scene.up);
  Vec3 back;
  if (scene.planar) {
    back = Vec3(0, 0.16, 1).normalized();
  } else {
    const auto towards = [&](const Vec3& way) { return scene.facing.dot(way) < -0.1 ? -way : way; };
    back = (0.55 * towards(right) + towards(front) + 0.42 * scene.up).normalized();
  }
  Camera camera;
  const Vec3 side = scene.up.cross(back).normalized();
  camera.R = Mat3::columns(side, back.cross(side), back).transpose();
  camera.cx = 0.5 * options.width;
  camera.cy = 0.5 * options.height;
  camera.focus = 0.5 * std::min(options.width, options.height) / std::tan(0.5 * kFieldOfView);

  // Along `back` until everything is inside; across it to the middle of what is seen.
  Vec3 low = Vec3::Constant(1e300);
  Vec3 high = Vec3::Constant(-1e300);
  for (const Face& face : faces) {
    for (const Vec3& p : face.p) {
      if (face.ground) continue;
      low = low.cwiseMin(camera.R * p);
      high = high.cwiseMax(camera.R * p);
    }
  }
  for (const Vec3& foot : scene.feet) {
    low = low.cwiseMin(camera.R * foot);
    high = high.cwiseMax(camera.R * foot);
  }
  if (low.x() > high.x()) {
    low = camera.R * scene.centre - Vec3::Constant(scene.extent);
    high = camera.R * scene.centre + Vec3::Constant(scene.extent);
  }
  const Vec3 middle = 0.5 * (low + high);
  const Vec3 half = 0.5 * kMargin * (high - low);
  const double distance =
      std::max({half.x() * camera.focus / camera.cx, half.y() * camera.focus / camera.cy, 0.2 * scene.extent});
  camera.eye = camera.R.transpose() * (middle + Vec3(0, 0, 0.5 * (high.z() - low.z()) + distance));
  camera.haze = distance + 2.5 * scene.extent;
  return camera;
}

Vec3 light_of(const Scene& scene) {
  if (scene.planar) return Vec3(-0.35, 0.7, 0.75).normalized();
  const Vec3 right = across(scene.up);
  return (-0.5 * right + 0.7 * right.cross(scene.up) + scene.up).normalized();
}

std::vector<bool> shown_on_second(const Scene& scene, const std::vector<ContactForce>& contacts) {
  const auto fixed = [&](int body) { return body < 0 || scene.fixed[static_cast<std::size_t>(body)]; };
  std::map<std::pair<int, int>, double> lifts;  // N, what the first body is carried with
  for (const ContactForce& c : contacts) lifts[{c.first, c.second}] += c.force.dot(scene.up);
  std::vector<bool> shown;
  for (const ContactForce& c : contacts)
    shown.push_back(fixed(c.first) || (!fixed(c.second) && lifts[{c.first, c.second}] < 0));
  return shown;
}

Vec3 background() {
  return {0.957, 0.961, 0.969};
}

Vec3 shaded(const Vec3& colour, const Vec3& normal, const Vec3& light, const Vec3& up, double lit) {
  const double sun = std::max(0.0, normal.dot(light)) * lit;
  const double sky = 0.5 + 0.5 * normal.dot(up);
  return (colour * (0.44 + 0.18 * sky + 0.52 * sun)).cwiseMin(Vec3::Constant(1));
}

double haze_at(const Camera& camera, double distance) {
  return std::clamp((distance - camera.haze) / (0.6 * camera.haze), 0.0, 1.0);
}

std::string model_picture(const Model& model) {
  constexpr PictureOptions kSmall{320, 240, false};
  const std::vector<BodyPose> poses = start_poses(model);
  return png(paint(scene_of(model, poses), {0, poses, {}}, kSmall));
}

}  // namespace stickslip::view

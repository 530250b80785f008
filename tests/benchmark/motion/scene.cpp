#include "tests/benchmark/motion/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stickslip::motion {

double Drive::at(double time) const {
  return offset + amplitude * std::cos(frequency * time + phase);
}

bool Link::slides() const {
  switch (type) {
    case JointType::slider:
    case JointType::cylindrical:
    case JointType::planar:
    case JointType::screw:
    case JointType::point_on_line:
    case JointType::point_on_plane:
      return true;
    default:
      return rolls();
  }
}

bool Link::holds_turns() const {
  return !(is_line() || rolls() || type == JointType::ball || type == JointType::point_on_line ||
           type == JointType::point_on_plane);
}

bool Link::turns() const {
  return type == JointType::hinge || type == JointType::screw || type == JointType::universal ||
         type == JointType::cylindrical;
}

std::vector<Way> coordinates_of(const Link& link, bool planar) {
  constexpr Way kTurn = {true};
  constexpr Way kSlide = {false};
  switch (link.type) {
    case JointType::hinge:
    case JointType::screw:
      return {kTurn};
    case JointType::slider:
    case JointType::rope:
      return {kSlide};
    case JointType::universal:
      return {kTurn, kTurn};
    case JointType::cylindrical:
      return {kTurn, kSlide};
    case JointType::planar:
      return {kSlide, kSlide, kTurn};
    case JointType::point_on_line:
      return planar ? std::vector<Way>{kSlide, kTurn} : std::vector<Way>{kSlide};
    case JointType::point_on_plane:
      return {kSlide, kSlide};
    default:
      return {};
  }
}

double Surface::most_friction() const {
  return friction * std::fmax(1, across);
}

bool Scene::has_contacts() const {
  int shapes = 0;
  for (const Part& part : parts) shapes += part.patches.empty() ? 0 : 1;
  return shapes > 1;
}

bool Scene::gives_way() const {
  return scheme != Scheme::spook && surfaces[0].compliance > 0;
}

double Scene::compliance_of(int a, int b) const {
  return surface_of(a).compliance + surface_of(b).compliance;
}

const Surface& Scene::surface_of(int part) const {
  return surfaces[static_cast<std::size_t>(parts[static_cast<std::size_t>(part)].material)];
}

bool Scene::is_powered() const {
  return !drives.empty() || std::any_of(links.begin(), links.end(), [](const Link& link) {
    return std::any_of(link.ways.begin(), link.ways.end(), [](const Fittings& f) { return f.has_motor(); });
  });
}

bool Scene::has_fittings() const {
  return !cogs.empty() || std::any_of(links.begin(), links.end(), [](const Link& link) {
    return std::any_of(link.ways.begin(), link.ways.end(), [](const Fittings& f) { return f.any(); });
  });
}

double Scene::friction_of(int a, int b) const {
  return std::sqrt(surface_of(a).most_friction() * surface_of(b).most_friction());
}

double Scene::restitution_of(int a, int b) const {
  return std::fmax(surface_of(a).restitution, surface_of(b).restitution);
}

double Scene::rolling_of(int a, int b) const {
  return std::sqrt(surface_of(a).rolling * surface_of(b).rolling);
}

double Scene::spinning_of(int a, int b) const {
  return std::sqrt(surface_of(a).spinning * surface_of(b).spinning);
}

const char* name_of(Scheme scheme) {
  switch (scheme) {
    case Scheme::euler:
      return "euler";
    case Scheme::stabilised:
      return "stabilised";
    case Scheme::trapezoidal:
      return "trapezoidal";
    case Scheme::spook:
      return "spook";
  }
  return "";
}

double radius_of(const Part& part, bool planar) {
  double radius = 0;
  for (const Patch& patch : part.patches) {
    double own = patch.radius;
    if (patch.type == ShapeType::plane) own = std::numeric_limits<double>::infinity();
    if (patch.type == ShapeType::capsule) own += patch.length / 2;
    if (patch.type == ShapeType::box) own = (planar ? patch.size.head<2>().norm() : patch.size.norm()) / 2;
    if (patch.type == ShapeType::cylinder) own = std::sqrt(own * own + patch.length * patch.length / 4);
    if (patch.type == ShapeType::ellipsoid) own = patch.size.maxCoeff() / 2;
    if (patch.type == ShapeType::mesh) own = std::numeric_limits<double>::infinity();  // solid below, however deep
    for (const Vec3& p : patch.points) own = std::fmax(own, p.norm());
    radius = std::fmax(radius, (patch.position - part.com).norm() + own);
  }
  return radius;
}

Probes::Probes(const Scene& scene) : frame_of_part(scene.parts.size(), -1) {
  constexpr int kMostPaired = 8;  // pairs of more bodies would take most of the time
  int frames = 0;
  int moving = 0;
  for (std::size_t b = 0; b < scene.parts.size(); ++b) {
    const Part& part = scene.parts[b];
    if (part.fixed) continue;
    ++moving;
    frame_of_part[b] = frames;
    frames += !part.rotates ? 1 : scene.planar ? 2 : 4;
    if (scene.has_contacts() && !part.patches.empty()) touches.push_back({static_cast<int>(b), kAnything});
  }
  if (!scene.has_contacts() || moving > kMostPaired) return;
  for (std::size_t a = 0; a < scene.parts.size(); ++a) {
    for (std::size_t b = a + 1; b < scene.parts.size(); ++b) {
      if (scene.parts[a].fixed && scene.parts[b].fixed) continue;
      if (scene.parts[a].patches.empty() || scene.parts[b].patches.empty()) continue;
      touches.push_back({static_cast<int>(a), static_cast<int>(b)});
    }
  }
}

}  // namespace stickslip::motion

#include "tests/benchmark/motion/variants.h"

#include <algorithm>
#include <numeric>

#include "model/math/size.h"

namespace stickslip::motion {
namespace {

Variant same(const Scene& scene) {
  Variant v;
  v.scene = scene;
  v.place.resize(scene.parts.size());
  std::iota(v.place.begin(), v.place.end(), 0);
  return v;
}

// Which way it is turned round in a mirror so that the coordinates stay what they are: of what turns and of screws, and
// of planes, whose second way is that across their normal and the first one. The angle beside a slide changes its sign.
bool has_axial_axis(JointType type) {
  return type == JointType::hinge || type == JointType::universal || type == JointType::screw ||
         type == JointType::planar || type == JointType::point_on_plane;
}

// Maps every vector; `axial` those that say how things turn. `turn` maps rotations, `angle` planar ones.
template <class Turn, class Angle>
void map_scene(const Mat3& map, const Mat3& axial, const Turn& turn, const Angle& angle, Scene& scene) {
  scene.gravity = map * scene.gravity;
  for (Part& part : scene.parts) {
    part.position = map * part.position;
    part.velocity = map * part.velocity;
    part.angular_velocity = axial * part.angular_velocity;
    part.rotation = turn(part.rotation);
    part.angle = angle(part.angle);
  }
  for (Link& link : scene.links) {
    link.anchor = map * link.anchor;
    link.far_anchor = map * link.far_anchor;
    link.axis = (has_axial_axis(link.type) ? axial : map) * link.axis;
    link.across = (link.type == JointType::universal ? axial : map) * link.across;
    link.wheel = axial * link.wheel;
    link.start_turning = axial * link.start_turning;
  }
  for (Coil& coil : scene.coils) {
    coil.anchor = map * coil.anchor;
    coil.far_anchor = map * coil.far_anchor;
  }
  for (Mount& mount : scene.mounts) {
    mount.anchor = map * mount.anchor;
    mount.rotation = turn(mount.rotation);
    mount.angle = angle(mount.angle);
  }
  for (Drive& drive : scene.drives) drive.direction = (drive.kind == Drive::torque ? axial : map) * drive.direction;
}

std::vector<int> shuffled(int count, Dice& dice) {
  std::vector<int> place(size(count));
  std::iota(place.begin(), place.end(), 0);
  for (int i = count - 1; i > 0; --i) std::swap(place[size(i)], place[size(dice.whole(0, i))]);
  return place;
}

template <class T>
void put_in_order(const std::vector<int>& place, std::vector<T>& list) {
  std::vector<T> next(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) next[size(place[i])] = list[i];
  list = next;
}

}  // namespace

Variant mirrored(const Scene& scene) {
  Variant v = same(scene);
  v.map = Vec3(-1, 1, 1).asDiagonal();
  const Mat3 axial = -v.map;
  // A body's own axes are mirrored with it: R becomes S R S, whose quaternion keeps w and x.
  const auto turn = [](const Quat& q) { return Quat(q.w(), q.x(), -q.y(), -q.z()); };
  map_scene(
      v.map, axial, turn, [](double a) { return -a; }, v.scene);
  for (Part& part : v.scene.parts) {
    part.com = v.map * part.com;
    for (Patch& patch : part.patches) {
      patch.position = v.map * patch.position;
      patch.rotation = turn(patch.rotation);
      patch.angle = -patch.angle;
      for (Vec3& p : patch.points) p = v.map * p;
      patch.columns = 0;  // the same triangles, told one by one
      patch.grain = v.map * patch.grain;
      if (patch.type == ShapeType::mesh && v.scene.planar) std::reverse(patch.points.begin(), patch.points.end());
      for (std::array<int, 3>& t : patch.triangles) std::swap(t[1], t[2]);
      // A plane's normal is the third axis, or in the plane the second: mirrored by the turn. So are all other shapes.
    }
  }
  for (Link& link : v.scene.links) {
    link.pitch = -link.pitch;
    if (link.type == JointType::cylindrical) {
      link.start = -link.start;
      link.start_rate = -link.start_rate;
    }
  }
  if (!v.scene.planar) return v;
  // Planar hinges count counter-clockwise, whatever their axis; what turns one way turns the other way in the mirror.
  for (Link& link : v.scene.links) {
    if (link.type == JointType::point_on_line) {
      link.more_starts[0] = -link.more_starts[0];
      link.more_rates[0] = -link.more_rates[0];
    }
    if (link.type != JointType::hinge) continue;
    link.start = -link.start;
    link.start_rate = -link.start_rate;
    link.axis = Vec3::UnitZ();
  }
  for (Coil& coil : v.scene.coils) {
    if (coil.link >= 0 && v.scene.links[size(coil.link)].type == JointType::hinge) coil.rest = -coil.rest;
  }
  for (Drive& drive : v.scene.drives) {
    if (drive.kind != Drive::joint || v.scene.links[size(drive.on)].type != JointType::hinge) continue;
    drive.offset = -drive.offset;
    drive.amplitude = -drive.amplitude;
  }
  return v;
}

Variant turned(const Scene& scene, double angle, const Vec3& axis) {
  Variant v = same(scene);
  const Quat by(Eigen::AngleAxisd(angle, scene.planar ? Vec3(Vec3::UnitZ()) : axis));
  v.map = by.toRotationMatrix();
  map_scene(
      v.map, v.map, [&](const Quat& q) { return Quat(by * q); }, [&](double a) { return a + angle; }, v.scene);
  return v;
}

Variant reordered(const Scene& scene, Dice& dice) {
  Variant v = same(scene);
  v.place = shuffled(static_cast<int>(scene.parts.size()), dice);
  const std::vector<int> links = shuffled(static_cast<int>(scene.links.size()), dice);
  const auto moved = [&](int& part) {
    if (part >= 0) part = v.place[size(part)];
  };
  for (Link& link : v.scene.links) {
    moved(link.parent);
    moved(link.child);
  }
  for (Coil& coil : v.scene.coils) {
    moved(coil.first);
    moved(coil.second);
    if (coil.link >= 0) coil.link = links[size(coil.link)];
  }
  for (Mount& mount : v.scene.mounts) {
    moved(mount.first);
    moved(mount.second);
  }
  for (Cog& cog : v.scene.cogs) {
    for (int& link : cog.links) link = links[size(link)];
  }
  for (Drive& drive : v.scene.drives) drive.on = (drive.kind == Drive::joint ? links : v.place)[size(drive.on)];
  put_in_order(v.place, v.scene.parts);
  put_in_order(links, v.scene.links);
  put_in_order(shuffled(static_cast<int>(scene.coils.size()), dice), v.scene.coils);
  for (std::size_t b = 0; b < v.scene.parts.size(); ++b) v.scene.parts[b].name = "other_" + std::to_string(b);
  for (std::size_t j = 0; j < v.scene.links.size(); ++j) v.scene.links[j].name = "a_joint_" + std::to_string(j);
  return v;
}

Variant disturbed(const Scene& scene, double share, bool places, Dice& dice) {
  Variant v = same(scene);
  const auto off = [&](double& x) { x *= 1 + dice.between(-share, share); };
  for (Part& part : v.scene.parts) {
    if (part.fixed) continue;
    for (int k = 0; k < 3; ++k) {
      off(part.velocity[k]);
      off(part.angular_velocity[k]);
    }
    off(part.mass);
    if (!places || !scene.links.empty()) continue;  // joints say where their bodies are
    // Also where it is 0: what stands in a row leaves it by the round-off of who tells it turned.
    const double far = part.position.norm();
    for (int k = 0; k < (scene.planar ? 2 : 3); ++k) part.position[k] += far * dice.between(-share, share);
    off(part.angle);
  }
  for (Link& link : v.scene.links) {
    off(link.start_rate);
    off(link.start);
    for (double& rate : link.more_rates) off(rate);
    for (double& start : link.more_starts) off(start);
  }
  for (int k = 0; k < 3; ++k) off(v.scene.gravity[k]);
  return v;
}

}  // namespace stickslip::motion

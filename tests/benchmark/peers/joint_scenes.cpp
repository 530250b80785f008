#include <algorithm>
#include <cmath>

#include "tests/benchmark/peers/build.h"
#include "tests/benchmark/peers/scene_table.h"

namespace stickslip::peers {
namespace {

Scene chain(const char* name, const char* says, double h, double seconds, int links, double end_mass) {
  Scene scene = named(name, says, h, seconds);
  const double length = 0.2;
  const double slope = 20 * kPi / 180;  // below the horizontal
  const Vec3 along(std::cos(slope), 0, -std::sin(slope));
  const Quat rotation = turn_about(Vec3::UnitY(), slope);
  for (int k = 0; k < links; ++k) {
    Body link;
    link.mass = k == links - 1 ? end_mass : 1;
    const double across = link.mass * length * length / 12;
    link.inertia = {across / 10, across, across};
    link.position = (k + 0.5) * length * along;
    link.rotation = rotation;
    Joint joint;
    joint.parent = k - 1;  // kWorld for the first
    joint.child = add_body(scene, link);
    joint.anchor = k * length * along;
    scene.joints.push_back(joint);
  }
  return scene;
}

double mean_of_last(const std::vector<double>& values, std::size_t count) {
  double sum = 0;
  for (std::size_t k = values.size() - count; k < values.size(); ++k) sum += values[k];
  return sum / static_cast<double>(count);
}

}  // namespace

Scene chain_100(double h) {
  return chain("S5.1", "a chain of 100 ball-jointed links, released 20 degrees below the horizontal", h, 5, 100, 1);
}

Scene chain_100_loaded(double h) {
  return chain("S5.1000", "the chain with an end a thousand times as heavy as a link", h, 5, 100, 1000);
}

Scene chain_1000(double h) {
  return chain("S5.long", "a chain of 1000 links", h, 2, 1000, 1);
}

Scene arm(double h) {
  Scene scene = named("S6", "a six-axis arm presses a plane with 100 N", h, 2);
  scene.friction = 0.5;
  scene.press = {100, 0.1, 2};
  struct Link {
    Vec3 anchor, axis, centre;
    double mass;
  };
  const Link links[] = {
      {{0, 0, 0.2}, {0, 0, 1}, {0, 0, 0.3}, 8},        {{0, 0, 0.4}, {0, 1, 0}, {0.15, 0, 0.575}, 6},
      {{0.3, 0, 0.75}, {0, 1, 0}, {0.4, 0, 0.69}, 4},  {{0.5, 0, 0.63}, {5, 0, -3}, {0.55, 0, 0.6}, 2},
      {{0.6, 0, 0.57}, {0, 1, 0}, {0.6, 0, 0.5}, 1.5}, {{0.6, 0, 0.45}, {0, 0, 1}, {0.6, 0, 0.35}, 1}};
  int parent = kWorld;
  for (const Link& link : links) {
    Body body;
    body.mass = link.mass;
    body.inertia = link.mass * Vec3(0.02, 0.02, 0.01);
    body.position = link.centre;
    Joint joint;
    joint.kind = Joint::Kind::hinge;
    joint.parent = parent;
    joint.child = parent = add_body(scene, body);
    joint.anchor = link.anchor;
    joint.axis = link.axis.normalized();
    scene.joints.push_back(joint);
  }
  Shape tip;
  tip.body = parent;
  tip.form = Shape::Form::sphere;
  tip.radius = 0.03;
  tip.position = {0, 0, -0.12};
  scene.shapes.push_back(tip);
  add_plane(scene, {0, 0, 0.2}, Vec3::UnitZ());
  scene.watch = parent;
  const auto last = static_cast<std::size_t>(std::lround(1 / h));
  scene.figures.push_back({"force", "of 1", 0, [=](const Scene& of, const History& history) {
                             return mean_of_last(history.normal_forces, last) / of.press.force - 1;
                           }});
  scene.figures.push_back({"ripple", "N", 0, [=](const Scene&, const History& history) {
                             const auto from = history.normal_forces.end() - static_cast<std::ptrdiff_t>(last);
                             const auto range = std::minmax_element(from, history.normal_forces.end());
                             return *range.second - *range.first;
                           }});
  scene.figures.push_back({"sunk", "m", 0, [](const Scene&, const History& history) {
                             return history.watched.front().position.z() - history.watched.back().position.z();
                           }});
  return scene;
}

}  // namespace stickslip::peers

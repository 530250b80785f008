#include <cmath>

#include "tests/benchmark/peers/build.h"
#include "tests/benchmark/peers/scene_table.h"

namespace stickslip::peers {
namespace {

Scene slope(const char* name, const char* says, double h, double tangent) {
  Scene scene = named(name, says, h, 2);
  scene.friction = 0.5;
  const double angle = std::atan(tangent);
  const Quat tilt = turn_about(Vec3::UnitY(), angle);
  add_plane(scene, Vec3::Zero(), rotated(tilt, Vec3::UnitZ()));
  scene.watch = add_box(scene, {0.6, 0.4, 0.4}, 10, rotated(tilt, {0, 0, 0.2}));
  scene.bodies.back().rotation = tilt;
  const double pull = std::sin(angle) - scene.friction * std::cos(angle);
  const double exact = pull > 0 ? 0.5 * 9.81 * pull * 4 : 0;
  const Vec3 down = rotated(tilt, Vec3::UnitX());
  scene.figures.push_back({pull > 0 ? "slid too far" : "crept", "m", 0, [=](const Scene&, const History& history) {
                             return (history.watched.back().position - history.watched.front().position).dot(down) -
                                    exact;
                           }});
  return scene;
}

double energy_of_rotation(const Body& body, const BodyState& state) {
  const Vec3 turning = rotated(state.rotation.conjugate(), state.angular_velocity);
  return 0.5 * turning.dot(body.inertia.cwiseProduct(turning));
}

Vec3 angular_momentum(const Body& body, const BodyState& state) {
  const Vec3 turning = rotated(state.rotation.conjugate(), state.angular_velocity);
  return rotated(state.rotation, body.inertia.cwiseProduct(turning));
}

}  // namespace

Scene slope_that_holds(double h) {
  return slope("S2a.hold", "a box on an incline, mu 0.5, tan 0.45: sticks", h, 0.45);
}

Scene slope_that_slides(double h) {
  return slope("S2a.slide", "a box on an incline, mu 0.5, tan 0.6: slides", h, 0.6);
}

Scene bouncing_ball(double h) {
  Scene scene = named("S2b", "a ball dropped from 1 m, e 0.5: its first apex", h, 1);
  scene.restitution = 0.5;
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  const double radius = 0.1;
  scene.watch = add_ball(scene, radius, 1, {0, 0, 1 + radius});
  scene.figures.push_back({"apex", "m", 0.25, [=](const Scene&, const History& history) {
                             double apex = 0;
                             bool rising = false;
                             for (const BodyState& state : history.watched) {
                               rising = rising || state.velocity.z() > 0.1;
                               if (rising) apex = std::max(apex, state.position.z() - radius);
                               if (rising && state.velocity.z() < -0.1) break;
                             }
                             return apex;
                           }});
  return scene;
}

Scene cradle(double h) {
  Scene scene = named("S2c", "five touching balls, e 1, hit by one with 1 m/s: speed of the last", h, 1);
  scene.gravity = Vec3::Zero();
  scene.restitution = 1;
  const double radius = 0.05;
  for (int k = 0; k < 5; ++k) add_ball(scene, radius, 1, {2 * radius * k, 0, 0});
  add_ball(scene, radius, 1, {-0.3, 0, 0});
  scene.bodies.back().velocity = {1, 0, 0};
  scene.watch = 4;
  scene.figures.push_back(
      {"last", "m/s", 1, [](const Scene&, const History& history) { return history.end[4].velocity.x(); }});
  return scene;
}

Scene tumbling_body(double h) {
  Scene scene = named("S2d", "a free body, I (1, 2, 3), turning about the middle axis, 20 s", h, 20);
  scene.gravity = Vec3::Zero();
  Body body;
  body.mass = 1;
  body.inertia = {1, 2, 3};
  body.angular_velocity = {0.05, 5, 0};
  add_body(scene, body);
  scene.figures.push_back({"energy", "of 1", 0, [](const Scene& of, const History& history) {
                             return energy_of_rotation(of.bodies[0], history.end[0]) /
                                        energy_of_rotation(of.bodies[0], history.start[0]) -
                                    1;
                           }});
  scene.figures.push_back({"momentum", "of 1", 0, [](const Scene& of, const History& history) {
                             const Vec3 start = angular_momentum(of.bodies[0], history.start[0]);
                             return (angular_momentum(of.bodies[0], history.end[0]) - start).norm() / start.norm();
                           }});
  return scene;
}

Scene boxes_apart(double h) {
  Scene scene = named("boxes", "150 boxes at rest on a floor, apart from each other", h, 2);
  scene.friction = 0.5;
  scene.rests = true;
  scene.contacts = 1200;
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  for (int k = 0; k < 150; ++k) add_box(scene, Vec3::Constant(0.5), 125, Vec3(0, 0, 0.25) + in_grid(k, 15, 10));
  return scene;
}

Scene balls_falling(double h) {
  Scene scene = named("fall", "1600 balls in free fall", h, 1);
  scene.friction = 0.5;
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  Jitter jitter;
  for (int k = 0; k < 1600; ++k) {
    const Vec3 place = Vec3(0, 0, 20) + in_grid(k, 10, 10);
    add_ball(scene, 0.25, 65, place + 0.2 * jitter.vector());
  }
  return scene;
}

}  // namespace stickslip::peers

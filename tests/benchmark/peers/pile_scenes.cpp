#include <algorithm>
#include <cmath>

#include "tests/benchmark/peers/build.h"
#include "tests/benchmark/peers/scene_table.h"

namespace stickslip::peers {
namespace {

Figure sag(int body) {
  return {"sag", "m", 0, [=](const Scene&, const History& history) {
            const auto b = static_cast<std::size_t>(body);
            return history.start[b].position.z() - history.end[b].position.z();
          }};
}

Scene stack(const char* name, const char* says, double h, int cubes) {
  Scene scene = named(name, says, h, 2);
  scene.friction = 0.5;
  scene.rests = true;
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  scene.contacts = 16 * cubes;
  int top = 0;
  for (int k = 0; k < cubes; ++k) top = add_box(scene, Vec3::Constant(0.5), 125, {0, 0, 0.25 + 0.5 * k});
  scene.figures.push_back(sag(top));
  return scene;
}

/// Ten courses of ten and nine bricks in turn.
int add_wall(Scene& scene) {
  scene.contacts = 2000;
  add_plane(scene, Vec3::Zero(), Vec3::UnitZ());
  int top = 0;
  for (int course = 0; course < 10; ++course) {
    const int bricks = 10 - course % 2;
    for (int k = 0; k < bricks; ++k) {
      top = add_box(scene, {1, 0.5, 0.5}, 250, {k - 0.5 * (bricks - 1), 0, 0.25 + 0.5 * course});
    }
  }
  return top;
}

Scene balls(const char* name, const char* says, double h, int count, int side) {
  Scene scene = named(name, says, h, 8);
  scene.friction = 0.5;
  scene.rests = true;
  scene.contacts = 4 * count;
  const double pitch = 0.56;
  add_bin(scene, pitch * side + 0.1, pitch * side + 0.1);
  Jitter jitter;
  for (int k = 0; k < count; ++k) {
    const Vec3 place = Vec3(0, 0, 0.4) + pitch * in_grid(k, side, side);
    add_ball(scene, 0.25, 65, place + 0.02 * jitter.vector());
  }
  return scene;
}

}  // namespace

Scene disks(double h) {
  Scene scene = named("S1", "66 disks fall 0.5 m onto a plank between walls at 60 degrees", h, 20);
  scene.planar = true;
  scene.gravity = {0, -9.81, 0};
  scene.friction = 0.15;
  scene.restitution = 0.4;
  scene.rests = true;
  scene.contacts = 300;
  const double radius = 3;
  const double drop = 0.5;
  const double root3 = std::sqrt(3.0);
  add_plane(scene, Vec3::Zero(), Vec3::UnitY());
  for (const int side : {-1, 1}) {
    const Vec3 normal(-side * root3 / 2, 0.5, 0);
    const Vec3 outer(side * 10 * radius, radius + drop, 0);
    add_plane(scene, outer - (radius + drop) * normal, normal);
  }
  for (int row = 0; row < 11; ++row) {
    for (int k = 0; k < 11 - row; ++k) {
      add_disk(scene, radius, 100, {radius * (2 * k - 10 + row), radius + drop + root3 * radius * row, 0});
    }
  }
  return scene;
}

Scene stack_of_10(double h) {
  return stack("S2.10", "ten cubes of 0.5 m, one upon the other, mu 0.5", h, 10);
}

Scene stack_of_50(double h) {
  return stack("S2.50", "fifty cubes of 0.5 m, one upon the other, mu 0.5", h, 50);
}

Scene wall_at_rest(double h) {
  Scene scene = named("S3.rest", "a wall of 95 bricks, ten courses, at rest", h, 2);
  scene.friction = 0.5;
  scene.rests = true;
  scene.figures.push_back(sag(add_wall(scene)));
  return scene;
}

Scene wall_hit(double h) {
  Scene scene = named("S3.hit", "the wall, hit by a ball of 5 t with 25 m/s after half a second", h, 6);
  scene.friction = 0.5;
  const int top = add_wall(scene);
  const double flight = 0.5;  // s; it comes back to the height it was thrown from
  const double radius = 0.55;
  add_ball(scene, radius, 5000, {0.25, -0.25 - radius - 25 * flight, 2.5});
  scene.bodies.back().velocity = {0, 25, 0.5 * 9.81 * flight};
  scene.figures.push_back({"fastest brick at the end", "m/s", 0, [=](const Scene&, const History& history) {
                             double fastest = 0;
                             for (int b = 0; b <= top; ++b) {
                               fastest = std::max(fastest, history.end[static_cast<std::size_t>(b)].velocity.norm());
                             }
                             return fastest;
                           }});
  return scene;
}

Scene logs(double h) {
  Scene scene = named("S4", "30 capsules dropped between guides on an incline of 15 degrees", h, 5);
  scene.friction = 0.4;
  scene.rests = true;
  scene.contacts = 600;
  const Quat tilt = turn_about(Vec3::UnitY(), kPi / 12);
  const Vec3 down = rotated(tilt, Vec3::UnitX());
  add_plane(scene, Vec3::Zero(), rotated(tilt, Vec3::UnitZ()));
  add_plane(scene, -1.8 * down, down);
  add_plane(scene, 1.8 * down, -down);
  Jitter jitter;
  for (int k = 0; k < 30; ++k) {
    const Vec3 place = Vec3(0, 0, 0.5) + in_grid(k, 6, 1).cwiseProduct({0.56, 1, 0.6});
    const Quat askew = turn_about(Vec3::UnitZ(), 0.01 * jitter.next());
    const Vec3 moved = place + 0.02 * jitter.vector();
    add_capsule(scene, 0.25, 4, 400, rotated(tilt, moved), tilt * askew * turn_about(Vec3::UnitX(), kPi / 2));
  }
  return scene;
}

Scene balls_50(double h) {
  return balls("S7.50", "50 balls fall into a box and settle", h, 50, 4);
}

Scene balls_200(double h) {
  return balls("S7.200", "200 balls fall into a box and settle", h, 200, 6);
}

Scene balls_800(double h) {
  return balls("S7.800", "800 balls fall into a box and settle", h, 800, 10);
}

Scene rocks(double h) {
  Scene scene = named("rocks", "150 rocks of four balls each fall into a box: a loader's pile", h, 8);
  scene.friction = 0.6;
  scene.rests = true;
  scene.contacts = 3000;
  add_bin(scene, 3.4, 3.4);
  const double mass = 100;
  const double reach = 0.15;  // m, from the middle to each ball's middle
  const double radius = 0.15;
  const Vec3 corners[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  Jitter jitter;
  for (int k = 0; k < 150; ++k) {
    Body body;
    body.mass = mass;
    body.inertia = Vec3::Constant(mass * (0.4 * radius * radius + 2 * reach * reach / 3));
    body.position = Vec3(0, 0, 0.4) + 0.65 * in_grid(k, 5, 5) + 0.02 * jitter.vector();
    const Vec3 axis = jitter.vector();
    body.rotation = turn_about(axis, kPi * jitter.next());
    const int rock = add_body(scene, body);
    for (const Vec3& corner : corners) {
      Shape ball;
      ball.body = rock;
      ball.form = Shape::Form::sphere;
      ball.radius = radius;
      ball.position = reach / std::sqrt(3.0) * corner;
      scene.shapes.push_back(ball);
    }
  }
  return scene;
}

}  // namespace stickslip::peers

// The scenes that problems are made of: what piles up, jams, hangs and is held twice.
#include <algorithm>
#include <cmath>

#include "tests/benchmark/lcp/builder.h"

namespace stickslip::lcp {
namespace {

constexpr Vec kUpward = {0, 1, 0};

/// The corners of a face of a unit box, shifted: two in the plane, four in space. `across` is the face's normal axis.
void touch_faces(Builder& scene, int a, int b, const Vec& middle, std::size_t across, const Vec& normal) {
  const std::size_t other = across == 0 ? 1 : 0;
  for (double x : {-0.5, 0.5}) {
    Vec point = middle;
    point[other] += x;
    if (scene.planar()) {
      scene.add_contact(a, b, point, normal);
      continue;
    }
    for (double z : {-0.5, 0.5}) {
      point[2] = middle[2] + z;
      scene.add_contact(a, b, point, normal);
    }
  }
}

void make_stack(Builder& scene) {
  const int boxes = std::max(1, scene.room() / (scene.planar() ? 2 : 4));
  const int count = 1 + scene.random().below(boxes);
  for (int k = 0; k < count; ++k) {
    scene.add_body({0, k + 0.5, 0}, 1);
    touch_faces(scene, k, k - 1, {0, static_cast<double>(k), 0}, 1, kUpward);
  }
}

void touch_neighbours(Builder& scene, const std::vector<Vec>& centres) {
  for (std::size_t a = 0; a < centres.size(); ++a) {
    if (centres[a][1] < 0.51) scene.add_contact(static_cast<int>(a), -1, {centres[a][0], 0, centres[a][2]}, kUpward);
    for (std::size_t b = 0; b < a; ++b) {
      Vec n, middle;
      double square = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        n[i] = centres[a][i] - centres[b][i];
        middle[i] = (centres[a][i] + centres[b][i]) / 2;
        square += n[i] * n[i];
      }
      if (square > 1 + 1e-9) continue;
      const double length = std::sqrt(square);
      for (double& x : n) x /= length;
      scene.add_contact(static_cast<int>(a), static_cast<int>(b), middle, n);
    }
  }
}

/// A pyramid of spheres on a square, or of disks on a line.
void make_pile(Builder& scene) {
  const bool planar = scene.planar();
  const int most = scene.room() > kMostFewContacts ? 4 : planar ? 3 : 2;
  const int base = 1 + scene.random().below(most);
  const double rise = std::sqrt(planar ? 0.75 : 0.5);
  std::vector<Vec> centres;
  for (int layer = 0; layer < base; ++layer) {
    const int side = base - layer;
    for (int i = 0; i < side; ++i) {
      for (int j = 0; j < (planar ? 1 : side); ++j) {
        centres.push_back({i + 0.5 * layer, 0.5 + rise * layer, planar ? 0 : j + 0.5 * layer});
        scene.add_body(centres.back(), 1);
      }
    }
  }
  touch_neighbours(scene, centres);
}

/// Bodies one above the other between two planes that close in.
void make_wedge(Builder& scene) {
  const int count = 1 + scene.random().below(std::max(1, scene.room() / 3));
  const double angle = scene.random().chance(0.3) ? std::atan(1.0) : scene.random().between(0.001, 1.57);
  const double s = std::sin(angle), c = std::cos(angle);
  for (int k = 0; k < count; ++k) {
    const double y = k;
    scene.add_body({0, y, 0}, 1);
    scene.add_contact(k, -1, {-0.5 * s, y - 0.5 * c, 0}, {s, c, 0});
    scene.add_contact(k, -1, {0.5 * s, y - 0.5 * c, 0}, {-s, c, 0});
    if (k > 0) scene.add_contact(k, k - 1, {0, y - 0.5, 0}, kUpward);
  }
}

/// A row of boxes from wall to wall, held by friction alone or standing on the floor.
void make_boxes_between_walls(Builder& scene) {
  const int faces = scene.room() / (scene.planar() ? 2 : 4);
  const int count = 1 + scene.random().below(std::max(1, faces - 1));
  for (int k = 0; k < count; ++k) {
    scene.add_body({k + 0.5, 0.5, 0}, 1);
    touch_faces(scene, k, k - 1, {static_cast<double>(k), 0.5, 0}, 0, {1, 0, 0});
  }
  touch_faces(scene, count - 1, -1, {static_cast<double>(count), 0.5, 0}, 0, {-1, 0, 0});
  if (scene.random().chance(0.5)) return;
  for (int k = 0; k < count; ++k) touch_faces(scene, k, -1, {k + 0.5, 0, 0}, 1, kUpward);
}

/// Links on the floor, hung at the first, sometimes at the last as well, sometimes driven at a joint.
void make_chain(Builder& scene) {
  const int count = 1 + scene.random().below(scene.room() > kMostFewContacts ? 30 : 8);
  const bool hung = scene.random().chance(0.6);
  for (int k = 0; k < count; ++k) {
    scene.add_body({k + 0.5, 0.1, 0}, 1);
    if (k > 0 || hung) scene.add_ball_joint(k, k - 1, {static_cast<double>(k), 0.1, 0});
    if (scene.random().chance(0.7)) scene.add_contact(k, -1, {k + 0.9, 0, 0}, kUpward);
  }
  if (scene.random().chance(0.4)) scene.add_ball_joint(count - 1, -1, {static_cast<double>(count), 0.1, 0});
  if (scene.random().chance(0.3)) scene.add_motor(0, count > 1 ? 1 : -1, {0, 0, 1}, scene.random().between(0, 0.1));
}

/// Two fingers that slide along x squeeze a box.
void make_grip(Builder& scene) {
  const int box = scene.add_body({0, 0.5, 0}, 1);
  for (double side : {-1.0, 1.0}) {
    const int finger = scene.add_body({side, 0.5, 0}, 1);
    scene.add_joint_row(finger, -1, {side, 0.5, 0}, {0, 1, 0});
    scene.lock_rotation(finger, {0, 0, 1});
    if (!scene.planar()) {
      scene.add_joint_row(finger, -1, {side, 0.5, 0}, {0, 0, 1});
      scene.lock_rotation(finger, {1, 0, 0});
      scene.lock_rotation(finger, {0, 1, 0});
    }
    touch_faces(scene, finger, box, {side / 2, 0.5, 0}, 0, {side, 0, 0});
  }
}

/// Rods that stand obliquely on the floor: friction presses them against it (Painleve).
void make_rods(Builder& scene) {
  const int count = 1 + scene.random().below(std::max(1, scene.room() / 2));
  for (int k = 0; k < count; ++k) {
    const double slope = scene.random().between(0.2, 1.5);
    const int rod = scene.add_body({2.0 * k, 0.5 * std::sin(slope), 0}, 0.9);
    scene.add_contact(rod, -1, {2.0 * k - 0.5 * std::cos(slope), 0, 0}, kUpward);
    if (scene.random().chance(0.3)) scene.add_contact(rod, -1, {2.0 * k, 0.5 * std::sin(slope), 0}, {1, 0, 0});
  }
}

/// Contacts anywhere in any direction between any bodies.
void make_tangle(Builder& scene) {
  Random& random = scene.random();
  const int count = 1 + random.below(scene.room() > kMostFewContacts ? 12 : 5);
  const bool planar = scene.planar();
  for (int k = 0; k < count; ++k) scene.add_body({random.unit(), random.unit(), planar ? 0 : random.unit()}, 1);
  for (int k = random.below(4); k > 0 && count > 1; --k) {
    const int a = random.below(count);
    const Vec point = {random.unit(), random.unit(), planar ? 0 : random.unit()};
    scene.add_joint_row(a, (a + 1) % count, point, random.direction(planar));
  }
  for (int k = 1 + random.below(scene.room()); k > 0; --k) {
    const int a = random.below(count);
    const int b = random.below(count + 1) - 1;
    if (a == b) continue;
    const Vec point = {random.unit(), random.unit(), planar ? 0 : random.unit()};
    scene.add_contact(a, b, point, random.direction(planar));
  }
}

struct Family {
  const char* name;
  void (*make)(Builder&);
};
constexpr Family kFamilies[] = {
    {"stack", make_stack}, {"pile", make_pile}, {"wedge", make_wedge}, {"walls", make_boxes_between_walls},
    {"chain", make_chain}, {"grip", make_grip}, {"rods", make_rods},   {"tangle", make_tangle},
};

}  // namespace

Instance generate(std::uint64_t seed) {
  Random random(seed);
  const Family& family = kFamilies[random.below(static_cast<int>(std::size(kFamilies)))];
  const bool planar = random.chance(0.4);
  const bool big = seed % kBigEvery == 0;
  Builder scene(random, planar, big ? kMostContacts : kMostFewContacts);
  family.make(scene);
  if (random.chance(0.3)) scene.repeat_some();
  return scene.finish(std::string(family.name) + (planar ? " 2d" : " 3d"));
}

}  // namespace stickslip::lcp

#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Piles that hold each other in every way.
namespace stickslip {
namespace {

class Jitter {
 public:
  explicit Jitter(std::uint64_t seed) : state_(seed) {}
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_;
};

std::string list(double x, double y, double z) {
  return "[" + number(x) + ", " + number(y) + ", " + number(z) + "]";
}

std::string wall(const std::string& name, double x, double y) {
  return "[[body]]\nname = \"" + name + "\"\nfixed = true\nposition = " + list(-x, -y, 0) +
         "\nshapes = [{ type = \"plane\", material = \"m\", normal = " +
         list(x < 0   ? -1
              : x > 0 ? 1
                      : 0,
              y < 0   ? -1
              : y > 0 ? 1
                      : 0,
              0) +
         " }]\n";
}

/// Rocks of four balls each, two by two and so on above each other, over a box of 1.3 m.
std::string rocks(int count, std::uint64_t seed) {
  constexpr double kReach = 0.15 / 1.7320508075688772;
  Jitter jitter(seed);
  std::string text = head_of(Scheme::stabilised, "dimension = 3\ngravity = [0, 0, -9.81]", 1.0 / 60) + floor_of(0.6) +
                     wall("left", 0.65, 0) + wall("right", -0.65, 0) + wall("front", 0, 0.65) + wall("back", 0, -0.65);
  for (int k = 0; k < count; ++k) {
    const double x = 0.65 * (k % 2 - 0.5) + 0.02 * jitter.next();
    const double y = 0.65 * (k / 2 % 2 - 0.5) + 0.02 * jitter.next();
    const int layer = k / 4;
    const double z = 0.4 + 0.65 * layer + 0.02 * jitter.next();
    double q[4];
    double length = 0;
    for (double& part : q) {
      part = jitter.next();
      length += part * part;
    }
    length = std::sqrt(length);
    text += "[[body]]\nname = \"rock" + std::to_string(k) +
            "\"\nmass = 100\ninertia = [2.4, 2.4, 2.4]\nposition = " + list(x, y, z) + "\nrotation = { quaternion = [" +
            number(q[0] / length) + ", " + number(q[1] / length) + ", " + number(q[2] / length) + ", " +
            number(q[3] / length) + "] }\nshapes = [";
    for (const Vec3& corner : {Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)}) {
      text += "{ type = \"sphere\", material = \"m\", radius = 0.15, position = " +
              list(kReach * corner.x(), kReach * corner.y(), kReach * corner.z()) + " }, ";
    }
    text += "]\n";
  }
  return text;
}

/// Closing a gap of a pile moves others by more than their round-off: a pile at rest is not closed for ever.
TEST(Pile, AtRestCostsACheck) {
  for (const unsigned seed : {1U, 4U, 5U, 6U}) {
    SCOPED_TRACE(seed);
    Rig rig(model_from(rocks(16, seed)));
    rig.initialise();
    rig.steps(300);
    for (int k = 0; k < 20; ++k) {
      const StepReport& report = rig.step();
      EXPECT_EQ(report.status, StepStatus::solved);
      EXPECT_EQ(report.iterations, 0);
      EXPECT_LT(report.penetration, 1e-12);
    }
    EXPECT_EQ(rig.value("energy.kinetic"), 0);
  }
}

}  // namespace
}  // namespace stickslip

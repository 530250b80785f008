// Capsules on each other, parallel to any digit: both ends of what lies on top are held.
#include "tests/model/eigen.h"
#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

constexpr double kRadius = 0.05;
constexpr double kLength = 0.6;

std::string attitude(double yaw, double pitch) {
  const Quat q = angle_axis(yaw, Vec3::UnitZ()) * angle_axis(std::acos(-1.0) / 2 + pitch, Vec3::UnitY());
  return "{ quaternion = [" + number(q.w()) + ", " + number(q.x()) + ", " + number(q.y()) + ", " + number(q.z()) +
         "] }";
}

std::string capsule(const std::string& name, const std::string& head, double x, double z, double yaw) {
  return "[[body]]\nname = \"" + name + "\"\n" + head + "\nposition = [" + number(x) + ", 0, " + number(z) +
         "]\nrotation = " + attitude(yaw, 0) + "\nshapes = [{ type = \"capsule\", radius = " + number(kRadius) +
         ", length = " + number(kLength) + ", material = \"m\" }]\n";
}

// A guide of two walls along x, a capsule fixed between them at an angle, and others that lie on it, one on the other.
Model guide(double yaw, int lying) {
  std::string text = "[model]\nname = \"guide\"\n[step]\nsize = 0.002\n[[material]]\nname = \"m\"\nfriction = 0\n";
  text +=
      "[[body]]\nname = \"walls\"\nfixed = true\nshapes = [{ type = \"plane\", material = \"m\", normal = [0, 1, 0], "
      "position = [0, -0.05, 0] }, { type = \"plane\", material = \"m\", normal = [0, -1, 0], position = [0, 0.05, 0] "
      "}]\n";
  text += "[[no_contact]]\nbodies = [\"walls\", \"c0\"]\n";
  text += capsule("c0", "fixed = true", 0, 0, yaw);
  for (int k = 1; k <= lying; ++k) {
    text += capsule("c" + std::to_string(k), "mass = 1", 0.013 * k, 2 * kRadius * k + 1e-4, 0);
  }
  return model_from(text);
}

TEST(Capsules, AreHeldAtBothEndsByCapsules) {
  for (const Scheme scheme : kSchemes) {
    for (const double yaw : {0.0, 1e-9, 1e-6, 5e-5, 2e-4, 1e-3, 0.01, -0.03, 0.1}) {
      for (const int lying : {1, 3}) {
        Model model = guide(yaw, lying);
        model.step.scheme = scheme;
        Rig rig(model);
        rig.initialise();
        rig.steps(long_run(500));
        for (int k = 1; k <= lying; ++k) {
          const std::string name = "c" + std::to_string(k);
          const Vec3 p = rig.vector(name + ".position");
          const Quat q(rig.value(name + ".orientation[1]"), rig.value(name + ".orientation[2]"),
                       rig.value(name + ".orientation[3]"), rig.value(name + ".orientation[4]"));
          const double rise = std::fabs((q * Vec3(0, 0, 0.5 * kLength)).z());
          const double sag = 0.5 * kLength * std::sin(std::fabs(yaw));  // the one below lies across by so much
          const double lowest = std::sqrt(std::max(0.0, 4 * kRadius * kRadius - sag * sag));
          EXPECT_GT(p.z() - rise, 2 * kRadius * (k - 1) + lowest - 1e-3)
              << static_cast<int>(scheme) << ", yaw " << yaw << ", " << name;
        }
        EXPECT_LT(rig.report.penetration, 1e-4) << static_cast<int>(scheme) << ", yaw " << yaw;
      }
    }
  }
}

// Logs that nearly lie along each other: where they touch wanders from end to end with tilts of micrometres.
TEST(Capsules, ThatLieInATroughComeToRest) {
  struct Log {
    Vec3 p;
    double across, up;
  };
  const Log logs[] = {{{-0.17737945290927654, -0.08302560096821568, 0.6}, 0.018241370875569974, 0.017913099482373972},
                      {{0.06789216057608838, -0.03837270848217116, 0.88}, 0.01341995512517798, 0.009438799562740931},
                      {{0.032481606844801225, -0.0683234259490389, 1.16}, 0.004237766627138498, 0.004272069345633515}};
  std::string text =
      "[model]\nname = \"trough\"\ngravity = [0, 0, -9.81]\n[step]\nsize = 0.0166666\nscheme = \"trapezoidal\"\n"
      "[[material]]\nname = \"m\"\nfriction = 0.4\n[[body]]\nname = \"trough\"\nfixed = true\nshapes = [{ type = "
      "\"plane\", normal = [0.5, 0, 0.866025], material = \"m\" }, { type = \"plane\", normal = [-0.5, 0, 0.866025], "
      "material = \"m\" }]\n";
  for (const Log& log : logs) {
    text += "[[body]]\nname = \"log" + std::to_string(&log - logs) +
            "\"\nmass = 40\ninertia = [13, 13, 0.3]\nposition = [" + number(log.p.x()) + ", " + number(log.p.y()) +
            ", " + number(log.p.z()) + "]\nrotation = { axis = [1, " + number(log.across) + ", " + number(log.up) +
            "], angle = 1.5707963 }\nshapes = [{ type = \"capsule\", radius = 0.12, length = 2, material = \"m\" }]\n";
  }
  Rig rig(model_from(text));
  rig.initialise();
  rig.steps(180);
  EXPECT_LT(rig.value("energy.kinetic"), 1e-9);  // it was 3e-4 J, for ever
}

}  // namespace
}  // namespace stickslip

#include <algorithm>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Several impacts at once under the velocity-level schemes, judged by what they publish.
namespace stickslip {
namespace {

const char* const kWays[] = {"\"stabilised\"", "{ name = \"stabilised\", impacts = \"stage\" }", "\"spook\""};
constexpr double kSteps[] = {1e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1.0 / 60};
constexpr double kOverlap = 1e-4;  // m

struct Material2 {
  double mu = 0;
  double e = 0;
};

std::string head(const char* way, double h, bool gravity, const Material2& material) {
  return std::string("[model]\nname = \"s\"\ndimension = 2\ngravity = ") + (gravity ? "[0, -9.81]" : "[0, 0]") +
         "\n[step]\nsize = " + number(h) + "\nscheme = " + way + "\n" + floor_of(material.mu, material.e);
}

// Without the floor: its material alone.
std::string free_head(const char* way, double h, const Material2& material) {
  const std::string text = head(way, h, false, material);
  return text.substr(0, text.find("[[body]]"));
}

std::string body(const std::string& name, double mass, const Vec3& p, const Vec3& v, const std::string& shape) {
  return "[[body]]\nname = \"" + name + "\"\nmass = " + number(mass) + "\nposition = [" + number(p.x()) + ", " +
         number(p.y()) + "]\nvelocity = [" + number(v.x()) + ", " + number(v.y()) + "]\nrotation = " + number(p.z()) +
         "\nangular_velocity = " + number(v.z()) + "\nshapes = [{ material = \"m\", " + shape + " }]\n";
}

// Positions and velocities are x, y and angle.
std::string disk(const std::string& name, double mass, double radius, const Vec3& p, const Vec3& v) {
  return body(name, mass, p, v, "type = \"disk\", radius = " + number(radius));
}

std::string box(const std::string& name, double mass, double width, double height, const Vec3& p, const Vec3& v) {
  return body(name, mass, p, v, "type = \"box\", size = [" + number(width) + ", " + number(height) + "]");
}

// What every step must obey: status 0, nothing missed, no overlap, what contacts hold included no energy but what is
// reported, and that no more than gravity adds while velocities jump and what undoing an overlap lifts.
class Judge {
 public:
  explicit Judge(const std::string& text) : rig(model_from(text)) { rig.initialise(); }

  double sum() { return rig.energy() + rig.value("energy.rebound"); }

  void run(double time) {
    const Model& model = rig.simulation.model();
    const double h = model.step.size;
    first = rig.energy();
    double before = sum();
    double lost = rig.value("energy.dissipated");
    std::vector<double> v = velocities();
    double overlap = 0;
    const double g = model.gravity.norm();
    double weight = 0;
    for (const Body& b : model.bodies) weight += b.mass * g;
    for (int k = 0; k * h < time && !testing::Test::HasFailure(); ++k) {
      rig.step();
      ++steps;
      lcps += rig.report.lcps;
      ASSERT_EQ(rig.whole("solver.status"), 0) << "step " << k;
      ASSERT_EQ(rig.whole("solver.misses"), 0) << "step " << k;
      ASSERT_LE(rig.value("solver.penetration"), kOverlap) << "step " << k;
      const double gain = rig.value("solver.energyGain");
      ASSERT_GE(gain, 0);
      ASSERT_LE(sum(), before + gain + 1e-12 * first) << "step " << k;
      ASSERT_GE(rig.value("energy.dissipated"), lost) << "step " << k;
      const std::vector<double> now = velocities();
      double jump = 0;
      for (std::size_t b = 0; b < now.size(); ++b) jump += std::fabs(now[b] - v[b]);
      const double force = weight + jump / h;
      ASSERT_LE(gain, 0.5 * h * g * jump + (overlap + kOverlap) * force + 1e-12 * first) << "step " << k;
      total_gain += gain;
      before = sum();
      lost = rig.value("energy.dissipated");
      v = now;
      overlap = rig.value("solver.penetration");
    }
    EXPECT_NEAR(rig.energy() + rig.value("energy.rebound") + rig.value("energy.dissipated"), first + total_gain,
                1e-11 * first);
  }

  Vec3 momentum() {
    Vec3 p = Vec3::Zero();
    for (const Body& b : rig.simulation.model().bodies) {
      if (!b.fixed) p += b.mass * rig.vector(b.name + ".velocity");
    }
    return p;
  }

  Rig rig;
  double first = 0;
  double total_gain = 0;
  int steps = 0;
  int lcps = 0;

 private:
  // Momenta of all bodies, direction by direction.
  std::vector<double> velocities() {
    std::vector<double> all;
    for (const Body& b : rig.simulation.model().bodies) {
      if (b.fixed) continue;
      const Vec3 p = b.mass * rig.vector(b.name + ".velocity");
      all.push_back(p.x());
      all.push_back(p.y());
    }
    return all;
  }
};

void expect_momentum(const std::string& text, double time, double least_energy, const std::string& where) {
  SCOPED_TRACE(where);
  Judge judge(text);
  const Vec3 before = judge.momentum();
  judge.run(time);
  EXPECT_LE((judge.momentum() - before).norm(), 1e-12 * before.norm());
  EXPECT_GE(judge.rig.energy(), least_energy * judge.first);
}

std::string told(const char* way, double h, const Material2& m) {
  return std::string(way) + ", h = " + number(h) + ", mu = " + number(m.mu) + ", e = " + number(m.e);
}

TEST(MultiImpacts, OfThreeDisksKeepTheirEnergy) {
  for (const char* way : kWays) {
    for (const double h : kSteps) {
      const bool staged = way != kWays[0];
      const std::string text = free_head(way, h, {0, 1}) + disk("a", 1, 0.1, {-0.202, 0, 0}, {10, 0, 0}) +
                               disk("b", 1, 0.1, {0, 0, 0}, {0, 0, 0}) + disk("c", 1, 0.1, {0.203, 0, 0}, {0, 0, 0});
      expect_momentum(text, 0.1, staged ? 1 - 1e-12 : 0.8, told(way, h, {0, 1}));
    }
  }
}

TEST(MultiImpacts, OfABreakNeverGainEnergy) {
  for (const char* way : kWays) {
    for (const double h : kSteps) {
      for (const Material2& material : {Material2{0, 1}, {0, 0.8}, {0.3, 1}, {0.3, 0.8}}) {
        constexpr double kRadius = 0.0285;
        std::string text = free_head(way, h, material) + disk("cue", 0.17, kRadius, {-0.3, 0.002, 0}, {10, 0, 0});
        int n = 0;
        for (int row = 0; row < 5; ++row) {
          for (int k = 0; k <= row; ++k) {
            const Vec3 place(2 * kRadius * row * std::sqrt(0.75), 2 * kRadius * (k - 0.5 * row), 0);
            text += disk("b" + std::to_string(n++), 0.17, kRadius, place, {0, 0, 0});
          }
        }
        text.replace(text.find("[step]"), 6, "[step]\nmax_contacts = 120");  // all pairs: whoever is fast sweeps many
        const bool keeps = way != kWays[0] && material.mu == 0 && material.e == 1;
        expect_momentum(text, 0.2, keeps ? 1 - 1e-12 : 0.3, told(way, h, material));
      }
    }
  }
}

TEST(MultiImpacts, OfACradlePassThroughInAStage) {
  for (const char* way : kWays) {
    for (const double spacing : {1e-6, 1e-4, 5e-4, 5e-3}) {
      for (const double h : kSteps) {
        std::string text = free_head(way, h, {0, 1});
        for (int k = 0; k < 5; ++k) {
          const double x = k == 0 ? -0.3 : (k - 1) * (0.2 + spacing);
          text += disk("b" + std::to_string(k), 1, 0.1, {x, 0, 0}, {k == 0 ? 1.0 : 0.0, 0, 0});
        }
        SCOPED_TRACE(told(way, h, {0, 1}) + ", spacing " + number(spacing));
        Judge judge(text);
        judge.run(0.3);
        EXPECT_NEAR(judge.momentum().x(), 1, 1e-12);
        if (way == kWays[0]) continue;
        for (int k = 0; k < 5; ++k) {
          EXPECT_NEAR(judge.rig.value("b" + std::to_string(k) + ".velocity[1]"), k == 4 ? 1 : 0, 1e-12);
        }
      }
    }
  }
}

TEST(MultiImpacts, OfVeryDifferentMassesNeverGainEnergy) {
  for (const char* way : kWays) {
    for (const double h : kSteps) {
      for (const Material2& material : {Material2{0.3, 0}, {0.3, 0.5}, {0.3, 1}}) {
        const std::string text = free_head(way, h, material) + disk("h1", 400, 0.1, {-0.5, 0.01, 0}, {10, 0, 0}) +
                                 disk("l1", 1, 0.1, {0, 0, 0}, {0, 0, 0}) +
                                 disk("h2", 400, 0.1, {0.21, 0, 0}, {0, 0, 0}) +
                                 disk("l2", 1, 0.02, {0.35, 0.02, 0}, {0, 0, 0});
        expect_momentum(text, 0.3, 0.3, told(way, h, material));
      }
    }
  }
}

TEST(MultiImpacts, OfCornersNeverGainEnergy) {
  for (const char* way : kWays) {
    for (const double h : kSteps) {
      for (const Material2& material : {Material2{0, 0}, {0, 0.7}, {0, 1}, {0.8, 0}, {0.8, 0.7}, {0.8, 1}}) {
        SCOPED_TRACE(told(way, h, material));
        Judge judge(head(way, h, true, material) + box("p", 5, 0.3, 0.1, {-1, 0.5, 0.7}, {2, -3, 5}));
        judge.run(1);
      }
    }
  }
}

TEST(MultiImpacts, OfABoxThrownIntoAStackNeverGainEnergy) {
  for (const char* way : kWays) {
    for (const double h : kSteps) {
      for (const double e : {0.0, 0.5}) {
        std::string text = head(way, h, true, {0.5, e});
        for (int k = 0; k < 6; ++k) {
          text += box("d" + std::to_string(k), 1, 0.2, 0.2, {0, 0.1 + 0.2 * k, 0}, {0, 0, 0});
        }
        SCOPED_TRACE(told(way, h, {0.5, e}));
        Judge judge(text + box("p", 5, 0.3, 0.1, {-1, 0.8, 0.3}, {8, 1, 4}));
        judge.run(0.6);
      }
    }
  }
}

std::string row_of_dominoes(int count, const char* way, double h, double e) {
  std::string text = head(way, h, true, {0.4, e});
  for (int k = 0; k < count; ++k) {
    text += box("d" + std::to_string(k), 0.01, 0.0075, 0.048, {0.03 * k, 0.024, 0},
                {k == 0 ? 0.1 : 0.0, 0, k == 0 ? -6.0 : 0.0});
  }
  return text;
}

TEST(MultiImpacts, OfARowOfDominoesNeverGainEnergy) {
  constexpr int kDominoes = 10;
  for (const char* way : kWays) {
    for (const double h : {1e-3, 5e-3, 1.0 / 60}) {
      for (const double e : {0.0, 0.3}) {
        SCOPED_TRACE(told(way, h, {0.4, e}));
        Judge judge(row_of_dominoes(kDominoes, way, h, e));
        judge.run(0.9);
        EXPECT_LT(judge.rig.value("d" + std::to_string(kDominoes - 1) + ".angle"), -0.5) << "the last one falls";
      }
    }
  }
}

// A wave of some 0.8 m/s runs through the row; at a step of 1e-4 s through its first dominoes.
TEST(MultiImpacts, OfFiftyDominoesNeverGainEnergy) {
  constexpr int kDominoes = 50;
  struct Run {
    double h;
    double time;
  };
  for (const char* way : kWays) {
    for (const Run& run : {Run{1e-4, 0.1}, {2e-3, 4}, {1.0 / 60, 4}}) {
      SCOPED_TRACE(told(way, run.h, {0.4, 0.3}));
      Judge judge(row_of_dominoes(kDominoes, way, run.h, 0.3));
      judge.run(run.time);
      const int last = run.time > 1 ? kDominoes - 1 : 0;
      EXPECT_LT(judge.rig.value("d" + std::to_string(last) + ".angle"), run.time > 1 ? -0.5 : -0.1) << "it falls";
    }
  }
}

// The height and speed of a ball that bounces by the rule alone: Phi/h to the ground, e times the speed before from it.
double height_left(double e, double start, double h, double time) {
  double z = start;
  double v = 0;
  double due = 0;
  for (int k = 0; k * h < time; ++k) {
    const double least = due > 0 ? due : -z / h;
    const double fallen = v - 9.81 * h;
    const bool stopped = fallen < least && due == 0 && v < -2 * h * 9.81;
    due = stopped && least < -e * v ? -e * v : 0;
    v = std::max(fallen, least);
    z += h * v;
  }
  return z + 0.5 * v * v / 9.81;
}

// No cap touches a single ball; what gravity adds to its rebounds is reported.
TEST(MultiImpacts, LeaveASingleBallItsRebounds) {
  for (const double h : {1e-3, 1.0 / 60}) {
    for (const double e : {0.5, 1.0}) {
      SCOPED_TRACE(told(kWays[0], h, {0, e}));
      Judge judge(head(kWays[0], h, true, {0, e}) + disk("ball", 1, 0.1, {0, 1.1, 0}, {0, 0, 0}));
      judge.run(3);
      EXPECT_EQ(judge.lcps, judge.steps);
      EXPECT_GT(judge.total_gain, 0);
      EXPECT_NEAR(judge.rig.energy() / 9.81 - 0.1, height_left(e, 1, h, 3), 1e-9);
    }
  }
}

}  // namespace
}  // namespace stickslip

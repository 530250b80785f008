// Islands, whoever solves them.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/model/jobs.h"
#include "tests/model/lcp/scenes.h"

namespace stickslip::lcp {
namespace {

/// Towers of boxes that are hit: some stand, some tip, some are squeezed by what drives two of their contacts together.
Scene towers(int count) {
  Scene scene;
  for (int k = 0; k < count; ++k) {
    const int boxes = 1 + k % 4;
    for (int b = 0; b < boxes; ++b) {
      scene.add_body(1 + k % 3, 0.1, {0.3 * (k % 5), 0.1 * b, -0.1, 0.2 * (k % 2), 0, 0.1});
    }
  }
  int first = 0;
  for (int k = 0; k < count; ++k) {
    const int boxes = 1 + k % 4;
    for (int b = 0; b < boxes; ++b) {
      for (const double x : {-0.5, 0.5}) {
        for (const double y : {-0.5, 0.5}) {
          const double s = k % 7 == 6 && x > 0 ? -0.5 : 0.0;
          if (b == 0) scene.add_contact(first, {x, y, -0.5}, 0.3 + 0.1 * (k % 4), s);
          if (b > 0) scene.add_contact(first + b, {x, y, -0.5}, 0.5, s, first + b - 1, {x, y, 0.5});
        }
      }
    }
    first += boxes;
  }
  return scene;
}

struct Told {
  std::vector<double> numbers;
  std::vector<WarmEntry> warm;
  Report report;
};

/// From nothing and then from the impulses found, with somewhat other speeds.
Told solve_twice(Scene scene, const Jobs& jobs) {
  Told told;
  scene.velocity.resize(scene.momentum.size());
  scene.impulse.resize(scene.rows.size());
  scene.sliding.resize(scene.contacts.size());
  told.warm.resize(scene.contacts.size());
  Capacity capacity = scene.capacity();
  capacity.dense = scene.options.method == Method::lemke;
  Workspace work(capacity, jobs);
  for (int k = 0; k < 2; ++k) {
    Solution solution = {scene.velocity, scene.impulse, scene.sliding, {}};
    WarmStart warm = {told.warm};
    told.report = solve(scene.problem(), scene.options, work, warm, solution);
    for (const std::vector<double>* list : {&scene.velocity, &scene.impulse, &scene.sliding}) {
      told.numbers.insert(told.numbers.end(), list->begin(), list->end());
    }
    told.numbers.insert(told.numbers.end(), {told.report.residual, told.report.multiplications});
    for (std::size_t i = 0; i < scene.momentum.size(); i += 7) scene.momentum[i] += 0.01;
  }
  return told;
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

class IslandsBy : public testing::TestWithParam<Options> {};

Options options_with(Method method, int edges, int factorisations, double multiplications) {
  Options options;
  options.method = method;
  options.edges = edges;
  options.max_factorisations = factorisations;
  options.multiplications = multiplications;
  options.max_sweeps = 30;
  return options;
}

TEST_P(IslandsBy, AnyWorkersHaveTheSameBits) {
  Scene scene = towers(GetParam().method == Method::lemke ? 6 : 60);
  scene.options = GetParam();
  const Told alone = solve_twice(scene, {});
  for (const int workers : {1, 2, 3, 7}) {
    Shuffled crew(workers);
    const Told told = solve_twice(scene, crew.jobs());
    EXPECT_TRUE(same(alone.numbers, told.numbers)) << workers;
    EXPECT_EQ(std::memcmp(alone.warm.data(), told.warm.data(), told.warm.size() * sizeof(WarmEntry)), 0) << workers;
    EXPECT_EQ(alone.report.iterations, told.report.iterations);
    EXPECT_EQ(alone.report.status, told.report.status);
    EXPECT_EQ(alone.report.rung, told.report.rung);
    EXPECT_EQ(alone.report.used, told.report.used);
    EXPECT_EQ(workers > 1 && scene.masses.size() > 50, crew.handed_on() > 10);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Methods, IslandsBy,
    testing::Values(options_with(Method::automatic, 8, 0, HUGE_VAL),
                    options_with(Method::automatic, kRound, 0, HUGE_VAL), options_with(Method::automatic, 8, 0, 1e6),
                    options_with(Method::automatic, 8, 4, HUGE_VAL), options_with(Method::newton, 8, 0, HUGE_VAL),
                    options_with(Method::lemke, 8, 0, HUGE_VAL), options_with(Method::gauss_seidel, 8, 0, HUGE_VAL),
                    options_with(Method::split, 8, 0, HUGE_VAL)));

TEST(Islands, FewAreNotHandedOn) {
  Scene scene = towers(3);
  Shuffled crew(4);
  solve_twice(scene, crew.jobs());
  EXPECT_EQ(crew.handed_on(), 0);
}

}  // namespace
}  // namespace stickslip::lcp

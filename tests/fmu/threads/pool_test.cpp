#include "fmu/threads/pool.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip::threads {
namespace {

TEST(Pool, DoesEveryJobOnceAndNoWorkerTwoAtATime) {
  Pool pool(3);
  const Jobs jobs = pool.jobs();
  EXPECT_EQ(jobs.workers, 3);
  for (const int count : {0, 1, 2, 3, 1000}) {
    std::vector<int> done(size(count));
    std::vector<int> inside(3);
    run_jobs(jobs, count, [&](int k, int worker) {
      EXPECT_EQ(++inside[size(worker)], 1);
      ++done[size(k)];
      --inside[size(worker)];
    });
    EXPECT_EQ(done, std::vector<int>(size(count), 1));
  }
}

TEST(Pool, OfOneIsTheCaller) {
  EXPECT_EQ(Pool(1).jobs().run, nullptr);
}

TEST(Pool, ManyRoundsEnd) {
  Pool pool(4);
  long sum = 0;
  for (int round = 0; round < 20000; ++round) {
    int found[3] = {};
    run_jobs(pool.jobs(), 3, [&](int k, int) { found[k] = k + round; });
    sum += found[0] + found[1] + found[2];
  }
  EXPECT_EQ(sum, 3L * 20000 * 19999 / 2 + 3 * 20000);
}

/// Stacks of boxes on one floor that fall apart, far from each other.
Model heaps(Scheme scheme) {
  std::string text = head_of(scheme, "", 0.01) + floor_of(0.5);
  for (int k = 0; k < 40; ++k) {
    const int heap = k / 4;
    const double side = 0.3 + 0.01 * (heap % 7);
    const std::string place =
        number(5.0 * heap + 0.1 * (k % 3)) + ", " + number(0.01 * k) + ", " + number(side * (0.5 + k % 4));
    text += "[[body]]\nname = \"b" + std::to_string(k) + "\"\nmass = 10\ninertia = [0.2, 0.2, 0.2]\nposition = [" +
            place + "]\nangular_velocity = [" + number(0.3 * (k % 3)) +
            ", 0.2, 0]\nshapes = [{ type = \"box\", size = [" + number(side) + ", " + number(side) + ", " +
            number(side) + "], material = \"m\" }]\n";
  }
  const load::Loaded loaded = load::load_text(text, "heaps");
  for (const load::Diagnostic& d : loaded.diagnostics) ADD_FAILURE() << load::to_string(d);
  return loaded.model ? *loaded.model : Model{};
}

/// State and outputs, step by step.
std::string run_with(const Jobs& jobs, const Model& model, int steps) {
  Rig rig(model, jobs);
  for (double& input : rig.inputs) input = 0.3;
  rig.initialise();
  std::string bytes;
  for (int k = 0; k < steps; ++k) {
    rig.step();
    bytes.append(reinterpret_cast<const char*>(rig.simulation.state().memory.data()),
                 rig.simulation.state().memory.size());
    bytes.append(reinterpret_cast<const char*>(rig.real.data()), rig.real.size() * sizeof(double));
    bytes.append(reinterpret_cast<const char*>(rig.integer.data()), rig.integer.size() * sizeof(int));
  }
  return bytes;
}

class Threads : public testing::TestWithParam<Scheme> {};

TEST_P(Threads, HaveTheSameBits) {
  const Model piles = heaps(GetParam());
  Model stack = resource("stack");
  stack.step.scheme = GetParam();
  for (const Model& model : {piles, stack}) {
    const int steps = GetParam() == Scheme::trapezoidal ? 2 : 40;
    const std::string alone = run_with({}, model, steps);
    for (const int count : {2, 3, 7}) {
      Pool pool(count);
      EXPECT_TRUE(run_with(pool.jobs(), model, steps) == alone) << model.name << " with " << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Threads, testing::ValuesIn(kSchemes),
                         [](const auto& of) { return name_of(of.param); });

}  // namespace
}  // namespace stickslip::threads

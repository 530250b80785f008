#include "tests/benchmark/peers/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "tests/benchmark/peers/press.h"

namespace stickslip::peers {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

BodyStates start_of(const Scene& scene) {
  BodyStates states;
  for (const Body& b : scene.bodies) states.push_back({b.position, b.rotation, b.velocity, b.angular_velocity});
  return states;
}

void drive(World& world, const Scene& scene, int step, BodyStates& states) {
  if (scene.press.force <= 0) return;
  if (step > 0) world.read(states);
  world.drive(press_torques(scene, step * scene.h, states));
}

/// False when time ran out.
bool judge(const Engine& engine, const Scene& scene, double limit, Result& result) {
  const auto begin = Clock::now();
  const std::unique_ptr<World> world = engine.make(scene);
  Judge judge(scene);
  History history;
  history.start = start_of(scene);
  BodyStates states = history.start;
  const auto watch = static_cast<std::size_t>(scene.watch);
  history.watched.push_back(states[watch]);
  judge.look(0, states);
  int k = 0;
  while (k < scene.steps && judge.quality().finite && milliseconds_since(begin) < limit) {
    drive(*world, scene, k, states);
    world->step();
    ++k;
    world->read(states);
    judge.look(k, states);
    history.watched.push_back(states[watch]);
    if (scene.press.force > 0) history.normal_forces.push_back(world->normal_force(scene.watch));
  }
  history.end = states;
  result.quality = judge.quality();
  std::snprintf(result.remark, sizeof result.remark, "%s", world->remark().c_str());
  if (k < scene.steps) return false;
  for (std::size_t f = 0; f < scene.figures.size(); ++f) result.figures[f] = scene.figures[f].measure(scene, history);
  return true;
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

/// False when time ran out.
bool time(const Engine& engine, const Scene& scene, double limit, Result& result) {
  const auto begin = Clock::now();
  const std::unique_ptr<World> world = engine.make(scene);
  BodyStates states = start_of(scene);
  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(scene.steps));
  for (int k = 0; k < scene.steps && (k == 0 || milliseconds_since(begin) < limit); ++k) {
    drive(*world, scene, k, states);
    const auto start = Clock::now();
    world->step();
    times.push_back(milliseconds_since(start));
  }
  result.steps = static_cast<int>(times.size());
  result.p50 = quantile(times, 0.5);
  result.p99 = quantile(times, 0.99);
  result.max = quantile(times, 1);
  for (const double t : times) result.mean += t / static_cast<double>(times.size());
  const auto second = std::min(times.size(), static_cast<std::size_t>(std::lround(1 / scene.h)));
  result.settled = quantile({times.end() - static_cast<std::ptrdiff_t>(second), times.end()}, 0.5);
  return result.steps == scene.steps;
}

}  // namespace

Result run(const Engine& engine, const Scene& scene, double seconds_at_most) {
  Result result;
  const bool judged = judge(engine, scene, 1000 * seconds_at_most, result);
  result.ended = true;
  result.finished = time(engine, scene, 1000 * seconds_at_most, result) && judged;
  return result;
}

}  // namespace stickslip::peers

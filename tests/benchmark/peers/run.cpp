#include "tests/benchmark/peers/run.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "tests/benchmark/peers/press.h"

namespace stickslip::peers {
namespace {

using Clock = std::chrono::steady_clock;

double processor_milliseconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return 1e3 * static_cast<double>(used.tv_sec) + 1e-6 * static_cast<double>(used.tv_nsec);
}

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

Outcome judge(const Engine& engine, const Scene& scene, double limit) {
  Outcome outcome;
  const std::unique_ptr<World> world = engine.make(scene);
  const double begin = processor_milliseconds();
  if (!world) {
    outcome.end = End::refused;
    return outcome;
  }
  Judge judge(scene);
  History history;
  history.start = start_of(scene);
  BodyStates states = history.start;
  const auto watch = static_cast<std::size_t>(scene.watch);
  history.watched.push_back(states[watch]);
  judge.look(0, states);
  int k = 0;
  while (k < scene.steps && judge.quality().finite && processor_milliseconds() - begin < limit) {
    drive(*world, scene, k, states);
    world->step();
    ++k;
    world->read(states);
    judge.look(k, states);
    history.watched.push_back(states[watch]);
    if (scene.press.force > 0) history.normal_forces.push_back(world->normal_force(scene.watch));
  }
  history.end = states;
  outcome.steps = k;
  outcome.end = !judge.quality().finite ? End::not_finite : k < scene.steps ? End::out_of_time : End::whole;
  outcome.quality = judge.quality();
  std::snprintf(outcome.remark, sizeof outcome.remark, "%s", world->remark().c_str());
  if (outcome.end != End::whole) return outcome;
  for (std::size_t f = 0; f < scene.figures.size(); ++f) {
    outcome.figures[f] = scene.figures[f].measure(scene, history);
  }
  return outcome;
}

std::vector<double> time_steps(const Engine& engine, const Scene& scene, double limit) {
  const std::unique_ptr<World> world = engine.make(scene);
  const double begin = processor_milliseconds();
  BodyStates states = start_of(scene);
  std::vector<double> times;
  times.reserve(static_cast<std::size_t>(scene.steps));
  for (int k = 0; k < scene.steps && (k == 0 || processor_milliseconds() - begin < limit); ++k) {
    drive(*world, scene, k, states);
    // Other processes add to the one, asking for it to the other: neither is ever too short.
    const double processor = processor_milliseconds();
    const auto start = Clock::now();
    world->step();
    const double passed = milliseconds_since(start);
    times.push_back(std::min(passed, processor_milliseconds() - processor));
  }
  return times;
}

}  // namespace

Trial run(const Engine& engine, const Scene& scene, double seconds_at_most) {
  Trial result;
  result.outcome = judge(engine, scene, 1000 * seconds_at_most);
  if (result.outcome.end == End::refused || result.outcome.end == End::not_finite) return result;
  // Where the scene did not come to its end, a sample of its steps says enough.
  const double share = result.outcome.end == End::whole ? 1 : 0.25;
  result.times = time_steps(engine, scene, 1000 * share * seconds_at_most);
  if (static_cast<int>(result.times.size()) < scene.steps) result.outcome.end = End::out_of_time;
  return result;
}

}  // namespace stickslip::peers

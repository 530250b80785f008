#include "tests/benchmark/motion/families.h"

#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {
namespace {

struct Family {
  const char* name;
  void (*make)(Builder&);
};

constexpr Family kFamilies[] = {
    {"throw", make_throw}, {"stack", make_stack}, {"break", make_break},   {"cradle", make_cradle},
    {"slide", make_slide}, {"roll", make_roll},   {"tree", make_tree},     {"loop", make_loop},
    {"cable", make_cable}, {"rotor", make_rotor}, {"tumble", make_tumble},
};

}  // namespace

const std::vector<std::string>& family_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Family& family : kFamilies) list.emplace_back(family.name);
    return list;
  }();
  return names;
}

Scene generate(std::uint64_t seed, Scheme scheme, const std::string& wanted) {
  Dice dice(seed);
  Scene scene;
  const Family* family = &dice.one_of(kFamilies);
  for (const Family& one : kFamilies) {
    if (wanted == one.name) family = &one;
  }
  scene.family = family->name;
  scene.seed = seed;
  scene.scheme = scheme;
  scene.planar = dice.chance(0.5);
  Builder builder(scene, dice);
  family->make(builder);
  if (scene.surfaces.empty()) builder.surface(0, 0);
  return scene;
}

}  // namespace stickslip::motion

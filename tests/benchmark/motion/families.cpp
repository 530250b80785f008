#include "tests/benchmark/motion/families.h"

#include "tests/benchmark/motion/scenes.h"

namespace stickslip::motion {
namespace {

struct Family {
  const char* name;
  void (*make)(Builder&);
  bool may_be_driven;
};

constexpr Family kFamilies[] = {
    {"throw", make_throw, true},    {"stack", make_stack, true},     {"break", make_break, false},
    {"cradle", make_cradle, false}, {"slide", make_slide, true},     {"roll", make_roll, true},
    {"pass", make_pass, false},     {"bullet", make_bullet, false},  {"dominoes", make_dominoes, false},
    {"wedge", make_wedge, true},    {"corner", make_corner, false},  {"tree", make_tree, true},
    {"loop", make_loop, true},      {"cable", make_cable, true},     {"rotor", make_rotor, false},
    {"tumble", make_tumble, true},  {"smooth", make_smooth, false},  {"springs", make_springs, true},
    {"top", make_top, false},       {"vehicle", make_vehicle, true}, {"ragdoll", make_ragdoll, true},
};

// Takes this share of all seeds, and leaves the others the scenes that they had without it.
constexpr Family kConvex = {"convex", make_convex, true};
constexpr double kConvexShare = 0.08;
constexpr Family kCoast = {"coast", make_coast, true};
constexpr double kCoastShare = 0.05;
constexpr std::uint64_t kOfCoast = 0x5bd1e995;  // draws other numbers from the seed than those above

// Likewise.
constexpr Family kFitted[] = {
    {"fitted", make_fitted, true}, {"geared", make_geared, true}, {"ropes", make_ropes, false}};
constexpr double kFittedShare = 0.15;
constexpr std::uint64_t kOfFitted = 0x6669747465640000u;  // draws apart from all others

// Likewise: what came last.
constexpr Family kLater[] = {
    {"kinds", make_kinds, true},     {"smooth_kinds", make_smooth_kinds, false},
    {"rolling", make_rolling, true}, {"mounts", make_mounts, true},
    {"grain", make_grain, true},     {"terrain", make_terrain, true},
    {"soft", make_soft, true},       {"fields", make_fields, true},

};
constexpr double kLaterShare = 0.2;
constexpr std::uint64_t kOfLater = 0x6b696e6473000000u;

// Likewise.
constexpr Family kLast[] = {{"fitted_kinds", make_fitted_kinds, true}, {"bearings", make_bearings, true}};
constexpr double kLastShare = 0.08;
constexpr std::uint64_t kOfLast = 0x6265617269000000u;

// Likewise.
constexpr Family kSoft[] = {{"soft_machines", make_soft_machines, true}, {"cushioned", make_cushioned, true}};
constexpr double kSoftShare = 0.05;
constexpr std::uint64_t kOfSoft = 0x736f667400000000u;

}  // namespace

const std::vector<std::string>& family_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Family& family : kFamilies) list.emplace_back(family.name);
    list.emplace_back(kConvex.name);
    list.emplace_back(kCoast.name);
    for (const Family& family : kFitted) list.emplace_back(family.name);
    for (const Family& family : kLater) list.emplace_back(family.name);
    for (const Family& family : kLast) list.emplace_back(family.name);
    for (const Family& family : kSoft) list.emplace_back(family.name);
    return list;
  }();
  return names;
}

Scene generate(std::uint64_t seed, Scheme scheme, const std::string& wanted) {
  const std::uint64_t number = scattered(seed);
  Dice dice(number);
  Scene scene;
  const Family* family = &dice.one_of(kFamilies);
  for (const Family& one : kFamilies) {
    if (wanted == one.name) family = &one;
  }
  if (wanted == kConvex.name || (wanted.empty() && Dice(~number).chance(kConvexShare))) family = &kConvex;
  if (wanted == kCoast.name || (wanted.empty() && Dice(~number ^ kOfCoast).chance(kCoastShare))) family = &kCoast;
  Dice apart(number ^ kOfFitted);
  if (wanted.empty() && apart.chance(kFittedShare)) family = &apart.one_of(kFitted);
  for (const Family& one : kFitted) {
    if (wanted == one.name) family = &one;
  }
  Dice later(number ^ kOfLater);
  if (wanted.empty() && later.chance(kLaterShare)) family = &later.one_of(kLater);
  for (const Family& one : kLater) {
    if (wanted == one.name) family = &one;
  }
  Dice last(number ^ kOfLast);
  if (wanted.empty() && last.chance(kLastShare)) family = &last.one_of(kLast);
  for (const Family& one : kLast) {
    if (wanted == one.name) family = &one;
  }
  Dice soft(number ^ kOfSoft);
  if (wanted.empty() && soft.chance(kSoftShare)) family = &soft.one_of(kSoft);
  for (const Family& one : kSoft) {
    if (wanted == one.name) family = &one;
  }
  scene.family = family->name;
  scene.seed = seed;
  scene.scheme = scheme;
  scene.planar = dice.chance(0.5);
  Builder builder(scene, dice);
  family->make(builder);
  if (family->may_be_driven && dice.chance(0.25)) add_drives(builder);
  if (scene.surfaces.empty()) builder.surface(0, 0);
  return scene;
}

}  // namespace stickslip::motion

#include <utility>

#include "model/collision/pairs.h"

#include "tests/fmu/load/texts.h"

namespace stickslip::load {
namespace {

const char* const kFour = R"(
[[material]]
name = "m"
friction = 0.5
[[material]]
name = "n"
friction = 0.5
[[material_pair]]
materials = ["n", "m"]
friction = 0.9
restitution = 0
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", material = "n" }]
[[body]]
name = "wall"
fixed = true
shapes = [{ type = "box", size = [1, 1, 1], position = [9, 0, 0], material = "m" }]
[[body]]
name = "a"
mass = 100
position = [0, 0, 2]
shapes = [{ type = "sphere", radius = 0.1, material = "m" }, { type = "sphere", radius = 0.1, position = [0, 0, 0.1], material = "m" }]
com = [0, 0, 0]
[[body]]
name = "b"
mass = 100
position = [0, 0, 3]
shapes = [{ type = "sphere", radius = 0.1, material = "n" }]
)";

std::vector<std::pair<int, int>> pairs(const Model& model) {
  std::vector<std::pair<int, int>> list;
  const int count = static_cast<int>(model.shapes.size());
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      if (may_touch(model, i, j)) list.emplace_back(i, j);
    }
  }
  EXPECT_EQ(count_pairs(model).pairs, static_cast<double>(list.size()));
  return list;
}

TEST(Pairs, PairsAllShapesThatMayTouch) {
  using List = std::vector<std::pair<int, int>>;
  const Model model = loaded(kFour);  // shapes: 0 floor, 1 wall, 2 and 3 on a, 4 on b
  EXPECT_EQ(pairs(model), (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(model.step.max_contacts, 8);
}

TEST(Pairs, JointsAndNoContactKeepBodiesApart) {
  using List = std::vector<std::pair<int, int>>;
  const std::string hinge = "axis = [1, 0, 0]\nanchor = [0, 0, 0]\ntype = \"hinge\"\n";
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[joint]]\nname = \"j\"\nbodies = [\"a\", \"b\"]\n" + hinge)),
            (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[joint]]\nname = \"j\"\nbodies = [\"world\", \"b\"]\n" + hinge)).size(),
            8U);
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[joint]]\nname = \"j\"\nbodies = [\"b\", \"floor\"]\n" + hinge)),
            (List{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(pairs(loaded(std::string(kFour) + "[[no_contact]]\nbodies = [\"b\", \"a\"]")),
            (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
}

// What two bodies that cannot move against each other push with could be anything.
TEST(Pairs, WhatFixedJointsTieDoesNotCollide) {
  using List = std::vector<std::pair<int, int>>;
  const auto tied = [](const std::string& keys) {
    const std::string hub = "[[body]]\nname = \"hub\"\nmass = 1\nposition = [5, 0, 2]\nrotates = false\n";
    const auto weld = [&](const std::string& name, const std::string& body) {
      return "[[joint]]\nname = \"" + name + "\"\ntype = \"fixed\"\nbodies = [\"hub\", \"" + body +
             "\"]\nanchor = [0, 0, 0]\n" + keys;
    };
    return pairs(loaded(kFour + hub + weld("j", "a") + weld("k", "b")));
  };
  EXPECT_EQ(tied(""), (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}}));
  EXPECT_EQ(tied("compliance = 1e-6\n"), (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}}));
  const std::string to_world =
      "[[joint]]\ntype = \"fixed\"\nname = \"j\"\nbodies = [\"world\", \"b\"]\nanchor = [0, 0, 0]\n";
  EXPECT_EQ(pairs(loaded(kFour + to_world)), (List{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}));
}

// Six neighbours of every shape of a moving body: compounds touch with all of their shapes.
TEST(Pairs, DefaultCapacityGrowsWithTheShapesOfABody) {
  const auto heap = [](int rocks, int balls) {
    std::string text =
        std::string(kSteel) + "[[body]]\nname = \"floor\"\nfixed = true\nshapes = [{ type = \"plane\" }]\n";
    for (int k = 0; k < rocks; ++k) {
      text += "[[body]]\nname = \"rock_" + std::to_string(k) + "\"\nmass = 1000\nposition = [0, 0, " +
              std::to_string(2 * k + 1) + "]\nshapes = [";
      for (int ball = 0; ball < balls; ++ball) {
        text += "{ type = \"sphere\", radius = 0.4, position = [" + std::to_string(0.1 * ball) + ", 0, 0] },";
      }
      text += "]\n";
    }
    return loaded(text).step.max_contacts;
  };
  EXPECT_EQ(heap(150, 4), 150 * 4 * 6);
  EXPECT_EQ(heap(800, 1), 800 * 6);
  EXPECT_EQ(heap(2, 2), 4 + 4);
}

TEST(Pairs, OfTooManyShapesOrMaterialsAreRefused) {
  std::string shapes = std::string(kSteel) + "[[body]]\nname = \"sand\"\nfixed = true\nshapes = [\n";
  for (int k = 0; k <= 16000; ++k) shapes += "{ type = \"sphere\", radius = 1, material = \"steel\" },\n";
  shapes += "]\n";
  EXPECT_EQ(
      said("[model]\nname = \"m\"\n" + shapes),
      (std::vector<std::string>{"t:16010:1: more than 16000 shapes; put several into one hull, or leave some out"}));
  std::string materials = "[model]\nname = \"m\"\n";
  for (int k = 0; k <= 1000; ++k) materials += "[[material]]\nname = \"m" + std::to_string(k) + "\"\nfriction = 1\n";
  materials += "[[body]]\nname = \"b\"\nmass = 1\nrotates = false\n";
  EXPECT_EQ(
      said(materials),
      (std::vector<std::string>{"t:3003:1: material \"m1000\": more than 1000 materials; give some the same one"}));
}

}  // namespace
}  // namespace stickslip::load

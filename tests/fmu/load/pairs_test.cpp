#include <utility>

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
  for (const ShapePair& pair : model.pairs) list.emplace_back(pair.first, pair.second);
  return list;
}

TEST(Pairs, PairsAllShapesThatMayTouch) {
  using List = std::vector<std::pair<int, int>>;
  const Model model = loaded(kFour);  // shapes: 0 floor, 1 wall, 2 and 3 on a, 4 on b
  EXPECT_EQ(pairs(model), (List{{0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(model.pairs[0].material_pair, 0);
  EXPECT_EQ(model.pairs[2].material_pair, -1);
  EXPECT_EQ(model.pairs[6].material_pair, 0);
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

}  // namespace
}  // namespace stickslip::load

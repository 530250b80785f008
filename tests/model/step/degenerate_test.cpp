// Shapes and places that are hardly shapes and places: every number is finite, the same each time, and what goes wrong
// is said.
#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

namespace stickslip {
namespace {

struct DegenerateScene {
  const char* name;
  const char* bodies;
};

constexpr DegenerateScene kDegenerateScenes[] = {{"a needle and a leaf over a box", R"(
[[body]]
name = "needle"
density = 1000
position = [0, 0, 0.6]
rotation = { axis = [0, 1, 0], angle = 0.4 }
shapes = [{ type = "hull", material = "m", points = [[0, 0, 0.5], [1e-3, 0, 0], [0, 1e-3, 0], [-1e-3, -1e-3, 0], [0, 0, -0.5]] }]
[[body]]
name = "leaf"
density = 1000
position = [0.3, 0, 0.2]
angular_velocity = [1, 2, 3]
shapes = [{ type = "hull", material = "m", points = [[0.3, 0, 0], [0, 0.3, 0], [-0.3, 0, 0], [0, -0.3, 0], [0, 0, 1e-4]] }]
)"},
                                                 {"vertex over vertex, edge along edge", R"(
[[body]]
name = "low"
density = 1000
position = [0, 0, 0.5]
shapes = [{ type = "hull", material = "m", points = [[0.5, 0, 0], [-0.5, 0, 0], [0, 0.5, 0], [0, -0.5, 0], [0, 0, 0.5], [0, 0, -0.5]] }]
[[body]]
name = "high"
density = 1000
position = [0, 0, 1.5]
shapes = [{ type = "hull", material = "m", points = [[0.5, 0, 0], [-0.5, 0, 0], [0, 0.5, 0], [0, -0.5, 0], [0, 0, 0.5], [0, 0, -0.5]] }]
[[body]]
name = "ridge"
density = 1000
position = [3, 0, 0.28284271247461906]
rotation = { axis = [0, 1, 0], angle = 0.7853981633974483 }
shapes = [{ type = "box", size = [0.4, 0.4, 0.4], material = "m" }]
[[body]]
name = "roof"
density = 1000
position = [3, 0, 0.8485281374238572]
rotation = { axis = [0, 1, 0], angle = 0.7853981633974483 }
shapes = [{ type = "box", size = [0.4, 0.4, 0.4], material = "m" }]
)"},
                                                 {"a millimetre and a kilometre", R"(
[[body]]
name = "mountain"
density = 1000
position = [0, 0, 500]
shapes = [{ type = "box", size = [1e3, 1e3, 1e3], material = "m" }]
[[body]]
name = "grain"
density = 1000
position = [3, 4, 1000.0005]
shapes = [{ type = "box", size = [1e-3, 1e-3, 1e-3], material = "m" }]
[[body]]
name = "shot"
density = 1000
position = [3.01, 4, 1000.002]
velocity = [-0.1, 0, 0]
shapes = [{ type = "sphere", radius = 1e-3, material = "m" }]
)"},
                                                 {"slivers of a mesh", R"(
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "mesh", material = "m", points = [[-1, -1, 0.1], [1, -1, 0.1], [1, 1, 0.1], [-1, 1, 0.1], [0, 1e-7, 0.1]], triangles = [[1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 1, 5]] }]
[[body]]
name = "box"
density = 1000
position = [0, 0, 0.3]
rotation = { axis = [1, 2, 3], angle = 0.5 }
shapes = [{ type = "box", size = [0.2, 0.2, 0.2], material = "m" }]
)"}};

class Degenerate : public testing::TestWithParam<Scheme> {};

TEST_P(Degenerate, ScenesStayFiniteAndAreTheSameEachTime) {
  for (const DegenerateScene& scene : kDegenerateScenes) {
    SCOPED_TRACE(scene.name);
    const Model model = model_from(head_of(GetParam(), "", 0.002) + floor_of(0.5, 0.3) + scene.bodies);
    Rig one(model);
    Rig other(model);
    one.initialise();
    other.initialise();
    for (int k = 0; k < 500; ++k) {
      one.step();
      other.step();
      ASSERT_EQ(one.real, other.real) << "in step " << k;
      ASSERT_EQ(one.report.status, other.report.status) << "in step " << k;
      for (const double x : one.real) ASSERT_TRUE(std::isfinite(x)) << "in step " << k;
      const bool said = one.report.status != StepStatus::solved || one.value("solver.energyGain") > 0;
      ASSERT_TRUE(said || one.report.penetration < 1e-3) << "in step " << k;
    }
  }
}

// Bodies in the same place cannot start.
TEST(DegenerateStart, OfBodiesInTheSamePlaceIsRefused) {
  const load::Loaded loaded = load::load_text(
      head_of(Scheme::stabilised, "", 0.01) + floor_of(0.5) +
          "[[body]]\nname = \"a\"\nmass = 1\nposition = [0, 0, 1]\nshapes = [{ type = \"sphere\", radius = 0.1, "
          "material = \"m\" }]\n[[body]]\nname = \"b\"\nmass = 1\nposition = [0, 0, 1]\nshapes = [{ type = \"sphere\", "
          "radius = 0.1, material = \"m\" }]\n",
      "test.toml");
  bool refused = false;
  for (const load::Diagnostic& d : loaded.diagnostics) {
    refused =
        refused || (d.severity == load::Severity::error && load::to_string(d).find("deep in") != std::string::npos);
  }
  EXPECT_TRUE(refused);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Degenerate, testing::ValuesIn(kSchemes), name_of_tested);

}  // namespace
}  // namespace stickslip

#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Motion on meshes, heightfields and polylines, by what it must equal.
namespace stickslip {
namespace {

std::string flat_heights(int columns, int rows) {
  std::string row = "[0";
  for (int k = 1; k < columns; ++k) row += ", 0";
  row += "]";
  std::string all = "[" + row;
  for (int k = 1; k < rows; ++k) all += ", " + row;
  return all + "]";
}

Model dragged(const std::string& ground, const std::string& shape, const char* scheme) {
  return model_from(
      "[model]\nname = \"t\"\n[step]\nsize = 0.005\nscheme = \"" + std::string(scheme) +
      "\"\n[[material]]\nname = \"m\"\nfriction = 0.3\n[[body]]\nname = \"ground\"\nfixed = true\nshapes = [{ " +
      ground + ", material = \"m\" }]\n[[body]]\nname = \"b\"\nmass = 2\nposition = [-5, 0.013, 0.1]\n" +
      "shapes = [{ " + shape + ", material = \"m\" }]\n");
}

// Ten metres over 10 000 triangles, the same as over a plane.
TEST(FlatMesh, IsDraggedOverAsIfItWereAPlane) {
  const std::string mesh = "type = \"heightfield\", size = [12, 2], heights = " + flat_heights(101, 51);
  for (const char* shape :
       {"type = \"box\", size = [0.2, 0.3, 0.2]", "type = \"cylinder\", radius = 0.1, length = 0.2",
        "type = \"hull\", points = [[-0.1, -0.1, -0.1], [0.1, -0.1, -0.1], [0.1, 0.1, -0.1], [-0.1, "
        "0.1, -0.1], [0, 0, 0.2]]"}) {
    for (const char* scheme : {"stabilised", "spook"}) {
      SCOPED_TRACE(std::string(shape) + " " + scheme);
      const Model on_mesh = dragged(mesh, shape, scheme);
      const Model on_plane = dragged("type = \"plane\"", shape, scheme);
      EXPECT_EQ(on_mesh.shapes[0].piece_count, 10000);
      Rig one(on_mesh);
      Rig other(on_plane);
      one.initialise();
      other.initialise();
      int steps = 0;
      for (; other.value("b.position[1]") < 5 && steps < 2000; ++steps) {
        for (Rig* rig : {&one, &other}) {
          rig->set("b.force[1]", 12.0);
          rig->step();
        }
        for (const char* name : {"b.position", "b.velocity", "b.angularVelocity"}) {
          ASSERT_LT((one.vector(name) - other.vector(name)).norm(), 1e-9) << name << " step " << steps;
        }
      }
      EXPECT_LT(steps, 2000);
      EXPECT_GT(steps, 100);
    }
  }
}

// A slope of triangles whose points are off round numbers.
TEST(Mesh, HoldsAHullWithItsWeightAndKeepsItStill) {
  const Model model = model_from(
      "[model]\nname = \"t\"\n[step]\nsize = 0.002\n[[material]]\nname = \"m\"\nfriction = 0.8\n[[body]]\nname = "
      "\"ground\"\nfixed = true\nshapes = [{ type = \"mesh\", points = [[-3, -3, -0.31], [3, -3, 0.29], [3, 3, 0.29], "
      "[-3, 3, -0.31], [0.017, -0.033, -0.0083]], triangles = [[1, 2, 5], [2, 3, 5], [3, 4, 5], [4, 1, 5]], material = "
      "\"m\" }]\n[[body]]\nname = \"b\"\ndensity = 1000\nposition = [0, 0, 0.2]\nshapes = [{ type = \"hull\", points = "
      "[[-0.1, -0.1, -0.1], [0.1, -0.1, -0.1], [0.1, 0.1, -0.1], [-0.1, 0.1, -0.1], [0, 0, 0.3]], position = [0, 0, "
      "-0.1], material = \"m\" }]\n[[contact]]\nname = \"s\"\nbodies = [\"b\"]\n");
  Rig rig(model);
  rig.initialise();
  rig.steps(1000);
  const double weight = rig.value("b.mass") * 9.81;
  const Vec3 force = rig.vector("s.force");
  EXPECT_NEAR(force.z(), weight, 1e-9 * weight);
  EXPECT_NEAR(force.x(), 0, 1e-9 * weight);
  EXPECT_LT(rig.vector("b.velocity").norm(), 1e-12);
  for (int k = 0; k < 100; ++k) {
    rig.step();
    EXPECT_LT((rig.vector("s.force") - force).norm(), 1e-9 * weight);
  }
}

// Bodies thrown at rough ground stay above it, in steps of two and a half times their size, and none gains by it.
TEST(Mesh, LetsNothingThrough) {
  std::string heights = "[";
  for (int row = 0; row < 12; ++row) {
    heights += "[";
    for (int column = 0; column < 12; ++column) {
      const bool wall = row == 0 || row == 11 || column == 0 || column == 11;
      heights += number(wall ? 3 : 0.3 * std::fabs(std::sin(12.9 * row + 4.1 * column))) + ", ";
    }
    heights += "], ";
  }
  heights += "]";
  const char* shapes[] = {"type = \"sphere\", radius = 0.12",
                          "type = \"box\", size = [0.3, 0.2, 0.25]",
                          "type = \"capsule\", radius = 0.08, length = 0.3",
                          "type = \"cylinder\", radius = 0.12, length = 0.2",
                          "type = \"ellipsoid\", size = [0.3, 0.2, 0.15]",
                          "type = \"box\", size = [0.4, 0.4, 0.01]"};
  for (const char* scheme : {"stabilised", "spook"}) {
    std::string text = "[model]\nname = \"t\"\n[step]\nsize = 0.01\nscheme = \"" + std::string(scheme) +
                       "\"\n[[material]]\nname = \"m\"\nfriction = 0.5\n[[body]]\nname = \"ground\"\nfixed = "
                       "true\nshapes = [{ type = \"heightfield\", size = [6, 6], heights = " +
                       heights + ", material = \"m\" }]\n";
    for (int k = 0; k < 6; ++k) {
      text += "[[body]]\nname = \"b" + number(k) + "\"\ndensity = 800\nposition = [" + number(-1.5 + 1.5 * (k % 3)) +
              ", " + number(k < 3 ? -1 : 1) + ", 2]\nvelocity = [" + number(3 * std::sin(k)) +
              ", 1, -50]\nangular_velocity = [3, " + number(k) + ", 1]\nshapes = [{ " + shapes[k] +
              ", material = \"m\" }]\n";
    }
    Rig rig(model_from(text));
    rig.initialise();
    double before = rig.energy();
    for (int step = 0; step < 200; ++step) {
      rig.step();
      EXPECT_EQ(rig.whole("solver.status"), 0) << scheme << " step " << step;
      EXPECT_LE(rig.energy(), before + rig.value("solver.energyGain") + 1e-9) << scheme << " step " << step;
      EXPECT_LT(rig.value("solver.energyGain"), 1) << scheme << " step " << step;
      before = rig.energy();
      for (int k = 0; k < 6; ++k) {
        const std::string name = "b" + number(k);
        EXPECT_GT(rig.value(name + ".position[3]"), 0) << scheme << " " << name << " step " << step;
      }
    }
  }
}

TEST(Polyline, OfManyPointsInALineIsRolledOverAsIfItWereAPlane) {
  std::string points = "[";
  for (int k = 0; k <= 400; ++k) points += "[" + number(-2 + k * 0.03) + ", 0], ";
  points += "]";
  const auto rolling = [](const std::string& ground) {
    return model_from(
        "[model]\nname = \"t\"\ndimension = 2\n[step]\nsize = 0.002\n[[material]]\nname = \"m\"\nfriction = "
        "0.5\n[[body]]\nname = \"ground\"\nfixed = true\nshapes = [{ " +
        ground +
        ", material = \"m\" }]\n[[body]]\nname = \"b\"\nmass = 1\nposition = [0, 0.1]\nvelocity = [4, 0]\nshapes "
        "= [{ type = \"disk\", radius = 0.1, material = \"m\" }]\n");
  };
  Rig one(rolling("type = \"polyline\", points = " + points));
  Rig other(rolling("type = \"plane\""));
  one.initialise();
  other.initialise();
  for (int k = 0; k < 1000; ++k) {
    one.step();
    other.step();
    ASSERT_LT((one.vector("b.position") - other.vector("b.position")).norm(), 1e-9);
  }
  EXPECT_GT(one.value("b.position[1]"), 5);
  EXPECT_NEAR(one.value("b.velocity[1]"), 4 * 2.0 / 3, 1e-9);  // rolls in the end
}

}  // namespace
}  // namespace stickslip

#include <cmath>

#include "tests/model/rig.h"
#include "tests/model/step/models.h"

/// Motion of cylinders, ellipsoids, hulls and polygons, by closed forms and by what they must equal.
namespace stickslip {
namespace {

std::string head(double h, double friction, double restitution = 0, const char* scheme = "stabilised") {
  return "[model]\nname = \"t\"\ngravity = [0, 0, -9.81]\n[step]\nsize = " + number(h) + "\nscheme = \"" + scheme +
         "\"\n" + floor_of(friction, restitution);
}

std::string body(const std::string& name, const std::string& motion, const std::string& shape) {
  return "[[body]]\nname = \"" + name + "\"\ndensity = 1000\n" + motion + "\nshapes = [{ material = \"m\", " + shape +
         " }]\n";
}

const std::string kLying = "rotation = { axis = [1, 0, 0], angle = \"90 deg\" }\n";

TEST(RollingCylinder, FollowsTheClosedFormDownAnIncline) {
  // Without slip a = 2/3 g sin(slope): the plane is tilted instead of gravity.
  for (const char* scheme : {"stabilised", "euler", "trapezoidal"}) {
    const double slope = 0.2;
    const double g = 9.81;
    const double r = 0.1;
    Model model = model_from(head(0.001, 0.5, 0, scheme) + body("roll", kLying + "position = [0, 0, 0.1]",
                                                                "type = \"cylinder\", radius = 0.1, length = 0.3"));
    model.gravity = {g * std::sin(slope), 0, -g * std::cos(slope)};
    Rig rig(model);
    rig.initialise();
    rig.steps(500);
    const double halfway = rig.value("roll.velocity[1]");
    rig.steps(500);
    const double a = 2.0 / 3 * g * std::sin(slope);
    EXPECT_NEAR(rig.value("roll.velocity[1]") - halfway, a / 2, 1e-9) << scheme;
    EXPECT_NEAR(rig.value("roll.angularVelocity[2]"), rig.value("roll.velocity[1]") / r, 1e-8) << scheme;
    EXPECT_NEAR(rig.value("roll.position[1]"), a / 2, 1e-3 * a) << scheme;  // the order of the scheme
    EXPECT_NEAR(rig.value("roll.position[3]"), r, 1e-12) << scheme;
    EXPECT_NEAR(rig.value("roll.position[2]"), 0, 1e-12) << scheme;
  }
}

TEST(RollingCylinder, ThatSlidesFirstRollsAtTwoThirdsOfItsSpeed) {
  const std::string slides = kLying + "position = [0, 0, 0.1]\nvelocity = [3, 0, 0]";
  for (const char* floor : {"",
                            "[[body]]\nname = \"slab\"\nfixed = true\nposition = [0, 0, -0.5]\nshapes = [{ type = "
                            "\"box\", size = [20, 20, 1], material = \"m\" }]\n[[no_contact]]\nbodies = [\"roll\", "
                            "\"floor\"]\n"}) {
    Rig rig(
        model_from(head(0.001, 0.3) + body("roll", slides, "type = \"cylinder\", radius = 0.1, length = 0.3") + floor));
    rig.initialise();
    const double until = 3 / (3 * 0.3 * 9.81);  // mu g t = v - mu g t (1 + 2)
    rig.steps(static_cast<int>(until / 0.001) + 2);
    EXPECT_NEAR(rig.value("roll.velocity[1]"), 2, 1e-9);
    const double at = rig.value("roll.position[1]");
    rig.steps(1000);
    EXPECT_NEAR(rig.value("roll.position[1]"), at + 2, 1e-8);
    EXPECT_NEAR(rig.value("roll.angularVelocity[2]"), 20, 1e-8);
  }
}

TEST(Cylinder, StandsOnItsCapAndTipsWhereItsRimEnds) {
  // Pushed at height z: it tips when F z > m g r, whichever way.
  for (const double angle : {0.0, 0.3, 0.5235987755982988}) {
    for (const double share : {0.97, 1.03}) {
      Rig rig(model_from(head(0.001, 2) +
                         body("tower", "position = [0, 0, 0.3]", "type = \"cylinder\", radius = 0.1, length = 0.6")));
      rig.initialise();
      const double most = 1000 * M_PI * 0.01 * 0.6 * 9.81 * 0.1 / 0.3;
      rig.set("tower.force", Vec3(share * most * std::cos(angle), share * most * std::sin(angle), 0));
      rig.steps(1000);
      const Vec3 tilt = rig.vector("tower.angularVelocity");
      if (share < 1) {
        EXPECT_LT(tilt.norm(), 1e-3) << angle;
      } else {
        EXPECT_GT(tilt.norm(), 0.1) << angle;
      }
    }
  }
}

TEST(Hull, OfABoxsCornersMovesAsTheBox) {
  const std::string corners =
      "points = [[-0.2, -0.1, -0.15], [0.2, -0.1, -0.15], [-0.2, 0.1, -0.15], [0.2, 0.1, -0.15], [-0.2, -0.1, 0.15], "
      "[0.2, -0.1, 0.15], [-0.2, 0.1, 0.15], [0.2, 0.1, 0.15]]";
  const std::string motion =
      "position = [0, 0, 0.5]\nrotation = { rpy = [0.3, 0.2, 0.1] }\nvelocity = [1, 0.3, 0]\nangular_velocity = [1, 2, "
      "1]";
  Rig box(model_from(head(0.001, 0.4) + body("a", motion, "type = \"box\", size = [0.4, 0.2, 0.3]")));
  Rig hull(model_from(head(0.001, 0.4) + body("a", motion, "type = \"hull\", " + corners)));
  box.initialise();
  hull.initialise();
  for (int k = 0; k < 1500; ++k) {
    box.step();
    hull.step();
    ASSERT_LT((box.vector("a.position") - hull.vector("a.position")).norm(), 1e-9) << k;
  }
  EXPECT_LT(box.vector("a.velocity").norm(), 0.01);
}

TEST(Hull, StackOfBoxesAsHullsStandsAsTheStackOfBoxes) {
  const std::string corners =
      "points = [[-0.2, -0.1, -0.15], [0.2, -0.1, -0.15], [-0.2, 0.1, -0.15], [0.2, 0.1, -0.15], [-0.2, -0.1, 0.15], "
      "[0.2, -0.1, 0.15], [-0.2, 0.1, 0.15], [0.2, 0.1, 0.15]]";
  std::string boxes = head(0.002, 0.5);
  std::string hulls = boxes;
  for (int k = 0; k < 4; ++k) {
    const std::string name(1, static_cast<char>('a' + k));
    const std::string place = "position = [" + number(0.02 * k) + ", 0, " + number(0.15 + 0.3 * k) +
                              "]\nrotation = { "
                              "axis = [0, 0, 1], angle = " +
                              number(0.1 * k) + " }";
    boxes += body(name, place, "type = \"box\", size = [0.4, 0.2, 0.3]");
    hulls += body(name, place, "type = \"hull\", " + corners);
  }
  Rig box(model_from(boxes));
  Rig hull(model_from(hulls));
  box.initialise();
  hull.initialise();
  box.steps(1000);
  hull.steps(1000);
  for (const char* name : {"a", "b", "c", "d"}) {
    const std::string position = std::string(name) + ".position";
    EXPECT_LT((box.vector(position) - hull.vector(position)).norm(), 1e-9) << name;
    EXPECT_LT(hull.vector(std::string(name) + ".velocity").norm(), 1e-9) << name;
  }
}

TEST(Ellipsoid, RocksWithThePeriodOfItsCurvature) {
  // Resting on the end of its short half axis c it rolls without slip over the curvature radius R = a^2 / c:
  // omega^2 = g (R - c) / (k^2 + c^2), k^2 = (a^2 + c^2) / 5.
  const double a = 0.3;
  const double c = 0.1;
  Rig rig(model_from(head(1e-4, 5) +
                     body("egg", "position = [0, 0, 0.1000225]\nrotation = { axis = [0, 1, 0], angle = 0.001 }",
                          "type = \"ellipsoid\", size = [0.6, 0.2, 0.2]")));
  rig.initialise();
  const double omega = std::sqrt(9.81 * (a * a / c - c) / ((a * a + c * c) / 5 + c * c));
  double crossing = 0;
  double before = 1;
  for (int k = 1; k < 20000 && crossing == 0; ++k) {
    rig.step();
    const double turning = rig.value("egg.angularVelocity[2]");
    if (k > 100 && before < 0 && turning >= 0) crossing = (k - 1 + before / (before - turning)) * 1e-4;
    before = turning;
  }
  EXPECT_NEAR(crossing, M_PI / omega, 1e-3 * M_PI / omega);
}

TEST(Polygon, SlidesDownAsTheBoxDoes) {
  const std::string planar =
      "[model]\nname = \"t\"\ndimension = 2\ngravity = [2, -9.81]\n[step]\nsize = 0.001\n" + floor_of(0.1);
  const std::string motion = "position = [0, 0.3]\nrotation = 0.4\nvelocity = [1, 0]";
  Rig box(model_from(planar + body("a", motion, "type = \"box\", size = [0.4, 0.2]")));
  Rig polygon(model_from(
      planar + body("a", motion, "type = \"polygon\", points = [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, 0.1]]")));
  box.initialise();
  polygon.initialise();
  for (int k = 0; k < 1500; ++k) {
    box.step();
    polygon.step();
    ASSERT_LT((box.vector("a.position") - polygon.vector("a.position")).norm(), 1e-9) << k;
    ASSERT_NEAR(box.value("a.angle"), polygon.value("a.angle"), 1e-9) << k;
  }
}

TEST(Polygon, PileStandsOnAPolygonsGround) {
  const std::string planar =
      "[model]\nname = \"t\"\ndimension = 2\ngravity = [0, -9.81]\n[step]\nsize = 0.002\n[[material]]\n"
      "name = \"m\"\nfriction = 0.6\n[[body]]\nname = \"ground\"\nfixed = true\nshapes = [{ type = "
      "\"polygon\", material = \"m\", points = [[-2, -1], [2, -1], [1.5, 0], [-1.5, 0]] }]\n";
  const std::string brick = "type = \"polygon\", points = [[-0.2, 0], [0.2, 0], [0.15, 0.2], [-0.15, 0.2]]";
  std::string text = planar;
  for (int k = 0; k < 4; ++k) {
    text += body(std::string(1, static_cast<char>('a' + k)),
                 "com = [0, 0.1]\nposition = [" + number(0.03 * k) + ", " + number(0.2 * k) + "]", brick);
  }
  Rig rig(model_from(text));
  rig.initialise();
  rig.steps(1000);
  for (const char* name : {"a", "b", "c", "d"})
    EXPECT_LT(rig.vector(std::string(name) + ".velocity").norm(), 1e-9) << name;
  EXPECT_NEAR(rig.value("d.position[2]"), 0.6, 1e-9);
}

TEST(Bullets, OfEveryConvexKindReboundFromAThinWallOfEveryKind) {
  for (const char* wall :
       {"type = \"cylinder\", radius = 1, length = 0.002", "type = \"ellipsoid\", size = [2, 2, 0.002]",
        "type = \"hull\", points = [[-1,-1,0],[1,-1,0],[1,1,0],[-1,1,0],[-1,-1,0.002],[1,-1,0.002],"
        "[1,1,0.002],[-1,1,0.002]]"}) {
    for (const char* bullet : {"type = \"sphere\", radius = 0.01", "type = \"cylinder\", radius = 0.01, length = 0.03",
                               "type = \"ellipsoid\", size = [0.02, 0.03, 0.04]",
                               "type = \"hull\", points = [[0.01,0,0],[-0.01,0.01,0],[-0.01,-0.01,0],[0,0,0.02]]"}) {
      const std::string text =
          "[model]\nname = \"t\"\ngravity = [0, 0, 0]\n[step]\nsize = 0.01\n[[material]]\nname = \"m\"\n"
          "friction = 0\nrestitution = 1\n[[body]]\nname = \"wall\"\nfixed = true\nshapes = [{ material = "
          "\"m\", " +
          std::string(wall) + " }]\n" +
          body("bullet", "rotates = false\ncom = [0, 0, 0]\nposition = [0.1, 0.2, 5.3]\nvelocity = [0, 0, -400]",
               bullet);
      Rig rig(model_from(text));
      rig.initialise();
      const double energy = rig.value("energy.kinetic");
      rig.steps(20);
      EXPECT_GT(rig.value("bullet.position[3]"), 0) << wall << " " << bullet;
      EXPECT_GT(rig.value("bullet.velocity[3]"), 0) << wall << " " << bullet;
      EXPECT_NEAR(rig.value("energy.kinetic"), energy, 1e-6 * energy) << wall << " " << bullet;
    }
  }
}

}  // namespace
}  // namespace stickslip

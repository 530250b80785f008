#include "model/constraints/contacts.h"

#include "tests/model/constraints/gradient.h"

namespace stickslip {
namespace {

Shape shape_of(ShapeType type, int body, Numbers& numbers, bool planar) {
  Shape s;
  s.type = type;
  s.body = body;
  s.p_IS = 0.2 * numbers.vector(planar);
  s.q_IS = numbers.rotation(planar);
  s.half_size = {0.3, 0.2, planar ? 0.0 : 0.25};
  s.radius = 0.2;
  return s;
}

// The row of the deepest point is the gradient of the gap as the narrow phase finds it.
TEST(ContactRows, AreTheGradientOfTheGap) {
  Numbers numbers(5);
  const std::pair<ShapeType, ShapeType> kinds[] = {{ShapeType::sphere, ShapeType::sphere},
                                                   {ShapeType::sphere, ShapeType::plane},
                                                   {ShapeType::sphere, ShapeType::box},
                                                   {ShapeType::point, ShapeType::plane},
                                                   {ShapeType::box, ShapeType::plane}};
  for (const bool planar : {false, true}) {
    for (const auto& [first, second] : kinds) {
      for (int k = 0; k < 10; ++k) {
        Model model;
        model.planar = planar;
        model.step.max_contacts = 16;
        model.bodies = {make_body(1, {1, 2, 2.5}), make_body(2, {1, 1, 1})};
        model.shapes = {shape_of(first, 0, numbers, planar), shape_of(second, 1, numbers, planar)};
        State state(model, Layout(model));
        scatter(model, numbers, state);
        const MakeRows make = [&](Workspace& work) {
          std::fill(work.reach.way.begin(), work.reach.way.end(), 0.0);
          work.reach.way[0] = 20;
          std::fill(work.reach.turn.begin(), work.reach.turn.end(), 0.0);
          find_contacts(model, state, work.poses, work.reach, nullptr, work.near, work.contacts);
          for (int c = 0; c < work.contacts.count; ++c) {
            const ContactPoint& point = work.contacts.storage[c];
            add_contact_rows(point, c, tangents_of(point.normal, {0, -9.81, 0}, planar), planar, 0, Vec3::Zero(),
                             work.poses, work.rows);
          }
        };
        Workspace work(model);
        ASSERT_FALSE(violations(model, state, make, work).empty());
        expect_exact_gradient(
            model, state, make,
            "pair " + std::to_string(static_cast<int>(first)) + ", " + std::to_string(static_cast<int>(second)));
      }
    }
  }
}

TEST(Tangents, AreAnOrthonormalFrameWithTheFirstDownhill) {
  Numbers numbers(6);
  const Vec3 gravity(0, 0, -9.81);
  for (int k = 0; k < 100; ++k) {
    const Vec3 n = numbers.vector(false).normalized();
    const Tangents t = tangents_of(n, gravity, false);
    const Mat3 frame = Mat3::columns(n, t.t1, t.t2);
    EXPECT_NEAR((frame.transpose() * frame - Mat3::Identity()).norm(), 0, 1e-14);
    EXPECT_NEAR(t.t2.dot(gravity), 0, 1e-13);
    EXPECT_GE(t.t1.dot(gravity), 0);
  }
}

TEST(Tangents, AreWorldAxesWhereGravityVanishesInThePlane) {
  for (const Vec3& gravity : {Vec3(0, 0, -9.81), Vec3(0, 0, 0)}) {
    const Tangents t = tangents_of(Vec3::UnitZ(), gravity, false);
    EXPECT_EQ(t.t1, Vec3::UnitX());
    EXPECT_EQ(t.t2, Vec3::UnitY());
  }
}

}  // namespace
}  // namespace stickslip

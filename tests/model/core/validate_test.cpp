#include "model/core/validate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace stickslip {
namespace {

Model box_on_floor() {
  Model model;
  model.name = "box_on_floor";
  model.step.max_contacts = 4;
  model.materials = {{"wood", 0.5, 0}};
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  Body box;
  box.name = "box";
  box.mass = 1;
  box.inertia = {1, 1, 1};
  model.bodies = {floor, box};
  Shape plane;
  plane.type = ShapeType::plane;
  Shape cube;
  cube.body = 1;
  cube.type = ShapeType::box;
  cube.half_size = {1, 1, 1};
  model.shapes = {plane, cube};
  Joint joint;
  joint.name = "joint";
  joint.child = 1;
  model.joints = {joint};
  Spring spring;
  spring.name = "spring";
  spring.second = 1;
  spring.stiffness = 1;
  model.springs = {spring};
  model.frames = {{"tip", 1, Vec3::Zero(), Quat::Identity()}};
  model.sensors = {{"touch", 1, kAnything, 1.0}};
  return model;
}

Model box_on_mesh() {
  Model model = box_on_floor();
  Shape& mesh = model.shapes[0];
  mesh.type = ShapeType::mesh;
  mesh.radius = 1;
  mesh.point_count = 3;
  mesh.piece_count = 1;
  mesh.flat_count = 1;
  model.geometry.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  model.geometry.pieces = {{{0, 1, 2}, {-1, -1, -1}, 0}};
  model.geometry.flats = {{{0, 0, 1}, 0}};
  model.geometry.bounds = {{{0, 0, 0}, {1, 1, 0}}};
  return model;
}

Model hull_on_floor() {
  Model model = box_on_floor();
  Shape& hull = model.shapes[1];
  hull.type = ShapeType::hull;
  hull.radius = 1;
  hull.half_length = 0.125;
  hull.point_count = 4;
  hull.facet_count = 4;
  model.geometry.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double third = 1 / std::sqrt(3.0);
  model.geometry.facets = {{{-1, 0, 0}, 0, 3}, {{0, -1, 0}, 3, 3}, {{0, 0, -1}, 6, 3}, {{third, third, third}, 9, 3}};
  model.geometry.corners = {0, 3, 2, 0, 1, 3, 0, 2, 1, 1, 2, 3};
  return model;
}

TEST(Validate, AcceptsAPlainModel) {
  Error error;
  EXPECT_TRUE(validate(box_on_floor(), error)) << error.text;
}

TEST(Validate, NamesWhatIsBad) {
  Error error;
  Model model = box_on_floor();
  model.bodies[1].mass = -1;
  EXPECT_FALSE(validate(model, error));
  EXPECT_EQ(error.text, "model: body 1: bad mass");
}

TEST(Validate, RefusesWhatTheEngineCannotWorkWith) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const std::vector<std::function<void(Model&)>> changes = {
      [](Model& m) { m.name = "a b"; },
      [&](Model& m) { m.gravity.x() = kNan; },
      [&](Model& m) { m.step.size = kInf; },
      [](Model& m) { m.step.size = 0; },
      [](Model& m) { m.step.cone_edges = 7; },
      [](Model& m) { m.step.round_cone = true, m.step.solver = Solver::pivot; },
      [](Model& m) { m.step.max_contacts = 0; },
      [](Model& m) { m.step.scheme = static_cast<Scheme>(4); },
      [](Model& m) { m.step.solver = static_cast<Solver>(-1); },
      [](Model& m) { m.step.trapezoidal.alpha = 0; },
      [](Model& m) { m.materials[0].friction = -0.1; },
      [](Model& m) { m.materials[0].restitution = 1.1; },
      [](Model& m) {
        m.material_pairs = {{0, 1, 0, 0}};
      },
      [](Model& m) { m.bodies[1].mass = 0; },
      [&](Model& m) { m.bodies[1].mass = kNan; },
      [](Model& m) { m.bodies[1].inertia.y() = 0; },
      [](Model& m) { m.bodies[1].q_WB.w() = 0.5; },
      [&](Model& m) { m.bodies[1].p_WB.z() = kInf; },
      [](Model& m) { m.bodies[0].velocity.x() = 1; },
      [](Model& m) { m.shapes[1].body = 2; },
      [](Model& m) { m.shapes[1].material = -1; },
      [](Model& m) { m.shapes[1].type = static_cast<ShapeType>(kShapeTypes); },
      [](Model& m) { m.shapes[1].half_size.x() = 0; },
      [](Model& m) { std::swap(m.shapes[0], m.shapes[1]); },
      [](Model& m) { m.joints[0].child = 2; },
      [](Model& m) { m.joints[0].child = kWorld; },
      [](Model& m) { m.joints[0].child = 0; },
      [](Model& m) { m.joints[0].type = static_cast<JointType>(kJointTypes); },
      [](Model& m) { m.joints[0].type = JointType::screw; },
      [](Model& m) { m.joints[0].type = JointType::distance; },
      [](Model& m) { m.joints[0].coordinates[0].damping = -1; },
      [](Model& m) {
        m.joints[0].coordinates[0].limits = {1, 0.5, 0, 0};
      },
      [](Model& m) { m.joints[0].coordinates[0].limits.restitution = 2; },
      [](Model& m) { m.joints[0].coordinates[0].limits.compliance = -1; },
      [](Model& m) { m.joints[0].coordinates[0].friction = -2; },
      [](Model& m) { m.joints[0].coordinates[0].coefficient = -2; },
      [](Model& m) { m.joints[0].coordinates[0].lever = 0; },
      [](Model& m) { m.joints[0].coordinates[0].armature = -2; },
      [](Model& m) { m.joints[0].coordinates[0].drive.mode = static_cast<DriveMode>(kDriveModes); },
      [](Model& m) { m.joints[0].coordinates[0].drive.most = 0; },
      [](Model& m) { m.springs[0].first = -3; },
      [](Model& m) { m.springs[0].stiffness = 0; },
      [](Model& m) { m.springs[0].joint = 1; },
      [](Model& m) { m.joints[0].softness.compliance = -2; },
      [](Model& m) { m.materials[0].compliance = -2; },
      [](Model& m) { m.step.spook.creep = -2; },
      [](Model& m) { m.frames[0].body = kWorld; },
      [](Model& m) { m.sensors[0].first = kAnything; },
      [](Model& m) { m.sensors[0].second = -3; },
      [](Model& m) { m.sensors[0].range = 0; },
      [](Model& m) {
        m.apart = {{0, 2}};
      },
      [](Model& m) {
        m.apart = {{1, 0}};
      },
      [](Model& m) {
        m.apart = {{0, 1}, {0, 1}};
      },
      [](Model& m) { m.materials.resize(kMostMaterials + 1, m.materials[0]); },
      [](Model& m) { m.shapes.resize(kMostShapes + 1, m.shapes[1]); },
      [](Model& m) { m.bodies[1].fixed = true; },
      [](Model& m) { m.planar = true, m.gravity.z() = -9.81; },
  };
  const std::vector<std::function<void(Model&)>> hull_changes = {
      [](Model& m) { m.shapes[1].first_point = 1; },
      [](Model& m) { m.shapes[1].point_count = 3; },
      [](Model& m) { m.shapes[1].radius = 0.5; },
      [](Model& m) { m.shapes[1].facet_count = 0; },
      [](Model& m) { m.shapes[0].point_count = 4; },
      [](Model& m) { m.geometry.points[1].x() = NAN; },
      [](Model& m) { m.geometry.points[1] = m.geometry.points[2]; },
      [](Model& m) { m.geometry.facets[2].normal = Vec3::Zero(); },
      [](Model& m) { m.geometry.facets[2].first_corner = 10; },
      [](Model& m) { m.geometry.facets[2].corner_count = 2; },
      [](Model& m) { m.geometry.corners[5] = 4; },
      [](Model& m) { m.geometry.corners[5] = -1; },
  };
  const std::vector<std::function<void(Model&)>> mesh_changes = {
      [](Model& m) { m.bodies[0].fixed = false, m.bodies[1].fixed = true; },
      [](Model& m) { m.shapes[0].piece_count = 0; },
      [](Model& m) { m.shapes[0].piece_count = 2; },
      [](Model& m) { m.shapes[0].first_flat = 1; },
      [](Model& m) { m.shapes[0].first_bounds = 1; },
      [](Model& m) { m.shapes[0].facet_count = 1; },
      [](Model& m) { m.shapes[1].piece_count = 1; },
      [](Model& m) { m.geometry.points[1].x() = NAN; },
      [](Model& m) { m.geometry.points[1] = m.geometry.points[2]; },
      [](Model& m) { m.geometry.pieces[0].corners[1] = 3; },
      [](Model& m) { m.geometry.pieces[0].across[1] = 1; },
      [](Model& m) { m.geometry.pieces[0].flat = -1; },
      [](Model& m) { m.geometry.flats[0].normal = Vec3::Zero(); },
      [](Model& m) { m.geometry.flats[0].height = NAN; },
  };
  for (std::size_t i = 0; i < mesh_changes.size(); ++i) {
    Model model = box_on_mesh();
    Error error;
    ASSERT_TRUE(validate(model, error)) << error.text;
    mesh_changes[i](model);
    EXPECT_FALSE(validate(model, error)) << "change " << i << " of a mesh";
  }
  for (std::size_t i = 0; i < hull_changes.size(); ++i) {
    Model model = hull_on_floor();
    Error error;
    ASSERT_TRUE(validate(model, error)) << error.text;
    hull_changes[i](model);
    EXPECT_FALSE(validate(model, error)) << "change " << i << " of a hull";
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Model model = box_on_floor();
    changes[i](model);
    Error error;
    EXPECT_FALSE(validate(model, error)) << "change " << i;
    EXPECT_FALSE(error.text.empty());
  }
}

}  // namespace
}  // namespace stickslip

#include "model/core/codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "model/core/hash.h"
#include "model/core/validate.h"

namespace stickslip {
namespace {

constexpr std::size_t kHeader = 32;

/// A model with something in every list and no field left at its default.
Model rich_model() {
  const Quat turned(0.8, 0, 0.6, 0);
  Model model;
  model.name = "rich";
  model.description = "says \"hello\"\n";
  model.gravity = {0.1, 0, -9.81};
  model.step.size = 0.01;
  model.step.scheme = Scheme::trapezoidal;
  model.step.solver = Solver::split;
  model.step.solver_options = {20, 1e6, 30, 4, SweepOrder::separate, 1e-4};
  model.step.cone_edges = 12;
  model.step.round_cone = true;
  model.step.max_contacts = 77;
  model.step.stabilised = {0.5, 3.0, 0.002};
  model.step.euler = {0.003, 7, false};
  model.step.trapezoidal = {0.75, 0.625, false, 0.004, 9, false};
  model.step.spook = {{1e-5, 1e-4, 0.02}, 1e-7, 0.005};
  model.stop = 3;
  model.materials = {{"rubber", 0.8, 0.1}, {"steel", 0.2, 0.7, 1e-6}};
  model.material_pairs = {{0, 1, 0.9, 0.05, 1e-7}};
  Body ground;
  ground.name = "ground";
  ground.fixed = true;
  Body box;
  box.name = "box";
  box.mass = 2;
  box.inertia = {1, 2, 2.5};
  box.p_BI = {0.1, 0.2, 0.3};
  box.q_BI = turned;
  box.p_WB = {1, 2, 3};
  box.q_WB = turned;
  box.angle = 7;
  box.velocity = {4, 5, 6};
  box.angular_velocity = {7, 8, 9};
  box.has_velocity = true;
  Body ball = box;
  ball.name = "ball";
  ball.rotates = false;
  model.bodies = {ground, box, ball};
  Shape plane;
  plane.type = ShapeType::plane;
  Shape capsule;
  capsule.body = 1;
  capsule.material = 1;
  capsule.type = ShapeType::capsule;
  capsule.p_IS = {1, 0, 2};
  capsule.q_IS = turned;
  capsule.half_size = {3, 4, 5};
  capsule.radius = 0.5;
  capsule.half_length = 0.25;
  Shape hull;
  hull.body = 2;
  hull.type = ShapeType::hull;
  hull.radius = 1;
  hull.half_length = 0.125;
  hull.first_point = 1;
  hull.point_count = 4;
  hull.facet_count = 4;
  model.geometry.points = {{5, 5, 5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double third = 1 / std::sqrt(3.0);
  model.geometry.facets = {{{-1, 0, 0}, 0, 3}, {{0, -1, 0}, 3, 3}, {{0, 0, -1}, 6, 3}, {{third, third, third}, 9, 3}};
  model.geometry.corners = {0, 3, 2, 0, 1, 3, 0, 2, 1, 1, 2, 3};
  Shape mesh;
  mesh.body = plane.body;
  mesh.type = ShapeType::mesh;
  mesh.radius = 1;
  mesh.first_point = 2;
  mesh.point_count = 3;
  mesh.piece_count = 1;
  mesh.flat_count = 1;
  model.geometry.pieces = {{{0, 1, 2}, {-1, -1, -1}, 0}};
  model.geometry.flats = {{{third, third, third}, third}};
  model.geometry.bounds = {{{0, 0, 0}, {1, 1, 1}}};
  model.shapes = {plane, mesh, capsule, hull};
  Joint joint;
  joint.name = "rod";
  joint.type = JointType::distance;
  joint.parent = 1;
  joint.child = 2;
  joint.p_IP = {1, 2, 3};
  joint.q_IP = turned;
  joint.p_IC = {4, 5, 6};
  joint.q_IC = turned;
  joint.length = 1.5;
  joint.has_start = true;
  joint.coordinates[1] = {
      0.5, -0.25, 0.125, {-1, 2, 0.5, 0}, 0.25, 0.5, 2, 0.125, {true, DriveMode::velocity, 1, 2, 3, 4}};
  joint.start_orientation = turned;
  joint.start_angular_velocity = {1, 2, 3};
  model.joints = {joint};
  model.springs = {{"coil", kWorld, 1, -1, 2, false, turned, {1, 2, 3}, {4, 5, 6}, 100, 3, 0.4}};
  Bushing mount;
  mount.name = "mount";
  mount.second = 1;
  mount.p_IA = {1, 2, 3};
  mount.q_IB = turned;
  mount.diagonal = false;
  mount.count = 2;
  mount.directions[0] = {{1, 2, 3, 4, 5, 6}, 7, 8};
  mount.directions[1] = {{0, 0, 0, 1, 0, 0}, 0, 8};
  model.bushings = {mount};
  model.frames = {{"tip", 1, {1, 2, 3}, turned}};
  model.sensors = {{"touch", 1, kAnything, 0.5}, {"both", 0, 1, 2.0}};
  model.apart = {{0, 1}};
  model.interface.inputs = {true, {"a.*", "b"}};
  model.interface.outputs = {true, {}};
  return model;
}

bool decodes(const std::vector<std::uint8_t>& bytes) {
  Model model;
  Error error;
  const bool good = decode(bytes, model, error);
  EXPECT_EQ(good, error.text.empty());
  return good;
}

/// Makes the header fit a payload that was changed.
void seal(std::vector<std::uint8_t>& bytes) {
  Hash hash;
  hash.add_bytes(bytes.data() + kHeader, bytes.size() - kHeader);
  for (unsigned i = 0; i < 8; ++i) {
    bytes[16 + i] = static_cast<std::uint8_t>((bytes.size() - kHeader) >> (8 * i));
    bytes[24 + i] = static_cast<std::uint8_t>(hash.value() >> (8 * i));
  }
}

TEST(Codec, ComesBackExactly) {
  const std::vector<std::uint8_t> bytes = encode(rich_model());
  Model back;
  Error error;
  ASSERT_TRUE(decode(bytes, back, error)) << error.text;
  EXPECT_EQ(encode(back), bytes);
  EXPECT_EQ(back.description, rich_model().description);
  EXPECT_EQ(back.step.trapezoidal.alpha, 0.75);
  EXPECT_EQ(back.bodies[1].q_BI, rich_model().bodies[1].q_BI);
  EXPECT_EQ(back.bodies[1].angular_velocity, Vec3(7, 8, 9));
  EXPECT_EQ(back.joints[0].start_angular_velocity, Vec3(1, 2, 3));
  EXPECT_EQ(back.springs[0].rest_length, 0.4);
  EXPECT_EQ(back.sensors[0].second, kAnything);
  EXPECT_EQ(back.interface.inputs.patterns, (std::vector<std::string>{"a.*", "b"}));
  EXPECT_TRUE(back.interface.outputs.given);
  EXPECT_FALSE(back.interface.parameters.given);
}

/// Every byte of the payload matters: a field that is left out of the list of fields would not change the bytes.
TEST(Codec, SeesEveryField) {
  const std::vector<std::uint8_t> bytes = encode(rich_model());
  const auto changed = [&](auto change) {
    Model model = rich_model();
    change(model);
    return encode(model) != bytes;
  };
  EXPECT_TRUE(changed([](Model& m) { m.planar = true; }));
  EXPECT_TRUE(changed([](Model& m) { m.step.spook.threshold_speed = 1; }));
  EXPECT_TRUE(changed([](Model& m) { m.step.round_cone = false; }));
  EXPECT_TRUE(changed([](Model& m) { m.step.solver_options.multiplications = 1; }));
  EXPECT_TRUE(changed([](Model& m) { m.step.geometric_stiffness = GeometricStiffness::none; }));
  EXPECT_TRUE(changed([](Model& m) { m.materials[0].compliance = 1; }));
  EXPECT_TRUE(changed([](Model& m) { m.joints[0].softness.relaxation_time = 1; }));
  EXPECT_TRUE(changed([](Model& m) { m.springs[0].joint = 0; }));
  EXPECT_TRUE(changed([](Model& m) { m.springs[0].torsional = true; }));
  EXPECT_TRUE(changed([](Model& m) { m.springs[0].q_rest = Quat::Identity(); }));
  EXPECT_TRUE(changed([](Model& m) { m.bushings[0].second = 2; }));
  EXPECT_TRUE(changed([](Model& m) { m.bushings[0].diagonal = true; }));
  EXPECT_TRUE(changed([](Model& m) { m.bushings[0].directions[0].u[5] = 7; }));
  EXPECT_TRUE(changed([](Model& m) { m.bushings[0].directions[1].damping = 7; }));
  EXPECT_TRUE(changed([](Model& m) { m.bodies[1].has_velocity = false; }));
  EXPECT_TRUE(changed([](Model& m) { m.bodies[1].angle = 8; }));
  EXPECT_TRUE(changed([](Model& m) { m.shapes[1].half_length = 8; }));
  EXPECT_TRUE(changed([](Model& m) { m.joints[0].coordinates[0].damping = 8; }));
  EXPECT_TRUE(changed([](Model& m) { m.joints[0].coordinates[0].coefficient = 8; }));
  EXPECT_TRUE(changed([](Model& m) { m.joints[0].coordinates[0].lever = 8; }));
  EXPECT_TRUE(changed([](Model& m) { m.frames[0].q_IF = Quat::Identity(); }));
  EXPECT_TRUE(changed([](Model& m) { m.apart.clear(); }));
}

TEST(Codec, IsLittleEndianWithItsMagicFirst) {
  const std::vector<std::uint8_t> bytes = encode(rich_model());
  EXPECT_EQ(std::string(bytes.begin(), bytes.begin() + 8), "slip-mdl");
  EXPECT_EQ(bytes[8], kModelFormat);
  EXPECT_EQ(bytes[kHeader], 4);  // the length of "rich"
  EXPECT_EQ(std::string(bytes.begin() + kHeader + 4, bytes.begin() + kHeader + 8), "rich");
}

TEST(Codec, RefusesEveryShorterForm) {
  std::vector<std::uint8_t> bytes = encode(rich_model());
  while (!bytes.empty()) {
    bytes.pop_back();
    EXPECT_FALSE(decodes(bytes)) << bytes.size();
    if (bytes.size() < kHeader) continue;
    std::vector<std::uint8_t> sealed = bytes;
    seal(sealed);
    EXPECT_FALSE(decodes(sealed)) << sealed.size();
  }
}

TEST(Codec, RefusesWhatIsPadded) {
  std::vector<std::uint8_t> bytes = encode(rich_model());
  bytes.push_back(0);
  EXPECT_FALSE(decodes(bytes));
  seal(bytes);
  EXPECT_FALSE(decodes(bytes));
}

TEST(Codec, NoticesEverySingleFlippedBit) {
  const std::vector<std::uint8_t> bytes = encode(rich_model());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::vector<std::uint8_t> damaged = bytes;
      damaged[i] = static_cast<std::uint8_t>(damaged[i] ^ (1U << bit));
      EXPECT_FALSE(decodes(damaged)) << i;
    }
  }
}

/// With the checksum made good again a change is either refused or gives a model that is valid and has this very form.
TEST(Codec, WhatItAcceptsIsValidAndCanonical) {
  const std::vector<std::uint8_t> bytes = encode(rich_model());
  std::mt19937 random(7);
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::uint8_t> changed = bytes;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int k = 0; k < changes; ++k) {
      const std::size_t at = kHeader + random() % (bytes.size() - kHeader);
      static constexpr std::uint8_t kNasty[] = {0, 1, 0x7f, 0x80, 0xff, 0xfe, 2, 0xf0};
      changed[at] = random() % 2 == 0 ? kNasty[random() % 8] : static_cast<std::uint8_t>(random());
    }
    seal(changed);
    Model model;
    Error error;
    if (!decode(changed, model, error)) continue;
    ++accepted;
    EXPECT_TRUE(validate(model, error));
    EXPECT_EQ(encode(model), changed);
  }
  EXPECT_GT(accepted, 100);
}

TEST(Codec, AHostileCountCostsNothing) {
  std::vector<std::uint8_t> bytes = encode(Model{});
  bytes.resize(kHeader);
  for (int i = 0; i < 64; ++i) bytes.push_back(0xff);
  seal(bytes);
  EXPECT_FALSE(decodes(bytes));
}

TEST(Codec, LeavesTheModelAloneWhenItFails) {
  Model model = rich_model();
  Error error;
  EXPECT_FALSE(decode(std::vector<std::uint8_t>{1, 2, 3}, model, error));
  EXPECT_EQ(encode(model), encode(rich_model()));
  EXPECT_EQ(error.text, "model: too short to be a model");
}

}  // namespace
}  // namespace stickslip

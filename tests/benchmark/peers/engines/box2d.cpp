// Box2D 3, planar scenes only; in single precision.
#include <box2d/box2d.h>

#include <cmath>

#include "tests/benchmark/peers/build.h"
#include "tests/benchmark/peers/engine.h"

namespace stickslip::peers {
namespace {

constexpr double kLong = 100;  // m, to either side of the segment that stands for a plane

b2Vec2 to_box2d(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y())};
}

class Box2dWorld final : public World {
 public:
  Box2dWorld(const Scene& scene, int substeps) : h_(static_cast<float>(scene.h)), substeps_(substeps), scene_(scene) {
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = to_box2d(scene.gravity);
    def.enableSleep = false;
    world_ = b2CreateWorld(&def);
    for (const Body& body : scene.bodies) add_body(body);
    for (const Shape& shape : scene.shapes) add_shape(shape);
    for (std::size_t b = 0; b < bodies_.size(); ++b) set_mass(scene.bodies[b], bodies_[b]);
  }

  ~Box2dWorld() override { b2DestroyWorld(world_); }

  void drive(const std::vector<double>&) override {}

  void step() override { b2World_Step(world_, h_, substeps_); }

  void read(BodyStates& states) override {
    for (std::size_t b = 0; b < states.size(); ++b) {
      if (scene_.bodies[b].fixed) continue;
      const b2Transform at = b2Body_GetTransform(bodies_[b]);
      const b2Vec2 velocity = b2Body_GetLinearVelocity(bodies_[b]);
      states[b].position = {at.p.x, at.p.y, 0};
      states[b].rotation = turn_about(Vec3::UnitZ(), b2Rot_GetAngle(at.q));
      states[b].velocity = {velocity.x, velocity.y, 0};
      states[b].angular_velocity = {0, 0, b2Body_GetAngularVelocity(bodies_[b])};
    }
  }

  double normal_force(int) override { return 0; }  // no planar scene asks for it

 private:
  void add_body(const Body& b) {
    b2BodyDef def = b2DefaultBodyDef();
    def.type = b.fixed ? b2_staticBody : b2_dynamicBody;
    def.position = to_box2d(b.position);
    def.linearVelocity = to_box2d(b.velocity);
    def.angularVelocity = static_cast<float>(b.angular_velocity.z());
    bodies_.push_back(b2CreateBody(world_, &def));
  }

  void add_shape(const Shape& shape) {
    const b2BodyId body = bodies_[static_cast<std::size_t>(shape.body)];
    b2ShapeDef def = b2DefaultShapeDef();
    def.material.friction = static_cast<float>(scene_.friction);
    def.material.restitution = static_cast<float>(scene_.restitution);
    if (shape.form == Shape::Form::plane) {
      const Vec3 normal = plane_normal(scene_, shape);
      const Vec3 along = kLong * Vec3(normal.y(), -normal.x(), 0);
      const b2Segment segment = {to_box2d(-along), to_box2d(along)};
      b2CreateSegmentShape(body, &def, &segment);
    } else {  // disks: planar scenes have no other
      const b2Circle circle = {to_box2d(shape.position), static_cast<float>(shape.radius)};
      b2CreateCircleShape(body, &def, &circle);
    }
  }

  static void set_mass(const Body& b, b2BodyId body) {
    if (b.fixed) return;
    b2Body_SetMassData(body, {static_cast<float>(b.mass), {0, 0}, static_cast<float>(b.inertia.z())});
  }

  float h_;
  int substeps_;
  const Scene& scene_;
  b2WorldId world_{};
  std::vector<b2BodyId> bodies_;
};

template <int substeps>
std::unique_ptr<World> make(const Scene& scene) {
  return std::make_unique<Box2dWorld>(scene, substeps);
}

}  // namespace

std::vector<Engine> box2d_engines() {
  const b2Version is = b2GetVersion();
  const std::string version = "Box2D " + std::to_string(is.major) + "." + std::to_string(is.minor) + "." +
                              std::to_string(is.revision) + ", 32 bit";
  return {{"box2d", version, "4 substeps (default)", make<4>, true},
          {"box2d-16", version, "16 substeps", make<16>, true}};
}

}  // namespace stickslip::peers

// Jolt Physics, in single precision unless it was built otherwise.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/EmptyShape.h>
#include <Jolt/Physics/Collision/Shape/OffsetCenterOfMassShape.h>
#include <Jolt/Physics/Collision/Shape/PlaneShape.h>
#include <Jolt/Physics/Collision/Shape/RotatedTranslatedShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/StaticCompoundShape.h>
#include <Jolt/Physics/Constraints/HingeConstraint.h>
#include <Jolt/Physics/Constraints/PointConstraint.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <limits>

#include "tests/benchmark/peers/build.h"
#include "tests/benchmark/peers/engine.h"

namespace stickslip::peers {
namespace {

constexpr JPH::ObjectLayer kStanding = 0;
constexpr JPH::ObjectLayer kMoving = 1;

JPH::Vec3 to_jolt(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}
JPH::RVec3 to_place(const Vec3& v) {
  return {static_cast<JPH::Real>(v.x()), static_cast<JPH::Real>(v.y()), static_cast<JPH::Real>(v.z())};
}
JPH::Quat to_jolt(const Quat& q) {
  return {static_cast<float>(q.x()), static_cast<float>(q.y()), static_cast<float>(q.z()), static_cast<float>(q.w())};
}
template <class Vector>
Vec3 from_jolt(const Vector& v) {
  return {static_cast<double>(v.GetX()), static_cast<double>(v.GetY()), static_cast<double>(v.GetZ())};
}

/// What the library needs once in a process.
void start_library() {
  if (JPH::Factory::sInstance) return;
  JPH::RegisterDefaultAllocator();
  JPH::Factory::sInstance = new JPH::Factory();
  JPH::RegisterTypes();
}

JPH::Ref<JPH::Shape> make_shape(const Scene& scene, const Shape& shape) {
  const auto radius = static_cast<float>(shape.radius);
  switch (shape.form) {
    case Shape::Form::sphere:
      return new JPH::SphereShape(radius);
    case Shape::Form::box:
      return new JPH::BoxShape(to_jolt(shape.half_size));
    case Shape::Form::capsule:  // along y there, along z here
      return new JPH::RotatedTranslatedShape(JPH::Vec3::sZero(), to_jolt(turn_about(Vec3::UnitX(), kPi / 2)),
                                             new JPH::CapsuleShape(static_cast<float>(shape.half_length), radius));
    case Shape::Form::plane:
      break;
  }
  return new JPH::PlaneShape(JPH::Plane(to_jolt(plane_normal(scene, shape)), 0));
}

JPH::Ref<JPH::Shape> shape_of(const Scene& scene, int body) {
  JPH::StaticCompoundShapeSettings compound;
  for (const Shape& shape : scene.shapes) {
    if (shape.body != body) continue;
    const bool turned = shape.form != Shape::Form::plane && shape.rotation != Quat::Identity();
    JPH::Ref<JPH::Shape> one = make_shape(scene, shape);
    if (!turned && shape.position == Vec3::Zero()) return one;
    compound.AddShape(to_jolt(shape.position), to_jolt(shape.rotation), one);
  }
  if (compound.mSubShapes.empty()) return new JPH::EmptyShape();
  const JPH::Ref<JPH::Shape> all = compound.Create().Get();
  // The centre of mass is where the scene has it, not where the shapes have theirs.
  return new JPH::OffsetCenterOfMassShape(all, -all->GetCenterOfMass());
}

class JoltWorld final : public World {
 public:
  JoltWorld(const Scene& scene, int collision_steps)
      : h_(static_cast<float>(scene.h)),
        collision_steps_(collision_steps),
        scene_(scene),
        memory_(256 * 1024 * 1024),
        jobs_(JPH::cMaxPhysicsJobs),
        layers_(2, 2),
        pairs_(2),
        layer_filter_(make_filter()) {
    system_.Init(10000, 0, 65536, 65536, layers_, *layer_filter_, pairs_);
    system_.SetGravity(to_jolt(scene.gravity));
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) add_body(static_cast<int>(b));
    for (const Joint& joint : scene.joints) add_joint(joint);
    system_.OptimizeBroadPhase();
  }

  void drive(const std::vector<double>& torques) override {
    for (std::size_t j = 0; j < torques.size(); ++j) {
      const Joint& joint = scene_.joints[j];
      JPH::Body& child = body_at(joint.child);
      const Body& start = scene_.bodies[static_cast<std::size_t>(joint.child)];
      const JPH::Vec3 axis = child.GetRotation() * to_jolt(rotated(start.rotation.conjugate(), joint.axis));
      const JPH::Vec3 torque = static_cast<float>(torques[j]) * axis;
      child.AddTorque(torque);
      if (joint.parent >= 0) body_at(joint.parent).AddTorque(-torque);
    }
  }

  void step() override { system_.Update(h_, collision_steps_, &memory_, &jobs_); }

  void read(BodyStates& states) override {
    for (std::size_t b = 0; b < states.size(); ++b) {
      const JPH::Body& body = *bodies_[b];
      if (body.IsStatic()) continue;
      const JPH::Quat q = body.GetRotation();
      states[b].position = from_jolt(body.GetCenterOfMassPosition());
      states[b].rotation = Quat(q.GetW(), q.GetX(), q.GetY(), q.GetZ()).normalized();
      states[b].velocity = from_jolt(body.GetLinearVelocity());
      states[b].angular_velocity = from_jolt(body.GetAngularVelocity());
    }
  }

  /// Its contacts do not tell their impulses.
  double normal_force(int) override { return std::numeric_limits<double>::quiet_NaN(); }

 private:
  std::unique_ptr<JPH::ObjectVsBroadPhaseLayerFilterTable> make_filter() {
    layers_.MapObjectToBroadPhaseLayer(kStanding, JPH::BroadPhaseLayer(0));
    layers_.MapObjectToBroadPhaseLayer(kMoving, JPH::BroadPhaseLayer(1));
    pairs_.EnableCollision(kStanding, kMoving);
    pairs_.EnableCollision(kMoving, kMoving);
    return std::make_unique<JPH::ObjectVsBroadPhaseLayerFilterTable>(layers_, 2, pairs_, 2);
  }

  JPH::Body& body_at(int body) { return *bodies_[static_cast<std::size_t>(body)]; }

  void add_body(int index) {
    const Body& b = scene_.bodies[static_cast<std::size_t>(index)];
    JPH::BodyCreationSettings settings(shape_of(scene_, index), to_place(b.position), to_jolt(b.rotation),
                                       b.fixed ? JPH::EMotionType::Static : JPH::EMotionType::Dynamic,
                                       b.fixed ? kStanding : kMoving);
    settings.mOverrideMassProperties = JPH::EOverrideMassProperties::MassAndInertiaProvided;
    settings.mMassPropertiesOverride.mMass = static_cast<float>(b.mass);
    settings.mMassPropertiesOverride.mInertia = JPH::Mat44::sScale(to_jolt(b.inertia));
    settings.mLinearVelocity = to_jolt(b.velocity);
    settings.mAngularVelocity = to_jolt(b.angular_velocity);
    settings.mFriction = static_cast<float>(scene_.friction);
    settings.mRestitution = static_cast<float>(scene_.restitution);
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
    settings.mApplyGyroscopicForce = true;
    settings.mAllowSleeping = false;
    if (scene_.planar) settings.mAllowedDOFs = JPH::EAllowedDOFs::Plane2D;
    JPH::BodyInterface& bodies = system_.GetBodyInterfaceNoLock();
    JPH::Body* body = bodies.CreateBody(settings);
    bodies.AddBody(body->GetID(), b.fixed ? JPH::EActivation::DontActivate : JPH::EActivation::Activate);
    bodies_.push_back(body);
  }

  void add_joint(const Joint& joint) {
    JPH::Body& child = body_at(joint.child);
    JPH::Body& parent = joint.parent < 0 ? JPH::Body::sFixedToWorld : body_at(joint.parent);
    if (joint.kind == Joint::Kind::ball) {
      JPH::PointConstraintSettings settings;
      settings.mPoint1 = settings.mPoint2 = to_place(joint.anchor);
      system_.AddConstraint(settings.Create(parent, child));
    } else {
      JPH::HingeConstraintSettings settings;
      settings.mPoint1 = settings.mPoint2 = to_place(joint.anchor);
      settings.mHingeAxis1 = settings.mHingeAxis2 = to_jolt(joint.axis);
      settings.mNormalAxis1 = settings.mNormalAxis2 = settings.mHingeAxis1.GetNormalizedPerpendicular();
      system_.AddConstraint(settings.Create(parent, child));
    }
  }

  float h_;
  int collision_steps_;
  const Scene& scene_;
  JPH::TempAllocatorImpl memory_;
  JPH::JobSystemSingleThreaded jobs_;
  JPH::BroadPhaseLayerInterfaceTable layers_;
  JPH::ObjectLayerPairFilterTable pairs_;
  std::unique_ptr<JPH::ObjectVsBroadPhaseLayerFilterTable> layer_filter_;
  JPH::PhysicsSystem system_;
  std::vector<JPH::Body*> bodies_;
};

template <int collision_steps>
std::unique_ptr<World> make(const Scene& scene) {
  start_library();
  return std::make_unique<JoltWorld>(scene, collision_steps);
}

}  // namespace

std::vector<Engine> jolt_engines() {
  const std::string version = "Jolt " + std::to_string(JPH_VERSION_MAJOR) + "." + std::to_string(JPH_VERSION_MINOR) +
                              "." + std::to_string(JPH_VERSION_PATCH) + ", " + std::to_string(8 * sizeof(JPH::Real)) +
                              " bit";
  return {{"jolt", version, "1 collision step (default)", make<1>}, {"jolt-8", version, "8 collision steps", make<8>}};
}

}  // namespace stickslip::peers

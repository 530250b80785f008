// Bullet with rigid bodies and constraints between them, as Debian builds it: in single precision.
#include <btBulletDynamicsCommon.h>

#include <cmath>

#include "tests/benchmark/peers/engine.h"

namespace stickslip::peers {
namespace {

btVector3 to_bullet(const Vec3& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}
btTransform to_bullet(const Vec3& p, const Quat& q) {
  const btQuaternion turn(static_cast<btScalar>(q.x()), static_cast<btScalar>(q.y()), static_cast<btScalar>(q.z()),
                          static_cast<btScalar>(q.w()));
  return btTransform(turn, to_bullet(p));
}
Vec3 from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}

std::unique_ptr<btCollisionShape> make_shape(const Scene& scene, const Shape& shape) {
  const auto radius = static_cast<btScalar>(shape.radius);
  switch (shape.form) {
    case Shape::Form::sphere:
      return std::make_unique<btSphereShape>(radius);
    case Shape::Form::box:
      return std::make_unique<btBoxShape>(to_bullet(shape.half_size));
    case Shape::Form::capsule:
      return std::make_unique<btCapsuleShapeZ>(radius, static_cast<btScalar>(2 * shape.half_length));
    case Shape::Form::plane:
      return std::make_unique<btStaticPlaneShape>(to_bullet(plane_normal(scene, shape)), btScalar(0));
  }
  return nullptr;
}

class BulletWorld final : public World {
 public:
  BulletWorld(const Scene& scene, int iterations)
      : h_(static_cast<btScalar>(scene.h)),
        scene_(scene),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_phase_, &solver_, &configuration_) {
    world_.setGravity(to_bullet(scene.gravity));
    world_.getSolverInfo().m_numIterations = iterations;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) add_body(static_cast<int>(b));
    for (const Joint& joint : scene.joints) add_joint(joint);
  }

  ~BulletWorld() override {
    for (const auto& joint : joints_) world_.removeConstraint(joint.get());
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void drive(const std::vector<double>& torques) override {
    for (std::size_t j = 0; j < torques.size(); ++j) {
      const Joint& joint = scene_.joints[j];
      btRigidBody& child = body_at(joint.child);
      const btVector3 axis = child.getWorldTransform().getBasis() * axes_[j];
      const btVector3 torque = axis * static_cast<btScalar>(torques[j]);
      child.applyTorque(torque);
      if (joint.parent >= 0) body_at(joint.parent).applyTorque(-torque);
    }
  }

  void step() override { world_.stepSimulation(h_, 0); }

  void read(BodyStates& states) override {
    for (std::size_t b = 0; b < states.size(); ++b) {
      const btTransform& at = bodies_[b]->getWorldTransform();
      const btQuaternion turn = at.getRotation();
      states[b].position = from_bullet(at.getOrigin());
      states[b].rotation = Quat(turn.w(), turn.x(), turn.y(), turn.z()).normalized();
      states[b].velocity = from_bullet(bodies_[b]->getLinearVelocity());
      states[b].angular_velocity = from_bullet(bodies_[b]->getAngularVelocity());
    }
  }

  double normal_force(int body) override {
    const btCollisionObject* of = &body_at(body);
    double impulse = 0;
    for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
      const btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(m);
      if (manifold->getBody0() != of && manifold->getBody1() != of) continue;
      for (int k = 0; k < manifold->getNumContacts(); ++k) impulse += manifold->getContactPoint(k).getAppliedImpulse();
    }
    return impulse / scene_.h;
  }

 private:
  btRigidBody& body_at(int body) { return *bodies_[static_cast<std::size_t>(body)]; }

  btCollisionShape* shape_of(int body) {
    btCompoundShape* compound = nullptr;
    for (const Shape& shape : scene_.shapes) {
      if (shape.body != body) continue;
      shapes_.push_back(make_shape(scene_, shape));
      if (shape.form == Shape::Form::plane) return shapes_.back().get();
      btCollisionShape* part = shapes_.back().get();
      if (!compound && shape.position == Vec3::Zero() && shape.rotation == Quat::Identity()) return part;
      if (!compound) {
        shapes_.push_back(std::make_unique<btCompoundShape>());
        compound = static_cast<btCompoundShape*>(shapes_.back().get());
      }
      compound->addChildShape(to_bullet(shape.position, shape.rotation), part);
    }
    if (compound) return compound;
    shapes_.push_back(std::make_unique<btEmptyShape>());
    return shapes_.back().get();
  }

  void add_body(int index) {
    const Body& b = scene_.bodies[static_cast<std::size_t>(index)];
    const btScalar mass = b.fixed ? btScalar(0) : static_cast<btScalar>(b.mass);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape_of(index), to_bullet(b.inertia));
    info.m_startWorldTransform = to_bullet(b.position, b.rotation);
    info.m_friction = static_cast<btScalar>(std::sqrt(scene_.friction));  // a pair has the product
    info.m_restitution = static_cast<btScalar>(std::sqrt(scene_.restitution));
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    btRigidBody& body = *bodies_.back();
    body.setActivationState(DISABLE_DEACTIVATION);
    body.setLinearVelocity(to_bullet(b.velocity));
    body.setAngularVelocity(to_bullet(b.angular_velocity));
    if (scene_.planar) {
      body.setLinearFactor({1, 1, 0});
      body.setAngularFactor(btVector3(0, 0, 1));
    }
    world_.addRigidBody(&body);
  }

  void add_joint(const Joint& joint) {
    btRigidBody& child = body_at(joint.child);
    const btTransform in_child = child.getWorldTransform().inverse();
    const btVector3 anchor = to_bullet(joint.anchor);
    const btVector3 axis = to_bullet(joint.axis);
    axes_.push_back(in_child.getBasis() * axis);
    btRigidBody& parent = joint.parent < 0 ? btTypedConstraint::getFixedBody() : body_at(joint.parent);
    const btTransform in_parent = parent.getWorldTransform().inverse();
    if (joint.kind == Joint::Kind::ball) {
      joints_.push_back(
          std::make_unique<btPoint2PointConstraint>(parent, child, in_parent * anchor, in_child * anchor));
    } else {
      joints_.push_back(std::make_unique<btHingeConstraint>(parent, child, in_parent * anchor, in_child * anchor,
                                                            in_parent.getBasis() * axis, in_child.getBasis() * axis));
    }
    world_.addConstraint(joints_.back().get(), true);
  }

  btScalar h_;
  const Scene& scene_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<std::unique_ptr<btTypedConstraint>> joints_;
  std::vector<btVector3> axes_;  // of the joints, in their children
};

template <int iterations>
std::unique_ptr<World> make(const Scene& scene) {
  return std::make_unique<BulletWorld>(scene, iterations);
}

}  // namespace

std::vector<Engine> bullet_engines() {
  const std::string version = "Bullet " + std::to_string(btGetVersion() / 100) + "." +
                              std::to_string(btGetVersion() % 100) + ", " + std::to_string(8 * sizeof(btScalar)) +
                              " bit";
  return {{"bullet", version, "sequential impulses, 10 iterations (default)", make<10>},
          {"bullet-50", version, "sequential impulses, 50 iterations", make<50>}};
}

}  // namespace stickslip::peers

// DART, whose joints are coordinates, with its default solver of contacts (Dantzig, sweeps where that fails). Its
// default collision, FCL with meshes, has no planes. Of the two others ODE's has more points where boxes lie on planes,
// and misses pairs of moving bodies (see ode.cpp); Bullet's sees them all.
#include <dart/collision/bullet/BulletCollisionDetector.hpp>
#include <dart/collision/ode/OdeCollisionDetector.hpp>
#include <dart/config.hpp>
#include <dart/constraint/ConstraintSolver.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BoxShape.hpp>
#include <dart/dynamics/CapsuleShape.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PlanarJoint.hpp>
#include <dart/dynamics/PlaneShape.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/dynamics/SphereShape.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <dart/simulation/World.hpp>

#include "tests/benchmark/peers/engine.h"

namespace stickslip::peers {
namespace {

using dart::dynamics::BodyNode;
using dart::dynamics::Skeleton;

Eigen::Vector3d to_dart(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Eigen::Isometry3d to_dart(const Vec3& p, const Quat& q) {
  Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
  at.linear() = Eigen::Quaterniond(q.w(), q.x(), q.y(), q.z()).toRotationMatrix();
  at.translation() = to_dart(p);
  return at;
}
Vec3 from_dart(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

dart::dynamics::ShapePtr make_shape(const Scene& scene, const Shape& shape) {
  switch (shape.form) {
    case Shape::Form::sphere:
      return std::make_shared<dart::dynamics::SphereShape>(shape.radius);
    case Shape::Form::box:
      return std::make_shared<dart::dynamics::BoxShape>(to_dart(2 * shape.half_size));
    case Shape::Form::capsule:
      return std::make_shared<dart::dynamics::CapsuleShape>(shape.radius, 2 * shape.half_length);
    case Shape::Form::plane:
      break;
  }
  const Body& body = scene.bodies[static_cast<std::size_t>(shape.body)];
  const Vec3 normal = plane_normal(scene, shape);  // of all planes in the world: their bodies are not turned
  return std::make_shared<dart::dynamics::PlaneShape>(to_dart(normal), normal.dot(body.position));
}

class DartWorld final : public World {
 public:
  DartWorld(const Scene& scene, const dart::collision::CollisionDetectorPtr& detector)
      : scene_(scene), world_(dart::simulation::World::create()) {
    world_->setGravity(to_dart(scene.gravity));
    world_->setTimeStep(scene.h);
    auto* solver = world_->getConstraintSolver();
    solver->setCollisionDetector(detector);
    solver->getCollisionOption().maxNumContacts = 100000;
    nodes_.resize(scene.bodies.size());
    joints_.resize(scene.joints.size());
    std::vector<bool> joined(scene.bodies.size());
    for (const Joint& joint : scene.joints) joined[static_cast<std::size_t>(joint.child)] = true;
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      if (!joined[b]) add_alone(static_cast<int>(b));
    }
    add_joined();
  }

  void drive(const std::vector<double>& torques) override {
    for (std::size_t j = 0; j < torques.size(); ++j) joints_[j]->setForce(0, torques[j]);
  }

  void step() override { world_->step(); }

  void read(BodyStates& states) override {
    for (std::size_t b = 0; b < states.size(); ++b) {
      if (scene_.bodies[b].fixed) continue;
      const Eigen::Isometry3d& at = nodes_[b]->getWorldTransform();
      const Eigen::Quaterniond turn(at.linear());
      states[b].position = from_dart(at.translation());
      states[b].rotation = {turn.w(), turn.x(), turn.y(), turn.z()};
      states[b].velocity = from_dart(nodes_[b]->getLinearVelocity());
      states[b].angular_velocity = from_dart(nodes_[b]->getAngularVelocity());
    }
  }

  double normal_force(int) override {  // a press has one body that touches
    double sum = 0;
    for (const auto& contact : world_->getLastCollisionResult().getContacts()) {
      sum += std::fabs(contact.force.dot(contact.normal));
    }
    return sum;
  }

 private:
  template <class Kind>
  std::pair<Kind*, BodyNode*> add_node(Skeleton& skeleton, int parent, int child,
                                       const typename Kind::Properties& properties) {
    const Body& b = scene_.bodies[static_cast<std::size_t>(child)];
    BodyNode::Properties body;
    body.mName = "b" + std::to_string(child);
    if (!b.fixed) {
      body.mInertia = dart::dynamics::Inertia(b.mass, Eigen::Vector3d::Zero(), to_dart(b.inertia).asDiagonal());
    }
    BodyNode* above = parent < 0 ? nullptr : nodes_[static_cast<std::size_t>(parent)];
    const auto made = skeleton.createJointAndBodyNodePair<Kind>(above, properties, body);
    nodes_[static_cast<std::size_t>(child)] = made.second;
    for (const Shape& shape : scene_.shapes) {
      if (shape.body == child) add_shape(*made.second, shape);
    }
    return made;
  }

  void add_shape(BodyNode& node, const Shape& shape) {
    auto* made = node.createShapeNodeWith<dart::dynamics::CollisionAspect, dart::dynamics::DynamicsAspect>(
        make_shape(scene_, shape));
    if (shape.form != Shape::Form::plane) made->setRelativeTransform(to_dart(shape.position, shape.rotation));
    made->getDynamicsAspect()->setFrictionCoeff(scene_.friction);
    made->getDynamicsAspect()->setRestitutionCoeff(std::sqrt(scene_.restitution));  // a pair has the product
  }

  void add_alone(int index) {
    const Body& b = scene_.bodies[static_cast<std::size_t>(index)];
    const dart::dynamics::SkeletonPtr skeleton = Skeleton::create("s" + std::to_string(index));
    if (b.fixed) {
      add_node<dart::dynamics::WeldJoint>(*skeleton, kWorld, index, {});
    } else if (scene_.planar) {
      auto* joint = add_node<dart::dynamics::PlanarJoint>(*skeleton, kWorld, index, {}).first;
      joint->setXYPlane();
      joint->setPositions(Eigen::Vector3d(b.position.x(), b.position.y(), 0));
    } else {
      auto* joint = add_node<dart::dynamics::FreeJoint>(*skeleton, kWorld, index, {}).first;
      joint->setTransform(to_dart(b.position, b.rotation));
      joint->setLinearVelocity(to_dart(b.velocity));
      joint->setAngularVelocity(to_dart(b.angular_velocity));
    }
    world_->addSkeleton(skeleton);
  }

  void add_joined() {
    if (scene_.joints.empty()) return;
    const dart::dynamics::SkeletonPtr skeleton = Skeleton::create("joined");
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) {
      const Joint& joint = scene_.joints[j];
      const auto in = [&](int body) {
        if (body < 0) return to_dart(joint.anchor, Quat::Identity());
        const Body& b = scene_.bodies[static_cast<std::size_t>(body)];
        return Eigen::Isometry3d(to_dart(b.position, b.rotation).inverse() * to_dart(joint.anchor, Quat::Identity()));
      };
      const auto place = [&](auto properties) {
        properties.mName = "j" + std::to_string(j);
        properties.mT_ParentBodyToJoint = in(joint.parent);
        properties.mT_ChildBodyToJoint = in(joint.child);
        return properties;
      };
      if (joint.kind == Joint::Kind::ball) {
        joints_[j] = add_node<dart::dynamics::BallJoint>(*skeleton, joint.parent, joint.child,
                                                         place(dart::dynamics::BallJoint::Properties()))
                         .first;
      } else {
        auto properties = place(dart::dynamics::RevoluteJoint::Properties());
        properties.mAxis = to_dart(joint.axis);
        joints_[j] = add_node<dart::dynamics::RevoluteJoint>(*skeleton, joint.parent, joint.child, properties).first;
      }
    }
    world_->addSkeleton(skeleton);
  }

  const Scene& scene_;
  dart::simulation::WorldPtr world_;
  std::vector<BodyNode*> nodes_;
  std::vector<dart::dynamics::Joint*> joints_;
};

template <class Detector>
std::unique_ptr<World> make(const Scene& scene) {
  return std::make_unique<DartWorld>(scene, Detector::create());
}

}  // namespace

std::vector<Engine> dart_engines() {
  const std::string version = "DART " DART_VERSION;
  return {{"dart", version, "Dantzig, ODE's collision", make<dart::collision::OdeCollisionDetector>},
          {"dart-bullet", version, "Dantzig, Bullet's collision", make<dart::collision::BulletCollisionDetector>}};
}

}  // namespace stickslip::peers

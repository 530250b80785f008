// The Open Dynamics Engine: its direct solver (Dantzig) and its sweeps (quick step).
#include <ode/ode.h>

#include "tests/benchmark/peers/engine.h"

namespace stickslip::peers {
namespace {

constexpr int kMostContacts = 16;  // of a pair of geometries

using StepFunction = int (*)(dWorldID, dReal);

Vec3 from_ode(const dReal* v) {
  return {v[0], v[1], v[2]};
}

struct Settings {
  StepFunction step;
  int iterations;  // of sweeps
};

class OdeWorld final : public World {
 public:
  OdeWorld(const Scene& scene, const Settings& settings) : scene_(scene), step_(settings.step) {
    dInitODE2(0);
    world_ = dWorldCreate();
    // Not a hash space: that of 0.16.2 misses balls in a pile that fall into each other.
    space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    contacts_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, scene.gravity.x(), scene.gravity.y(), scene.gravity.z());
    dWorldSetQuickStepNumIterations(world_, settings.iterations);
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) add_body(scene.bodies[b]);
    for (const Shape& shape : scene.shapes) add_shape(shape);
    for (const Joint& joint : scene.joints) add_joint(joint);
    feedback_.resize(scene.press.force > 0 ? kMostContacts : 0);
  }

  ~OdeWorld() override {
    dJointGroupDestroy(contacts_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  void drive(const std::vector<double>& torques) override {
    for (std::size_t j = 0; j < torques.size(); ++j) dJointAddHingeTorque(joints_[j], torques[j]);
  }

  void step() override {
    dJointGroupEmpty(contacts_);
    measured_ = 0;
    dSpaceCollide(space_, this, [](void* self, dGeomID a, dGeomID b) { static_cast<OdeWorld*>(self)->meet(a, b); });
    step_(world_, scene_.h);
  }

  void read(BodyStates& states) override {
    for (std::size_t b = 0; b < states.size(); ++b) {
      if (!bodies_[b]) continue;
      const dReal* q = dBodyGetQuaternion(bodies_[b]);
      states[b].position = from_ode(dBodyGetPosition(bodies_[b]));
      states[b].rotation = {q[0], q[1], q[2], q[3]};
      states[b].velocity = from_ode(dBodyGetLinearVel(bodies_[b]));
      states[b].angular_velocity = from_ode(dBodyGetAngularVel(bodies_[b]));
    }
  }

  double normal_force(int) override {
    double sum = 0;
    for (std::size_t k = 0; k < measured_; ++k) sum += std::fabs(from_ode(feedback_[k].f1).dot(normals_[k]));
    return sum;
  }

 private:
  void add_body(const Body& b) {
    if (b.fixed) {
      bodies_.push_back(nullptr);
      return;
    }
    const dBodyID body = dBodyCreate(world_);
    const dQuaternion q = {b.rotation.w(), b.rotation.x(), b.rotation.y(), b.rotation.z()};
    dBodySetPosition(body, b.position.x(), b.position.y(), b.position.z());
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, b.velocity.x(), b.velocity.y(), b.velocity.z());
    dBodySetAngularVel(body, b.angular_velocity.x(), b.angular_velocity.y(), b.angular_velocity.z());
    dMass mass;
    dMassSetParameters(&mass, b.mass, 0, 0, 0, b.inertia.x(), b.inertia.y(), b.inertia.z(), 0, 0, 0);
    dBodySetMass(body, &mass);
    if (scene_.planar) dJointAttach(dJointCreatePlane2D(world_, nullptr), body, nullptr);
    bodies_.push_back(body);
  }

  void add_shape(const Shape& shape) {
    const Body& body = scene_.bodies[static_cast<std::size_t>(shape.body)];
    if (shape.form == Shape::Form::plane) {  // all of them are fixed and through their bodies' origins
      const Vec3 normal = plane_normal(scene_, shape);
      dCreatePlane(space_, normal.x(), normal.y(), normal.z(), normal.dot(body.position));
      return;
    }
    dGeomID geometry = nullptr;
    if (shape.form == Shape::Form::sphere) geometry = dCreateSphere(space_, shape.radius);
    if (shape.form == Shape::Form::capsule) geometry = dCreateCapsule(space_, shape.radius, 2 * shape.half_length);
    if (shape.form == Shape::Form::box) {
      geometry = dCreateBox(space_, 2 * shape.half_size.x(), 2 * shape.half_size.y(), 2 * shape.half_size.z());
    }
    dGeomSetBody(geometry, bodies_[static_cast<std::size_t>(shape.body)]);
    if (shape.position == Vec3::Zero() && shape.rotation == Quat::Identity()) return;
    const dQuaternion q = {shape.rotation.w(), shape.rotation.x(), shape.rotation.y(), shape.rotation.z()};
    dGeomSetOffsetPosition(geometry, shape.position.x(), shape.position.y(), shape.position.z());
    dGeomSetOffsetQuaternion(geometry, q);
  }

  void add_joint(const Joint& joint) {
    const bool ball = joint.kind == Joint::Kind::ball;
    const dJointID made = ball ? dJointCreateBall(world_, nullptr) : dJointCreateHinge(world_, nullptr);
    dJointAttach(made, bodies_[static_cast<std::size_t>(joint.child)],
                 joint.parent < 0 ? nullptr : bodies_[static_cast<std::size_t>(joint.parent)]);
    (ball ? dJointSetBallAnchor : dJointSetHingeAnchor)(made, joint.anchor.x(), joint.anchor.y(), joint.anchor.z());
    if (!ball) dJointSetHingeAxis(made, joint.axis.x(), joint.axis.y(), joint.axis.z());
    joints_.push_back(made);
  }

  void meet(dGeomID a, dGeomID b) {
    const dBodyID first = dGeomGetBody(a);
    const dBodyID second = dGeomGetBody(b);
    if ((!first && !second) || first == second) return;
    if (first && second && dAreConnectedExcluding(first, second, dJointTypeContact)) return;
    dContact found[kMostContacts];
    const int count = dCollide(a, b, kMostContacts, &found[0].geom, sizeof(dContact));
    for (int k = 0; k < count; ++k) {
      found[k].surface = {};
      found[k].surface.mode = dContactApprox1;  // the friction cone, as a pyramid
      found[k].surface.mu = scene_.friction;
      if (scene_.restitution > 0) {
        found[k].surface.mode |= dContactBounce;
        found[k].surface.bounce = scene_.restitution;
        found[k].surface.bounce_vel = 1e-3;
      }
      const dJointID contact = dJointCreateContact(world_, contacts_, &found[k]);
      dJointAttach(contact, first, second);
      if (measured_ < feedback_.size()) {
        normals_[measured_] = from_ode(found[k].geom.normal);
        dJointSetFeedback(contact, &feedback_[measured_++]);
      }
    }
  }

  const Scene& scene_;
  StepFunction step_;
  dWorldID world_ = nullptr;
  dSpaceID space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
  dJointGroupID contacts_ = nullptr;
  std::vector<dBodyID> bodies_;  // null: fixed
  std::vector<dJointID> joints_;
  std::vector<dJointFeedback> feedback_;  // a press has one body that touches
  Vec3 normals_[kMostContacts];
  std::size_t measured_ = 0;
};

std::unique_ptr<World> direct(const Scene& scene) {
  return std::make_unique<OdeWorld>(scene, Settings{dWorldStep, 20});
}
template <int iterations>
std::unique_ptr<World> quick(const Scene& scene) {
  return std::make_unique<OdeWorld>(scene, Settings{dWorldQuickStep, iterations});
}

}  // namespace

std::vector<Engine> ode_engines() {
  const std::string version =
      std::string("ODE " STICKSLIP_ODE_VERSION ", ") + std::to_string(8 * sizeof(dReal)) + " bit";
  return {{"ode", version, "direct solver (Dantzig)", direct},
          {"ode-quick", version, "quick step, 20 iterations (default)", quick<20>},
          {"ode-quick-100", version, "quick step, 100 iterations", quick<100>}};
}

}  // namespace stickslip::peers

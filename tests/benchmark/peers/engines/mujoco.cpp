// MuJoCo, whose joints are coordinates and whose contacts are soft. It has no restitution.
#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstring>

#include "tests/benchmark/peers/build.h"
#include "tests/benchmark/peers/engine.h"

namespace stickslip::peers {
namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
std::string numbers(const Vec3& v) {
  return number(v.x()) + " " + number(v.y()) + " " + number(v.z());
}
std::string numbers(const Quat& q) {
  return number(q.w()) + " " + number(q.x()) + " " + number(q.y()) + " " + number(q.z());
}
std::string attribute(const char* name, const std::string& value) {
  return " " + std::string(name) + "=\"" + value + "\"";
}

std::string file_name(std::size_t k) {
  return "part" + std::to_string(k) + ".xml";
}

/// The parser of MuJoCo's files takes less than 100 elements in each other, but a file may include others.
constexpr int kDepth = 80;

/// The scene as the engine's own model file, and files that it includes.
class Writer {
 public:
  explicit Writer(const Scene& scene) : scene_(scene) {}

  std::vector<std::string> write(const std::string& options) {
    text_ = "<mujoco><compiler angle=\"radian\" boundmass=\"0\" balanceinertia=\"false\"/>";
    text_ += "<option timestep=\"" + number(scene_.h) + "\" gravity=\"" + numbers(scene_.gravity) + "\" " + options +
             "/><size njmax=\"" + std::to_string(4 * scene_.contacts) + "\" nconmax=\"" +
             std::to_string(scene_.contacts) + "\"/>";
    text_ += "<worldbody>";
    for (const Shape& one : scene_.shapes) {
      const Body& b = scene_.bodies[static_cast<std::size_t>(one.body)];
      if (b.fixed) shape(one, b.position, b.rotation);
    }
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
      if (!scene_.bodies[b].fixed && joint_of(static_cast<int>(b)) < 0) body(static_cast<int>(b), -1, 0);
    }
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) {
      if (scene_.joints[j].parent < 0) body(scene_.joints[j].child, static_cast<int>(j), 0);
    }
    files_.insert(files_.begin(), text_ + "</worldbody></mujoco>");
    return files_;
  }

 private:
  int joint_of(int child) const {
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) {
      if (scene_.joints[j].child == child) return static_cast<int>(j);
    }
    return -1;
  }

  /// With all bodies that hang from it, in a file of their own where they are deep down.
  void body(int index, int joint, int depth) {
    if (depth < kDepth) {
      write_body(index, joint, depth);
      return;
    }
    const std::string before = std::move(text_);
    text_ = "<mujocoinclude>";
    write_body(index, joint, 0);
    files_.push_back(text_ + "</mujocoinclude>");
    text_ = before + "<include" + attribute("file", file_name(files_.size())) + "/>";
  }

  void write_body(int index, int joint, int depth) {
    const Body& b = scene_.bodies[static_cast<std::size_t>(index)];
    Vec3 position = b.position;
    Quat rotation = b.rotation;
    if (joint >= 0 && scene_.joints[static_cast<std::size_t>(joint)].parent >= 0) {
      const Body& p = scene_.bodies[static_cast<std::size_t>(scene_.joints[static_cast<std::size_t>(joint)].parent)];
      position = rotated(p.rotation.conjugate(), b.position - p.position);
      rotation = p.rotation.conjugate() * b.rotation;
    }
    text_ += "<body" + attribute("name", "b" + std::to_string(index)) + attribute("pos", numbers(position)) +
             attribute("quat", numbers(rotation)) + ">";
    freedom(b, joint);
    text_ += "<inertial pos=\"0 0 0\"" + attribute("mass", number(b.mass)) +
             attribute("diaginertia", numbers(b.inertia)) + "/>";
    for (const Shape& one : scene_.shapes) {
      if (one.body == index) shape(one, Vec3::Zero(), Quat::Identity());
    }
    for (std::size_t j = 0; j < scene_.joints.size(); ++j) {
      if (scene_.joints[j].parent == index) body(scene_.joints[j].child, static_cast<int>(j), depth + 1);
    }
    text_ += "</body>";
  }

  void freedom(const Body& b, int joint) {
    if (joint >= 0) {
      const Joint& j = scene_.joints[static_cast<std::size_t>(joint)];
      const Quat to_body = b.rotation.conjugate();
      text_ += std::string("<joint") + attribute("name", "j" + std::to_string(joint)) +
               attribute("type", j.kind == Joint::Kind::ball ? "ball" : "hinge") +
               attribute("pos", numbers(rotated(to_body, j.anchor - b.position)));
      if (j.kind == Joint::Kind::hinge) text_ += attribute("axis", numbers(rotated(to_body, j.axis)));
      text_ += "/>";
    } else if (scene_.planar) {
      text_ += "<joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 0\"/>";
      text_ += "<joint type=\"hinge\" axis=\"0 0 1\"/>";
    } else {
      text_ += "<freejoint/>";
    }
  }

  void shape(const Shape& s, const Vec3& at, const Quat& turn) {
    Quat rotation = turn * s.rotation;
    std::string form;
    switch (s.form) {
      case Shape::Form::sphere:
        form = attribute("type", "sphere") + attribute("size", number(s.radius));
        break;
      case Shape::Form::box:
        form = attribute("type", "box") + attribute("size", numbers(s.half_size));
        break;
      case Shape::Form::capsule:
        form = attribute("type", "capsule") + attribute("size", number(s.radius) + " " + number(s.half_length));
        break;
      case Shape::Form::plane:
        form = attribute("type", "plane") + attribute("size", "0 0 1");
        if (scene_.planar) rotation = rotation * turn_about(Vec3::UnitX(), -kPi / 2);  // its normal is z everywhere
        break;
    }
    text_ += "<geom" + form + attribute("pos", numbers(at + rotated(turn, s.position))) +
             attribute("quat", numbers(rotation)) + attribute("friction", number(scene_.friction) + " 0 0") +
             " condim=\"3\" mass=\"0\"/>";
  }

  const Scene& scene_;
  std::string text_;
  std::vector<std::string> files_;  // but the first
};

mjModel* compile(const std::vector<std::string>& texts) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const std::string name = file_name(k);
    mj_makeEmptyFileVFS(files.get(), name.c_str(), static_cast<int>(texts[k].size()));
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), name.c_str())], texts[k].data(), texts[k].size());
  }
  char error[1000] = {};
  mjModel* model = mj_loadXML(file_name(0).c_str(), files.get(), error, sizeof error);
  if (!model) std::fprintf(stderr, "peers: MuJoCo: %s\n", error);
  mj_deleteVFS(files.get());
  return model;
}

class MujocoWorld final : public World {
 public:
  MujocoWorld(const Scene& scene, mjModel* model) : scene_(scene), model_(model), data_(mj_makeData(model)) {
    for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
      ids_.push_back(mj_name2id(model_, mjOBJ_BODY, ("b" + std::to_string(b)).c_str()));
      const Body& body = scene.bodies[b];
      if (body.velocity == Vec3::Zero() && body.angular_velocity == Vec3::Zero()) continue;
      mjtNum* to = data_->qvel + model_->body_dofadr[ids_[b]];  // every body that moves at the start is free
      const Vec3 turning = rotated(body.rotation.conjugate(), body.angular_velocity);
      for (int k = 0; k < 3; ++k) {
        to[k] = body.velocity[k];
        to[3 + k] = turning[k];
      }
    }
  }

  ~MujocoWorld() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void drive(const std::vector<double>& torques) override {
    for (std::size_t j = 0; j < torques.size(); ++j) {
      const int joint = mj_name2id(model_, mjOBJ_JOINT, ("j" + std::to_string(j)).c_str());
      data_->qfrc_applied[model_->jnt_dofadr[joint]] = torques[j];
    }
  }

  void step() override { mj_step(model_, data_); }

  void read(BodyStates& states) override {
    mj_kinematics(model_, data_);  // a step leaves the poses of its start
    mj_comPos(model_, data_);
    mj_comVel(model_, data_);
    for (std::size_t b = 0; b < states.size(); ++b) {
      if (scene_.bodies[b].fixed) continue;
      const mjtNum* p = data_->xpos + 3 * ids_[b];
      const mjtNum* q = data_->xquat + 4 * ids_[b];
      mjtNum velocity[6];
      mj_objectVelocity(model_, data_, mjOBJ_BODY, ids_[b], velocity, 0);
      states[b].position = {p[0], p[1], p[2]};
      states[b].rotation = {q[0], q[1], q[2], q[3]};
      states[b].angular_velocity = {velocity[0], velocity[1], velocity[2]};
      states[b].velocity = {velocity[3], velocity[4], velocity[5]};
    }
  }

  double normal_force(int) override {  // a press has one body that touches
    double sum = 0;
    for (int c = 0; c < data_->ncon; ++c) {
      mjtNum force[6];
      mj_contactForce(model_, data_, c, force);
      sum += force[0];
    }
    return sum;
  }

  std::string remark() override {
    std::string text;
    for (int w = 0; w < mjNWARNING; ++w) {
      if (data_->warning[w].number > 0) text += std::string(text.empty() ? "" : "; ") + mju_warningText(w, 0);
    }
    return text;
  }

 private:
  const Scene& scene_;
  mjModel* model_;
  mjData* data_;
  std::vector<int> ids_;  // of the bodies; -1: fixed
};

std::unique_ptr<World> make(const Scene& scene, const char* options) {
  mjModel* model = compile(Writer(scene).write(options));
  if (!model) return nullptr;
  return std::make_unique<MujocoWorld>(scene, model);
}

std::unique_ptr<World> with_pyramids(const Scene& scene) {
  return make(scene, "");
}
std::unique_ptr<World> with_cones(const Scene& scene) {
  return make(scene, "cone=\"elliptic\" impratio=\"10\"");
}

}  // namespace

std::vector<Engine> mujoco_engines() {
  const std::string version = std::string("MuJoCo ") + mj_versionString();
  return {{"mujoco", version, "Newton, friction pyramids (default)", with_pyramids},
          {"mujoco-elliptic", version, "Newton, round cones, impratio 10", with_cones}};
}

}  // namespace stickslip::peers
